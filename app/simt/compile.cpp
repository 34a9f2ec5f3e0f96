#include "simt/compile.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <iterator>
#include <span>

#include "fmt/format.h"
#include "simt/compile_diagnostics.h"
#include "simt/compile_facts.h"
#include "simt/decode.h"
#include "simt/deep_stack.h"
#include "simt/prelude_texts.h"

namespace warpwise::simt {
namespace {

class KernelAction : public clang::EmitLLVMOnlyAction {
  public:
    KernelAction(llvm::LLVMContext& context, KernelFacts& facts, bool is_program, std::string_view origin)
        : EmitLLVMOnlyAction(&context), facts_(facts), is_program_(is_program), origin_(origin) {}

  protected:
    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        if (is_program_)
            compiler.getPreprocessor().addPPCallbacks(note_missing_headers(facts_, compiler.getSourceManager(), origin_));
        return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
    }
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef file) override {
        std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
        consumers.push_back(collect_facts(facts_));
        consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
        return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }

  private:
    KernelFacts& facts_;
    bool is_program_;
    std::string_view origin_;
};

// The flags of Clang's device side, without an SDK. Debug records keep every source variable.
constexpr auto kFlags = std::to_array<const char*>({"-triple",
                                                    "nvptx64-nvidia-cuda",
                                                    "-x",
                                                    "cuda",
                                                    "-fcuda-is-device",
                                                    "-target-cpu",
                                                    "sm_80",
                                                    "-target-feature",
                                                    "+ptx80",
                                                    "-target-sdk-version=12.0",
                                                    "-std=c++20",
                                                    "-fdeclspec",
                                                    "-fgnuc-version=4.2.1",
                                                    "-fno-rtti",
                                                    "-ffp-contract=on",
                                                    "-fno-strict-float-cast-overflow",
                                                    "-nostdsysteminc",
                                                    "-nobuiltininc",
                                                    "-nostdinc++",
                                                    "-isystem",
                                                    "/include",
                                                    "-include",
                                                    "/include/prelude.h",
                                                    "-main-file-name",
                                                    "kernel.cu",
                                                    "-debug-info-kind=standalone",
                                                    "-dwarf-version=5",
                                                    "-debugger-tuning=gdb",
                                                    "-Wall",
                                                    "-Wextra",
                                                    "-Wno-unused-variable",
                                                    "-Wno-unused-function",
                                                    "-Wno-unused-parameter",
                                                    "-Wno-unused-but-set-variable",
                                                    "-Wno-sign-compare",
                                                    "-Wno-unknown-pragmas",
                                                    "-Wno-missing-field-initializers",
                                                    "-Wno-pass-failed",
                                                    "-Wno-vla-cxx-extension",
                                                    "-ferror-limit",
                                                    "50",
                                                    "-ftemplate-depth=400",
                                                    "-O0",
                                                    "-disable-O0-optnone",
                                                    "/kernel.cu"});

llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> files_of(std::string_view text, std::string_view prelude, bool is_program) {
    auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    const auto view = [](std::string_view s) { return llvm::StringRef(s.data(), s.size()); };
    files->addFile("/kernel.cu", 0, llvm::MemoryBuffer::getMemBufferCopy(view(text), "/kernel.cu"));
    files->addFile("/include/prelude.h", 0, llvm::MemoryBuffer::getMemBufferCopy(view(prelude), "prelude.h"));
    const auto add = [&](const HeaderText& header) {
        files->addFile("/include/" + view(header.name), 0, llvm::MemoryBuffer::getMemBuffer(view(header.text), view(header.name)));
    };
    std::ranges::for_each(header_texts(), add);
    if (is_program) std::ranges::for_each(host_header_texts(), add);
    files->setCurrentWorkingDirectory("/");
    return files;
}

Diagnostics one_error(std::string_view origin, std::string message, std::string hint) {
    Diagnostic diagnostic;
    diagnostic.file = origin;
    diagnostic.message = std::move(message);
    diagnostic.hint = std::move(hint);
    return {diagnostic};
}

// "#pragma clang __debug crash" and its kin make the compiler fail on purpose: told as what it is, at its line.
std::optional<Diagnostics> crash_pragma(std::string_view text, std::string_view origin) {
    const auto at = text.find("__debug");
    if (at == std::string_view::npos) return std::nullopt;
    const auto line_begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
    const std::string_view before = text.substr(line_begin, at - line_begin);
    if (!before.contains('#') || !before.contains("pragma") || !before.contains("clang")) return std::nullopt;
    Diagnostics out = one_error(origin, "'#pragma clang __debug' is only for testing the compiler", "Delete this line.");
    out.front().line = 1 + static_cast<int>(std::ranges::count(text.substr(0, at), '\n'));
    out.front().column = static_cast<int>(at - line_begin) + 1;
    out.front().length = 7;
    return out;
}

