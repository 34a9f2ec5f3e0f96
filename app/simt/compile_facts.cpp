#include "simt/compile_facts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <fmt/format.h>

#include <algorithm>

namespace warpwise::simt {
namespace {

std::optional<DType> dtype_of(clang::QualType type, const clang::ASTContext& context) {
    const auto* record = type->getAsCXXRecordDecl();
    if (type->isHalfType() || type->isFloat16Type() || (record && record->getName() == "__half")) return DType::f16;
    if (type->isSpecificBuiltinType(clang::BuiltinType::Float)) return DType::f32;
    if (type->isSpecificBuiltinType(clang::BuiltinType::Double)) return DType::f64;
    if (!type->isIntegralType(context) || type->isBooleanType()) return std::nullopt;
    const bool is_unsigned = type->isUnsignedIntegerType();
    switch (context.getTypeSize(type)) {
        case 8: return is_unsigned ? DType::u8 : DType::i8;
        case 32: return is_unsigned ? DType::u32 : DType::i32;
        case 64: return is_unsigned ? DType::u64 : DType::i64;
        default: return std::nullopt;
    }
}

KernelParameter describe(const clang::ParmVarDecl& parameter, const clang::ASTContext& context) {
    clang::PrintingPolicy policy(context.getLangOpts());
    policy.SuppressTagKeyword = true;
    KernelParameter out;
    const clang::QualType type = parameter.getType();
    out.name = parameter.getNameAsString();
    out.type = type.getDesugaredType(context).getUnqualifiedType().getAsString(policy);
    out.bytes = static_cast<std::size_t>(context.getTypeSizeInChars(type).getQuantity());
    out.is_pointer = type->isPointerType();
    const clang::QualType value = out.is_pointer ? type->getPointeeType() : type;
    if (out.is_pointer) {
        out.pointee_is_const = value.isConstQualified();
        if (!value->isIncompleteType() && value->isObjectType())
            out.pointee_bytes = static_cast<std::size_t>(context.getTypeSizeInChars(value).getQuantity());
    }
    out.dtype = dtype_of(value.getCanonicalType().getUnqualifiedType(), context);
    return out;
}

// What an array's elements are, where they are numbers.
std::optional<Type> element_of(clang::QualType array, const clang::ASTContext& context) {
    const clang::QualType element = context.getBaseElementType(array);
    if (element->isDependentType() || !element->isBuiltinType()) return std::nullopt;
    clang::PrintingPolicy policy(context.getLangOpts());
    policy.SuppressTagKeyword = true;
    Type out;
    out.name = element.getUnqualifiedType().getAsString(policy);
    out.bytes = static_cast<std::uint32_t>(context.getTypeSizeInChars(element).getQuantity());
    out.kind = element->isBooleanType()                                     ? TypeKind::boolean
               : element->isSpecificBuiltinType(clang::BuiltinType::Char_S) ? TypeKind::character
               : element->isFloatingType()                                  ? TypeKind::floating
               : element->isUnsignedIntegerType()                           ? TypeKind::unsigned_integer
               : element->isSignedIntegerType()                             ? TypeKind::signed_integer
                                                                            : TypeKind::other;
    return out;
}

class FactsVisitor : public clang::RecursiveASTVisitor<FactsVisitor> {
  public:
    FactsVisitor(KernelFacts& facts, clang::ASTContext& context) : facts_(facts), context_(context) {}

