#include "program/compile/compile_front_end.h"

#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Serialization/ASTWriter.h>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "base/emulated_gpu.h"
#include "base/files.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "program/compile/headers.h"
#include "program/compile/missing_functions.h"
#include "program/compile/parsed_beginning.h"
#include "program/compile/readable_sources.h"
#include "simt/compile/compile_launches.h"
#include "simt/compile/deduction_guides.h"
#include "simt/compile/prelude_texts.h"
#include "simt/decode/source_dialect.h"

namespace warpwise {
namespace {

constexpr std::string_view kOwnFolder = "/warpwise/include";
constexpr const char* kTreePath = "/warpwise/include/beginning.pch";
constexpr const char* kBeginningPath = "/warpwise/include/beginning.cu";
constexpr auto kForcedHeaders = std::to_array<const char*>({"warpwise_prelude.h", "cuda_runtime.h"});  // CUDA C++ has them unasked
// A .cpp file begins without it; of the prelude's headers, C has <cuComplex.h>.
constexpr std::string_view kPrelude = "#ifdef __cplusplus\n#include <warpwise_prelude.h>\n";
constexpr std::string_view kPreludeOfComplex =
    "#ifdef __cplusplus\n#include <warpwise_prelude.h>\n#else\n#include <cuda_runtime.h>\n#include <math.h>\n#endif\n";

llvm::StringRef view(std::string_view s) { return {s.data(), s.size()}; }

std::string clang_headers() {
    const std::filesystem::path installed = data_dir() / "clang";
    return std::filesystem::exists(installed / "include/stddef.h") ? installed.string() : WARPWISE_CLANG_RESOURCES;
}

// The include folders that Clang's driver finds on this machine for a C++ program.
std::vector<std::string> find_system_folders() {
    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine(
        new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions, new clang::IgnoringDiagConsumer));
    clang::driver::Driver driver("/usr/bin/clang", llvm::sys::getDefaultTargetTriple(), *engine);
    driver.setCheckInputsExist(false);
    driver.ResourceDir = clang_headers();
    const std::array arguments{"clang", "-x", "c++", "-fsyntax-only", "program.cpp"};
    const std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(arguments));
    std::vector<std::string> out;
    if (!compilation) return out;
    for (const clang::driver::Command& job : compilation->getJobs()) {
        const auto& words = job.getArguments();
        for (std::size_t i = 0; i + 1 < words.size(); ++i) {
            const llvm::StringRef word = words[i];
            if (word == "-internal-isystem" || word == "-internal-externc-isystem")
                out.insert(out.end(), {word.str(), words[i + 1]});
        }
    }
    return out;
}

const std::vector<std::string>& system_folders() {
    static const std::vector<std::string> folders = find_system_folders();
    return folders;
}

// Of the prelude's headers those that are CUDA's: the others are the machine's own here.
bool is_cuda_header(std::string_view name) {
    constexpr auto beginnings = std::to_array<std::string_view>(
        {"cuda", "cuComplex", "cooperative_groups", "helper_math", "cutil_math", "sm_", "device_", "vector_", "math_constants",
         "math_functions", "mma", "curand", "cub/", "thrust/", "texture_", "surface_", "nv/", "__simt_"});
    return std::ranges::any_of(beginnings, [&](std::string_view b) { return name.starts_with(b); });
}

// Half precision and cuRAND's generators of kernels are the prelude's; what host code may call follows them.
std::string host_side_of(std::string_view name) {
    if (name == "curand_kernel.h") return "\n#include <curand.h>\n";  // as NVIDIA's does
    const std::string_view type = name == "cuda_fp16.h" ? "FP16" : name == "cuda_bf16.h" ? "BF16" : "";
    if (type.empty()) return {};
    return "\n#define __WARPWISE_HAS_" + std::string(type) + "\n#include <warpwise_host_half.h>\n";
}

std::string refusal_in_c(std::string_view name) {
    return "\n#else\n#error " + std::string(name) + " is not supported in C by warpwise exec\n#endif\n";
}

// Our texts are part of what every source begins with.
const std::string& digest_of_our_headers() {
    static const std::string digest = [] {
        std::string all = simt::prelude_beside_system_headers();
        for (const ProgramHeader& header : program_headers()) all.append(header.name).append(header.text);
        for (const simt::HeaderText& header : simt::header_texts()) all.append(header.name).append(header.text);
        for (const simt::HeaderText& header : simt::library_header_texts()) all.append(header.name).append(header.text);
        return sha256_hex(std::as_bytes(std::span(all)));
    }();
    return digest;
}

