#include "simt/compile/compile_facts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Token.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "simt/compile/compile_files.h"
#include "simt/compile/hints.h"

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

// Whether a thread may end within it.
class EndFinder : public clang::RecursiveASTVisitor<EndFinder> {
  public:
    bool VisitReturnStmt(clang::ReturnStmt*) { return !(found = true); }
    bool VisitAsmStmt(clang::AsmStmt*) { return !(found = true); }  // it may exit
    bool found = false;
};

class FactsVisitor : public clang::RecursiveASTVisitor<FactsVisitor> {
  public:
    FactsVisitor(KernelFacts& facts, clang::ASTContext& context, bool with_headers)
        : facts_(facts), context_(context), with_headers_(with_headers) {}

    bool is_wanted(clang::SourceLocation place) const {
        const clang::SourceManager& sources = context_.getSourceManager();
        return with_headers_ ? is_users(sources, place) : sources.isInMainFile(sources.getExpansionLoc(place));
    }

    bool VisitFunctionDecl(clang::FunctionDecl* function) {
        if (!is_wanted(function->getLocation()) || function->isImplicit()) return true;
        const bool is_template = function->getDescribedFunctionTemplate() != nullptr;
        const std::string name = function->getQualifiedNameAsString();
        if (!function->isThisDeclarationADefinition() && !function->isTemplateInstantiation())
            facts_.without_body.emplace(
                name, static_cast<int>(context_.getSourceManager().getPresumedLineNumber(function->getLocation())));
        if (!function->hasAttr<clang::CUDAGlobalAttr>()) {
            facts_.functions.push_back(name);
            return true;
        }
        note_signature(*function, name);
        if (function->doesThisDeclarationHaveABody()) {
            EndFinder ends;
            ends.TraverseStmt(function->getBody());
            const unsigned line = context_.getSourceManager().getPresumedLineNumber(function->getLocation());
            if (!ends.found) facts_.without_return.emplace(function->getNameAsString(), line);
        }
        if (std::ranges::find(facts_.plain, name) == facts_.plain.end()) {
            facts_.kernels.push_back(is_template ? name + "<...>" : name);
            if (!is_template) facts_.plain.push_back(name);
            if (facts_.plain.size() == 1 && !is_template) {
                facts_.first_line = context_.getSourceManager().getPresumedLineNumber(function->getLocation());
                for (const clang::ParmVarDecl* parameter : function->parameters())
                    facts_.first_parameters.push_back(describe(*parameter, context_));
            }
        }
        return true;
    }
    bool VisitCStyleCastExpr(clang::CStyleCastExpr* cast) {
        const clang::SourceManager& sources = context_.getSourceManager();
        if (cast->getType()->isIntegerType() && context_.getTypeSize(cast->getType()) > 64)
            facts_.wide_integers.emplace_back(sources.getPresumedLineNumber(cast->getBeginLoc()),
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
    void note_signature(const clang::FunctionDecl& function, const std::string& name) {
        if (function.getPreviousDecl() || function.isTemplateInstantiation()) return;
        KernelSignature out{.name = name, .template_parameters = {}, .types = {}, .pointers = {}};
        if (const clang::FunctionTemplateDecl* made = function.getDescribedFunctionTemplate())
            for (const clang::NamedDecl* parameter : *made->getTemplateParameters())
                out.template_parameters.push_back(parameter->getNameAsString());
        clang::PrintingPolicy policy(context_.getLangOpts());
        policy.SuppressTagKeyword = true;
        for (const clang::ParmVarDecl* parameter : function.parameters()) {
            const clang::QualType type = parameter->getType();
            out.types.push_back(type.getUnqualifiedType().getAsString(policy));
            out.pointers.push_back(type->isPointerType());
            if (out.template_parameters.empty() && !function.isDependentContext())
                out.parameters.push_back(describe(*parameter, context_));
        }
        out.line = context_.getSourceManager().getPresumedLineNumber(function.getLocation());
        facts_.signatures.push_back(std::move(out));
    }

    KernelFacts& facts_;
    clang::ASTContext& context_;
    bool with_headers_;
};

class FactsConsumer : public clang::ASTConsumer {
  public:
    FactsConsumer(KernelFacts& facts, std::string_view origin, const CompileOptions* options)
        : facts_(facts), origin_(origin), options_(options) {}
    void HandleTranslationUnit(clang::ASTContext& context) override {
        if (options_) number_headers(context.getSourceManager());
        FactsVisitor visitor(facts_, context, options_ != nullptr);
        for (clang::Decl* declaration : context.getTranslationUnitDecl()->noload_decls())  // without those of the parsed prelude
            if (visitor.is_wanted(declaration->getLocation())) visitor.TraverseDecl(declaration);
    }
    // What the host does is neither read nor run.
    bool shouldSkipFunctionBody(clang::Decl* declaration) override {
        const clang::FunctionDecl* function = declaration->getAsFunction();
        return function && !function->hasAttr<clang::CUDAGlobalAttr>() && !function->hasAttr<clang::CUDADeviceAttr>();
    }

  private:
    void number_headers(clang::SourceManager& sources) {
        const auto lines_of = [](llvm::StringRef text) { return static_cast<std::uint32_t>(text.count('\n')) + 1; };
        std::map<std::string, std::uint32_t> lengths;
        for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
            const std::string path = file->first.getName().str();
            if (path.starts_with("/.simt")) continue;
            if (const auto content = sources.getMemoryBufferForFileOrNone(file->first))
                lengths[path] = lines_of(content->getBuffer());
        }
        std::uint32_t next = lines_of(sources.getBufferData(sources.getMainFileID())) + 1;
        for (const auto& [path, length] : lengths) {
            facts_.headers.push_back({path, shown_path(path, origin_, *options_), next});
            next += length;
        }
    }

    KernelFacts& facts_;
    std::string_view origin_;
    const CompileOptions* options_;  // none: headers do not count
};

class IncludedHeaders : public clang::PPCallbacks {
  public:
    IncludedHeaders(KernelFacts& facts, const clang::SourceManager& sources, std::string_view origin, const CompileOptions& options,
                    std::shared_ptr<std::set<std::string>> refused)
        : facts_(facts), sources_(sources), origin_(origin), options_(options), refused_(std::move(refused)) {}

