#include "program/compile/compile_front_end.h"

#include <clang/Basic/DiagnosticSema.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <array>

#include "base/emulated_gpu.h"
#include "base/files.h"
#include "base/paths.h"
#include "program/compile/headers.h"
#include "program/compile/missing_functions.h"
#include "program/compile/readable_sources.h"
#include "simt/compile/compile_launches.h"
#include "simt/compile/prelude_texts.h"
#include "simt/decode/source_dialect.h"

namespace warpwise {
namespace {

constexpr std::string_view kOwnFolder = "/warpwise/include";
constexpr std::string_view kPrelude = "#include <warpwise_prelude.h>\n";  // a .cpp file begins without it

llvm::StringRef view(std::string_view s) { return {s.data(), s.size()}; }

std::string clang_headers() {
    const std::filesystem::path installed = data_dir() / "clang";
    return std::filesystem::exists(installed / "include/stddef.h") ? installed.string() : WARPWISE_CLANG_RESOURCES;
}

// The include folders that Clang's driver finds on this machine for a C++ program.
std::vector<std::string> system_folders() {
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

// Of the prelude's headers those that are CUDA's: the others are the machine's own here.
bool is_cuda_header(std::string_view name) {
    constexpr auto beginnings = std::to_array<std::string_view>(
        {"cuda", "cuComplex", "cooperative_groups", "helper_math", "cutil_math", "sm_", "device_", "vector_", "math_constants",
         "math_functions", "mma", "curand", "cub/", "thrust/", "texture_", "surface_", "nv/", "__simt_"});
    return std::ranges::any_of(beginnings, [&](std::string_view b) { return name.starts_with(b); });
}

// Half precision is the prelude's, for device code; what host code may call follows it.
std::string host_side_of(std::string_view name) {
    const std::string_view type = name == "cuda_fp16.h" ? "FP16" : name == "cuda_bf16.h" ? "BF16" : "";
    if (type.empty()) return {};
    return "\n#define __WARPWISE_HAS_" + std::string(type) + "\n#include <warpwise_host_half.h>\n";
}

// The program's own text in the spelling that Clang takes; null: it cannot be read, and Clang will say so.
std::unique_ptr<llvm::MemoryBuffer> text_of(const std::filesystem::path& file) {
    const auto text = read_file(file);
    if (!text) return nullptr;
    return llvm::MemoryBuffer::getMemBufferCopy(view(as_clang_reads_program(*text)), file.string());
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files(const std::filesystem::path& program) {
    auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    const auto add = [&](std::string_view name, std::string_view text) {
        own->addFile(view(std::string(kOwnFolder) + "/" + std::string(name)), 0, llvm::MemoryBuffer::getMemBufferCopy(view(text)));
    };
    for (const ProgramHeader& header : program_headers()) add(header.name, header.text);  // before the prelude's of the same name
    for (const simt::HeaderText& header : simt::header_texts())
        if (is_cuda_header(header.name))
            add(header.name, std::string(kPrelude) + std::string(header.text) + host_side_of(header.name));
    for (const simt::HeaderText& header : simt::library_header_texts()) add(header.name, header.text);
    if (auto text = text_of(program)) own->addFile(program.string(), 0, std::move(text));
    add("warpwise_prelude.h", simt::prelude_beside_system_headers());
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
            "-target-sdk-version=12.0",
            "-fcxx-exceptions",
            "-fcuda-allow-variadic-functions",
            "-ftemplate-depth=900"};
}

// CUDA C++ is given CUDA's headers unasked.
// Makefiles name the folder of CUDA's own headers, which declare everything anew that ours have declared.
bool is_of_toolkit(const std::filesystem::path& dir) {
    std::error_code error;
    return std::filesystem::exists(dir / "cuda_runtime_api.h", error) && std::filesystem::exists(dir / "driver_types.h", error);
}

std::vector<std::string> first_includes(const ProgramText& text, SourceLanguage language) {
    std::vector<std::string> out;
    if (language == SourceLanguage::cuda)
        for (const char* name : {"/warpwise_prelude.h", "/cuda_runtime.h"})
            out.insert(out.end(), {"-include", std::string(kOwnFolder) + name});
    for (const std::string& each : text.forced_includes) out.insert(out.end(), {"-include", each});
    return out;
}

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
               "-ffp-contract=on",
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
    for (const std::string& definition : text.definitions) out.insert(out.end(), {"-D", definition});
    for (const std::string& name : text.undefinitions) out.insert(out.end(), {"-U", name});
    for (const std::filesystem::path& dir : text.include_dirs)
        if (!is_of_toolkit(dir)) out.insert(out.end(), {"-I", dir.string()});
    out.insert(out.end(), {"-resource-dir", clang_headers(), "-internal-isystem", std::string(kOwnFolder)});
    std::ranges::move(system_folders(), std::back_inserter(out));
    std::ranges::move(first_includes(text, language), std::back_inserter(out));
    out.push_back(source.string());
    return out;
}

bool has_cpp_headers() {
    const std::vector<std::string> folders = system_folders();
    return std::ranges::any_of(folders, [](const std::string& f) { return std::filesystem::exists(f + "/cstdio"); });
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

class Collector : public clang::DiagnosticConsumer {
  public:
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
        clang::DiagnosticConsumer::HandleDiagnostic(level, info);
        if (level == clang::DiagnosticsEngine::Warning && info.getID() == clang::diag::warn_unused_result) {
            const Diagnostic place = placed(info);
            result.ignored.push_back({place.file, place.line});
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
        const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(info.getLocation()));
        if (place.isInvalid()) return out;
        out.file = place.getFilename();
        out.line = static_cast<int>(place.getLine());
        out.column = static_cast<int>(place.getColumn());
        return out;
    }
    bool last_is_error_ = false;
};

}  // namespace

SourceLanguage language_of(const ProgramText& text, const std::filesystem::path& source) {
    const std::string ending = source.extension().string();
    if (text.is_all_cuda) return SourceLanguage::cuda;
    if (ending == ".c") return SourceLanguage::c;
    return ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".C" ? SourceLanguage::cpp : SourceLanguage::cuda;
}

FrontEndResult run_front_end(const ProgramText& text, const std::filesystem::path& source, ProgramSide side,
                             clang::FrontendAction& action) {
    if (side == ProgramSide::host) unroll_as_without_pragmas();
    auto* collector = new Collector;  // owned by the engine
    clang::CompilerInstance compiler;
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine(
        new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions, collector, true));
    const std::vector<std::string> flags = flags_of(text, source, side);
    std::vector<const char*> words;
    for (const std::string& flag : flags) words.push_back(flag.c_str());
    if (clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), words, *engine)) {
        clang::ProcessWarningOptions(*engine, compiler.getDiagnosticOpts());
        engine->setErrorLimit(50);
        compiler.setDiagnostics(engine.get());
        compiler.setFileManager(new clang::FileManager(clang::FileSystemOptions{}, files(source)));
        compiler.createSourceManager(compiler.getFileManager());
        compiler.getFrontendOpts().DisableFree = false;
        compiler.getCodeGenOpts().DisableFree = false;
        compiler.ExecuteAction(action);
    }
    if (!collector->result.errors.empty() && !has_cpp_headers())
        collector->result.errors.insert(collector->result.errors.begin(),
                                        {.file = source.string(),
                                         .message = "this machine has no C++ compiler headers, which a whole program needs",
                                         .hint = "Install g++ (Debian, Ubuntu: sudo apt install g++; Fedora: sudo dnf install "
                                                 "gcc-c++). 'warpwise kernel' runs a kernel without them."});
    return std::move(collector->result);
}

}  // namespace warpwise