// The program's own text in the spelling that Clang takes; null: it cannot be read, and Clang will say so.
std::unique_ptr<llvm::MemoryBuffer> text_of(const std::filesystem::path& file) {
    const auto text = read_file(file);
    if (!text) return nullptr;
    return llvm::MemoryBuffer::getMemBufferCopy(view(as_clang_reads_program(*text)), file.string());
}

using Text = std::unique_ptr<llvm::MemoryBuffer>;

// The machine's files, ours, and one more, if there is its text.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files(const std::string& path, Text text, const KeptBeginning& beginning = {}) {
    auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    const auto add = [&](std::string_view name, std::string_view text) {
        own->addFile(view(std::string(kOwnFolder) + "/" + std::string(name)), 0, llvm::MemoryBuffer::getMemBufferCopy(view(text)));
    };
    for (const ProgramHeader& header : program_headers()) add(header.name, header.text);  // before the prelude's of the same name
    for (const simt::HeaderText& header : simt::header_texts())
        if (is_cuda_header(header.name))
            add(header.name, header.name == "cuComplex.h" ? std::string(kPreludeOfComplex) + std::string(header.text)
                                                          : std::string(kPrelude) + std::string(header.text) +
                                                                host_side_of(header.name) + refusal_in_c(header.name));
    for (const simt::HeaderText& header : simt::library_header_texts()) add(header.name, header.text);
    add("warpwise_prelude.h", simt::prelude_beside_system_headers());
    if (text) own->addFile(path, 0, std::move(text));
    if (!beginning.tree.empty()) {
        own->addFile(kTreePath, 0, llvm::MemoryBuffer::getMemBuffer(view(beginning.tree), kTreePath, false));
        own->addFile(kBeginningPath, 0, llvm::MemoryBuffer::getMemBuffer(view(beginning.includes), kBeginningPath));
    }
    auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(machine_files_as_clang_reads());
    all->pushOverlay(own);
    return all;
}

// What only CUDA C++ is compiled with, or only C.
std::vector<std::string> language_flags(const ProgramText& text, SourceLanguage language) {
    if (language == SourceLanguage::c) return {"-x", "c", "-std=gnu17"};
    // A .cpp file, too: CUDA's headers, where it includes them, have functions for both sides.
    return {"-x",
            "cuda",
            "-std=" + text.standard,
            "-fno-cxx-modules",  // else a parsed beginning's functions for the host and for the device are one function
            "-target-sdk-version=12.0",
            "-fcxx-exceptions",
            "-fcuda-allow-variadic-functions",
            "-ftemplate-depth=900"};
}

// Makefiles name the folder of CUDA's own headers, which declare everything anew that ours have declared.
bool is_of_toolkit(const std::filesystem::path& dir) {
    std::error_code error;
    return std::filesystem::exists(dir / "cuda_runtime_api.h", error) && std::filesystem::exists(dir / "driver_types.h", error);
}

// What a source sees before its first line: a parsed tree of it, or its files.
std::vector<std::string> first_includes(const ProgramText& text, SourceLanguage language, bool is_parsed) {
    std::vector<std::string> out;
    if (is_parsed)
        out = {"-include-pch", kTreePath};
    else if (language == SourceLanguage::cuda)
        for (const char* name : kForcedHeaders) out.insert(out.end(), {"-include", std::string(kOwnFolder) + "/" + name});
    for (const std::string& each : text.forced_includes) out.insert(out.end(), {"-include", each});
    return out;
}

