#include "program/compile/host_constants.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

#include <set>
#include <utility>

namespace warpwise {
namespace {

template <typename Attribute>
bool has_own(const clang::Decl& declaration) {  // written in the source, not added by Clang
    const auto* attribute = declaration.getAttr<Attribute>();
    return attribute && !attribute->isImplicit();
}

bool is_for_device(const clang::FunctionDecl& function) {
    return has_own<clang::CUDAGlobalAttr>(function) || has_own<clang::CUDADeviceAttr>(function);
}

class UsesOfConstants : public clang::RecursiveASTVisitor<UsesOfConstants> {
  public:
    explicit UsesOfConstants(clang::ASTContext& context)
        : context_(context),
          error_(context.getDiagnostics().getCustomDiagID(clang::DiagnosticsEngine::Error, "'%0' is undefined in device code")) {}
    bool shouldVisitTemplateInstantiations() const { return true; }

    bool TraverseFunctionDecl(clang::FunctionDecl* function) { return traverse(function, &Base::TraverseFunctionDecl); }
    bool TraverseCXXMethodDecl(clang::CXXMethodDecl* method) { return traverse(method, &Base::TraverseCXXMethodDecl); }
    bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl* made) { return traverse(made, &Base::TraverseCXXConstructorDecl); }

    // What the compiler evaluates does not run on the device.
    bool TraverseConstantExpr(clang::ConstantExpr*) { return true; }
    bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc&) { return true; }
    bool TraverseConstantArrayTypeLoc(clang::ConstantArrayTypeLoc) { return true; }
    bool TraverseStaticAssertDecl(clang::StaticAssertDecl*) { return true; }
    bool TraverseVarDecl(clang::VarDecl* variable) { return variable->isConstexpr() || Base::TraverseVarDecl(variable); }

    bool VisitDeclRefExpr(clang::DeclRefExpr* use) { return check(*use, use->getDecl(), use->isNonOdrUse()); }
    bool VisitMemberExpr(clang::MemberExpr* use) { return check(*use, use->getMemberDecl(), use->isNonOdrUse()); }

  private:
    using Base = RecursiveASTVisitor<UsesOfConstants>;

    template <typename Function>
    bool traverse(Function* function, bool (Base::*inner)(Function*)) {
        if (function->isDependentContext()) return true;  // its instantiations are visited
        const bool before = std::exchange(is_in_device_code_, is_for_device(*function));
        const bool goes_on = (this->*inner)(function);
        is_in_device_code_ = before;
        return goes_on;
    }
    bool check(const clang::Expr& use, const clang::ValueDecl* declaration, clang::NonOdrUseReason reason) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
        if (!is_in_device_code_ || !variable || reason == clang::NOUR_Unevaluated || !is_of_host(*variable)) return true;
        const clang::QualType type = variable->getType();
        const bool is_value =
            type->isRecordType() || (type->isScalarType() && !type->isPointerType() && reason != clang::NOUR_None);
        if (is_value || !told_.insert(use.getExprLoc()).second) return true;
        context_.getDiagnostics().Report(use.getExprLoc(), error_) << variable->getNameAsString();
        return true;
    }
    // A constant outside functions that the program's own text declares without a memory space, such as __constant__.
    bool is_of_host(const clang::VarDecl& variable) const {
        return (variable.isFileVarDecl() || variable.isStaticDataMember()) && !has_own<clang::CUDADeviceAttr>(variable) &&
               !has_own<clang::CUDAConstantAttr>(variable) && !has_own<clang::CUDASharedAttr>(variable) &&
               !has_own<clang::HIPManagedAttr>(variable) && !context_.getSourceManager().isInSystemHeader(variable.getLocation());
    }

    clang::ASTContext& context_;
    unsigned error_;
    bool is_in_device_code_ = false;
    std::set<clang::SourceLocation> told_;
};

class HostConstants : public clang::ASTConsumer {
    void HandleTranslationUnit(clang::ASTContext& context) override {
        UsesOfConstants uses(context);
        for (clang::Decl* declaration : context.getTranslationUnitDecl()->noload_decls()) uses.TraverseDecl(declaration);
    }
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> refuse_host_constants() { return std::make_unique<HostConstants>(); }

}  // namespace warpwise
