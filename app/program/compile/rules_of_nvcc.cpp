#include "program/compile/rules_of_nvcc.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>
#include <utility>

namespace warpwise {
namespace {

template <typename Attribute>
bool has_own(const clang::Decl& declaration) {  // that the program wrote
    const auto* attribute = declaration.getAttr<Attribute>();
    return attribute && !attribute->isImplicit();
}

// A constexpr function may be evaluated where nothing of it is left for the device.
bool is_for_device(const clang::FunctionDecl& function) {
    return !function.isConstexpr() && (has_own<clang::CUDAGlobalAttr>(function) || has_own<clang::CUDADeviceAttr>(function));
}

class DeviceCode : public clang::RecursiveASTVisitor<DeviceCode> {
  public:
    DeviceCode(clang::ASTContext& context, bool has_relaxed_constexpr)
        : context_(context),
          has_relaxed_constexpr_(has_relaxed_constexpr),
          undefined_(context.getDiagnostics().getCustomDiagID(clang::DiagnosticsEngine::Error, "'%0' is undefined in device code")),
          host_call_(context.getDiagnostics().getCustomDiagID(
              clang::DiagnosticsEngine::Warning,
              "'%0' is a constexpr function of the host: nvcc compiles this call only with --expt-relaxed-constexpr")) {}
    bool shouldVisitTemplateInstantiations() const { return true; }

    bool TraverseFunctionDecl(clang::FunctionDecl* function) { return traverse(function, &Base::TraverseFunctionDecl); }
    bool TraverseCXXMethodDecl(clang::CXXMethodDecl* method) { return traverse(method, &Base::TraverseCXXMethodDecl); }
    bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl* made) { return traverse(made, &Base::TraverseCXXConstructorDecl); }

    // What is computed when the program is compiled.
    bool TraverseConstantExpr(clang::ConstantExpr*) { return true; }
    bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc&) { return true; }
    bool TraverseConstantArrayTypeLoc(clang::ConstantArrayTypeLoc) { return true; }
    bool TraverseStaticAssertDecl(clang::StaticAssertDecl*) { return true; }
    bool TraverseVarDecl(clang::VarDecl* variable) { return variable->isConstexpr() || Base::TraverseVarDecl(variable); }

    // In a generic lambda, Clang does not know yet which functions are called.
    bool TraverseLambdaExpr(clang::LambdaExpr* lambda) {
        return lambda->getCallOperator()->isDependentContext() || Base::TraverseLambdaExpr(lambda);
    }

    // Before the constants themselves: where one is not read, but its address or a reference to it is taken.
    bool VisitUnaryOperator(clang::UnaryOperator* operation) {
        if (operation->getOpcode() == clang::UO_AddrOf) note_reference(operation->getSubExpr());
        return true;
    }
    bool VisitVarDecl(clang::VarDecl* variable) {
        if (variable->getType()->isReferenceType() && variable->getInit()) note_reference(variable->getInit());
        return true;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* use) { return check(*use, use->getDecl(), use->isNonOdrUse()); }
    bool VisitMemberExpr(clang::MemberExpr* use) { return check(*use, use->getMemberDecl(), use->isNonOdrUse()); }

    bool VisitCallExpr(clang::CallExpr* call) {
        const clang::FunctionDecl* called = call->getDirectCallee();
        if (called && !llvm::isa<clang::CXXOperatorCallExpr>(call))  // of a member operator, the first argument is the object
            for (unsigned i = 0; i < std::min(called->getNumParams(), call->getNumArgs()); ++i)
                if (called->getParamDecl(i)->getType()->isReferenceType()) note_reference(call->getArg(i));
        // In a function of both sides, nvcc takes it with a warning.
        if (!is_in_device_code_ || is_in_host_code_ || has_relaxed_constexpr_ || !called || !called->isConstexpr() ||
            called->getBuiltinID() != 0 || called->isDefaulted() || has_own<clang::CUDADeviceAttr>(*called))
            return true;
        const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(called);
        if (method && method->getParent()->isLambda()) return true;
        const bool is_own = !context_.getSourceManager().isInSystemHeader(called->getLocation());
        if ((is_own || is_named_in_std(*call)) && told_.insert(call->getExprLoc()).second)
            context_.getDiagnostics().Report(call->getExprLoc(), host_call_) << called->getNameAsString();
        return true;
    }

