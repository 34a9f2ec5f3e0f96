#include "program/libraries/system_libraries.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <string_view>

namespace warpwise {
namespace fs = std::filesystem;
namespace {

// Ours, or in every process.
bool is_here(std::string_view name) {
    constexpr std::string_view names =
        " cudart cudart_static cudadevrt cuda cublas cublas_static cublasLt cublasLt_static cusolver cusolver_static cusparse "
        "cusparse_static cufft cufft_static cufftw curand curand_static culibos nccl nccl_static nvrtc nvrtc_static nvToolsExt "
        "nvidia-ml GL GLU glut gomp m c dl rt pthread stdc++ gcc gcc_s util ";
    return names.contains(fmt::format(" {} ", name));
}

// libNAME.so is often a linker's script or belongs to a package of headers: then the numbered file is the library.
bool open(const std::string& name, const std::vector<fs::path>& folders) {
    const auto opens = [](const std::string& file) { return dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr; };
    for (const fs::path& folder : folders)
        if (opens((folder / fmt::format("lib{}.so", name)).string())) return true;
    if (opens(fmt::format("lib{}.so", name))) return true;
    constexpr int kMostVersion = 99;
    for (int version = 0; version <= kMostVersion; ++version)
        if (opens(fmt::format("lib{}.so.{}", name, version))) return true;
    return false;
}

int zero() { return 0; }
int one() { return 1; }
void ignore(int) {}
void nothing(void*) {}
double tick() { return 1e-9; }

}  // namespace

Diagnostics load_libraries(const ProgramText& text) {
    Diagnostics out;
    for (const std::string& name : text.libraries)
        if (!is_here(name) && !open(name, text.library_dirs))
            out.push_back({.message = fmt::format("-l{}: this machine has no library lib{}.so", name, name),
                           .hint = "Install it, or give its folder with -L."});
    return out;
}

bool load_openmp() {
    static const bool is_open = dlopen("libomp.so.5", RTLD_NOW | RTLD_GLOBAL) != nullptr ||
                                dlopen("libomp.so", RTLD_NOW | RTLD_GLOBAL) != nullptr ||
                                dlopen("libiomp5.so", RTLD_NOW | RTLD_GLOBAL) != nullptr;
    return is_open;
}

std::vector<HostFunction> serial_openmp_functions() {
    const auto at = [](auto* function) { return reinterpret_cast<void*>(function); };
    return {{"omp_get_wtick", at(&tick)},         {"omp_get_num_threads", at(&one)},  {"omp_get_max_threads", at(&one)},
            {"omp_get_num_procs", at(&one)},      {"omp_get_thread_num", at(&zero)},  {"omp_in_parallel", at(&zero)},
            {"omp_get_dynamic", at(&zero)},       {"omp_get_nested", at(&zero)},      {"omp_get_level", at(&zero)},
            {"omp_set_num_threads", at(&ignore)}, {"omp_set_dynamic", at(&ignore)},   {"omp_set_nested", at(&ignore)},
            {"omp_init_lock", at(&nothing)},      {"omp_destroy_lock", at(&nothing)}, {"omp_set_lock", at(&nothing)},
            {"omp_unset_lock", at(&nothing)}};
}

std::vector<HostFunction> newer_openmp_functions() {
    constexpr const char* end_of_loop = "__kmpc_dispatch_deinit";
    if (dlsym(RTLD_DEFAULT, end_of_loop) != nullptr) return {};
    return {{end_of_loop, reinterpret_cast<void*>(&nothing)}};
}

}  // namespace warpwise