// But for what the source sees before its first line, and the source.
std::vector<std::string> flags_of(const ProgramText& text, const std::filesystem::path& source, ProgramSide side) {
    const SourceLanguage language = language_of(text, source);
    const std::string host = llvm::sys::getDefaultTargetTriple();
    std::vector<std::string> out;
    if (side == ProgramSide::device) {
        out = {"-triple",
               "nvptx64-nvidia-cuda",
               "-aux-triple",
               host,
               "-fcuda-is-device",
               "-target-cpu",
               kEmulatedGpu.clang_target,
               "-target-feature",
               "+ptx80",
               text.has_gpu_option("-fmad=false") ? "-ffp-contract=off" : "-ffp-contract=on",
               "-complex-range=basic",  // else products of std::complex call the compiler's own library
               "-fno-strict-float-cast-overflow",
               "-debug-info-kind=standalone",
               "-O0",
               "-disable-O0-optnone"};
    } else {
        // Registering kernels and variables is only generated for a program that has device code beside it.
        out = {"-triple",
               host,
               "-aux-triple",
               "nvptx64-nvidia-cuda",
               "-target-cpu",
               "x86-64",
               "-debug-info-kind=line-tables-only",
               "-O1",
               "-mrelocation-model",
               "pic",
               "-pic-level",
               "2",
               "-femulated-tls",
               "-mframe-pointer=all",
               "-fno-builtin-free",  // memory that is freed twice is, though nothing reads it
               "-fwrapv",            // as programs find it with g++ without optimization, which nvcc calls
               "-fno-finite-loops"};
        if (language != SourceLanguage::c) out.insert(out.end(), {"-fcuda-include-gpubinary", "/dev/null"});
        if (text.has_openmp) out.emplace_back("-fopenmp");
    }
    std::ranges::move(language_flags(text, language), std::back_inserter(out));
    out.insert(out.end(),
               {"-fdeclspec", "-fgnuc-version=4.2.1", "-fexceptions", "-dwarf-version=4", "-Wno-everything", "-Wunused-result",
                "-Wuser-defined-warnings", "-Wunused-value", "-Wuninitialized", "-Wsometimes-uninitialized", "-Wformat",
                "-Wreturn-type", "-Wparentheses-equality", "-Warray-bounds", "-ferror-limit", "50", "-D_GNU_SOURCE"});
    out.push_back(fmt::format("-D__WARPWISE_MULTIPROCESSORS={}", kEmulatedGpu.multiprocessors));
    out.push_back(fmt::format("-D__WARPWISE_MOST_THREADS={}", kEmulatedGpu.launch.threads_per_block));
    if (language == SourceLanguage::cuda) {
        if (text.has_gpu_option("-extended-lambda") || text.has_gpu_option("-expt-extended-lambda"))
            out.emplace_back("-D__CUDACC_EXTENDED_LAMBDA__");
        if (text.has_gpu_option("-expt-relaxed-constexpr")) out.emplace_back("-D__CUDACC_RELAXED_CONSTEXPR__");
    }
    for (const std::string& definition : text.definitions) out.insert(out.end(), {"-D", definition});
    for (const std::string& name : text.undefinitions) out.insert(out.end(), {"-U", name});
    for (const std::filesystem::path& dir : text.include_dirs)
        if (!is_of_toolkit(dir)) out.insert(out.end(), {"-I", dir.string()});
    out.insert(out.end(), {"-resource-dir", clang_headers(), "-internal-isystem", std::string(kOwnFolder)});
    std::ranges::copy(system_folders(), std::back_inserter(out));
    return out;
}

bool has_cpp_headers() {
    return std::ranges::any_of(system_folders(), [](const std::string& f) { return std::filesystem::exists(f + "/cstdio"); });
}

std::optional<Diagnostic> missing_clang_headers(const std::filesystem::path& source) {
    const std::string header = clang_headers() + "/include/stddef.h";
    if (std::filesystem::exists(header)) return std::nullopt;
    return Diagnostic{
        .file = source.string(),
        .message = "Clang's own headers are missing: there is no " + header,
        .hint = "Run scripts/setup again. If you copied Warpwise from a package, copy its folder share/warpwise/clang, too."};
}

// `#pragma unroll` before a loop of host code: g++ does not know it, and Clang would unroll a loop over a whole array.
void unroll_as_without_pragmas() {
    static const bool once = [] {
        constexpr llvm::StringRef name = "pragma-unroll-threshold";
        const auto found = llvm::cl::getRegisteredOptions().find(name);
        return found != llvm::cl::getRegisteredOptions().end() && !found->second->addOccurrence(0, name, "0");
    }();
    static_cast<void>(once);
}

// Is what this is about a call that asks for the last error?
bool is_look(const clang::Diagnostic& info) {
    if (info.getLocation().isInvalid()) return false;
    const clang::SourceManager& sources = info.getSourceManager();
    const char* text = sources.getCharacterData(sources.getSpellingLoc(info.getLocation()));
    return llvm::StringRef(text).starts_with("cudaGetLastError") || llvm::StringRef(text).starts_with("cudaPeekAtLastError");
}