    bool VisitFunctionDecl(clang::FunctionDecl* function) {
        if (!context_.getSourceManager().isInMainFile(function->getLocation()) || function->isImplicit()) return true;
        const bool is_template = function->getDescribedFunctionTemplate() != nullptr;
        const std::string name = function->getQualifiedNameAsString();
        if (!function->hasAttr<clang::CUDAGlobalAttr>()) {
            facts_.functions.push_back(name);
        } else if (std::ranges::find(facts_.plain, name) == facts_.plain.end()) {
            facts_.kernels.push_back(is_template ? name + "<...>" : name);
            if (!is_template) facts_.plain.push_back(name);
            if (facts_.plain.size() == 1 && !is_template) {
                facts_.first_line = context_.getSourceManager().getExpansionLineNumber(function->getLocation());
                for (const clang::ParmVarDecl* parameter : function->parameters())
                    facts_.first_parameters.push_back(describe(*parameter, context_));
            }
        }
        return true;
    }
    bool VisitCStyleCastExpr(clang::CStyleCastExpr* cast) {
        const clang::SourceManager& sources = context_.getSourceManager();
        if (cast->getType()->isIntegerType() && context_.getTypeSize(cast->getType()) > 64)
            facts_.wide_integers.emplace_back(sources.getExpansionLineNumber(cast->getBeginLoc()),
                                              sources.getExpansionColumnNumber(cast->getBeginLoc()));
        return true;
    }
    bool VisitVarDecl(clang::VarDecl* variable) {
        if (variable->hasAttr<clang::CUDASharedAttr>() && variable->hasExternalStorage())
            if (auto element = element_of(variable->getType(), context_))
                facts_.shared_elements.insert_or_assign(variable->getNameAsString(), std::move(*element));
        if (variable->getName() != "__simt_entry" || !variable->getInit()) return true;
        const clang::Expr* init = variable->getInit()->IgnoreParenImpCasts();
        if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(init)) init = address->getSubExpr()->IgnoreParenImpCasts();
        const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(init);
        const auto* function = reference ? llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()) : nullptr;
        if (!function) return true;
        facts_.entry_is_kernel = function->hasAttr<clang::CUDAGlobalAttr>();
        facts_.parameters.emplace();
        for (const clang::ParmVarDecl* parameter : function->parameters())
            facts_.parameters->push_back(describe(*parameter, context_));
        return true;
    }

  private:
    KernelFacts& facts_;
    clang::ASTContext& context_;
};

class FactsConsumer : public clang::ASTConsumer {
  public:
    explicit FactsConsumer(KernelFacts& facts) : facts_(facts) {}
    void HandleTranslationUnit(clang::ASTContext& context) override {
        FactsVisitor visitor(facts_, context);
        for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
            const clang::SourceManager& sources = context.getSourceManager();
            if (sources.isInMainFile(sources.getExpansionLoc(declaration->getLocation()))) visitor.TraverseDecl(declaration);
        }
    }
    // Asked only in a whole program: what the host does there is neither read nor run.
    bool shouldSkipFunctionBody(clang::Decl* declaration) override {
        const clang::FunctionDecl* function = declaration->getAsFunction();
        return function && !function->hasAttr<clang::CUDAGlobalAttr>() && !function->hasAttr<clang::CUDADeviceAttr>();
    }

  private:
    KernelFacts& facts_;
};

class MissingHeaders : public clang::PPCallbacks {
  public:
    MissingHeaders(KernelFacts& facts, const clang::SourceManager& sources, std::string_view origin)
        : facts_(facts), sources_(sources), origin_(origin) {}

    bool FileNotFound(llvm::StringRef) override { return true; }
    void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef name, bool, clang::CharSourceRange range,
                            clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                            clang::SrcMgr::CharacteristicKind) override {
        if (file || !sources_.isInMainFile(range.getBegin())) return;
        Diagnostic diagnostic;
        diagnostic.file = origin_;
        diagnostic.line = static_cast<int>(sources_.getSpellingLineNumber(range.getBegin()));
        diagnostic.column = static_cast<int>(sources_.getSpellingColumnNumber(range.getBegin()));
        diagnostic.length = static_cast<int>(name.size()) + 2;
        diagnostic.severity = Severity::warning;
        diagnostic.message = fmt::format("'{}' is not available and was left out", name.str());
        diagnostic.hint = "Host code is skipped. If a kernel needs something from this header, copy it into the code.";
        facts_.missing_headers.push_back(std::move(diagnostic));
    }

  private:
    KernelFacts& facts_;
    const clang::SourceManager& sources_;
    std::string_view origin_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> collect_facts(KernelFacts& facts) { return std::make_unique<FactsConsumer>(facts); }

std::unique_ptr<clang::PPCallbacks> note_missing_headers(KernelFacts& facts, const clang::SourceManager& sources,
                                                         std::string_view origin) {
    return std::make_unique<MissingHeaders>(facts, sources, origin);
}

}  // namespace warpwise::simt
