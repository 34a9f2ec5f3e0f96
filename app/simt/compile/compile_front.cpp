#include "simt/compile/compile_front.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "base/emulated_gpu.h"
#include "fmt/format.h"
#include "simt/compile/compile_diagnostics.h"
#include "simt/compile/compile_entry.h"
#include "simt/compile/compile_launches.h"
#include "simt/compile/deduction_guides.h"
#include "simt/decode/source_dialect.h"

namespace warpwise::simt {
namespace {

class KernelAction : public clang::EmitLLVMOnlyAction {
  public:
    KernelAction(FrontEnd& out, const CompileRequest& asked, std::shared_ptr<std::set<std::string>> refused)
        : EmitLLVMOnlyAction(&out.context), out_(out), asked_(asked), refused_(std::move(refused)) {}

  protected:
    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        compiler.getPreprocessor().addPPCallbacks(
            note_headers(out_.facts, compiler.getSourceManager(), asked_.origin, asked_.options, refused_));
        return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
    }
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef file) override {
        std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
        consumers.push_back(give_guides_both_sides());
        consumers.push_back(collect_facts(out_.facts, asked_.origin, asked_.options));
        consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
        return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }
    void EndSourceFileAction() override {
        out_.tokens_read += getCompilerInstance().getPreprocessor().getTokenCount();
        EmitLLVMOnlyAction::EndSourceFileAction();
    }

  private:
    FrontEnd& out_;
    const CompileRequest& asked_;
    std::shared_ptr<std::set<std::string>> refused_;
};

// A text makes no module and loads none ("#pragma clang module", also by _Pragma; "import"): a module is built from the files of
// the machine, and into its temporary folder.
class CompilerWithoutModules : public clang::CompilerInstance {
  public:
    clang::ModuleLoadResult loadModule(clang::SourceLocation place, clang::ModuleIdPath, clang::Module::NameVisibilityKind,
                                       bool) override {
        refuse(place);
        return {};
    }
    void createModuleFromSource(clang::SourceLocation place, llvm::StringRef, llvm::StringRef) override { refuse(place); }

  private:
    void refuse(clang::SourceLocation place) {
        clang::DiagnosticsEngine& engine = getDiagnostics();
        engine.Report(place, engine.getCustomDiagID(clang::DiagnosticsEngine::Error, "a kernel's text cannot use modules"));
    }
};

// The flags of Clang's device side, without an SDK. Debug records keep every source variable.
constexpr auto kFlags = std::to_array<const char*>(
    {"-triple", "nvptx64-nvidia-cuda", "-x", "cuda", "-fcuda-is-device", "-target-cpu", kEmulatedGpu.clang_target,
     "-target-feature", "+ptx80", "-target-sdk-version=12.0", "-std=c++20",
     // else the parsed prelude's functions for the host and for the device are one function
     "-fno-cxx-modules", "-fdeclspec", "-fgnuc-version=4.2.1", "-fno-rtti", "-ffp-contract=on", "-fno-strict-float-cast-overflow",
     "-nostdsysteminc", "-nobuiltininc", "-nostdinc++", "-isystem", "/.simt/include", "-main-file-name", "kernel.cu",
     "-debug-info-kind=standalone", "-dwarf-version=5", "-debugger-tuning=gdb", "-Wall", "-Wextra", "-Wno-unused-variable",
     "-Wno-unused-function", "-Wno-unused-parameter", "-Wno-unused-but-set-variable", "-Wno-sign-compare", "-Wno-unknown-pragmas",
     "-Wno-missing-field-initializers", "-Wno-pass-failed", "-Wno-vla-cxx-extension", "-Wno-register",
     "-Wno-error=c++11-narrowing",  // as nvcc has it
     "-ferror-limit", "50", "-ftemplate-depth=400", "-O0", "-disable-O0-optnone"});

// With the text's path, last. False: Clang does not know a flag.
bool read_flags(clang::CompilerInstance& compiler, clang::DiagnosticsEngine& engine, std::string_view path) {
    const std::string text(path);
    std::vector<const char*> flags(kFlags.begin(), kFlags.end());
    flags.push_back(text.c_str());
    if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), flags, engine)) return false;
    compiler.getFrontendOpts().DisableFree = false;
    compiler.getCodeGenOpts().DisableFree = false;
    compiler.getPreprocessorOpts().DisablePragmaDebugCrash = true;
    compiler.getPreprocessorOpts().addMacroDef("__linux__=1");  // as where the host side is compiled
    return true;
}

}  // namespace

void run_clang(FrontEnd& out, const CompileRequest& asked, const Prelude& prelude, const EditedHeaders& edited) {
    out.module.reset();
    out.facts = {};
    std::string full = with_readable_launches(as_clang_reads(asked.text));
    const std::size_t bytes_read = full.size();
    if (!asked.entry.empty()) full += entry_variable(asked.entry);

    CompilerWithoutModules compiler;
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    auto* collector = new DiagnosticCollector(asked.text, asked.origin, asked.options, bytes_read);  // owned by the engine
    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine(
        new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions, collector, true));
    if (read_flags(compiler, *engine, kTextPath)) {
        clang::ProcessWarningOptions(*engine, compiler.getDiagnosticOpts());
        engine->setErrorLimit(kMostErrors);
        compiler.setDiagnostics(engine.get());
        const SourceFiles files = source_files(full, prelude, asked.options, edited);
        compiler.setFileManager(new clang::FileManager(clang::FileSystemOptions{}, files.system));
        compiler.createSourceManager(compiler.getFileManager());
        compiler.getFrontendOpts().SkipFunctionBodies = true;  // of the host
        if (!prelude.parsed.tree.empty()) compiler.getPreprocessorOpts().ImplicitPCHInclude = kParsedTreePath;
        compiler.getPreprocessorOpts().Includes.emplace_back(kPreludePath);
        const auto look_in = [&](const std::string& folder, clang::frontend::IncludeDirGroup group) {
            compiler.getHeaderSearchOpts().AddPath(folder, group, false, true);
        };
        if (!asked.options.folder.empty()) look_in(asked.options.folder, clang::frontend::Quoted);
        for (const std::string& folder : asked.options.include_folders) look_in(folder, clang::frontend::Angled);
        for (const std::string& definition : asked.options.definitions) compiler.getPreprocessorOpts().addMacroDef(definition);
        KernelAction action(out, asked, files.refused);
        if (compiler.ExecuteAction(action)) out.module = action.takeModule();
    }
    out.entry_failed = collector->entry_failed();
    out.entry_message = collector->entry_message();
    out.files = collector->files();
    out.diagnostics = std::move(out.facts.missing_headers);
    std::ranges::move(collector->take(), std::back_inserter(out.diagnostics));
}

bool parse_prelude_to_file(std::string_view text, const std::string& file) {
    clang::CompilerInstance compiler;
    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine(new clang::DiagnosticsEngine(
        new clang::DiagnosticIDs, new clang::DiagnosticOptions, new clang::IgnoringDiagConsumer, true));
    if (!read_flags(compiler, *engine, kParsedTextPath)) return false;
    compiler.setDiagnostics(engine.get());
    compiler.setFileManager(new clang::FileManager(clang::FileSystemOptions{}, source_files({}, {{text, {}}, {}}, {}, {}).system));
    compiler.createSourceManager(compiler.getFileManager());
    compiler.getFrontendOpts().OutputFile = file;
    clang::GeneratePCHAction action;
    return compiler.ExecuteAction(action) && !engine->hasErrorOccurred();
}

}  // namespace warpwise::simt