  private:
    using Base = RecursiveASTVisitor<DeviceCode>;

    template <typename Function>
    bool traverse(Function* function, bool (Base::*inner)(Function*)) {
        if (function->isDependentContext()) return true;  // its instances are visited
        const bool was_in_device_code = std::exchange(is_in_device_code_, is_for_device(*function));
        const bool was_in_host_code = std::exchange(is_in_host_code_, has_own<clang::CUDAHostAttr>(*function));
        const bool goes_on = (this->*inner)(function);
        is_in_device_code_ = was_in_device_code;
        is_in_host_code_ = was_in_host_code;
        return goes_on;
    }
    void note_reference(const clang::Expr* expression) { references_.insert(expression->IgnoreParenNoopCasts(context_)); }
    bool check(const clang::Expr& use, const clang::ValueDecl* declaration, clang::NonOdrUseReason reason) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
        if (!is_in_device_code_ || !variable || reason == clang::NOUR_Unevaluated || !is_of_host(*variable)) return true;
        const clang::QualType type = variable->getType();
        const bool has_value = type->isScalarType() && (!type->isPointerType() || variable->isConstexpr());
        // nvcc takes some uses of structures and refuses others; here all pass.
        const bool is_good = type->isRecordType() || (has_value && !references_.contains(&use));
        if (is_good || !told_.insert(use.getExprLoc()).second) return true;
        context_.getDiagnostics().Report(use.getExprLoc(), undefined_) << variable->getNameAsString();
        return true;
    }
    // As std::max, and not cuda::std::max, which is for device code, too.
    static bool is_named_in_std(const clang::CallExpr& call) {
        const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(call.getCallee()->IgnoreImpCasts());
        const clang::NestedNameSpecifier* qualifier = name ? name->getQualifier() : nullptr;
        const clang::NamespaceDecl* space = qualifier ? qualifier->getAsNamespace() : nullptr;
        return space && space->isStdNamespace();
    }
    // A constant outside of functions, declared by the program's own text without a word on where it lies.
    bool is_of_host(const clang::VarDecl& variable) const {
        return (variable.isFileVarDecl() || variable.isStaticDataMember()) && !has_own<clang::CUDADeviceAttr>(variable) &&
               !has_own<clang::CUDAConstantAttr>(variable) && !has_own<clang::CUDASharedAttr>(variable) &&
               !context_.getSourceManager().isInSystemHeader(variable.getLocation());
    }

    clang::ASTContext& context_;
    bool has_relaxed_constexpr_;
    unsigned undefined_, host_call_;
    bool is_in_device_code_ = false, is_in_host_code_ = false;
    std::set<const clang::Expr*> references_;  // of which more than the value is taken
    std::set<clang::SourceLocation> told_;
};

class RulesOfNvcc : public clang::ASTConsumer {
  public:
    explicit RulesOfNvcc(bool has_relaxed_constexpr) : has_relaxed_constexpr_(has_relaxed_constexpr) {}
    void HandleTranslationUnit(clang::ASTContext& context) override {
        DeviceCode code(context, has_relaxed_constexpr_);
        for (clang::Decl* declaration : context.getTranslationUnitDecl()->noload_decls()) code.TraverseDecl(declaration);
    }

  private:
    bool has_relaxed_constexpr_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> check_as_nvcc(bool has_relaxed_constexpr) {
    return std::make_unique<RulesOfNvcc>(has_relaxed_constexpr);
}

}  // namespace warpwise
