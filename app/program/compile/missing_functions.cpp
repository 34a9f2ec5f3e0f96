#include "program/compile/missing_functions.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/paths.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostFiles = 400;  // that are looked through
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 20;

struct Library {
    std::string_view beginning, name;
};
constexpr auto kLibraries = std::to_array<Library>({{"glut", "GLUT"},
                                                    {"glew", "GLEW"},
                                                    {"gl", "OpenGL"},
                                                    {"SDL_", "SDL"},
                                                    {"cusparse", "cuSPARSE"},
                                                    {"cusolver", "cuSOLVER"},
                                                    {"cublasLt", "cuBLASLt"},
                                                    {"cublas", "cuBLAS"},
                                                    {"cufft", "cuFFT"},
                                                    {"curand", "cuRAND"},
                                                    {"cudnn", "cuDNN"},
                                                    {"nccl", "NCCL"},
                                                    {"MPI_", "MPI"},
                                                    {"jpeg_", "libjpeg"},
                                                    {"png_", "libpng"},
                                                    {"GOMP_", "OpenMP"},
                                                    {"__kmpc_", "OpenMP"},
                                                    {"cu", "CUDA's driver API"}});

// The library that it belongs to by its name; a C function's, so that it is not mangled.
std::string_view library_of(std::string_view name) {
    for (const Library& each : kLibraries) {
        if (!name.starts_with(each.beginning)) continue;
        if (each.beginning == "cu" && name.contains('(')) continue;  // C++, and so the program's own
        const bool is_word =
            each.beginning.size() > 2 || (name.size() > 2 && std::isupper(static_cast<unsigned char>(name[2])) != 0);
        if (is_word) return each.name;
    }
    return {};
}

// Its commonest functions are.
bool is_partly_here(std::string_view library) {
    constexpr auto names = std::to_array<std::string_view>(
        {"cuBLAS", "cuBLASLt", "cuFFT", "cuRAND", "cuSOLVER", "cuSPARSE", "NCCL", "CUDA's driver API"});
    return std::ranges::find(names, library) != names.end();
}

// Files in the folders of the sources, the folders above, and those of headers, which are not of the program.
std::vector<fs::path> other_sources(const ProgramText& text) {
    std::set<fs::path> folders, known, out;
    for (const fs::path& source : text.sources()) {
        known.insert(source.lexically_normal());
        folders.insert(source.parent_path());
        folders.insert(source.parent_path().parent_path());
    }
    folders.insert(text.include_dirs.begin(), text.include_dirs.end());
    for (const fs::path& folder : folders) {
        std::error_code error;
        for (fs::directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end; !error && at != end;
             at.increment(error)) {
            std::error_code ignored;
            if (!is_program_source(at->path()) || known.contains(at->path().lexically_normal()) || !at->is_regular_file(ignored))
                continue;
            if (at->file_size(ignored) <= kMostBytes && out.size() < kMostFiles) out.insert(at->path().lexically_normal());
        }
    }
    return {out.begin(), out.end()};
}

// "my_voigt(float*, int)" -> "my_voigt"; "Grid::step(int)" -> "step"
std::string plain_name(const std::string& readable) {
    std::string out = readable.substr(0, readable.find_first_of("(<"));
    if (const auto scope = out.rfind("::"); scope != std::string::npos) out.erase(0, scope + 2);
    if (const auto blank = out.rfind(' '); blank != std::string::npos) out.erase(0, blank + 1);
    return out;
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// A definition looks like name(...) { ..., or like name = or name[ for a variable.
bool seems_to_define(const std::string& text, const std::string& name) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        const bool begins = at > 0 && !is_name_character(text[at - 1]) && text[at - 1] != '.';
        std::size_t next = text.find_first_not_of(" \t\r\n", at + name.size());
        if (!begins || next == std::string::npos || (at + name.size() < text.size() && is_name_character(text[at + name.size()])))
            continue;
        if (text[next] != '(') continue;
        int depth = 0;
        for (; next < text.size(); ++next) {
            depth += text[next] == '(' ? 1 : text[next] == ')' ? -1 : 0;
            if (depth == 0) break;
        }
        const std::size_t after = next < text.size() ? text.find_first_not_of(" \t\r\n", next + 1) : std::string::npos;
        if (after != std::string::npos && text[after] == '{') return true;
    }
    return false;
}

