#include "cuda/compile/nvrtc.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/paths.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

// Newest first; the plugin uses nothing that 11.2 lacks.
constexpr std::array<const char*, 3> kLibraryNames{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};

std::string environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr ? value : "";
}

fs::path deps_dir() {
    if (const std::string deps = environment("WARPWISE_DEPS"); !deps.empty()) return deps;
    return cache_dir();
}

// The sub-folders of `dir` whose name starts with `prefix`, the last name first: cuda-13.0 before cuda-12.4.
std::vector<fs::path> folders(const fs::path& dir, const std::string& prefix) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(dir, error), end; !error && it != end; it.increment(error))
        if (it->path().filename().string().starts_with(prefix)) found.push_back(it->path());
    std::ranges::sort(found, std::greater{});
    return found;
}

// The roots of toolkits and wheels: each has include and lib or lib64.
std::vector<fs::path> cuda_roots() {
    std::vector<fs::path> roots;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const std::string value = environment(variable); !value.empty()) roots.emplace_back(value);
    roots.emplace_back("/usr/local/cuda");
    std::ranges::copy(folders("/usr/local", "cuda-"), std::back_inserter(roots));
    roots.emplace_back("/opt/cuda");
    const fs::path wheels = deps_dir() / "cuda-wheels/nvidia";
    roots.push_back(wheels / "cu13");
    std::ranges::copy(folders(wheels, "cuda_"), std::back_inserter(roots));
    return roots;
}

bool is_dir(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

// NVRTC opens its built-ins by name alone, which fails outside of the loader's path; a library that is loaded already is
// found by its name wherever it came from.
SharedLibrary open_builtins(const fs::path& dir) {
    for (const fs::path& path : folders(dir, "libnvrtc-builtins.so."))
        if (auto library = SharedLibrary::open(path)) return std::move(*library);
    return {};
}

Result<void> open_library(Nvrtc& nvrtc) {
    for (const fs::path& dir : cuda_library_dirs())
        for (const char* name : kLibraryNames) {
            std::error_code error;
            if (!fs::exists(dir / name, error)) continue;
            SharedLibrary builtins = open_builtins(dir);
            auto library = SharedLibrary::open(dir / name);
            if (!library) continue;
            nvrtc.builtins = std::move(builtins);
            nvrtc.library = std::move(*library);
            return {};
        }
    for (const char* name : kLibraryNames)
        if (auto library = SharedLibrary::open(name)) {
            nvrtc.library = std::move(*library);
            return {};
        }
    std::string places;
    for (const fs::path& dir : cuda_library_dirs()) places += (places.empty() ? "" : ", ") + dir.string();
    return std::unexpected(
        Error{ErrorKind::device_missing,
              "there is no NVRTC (libnvrtc.so) here, the compiler of CUDA C++; looked on the loader's path and in " +
                  (places.empty() ? "no toolkit folder" : places),
              "Install the CUDA Toolkit and set CUDA_HOME, or run scripts/setup --cuda-wheels"});
}

const char* fill(Nvrtc& nvrtc) {
#define X(name) \
    if (!nvrtc.library.find(#name, nvrtc.name)) return #name;
    WARPWISE_NVRTC_FUNCTIONS(X)
#undef X
    return nullptr;
}

std::vector<int> supported_architectures(const Nvrtc& nvrtc) {
    int count = 0;
    if (nvrtc.nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS || count <= 0) return {};
    std::vector<int> architectures(static_cast<std::size_t>(count));
    if (nvrtc.nvrtcGetSupportedArchs(architectures.data()) != NVRTC_SUCCESS) return {};
    std::ranges::sort(architectures);
    return architectures;
}

}  // namespace

std::vector<fs::path> cuda_library_dirs() {
    // the worker lies in the package's lib/warpwise itself
    std::vector<fs::path> dirs{executable_dir(), executable_dir() / "lib", executable_dir().parent_path() / "lib/warpwise"};
    for (const fs::path& root : cuda_roots())
        for (const char* below : {"lib64", "lib"}) dirs.push_back(root / below);
    std::erase_if(dirs, [](const fs::path& dir) { return !is_dir(dir); });
    return dirs;
}

std::vector<fs::path> cuda_include_dirs() {
    std::vector<fs::path> dirs;
    for (const fs::path& root : cuda_roots()) {
        std::error_code error;
        if (!fs::exists(root / "include/cuda_fp16.h", error)) continue;
        dirs.push_back(root / "include");
        // libcu++, which cooperative_groups.h includes, moved to a folder of its own with CUDA 13
        if (is_dir(root / "include/cccl")) dirs.push_back(root / "include/cccl");
        break;
    }
    return dirs;
}

Result<Nvrtc> Nvrtc::open() {
    Nvrtc nvrtc;
    if (const auto opened = open_library(nvrtc); !opened) return std::unexpected(opened.error());
    if (const char* name = fill(nvrtc))
        return std::unexpected(
            Error{ErrorKind::device_missing,
                  fmt::format("{} is not an NVRTC that Warpwise can use: it has no {}", nvrtc.library.path(), name),
                  "Install the CUDA Toolkit 11.2 or newer"});
    nvrtc.nvrtcVersion(&nvrtc.major, &nvrtc.minor);
    nvrtc.architectures = supported_architectures(nvrtc);
    if (nvrtc.architectures.empty())
        return std::unexpected(Error{ErrorKind::device_missing, nvrtc.library.path() + " compiles for no architecture",
                                     "Install the CUDA Toolkit again"});
    nvrtc.include_dirs = cuda_include_dirs();
    return nvrtc;
}

}  // namespace warpwise