// The decoder knows where something begins, not how long it is: to the end of the word there.
Diagnostics underlined(Diagnostics diagnostics, std::string_view text) {
    for (Diagnostic& each : diagnostics) {
        std::size_t at = 0;
        for (int line = 1; line < each.line && at != std::string_view::npos; ++line) at = text.find('\n', at) + 1;
        const std::string_view rest =
            text.substr(std::min(text.size(), at + static_cast<std::size_t>(std::max(each.column - 1, 0))));
        const auto end = std::ranges::find_if(rest, [](unsigned char c) { return !std::isalnum(c) && c != '_'; });
        each.length = std::max(1, static_cast<int>(end - rest.begin()));
    }
    return diagnostics;
}

// A name expression is a name with template arguments, nothing that could be more than that.
bool is_name_expression(std::string_view entry) {
    return std::ranges::all_of(entry, [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_:<>, *&()+-'.").contains(static_cast<char>(c));
    });
}

Diagnostics entry_error(const KernelFacts& facts, std::string_view entry, std::string_view origin, const std::string& reason) {
    if (facts.kernels.empty()) {
        return one_error(origin, "there is no kernel in this code",
                         facts.functions.empty()
                             ? "A kernel is a function that begins with __global__ void."
                             : fmt::format("Write __global__ in front of '{}' to make it a kernel.", facts.functions.front()));
    }
    constexpr std::size_t most_named = 20;
    const bool has_more = facts.kernels.size() > most_named;
    const std::span named(facts.kernels.data(), has_more ? most_named : facts.kernels.size());
    const std::string list = fmt::format("{}{}", fmt::join(named, ", "), has_more ? ", ..." : "");
    if (entry.empty())
        return one_error(origin, "which kernel? The code has several, or only a template: " + list,
                         "Name one; for a template name an instance, as in add_one<float>.");
    const std::string base(entry.substr(0, entry.find('<')));
    if (std::ranges::find(facts.functions, base) != facts.functions.end())
        return one_error(origin, fmt::format("'{}' is not a kernel", entry),
                         fmt::format("Write __global__ in front of it. The kernels here: {}.", list));
    const bool is_template = std::ranges::find(facts.kernels, base + "<...>") != facts.kernels.end();
    if (is_template && base == entry)
        return one_error(origin, fmt::format("'{}' is a template", entry),
                         fmt::format("Name an instance with its arguments, for example {}<float>.", base));
    if (is_template)
        return one_error(origin, fmt::format("'{}' is not an instance of the template: {}", entry, reason),
                         "Check the template's parameters: their number and kinds.");
    return one_error(
        origin, fmt::format("there is no kernel '{}' in this code", entry),
        fmt::format("The kernels here: {}. A template instance is named with its arguments, as in add_one<float>.", list));
}

std::vector<std::uint32_t> lines_that_say(std::string_view text, std::string_view words) {
    std::vector<std::uint32_t> lines;
    std::uint32_t line = 1;
    std::size_t counted = 0;
    for (auto at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
        line += static_cast<std::uint32_t>(std::ranges::count(text.substr(counted, at - counted), '\n'));
        counted = at;
        if (lines.empty() || lines.back() != line) lines.push_back(line);
    }
    return lines;
}

// A text with a main() and headers is a whole program, as a course or a sample has it: of that only the device side counts.
bool is_whole_program(std::string_view text) {
    if (!text.contains("#include")) return false;
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (auto at = text.find("main"); at != std::string_view::npos; at = text.find("main", at + 4)) {
        const auto next = text.find_first_not_of(" \t\r\n", at + 4);
        if (at > 0 && !is_word(text[at - 1]) && next != std::string_view::npos && text[next] == '(') return true;
    }
    return false;
}

struct FrontEnd {
    llvm::LLVMContext context;
    KernelFacts facts;
    std::unique_ptr<llvm::Module> module;
    bool entry_failed = false;
    std::string entry_message;
    Diagnostics diagnostics;
};

void run_clang_once(FrontEnd& out, std::string_view text, std::string_view prelude, std::string_view entry,
                    std::string_view origin) {
    std::string full(text);
    if (!entry.empty())
        full += fmt::format("\n#line 1 \"<entry>\"\n__attribute__((device, used)) auto* __simt_entry = &{};\n", entry);

    const bool is_program = is_whole_program(text);
    clang::CompilerInstance compiler;
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    auto* collector = new DiagnosticCollector(text, origin);  // owned by the engine
    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine(
        new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions, collector, true));
    if (clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), kFlags, *engine)) {
        clang::ProcessWarningOptions(*engine, compiler.getDiagnosticOpts());
        engine->setErrorLimit(50);
        compiler.setDiagnostics(engine.get());
        compiler.setFileManager(new clang::FileManager(clang::FileSystemOptions{}, files_of(full, prelude, is_program)));
        compiler.createSourceManager(compiler.getFileManager());
        compiler.getFrontendOpts().DisableFree = false;
        compiler.getCodeGenOpts().DisableFree = false;
        compiler.getFrontendOpts().SkipFunctionBodies = is_program;
        compiler.getPreprocessorOpts().DisablePragmaDebugCrash = true;
        KernelAction action(out.context, out.facts, is_program, origin);
        if (compiler.ExecuteAction(action)) out.module = action.takeModule();
    }
    out.entry_failed = collector->entry_failed();
    out.entry_message = collector->entry_message();
    out.diagnostics = std::move(out.facts.missing_headers);
    std::ranges::move(collector->take(), std::back_inserter(out.diagnostics));
}