class Collector : public clang::DiagnosticConsumer {
  public:
    explicit Collector(bool is_c) : is_c_(is_c) {}
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
        clang::DiagnosticConsumer::HandleDiagnostic(level, info);
        // `return x;` in a function without a result: no C++ compiler takes it, and Clang only because warnings are off.
        if (info.getID() == clang::diag::ext_return_has_expr && !is_c_) level = clang::DiagnosticsEngine::Error;
        if (level == clang::DiagnosticsEngine::Warning && info.getID() == clang::diag::warn_unused_result) {
            const Diagnostic place = placed(info);
            result.ignored.push_back({place.file, place.line, is_look(info)});
            return;
        }
        if (level == clang::DiagnosticsEngine::Warning && info.getLocation().isValid()) {
            Diagnostic warning = placed(info);
            warning.severity = Severity::note;
            constexpr std::size_t kMostWarnings = 20;
            if (!warning.file.starts_with(kOwnFolder) && result.warnings.size() < kMostWarnings)
                result.warnings.push_back(std::move(warning));
        }
        if (level == clang::DiagnosticsEngine::Note && last_is_error_ && info.getLocation().isValid() &&
            result.errors.size() < 50) {
            Diagnostic note = placed(info);
            note.severity = Severity::note;
            if (!note.file.starts_with(kOwnFolder)) result.errors.push_back(std::move(note));
            return;
        }
        last_is_error_ = level >= clang::DiagnosticsEngine::Error;
        if (!last_is_error_) return;
        result.errors.push_back(placed(info));
        explain(result.errors.back());
    }
    FrontEndResult result;

  private:
    Diagnostic placed(const clang::Diagnostic& info) const {
        Diagnostic out;
        llvm::SmallString<256> words;
        info.FormatDiagnostic(words);
        out.message = words.str().str();
        if (!info.getLocation().isValid() || !info.hasSourceManager()) return out;
        const clang::SourceManager& sources = info.getSourceManager();
        clang::SourceLocation at = sources.getExpansionLoc(info.getLocation());
        const auto is_ours = [&] { return llvm::StringRef(sources.getFilename(at)).starts_with(kOwnFolder); };
        // A header of a part that is not supported: what counts is who includes it.
        if (info.getID() == clang::diag::err_pp_hash_error)
            while (is_ours() && sources.getIncludeLoc(sources.getFileID(at)).isValid())
                at = sources.getIncludeLoc(sources.getFileID(at));
        const clang::PresumedLoc place = sources.getPresumedLoc(at);
        if (place.isInvalid()) return out;
        out.file = place.getFilename();
        out.line = static_cast<int>(place.getLine());
        out.column = static_cast<int>(place.getColumn());
        return out;
    }
    bool is_c_ = false, last_is_error_ = false;
};

// Runs the action over the files with the flags; false: Clang does not know a flag.
bool run(clang::CompilerInstance& compiler, clang::DiagnosticsEngine& engine, const std::vector<std::string>& flags,
         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> all_files, clang::FrontendAction& action) {
    std::vector<const char*> words;
    for (const std::string& flag : flags) words.push_back(flag.c_str());
    if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), words, engine)) return false;
    clang::ProcessWarningOptions(engine, compiler.getDiagnosticOpts());
    engine.setErrorLimit(50);
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    compiler.setDiagnostics(&engine);
    compiler.setFileManager(new clang::FileManager(clang::FileSystemOptions{}, std::move(all_files)));
    compiler.createSourceManager(compiler.getFileManager());
    compiler.getFrontendOpts().DisableFree = false;
    compiler.getCodeGenOpts().DisableFree = false;
    // that it fits is known (parsed_beginning.h)
    compiler.getPreprocessorOpts().DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::All;
    compiler.ExecuteAction(action);
    return true;
}

// Keeps the tree, and says which files of the machine it was made of.
class ParseAction : public clang::ASTFrontendAction {
  public:
    std::optional<ParsedBeginning> take() {
        if (!buffer_->IsComplete || failed_) return std::nullopt;
        return ParsedBeginning{std::string(buffer_->Data.begin(), buffer_->Data.end()), std::move(made_of_)};
    }

  protected:
    clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
        std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
        consumers.push_back(simt::give_guides_both_sides());
        consumers.push_back(std::make_unique<clang::PCHGenerator>(compiler.getPreprocessor(), compiler.getModuleCache(), "", "",
                                                                  buffer_, compiler.getFrontendOpts().ModuleFileExtensions, false,
                                                                  false));
        return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }
    void EndSourceFileAction() override {
        const clang::SourceManager& sources = getCompilerInstance().getSourceManager();
        for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it)
            if (!it->first.getName().starts_with(view(kOwnFolder))) made_of_.emplace_back(it->first.getName().str());
        failed_ = getCompilerInstance().getDiagnostics().hasErrorOccurred();
    }

  private:
    std::shared_ptr<clang::PCHBuffer> buffer_ = std::make_shared<clang::PCHBuffer>();
    std::vector<std::filesystem::path> made_of_;
    bool failed_ = false;
};