std::string hint_for(const std::string& readable, const std::string& name, const std::vector<fs::path>& others) {
    if (const std::string_view library = library_of(readable); !library.empty())
        return is_partly_here(library)
                   ? fmt::format("It is a function of {} that is not supported; docs/programs.md lists those that are.", library)
                   : fmt::format("It is a function of {}, which is not supported{}.", library,
                                 library == "OpenGL" || library == "GLUT" ? " except for pictures" : "");
    for (const fs::path& file : others)
        if (const auto text = read_file(file); text && seems_to_define(*text, name))
            return fmt::format("It seems to be defined in {}: name this source, too.", shown_path(file.string()));
    return "Name the source that defines it, too, or the library that has it (-l).";
}

}  // namespace

void explain(Diagnostic& error) {
    std::string& message = error.message;
    if (message == "variable-sized object may not be initialized")
        error.hint =
            "An array with initial values needs a constant length here, although g++ and nvcc accept a variable. Declare the "
            "length const, or use std::vector.";
    if (message.ends_with("is undefined in device code"))
        error.hint =
            "Device code can use the value of a number that is a constant of the host, but not its address or a reference to it, "
            "and no array or pointer of the host. Declare the constant __constant__ or __device__, or inside the kernel.";
    if (message == "unknown type name 'concept'" || message == "unknown type name 'requires'")
        error.hint = "Concepts need C++20. Without -std, a source is compiled as C++17, as with nvcc: add -std=c++20.";
    if (message.starts_with("no member named 'this_cluster'") || message.starts_with("no member named 'cluster_group'"))
        error.hint = "Clusters of blocks are not supported by the emulator. The program may still run on a GPU.";
    if (message == "no matching function for call to 'cudaDeviceSynchronize'")
        error.hint =
            "Since CUDA 12, a kernel cannot wait for the kernels that it launches, and nvcc refuses the call, too. A kernel "
            "launched in "
            "cudaStreamTailLaunch begins when this one and those that it has launched have ended.";
    const bool is_name = message.starts_with("use of undeclared identifier '") || message.starts_with("unknown type name '");
    const std::size_t begin = message.find('\'') + 1, end = message.find('\'', begin);
    if (!is_name || end == std::string::npos) return;
    const std::string_view library = library_of(std::string_view(message).substr(begin, end - begin));
    if (!is_partly_here(library)) return;
    message.erase(end + 1);  // "did you mean" a name of another meaning
    error.hint = fmt::format(
        "It is a name of {}. If the program includes the library's header, this name is not supported; "
        "docs/programs.md lists those that are.",
        library);
}

Diagnostics tell_missing(const std::vector<std::string>& names, const ProgramText& text) {
    Diagnostics out;
    const std::string file = text.file.string();
    std::vector<fs::path> others;
    if (std::ranges::any_of(names, [](const std::string& n) { return library_of(n).empty(); })) others = other_sources(text);
    std::set<std::string> told;
    for (const std::string& name : names) {
        std::string readable = llvm::demangle(name);
        constexpr std::string_view kernel = "__device_stub__";  // what stands for it on the host
        if (readable.starts_with(kernel)) readable.erase(0, kernel.size());
        if (name == "main") {
            std::string hint = "A program begins in main().";
            for (const fs::path& each : others)
                if (const auto other = read_file(each); other && seems_to_define(*other, "main")) {
                    hint = fmt::format("{} has one: name this source, too.", shown_path(each.string()));
                    break;
                }
            out.push_back({.file = file, .message = "the program has no main()", .hint = hint});
            continue;
        }
        const std::string_view library = library_of(readable);
        const std::string subject = library.empty() ? readable : std::string(library);
        if (!told.insert(subject).second) continue;
        out.push_back({.file = file,
                       .message = fmt::format("'{}' is called and not defined", readable),
                       .hint = hint_for(readable, plain_name(readable), others)});
    }
    return out;
}

}  // namespace warpwise