    bool FileNotFound(llvm::StringRef) override { return true; }
    void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef name, bool, clang::CharSourceRange range,
                            clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                            clang::SrcMgr::CharacteristicKind) override {
        if (file || !is_users(sources_, range.getBegin())) return;
        const clang::SourceLocation place = sources_.getExpansionLoc(range.getBegin());
        Diagnostic diagnostic;
        diagnostic.file = shown_path(users_path(sources_, sources_.getFileID(place)), origin_, options_);
        diagnostic.line = static_cast<int>(sources_.getPresumedLineNumber(place));
        diagnostic.column = static_cast<int>(sources_.getSpellingColumnNumber(place));
        diagnostic.length = static_cast<int>(name.size()) + 2;
        const bool is_outside =
            std::ranges::any_of(*refused_, [&](const std::string& path) { return llvm::StringRef(path).ends_with(name); });
        if (options_.hides_answers && is_answer_file(name.str())) {
            diagnostic.message = fmt::format("'{}' is the author's: a text that is handed in cannot include it", name.str());
            diagnostic.hint = "Write the kernel in this file.";
        } else if (is_outside) {
            diagnostic.message = fmt::format("'{}' lies outside the folders that this code may read", name.str());
            diagnostic.hint = "Copy the header into the folder of the file that includes it.";
        } else {
            diagnostic.message = fmt::format("'{}' file not found", name.str());
            diagnostic.hint = hint_for(diagnostic, {});
            if (const std::string feature = unsupported_feature(diagnostic); !feature.empty()) {
                diagnostic.message = fmt::format("unsupported: {}; '{}' was left out", feature, name.str());
            } else {
                diagnostic.message = fmt::format("'{}' is not available and was left out", name.str());
                diagnostic.hint = options_.folder.empty()
                                      ? "Host code is skipped. If a kernel needs something from this header, copy it into the code."
                                      : "Host code is skipped. If a kernel needs this header, put it beside the file or name its "
                                        "folder with -I.";
            }
            diagnostic.severity = Severity::warning;
        }
        facts_.missing_headers.push_back(std::move(diagnostic));
    }
    // A name for __device__ and its kin marks device code as they do.
    void MacroDefined(const clang::Token& name, const clang::MacroDirective* directive) override {
        const clang::MacroInfo* macro = directive->getMacroInfo();
        if (!macro || !is_users(sources_, macro->getDefinitionLoc())) return;
        for (const clang::Token& token : macro->tokens()) {
            const clang::IdentifierInfo* word = token.getIdentifierInfo();
            if (!word || !facts_.device_words.contains(std::string_view(word->getName()))) continue;
            facts_.device_words.insert(name.getIdentifierInfo()->getName().str());
            return;
        }
    }

  private:
    KernelFacts& facts_;
    const clang::SourceManager& sources_;
    std::string_view origin_;
    const CompileOptions& options_;
    std::shared_ptr<std::set<std::string>> refused_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> collect_facts(KernelFacts& facts, std::string_view origin, const CompileOptions& options) {
    return std::make_unique<FactsConsumer>(facts, origin, &options);
}

std::unique_ptr<clang::ASTConsumer> collect_facts(KernelFacts& facts) {
    return std::make_unique<FactsConsumer>(facts, std::string_view{}, nullptr);
}

std::unique_ptr<clang::PPCallbacks> note_headers(KernelFacts& facts, const clang::SourceManager& sources, std::string_view origin,
                                                 const CompileOptions& options, std::shared_ptr<std::set<std::string>> refused) {
    return std::make_unique<IncludedHeaders>(facts, sources, origin, options, std::move(refused));
}

}  // namespace warpwise::simt