std::optional<ParsedBeginning> parse_beginning(std::vector<std::string> flags, const std::string& includes) {
    clang::CompilerInstance compiler;
    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine(new clang::DiagnosticsEngine(
        new clang::DiagnosticIDs, new clang::DiagnosticOptions, new clang::IgnoringDiagConsumer, true));
    flags.emplace_back(kBeginningPath);
    ParseAction action;
    if (!run(compiler, *engine, flags, files(kBeginningPath, llvm::MemoryBuffer::getMemBufferCopy(view(includes))), action))
        return std::nullopt;
    return action.take();
}

bool is_our_text(std::string_view name, const ProgramText& text, const std::filesystem::path& source) {
    const auto lies_in = [&](const std::filesystem::path& folder) {
        std::error_code error;
        return std::filesystem::exists(folder / name, error);
    };
    return std::ranges::any_of(program_headers(), [&](const ProgramHeader& h) { return h.name == name; }) &&
           !lies_in(source.parent_path()) && std::ranges::none_of(text.include_dirs, lies_in);
}

// What the source begins with; the lines of it that are parsed become empty ones in `source_text`.
KeptBeginning take_beginning(const ProgramText& text, const std::filesystem::path& source, const std::vector<std::string>& flags,
                             Text& source_text) {
    const SourceLanguage language = language_of(text, source);
    if (language == SourceLanguage::c) return {};
    Beginning beginning{.flags = flags, .forced = {}, .leading = {}};
    beginning.flags.push_back(digest_of_our_headers());
    if (language == SourceLanguage::cuda)
        for (const char* name : kForcedHeaders) beginning.forced += fmt::format("#include <{}>\n", name);
    LeadingIncludes leading;
    if (text.forced_includes.empty())
        leading =
            leading_includes(source_text->getBuffer(), [&](std::string_view name) { return is_our_text(name, text, source); });
    beginning.leading = leading.lines;
    KeptBeginning kept = kept_beginning(beginning, cache_dir() / "programs", [&](const std::string& includes) {
        auto parsed = parse_beginning(flags, includes);
        // A header that is put into one of them may be found before another.
        if (parsed) std::ranges::copy(text.include_dirs, std::back_inserter(parsed->made_of));
        return parsed;
    });
    if (kept.tree.empty() || kept.includes == beginning.forced) return kept;
    std::string rest = source_text->getBuffer().str();
    for (char& c : std::span(rest).first(leading.bytes))
        if (c != '\n') c = ' ';
    source_text = llvm::MemoryBuffer::getMemBufferCopy(view(rest), source_text->getBufferIdentifier());
    return kept;
}

}  // namespace

SourceLanguage language_of(const ProgramText& text, const std::filesystem::path& source) {
    const std::string ending = source.extension().string();
    if (text.is_all_cuda) return SourceLanguage::cuda;
    if (ending == ".c") return text.is_c_as_cpp ? SourceLanguage::cpp : SourceLanguage::c;
    return ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".C" ? SourceLanguage::cpp : SourceLanguage::cuda;
}

FrontEndResult run_front_end(const ProgramText& text, const std::filesystem::path& source, ProgramSide side,
                             clang::FrontendAction& action) {
    if (side == ProgramSide::host) unroll_as_without_pragmas();
    if (auto missing = missing_clang_headers(source)) return {.errors = {std::move(*missing)}};
    auto* collector = new Collector(language_of(text, source) == SourceLanguage::c);  // owned by the engine
    clang::CompilerInstance compiler;
    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine(
        new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions, collector, true));
    std::vector<std::string> flags = flags_of(text, source, side);
    Text own_text = text_of(source);
    const KeptBeginning beginning = own_text ? take_beginning(text, source, flags, own_text) : KeptBeginning{};
    std::ranges::move(first_includes(text, language_of(text, source), !beginning.tree.empty()), std::back_inserter(flags));
    flags.push_back(source.string());
    run(compiler, *engine, flags, files(source.string(), std::move(own_text), beginning), action);
    if (!collector->result.errors.empty() && !has_cpp_headers())
        collector->result.errors.insert(collector->result.errors.begin(),
                                        {.file = source.string(),
                                         .message = "this machine has no C++ compiler headers, which a whole program needs",
                                         .hint = "Install g++ (Debian, Ubuntu: sudo apt install g++; Fedora: sudo dnf install "
                                                 "gcc-c++). 'warpwise kernel' runs a kernel without them."});
    return std::move(collector->result);
}

}  // namespace warpwise