// A name that a macro puts together is not a word of the text: what fails with the parts of the prelude is tried with all.
void run_clang(FrontEnd& out, std::string_view text, std::string_view entry, std::string_view origin) {
    run_clang_once(out, text, prelude_for(text), entry, origin);
    if (!has_errors(out.diagnostics)) return;
    out.module.reset();
    out.facts = {};
    run_clang_once(out, text, whole_prelude(), entry, origin);
}

// The kernel's own function in the module, through the variable that names it.
llvm::Function* take_entry(llvm::Module& module) {
    llvm::GlobalVariable* variable = nullptr;
    for (llvm::GlobalVariable& global : module.globals())
        if (global.getName().contains("__simt_entry")) variable = &global;
    if (!variable || !variable->hasInitializer()) return nullptr;
    auto* function = llvm::dyn_cast<llvm::Function>(variable->getInitializer()->stripPointerCasts());
    variable->setInitializer(nullptr);
    variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
    return function;
}

// The one kernel of a text, where none was named: by its name and line.
llvm::Function* only_kernel(llvm::Module& module, const KernelFacts& facts) {
    const std::string& qualified = facts.plain.front();
    const std::string name = qualified.substr(qualified.rfind(':') + 1);  // npos + 1 is 0
    for (llvm::Function& function : module) {
        const llvm::DISubprogram* record = function.getSubprogram();
        if (!function.isDeclaration() && record && record->getName() == name && record->getLine() == facts.first_line)
            return &function;
    }
    return nullptr;
}

// A loop's closing brace has a place in the debug information, as it jumps; for who steps nothing happens there.
void forget_closing_braces(Bytecode& program, std::string_view text) {
    std::vector<std::size_t> lines{0, 0};  // from 1
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n') lines.push_back(i + 1);
    for (Function& function : program.functions)
        for (std::size_t pc = 0; pc < function.code.size(); ++pc) {
            const Location& place = function.locations[pc];
            if (function.code[pc].op != Op::branch || place.line >= lines.size() || place.column == 0) continue;
            const std::size_t at = lines[place.line] + place.column - 1;
            if (at < text.size() && text[at] == '}') function.statement_starts[pc] = 0;
        }
}

}  // namespace

std::expected<CompiledKernel, Diagnostics> compile(std::string_view text, std::string_view entry, std::string_view origin) {
    const auto begin = std::chrono::steady_clock::now();
    if (text.size() > kMaxSourceBytes)
        return std::unexpected(
            one_error(origin, fmt::format("the code has {} bytes; at most {} are compiled", text.size(), kMaxSourceBytes),
                      "Keep the kernel and what it needs; leave data out."));
    if (!is_name_expression(entry))
        return std::unexpected(one_error(origin, fmt::format("'{}' does not name a kernel", entry),
                                         "Write a name such as add_one or add_one<float>."));
    if (text.contains('\0'))
        return std::unexpected(
            one_error(origin, "the file holds a zero byte, so it is not source code", "Open the .cu file itself."));

    if (auto refused = crash_pragma(text, origin)) return std::unexpected(std::move(*refused));

    FrontEnd front;
    std::optional<std::expected<DecodedKernel, Diagnostics>> decoded;
    std::string wanted(entry);
    run_on_deep_stack([&] {
        run_clang(front, text, wanted, origin);
        if (!front.module || has_errors(front.diagnostics)) return;
        const bool take_only = wanted.empty() && front.facts.kernels.size() == 1 && front.facts.plain.size() == 1;
        if (take_only) wanted = front.facts.plain.front(), front.facts.parameters = front.facts.first_parameters;
        if (!take_only && !front.facts.entry_is_kernel) return;
        llvm::Function* kernel = take_only ? only_kernel(*front.module, front.facts) : take_entry(*front.module);
        if (kernel) decoded = decode(*front.module, *kernel, origin, front.facts.shared_elements);
        front.module.reset();  // what is deep to build is deep to take apart
    });
    if (has_errors(front.diagnostics)) return std::unexpected(std::move(front.diagnostics));
    if (!decoded) return std::unexpected(entry_error(front.facts, entry, origin, front.entry_message));
    if (!*decoded) {
        Diagnostic& first = decoded->error().front();
        // The instruction knows the converted value's place; the conversion that made it wide begins before it.
        for (const auto& [line, column] : front.facts.wide_integers)
            if (first.line == line && column < first.column && first.message.contains("128-bit")) first.column = column;
        return std::unexpected(underlined(std::move(decoded->error()), text));
    }

    CompiledKernel out;
    out.program = std::move((*decoded)->program);
    forget_closing_braces(out.program, text);
    out.entry = (*decoded)->entry;
    out.program.functions[out.entry].name = wanted;
    out.program.lines_of_intended_races = lines_that_say(text, "warpwise: benign race");
    out.parameters = std::move(*front.facts.parameters);
    out.warnings = std::move(front.diagnostics);
    out.compile_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return out;
}

}  // namespace warpwise::simt
