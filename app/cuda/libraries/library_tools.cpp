#include "cuda/libraries/library_tools.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace warpwise {
namespace fs = std::filesystem;
namespace {

Fault invalid(const LibraryKernel& kernel, std::string message, std::string hint) {
    return {.kind = FaultKind::launch_invalid,
            .file = std::string(kernel.library),
            .message = std::move(message),
            .hint = std::move(hint)};
}

std::string signature_of(const LibraryKernel& kernel) {
    std::string text;
    for (const auto& p : kernel.parameters) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", p.type, p.name);
    return fmt::format("{} takes ({}){}", kernel.name, text, text.contains("T *") ? ", T being float or double" : "");
}

// `all`: the dtype of the launch's first array.
bool takes(std::string_view type, DType dtype, DType all) {
    if (type == "int *") return dtype == DType::i32;
    if (type == "unsigned char *") return dtype == DType::u8;
    return (dtype == DType::f32 || dtype == DType::f64) && dtype == all;
}

template <typename T>
std::int64_t whole_of(const KernelArgument& argument) {
    T value{};
    std::memcpy(&value, argument.scalar.data(), sizeof value);
    return static_cast<std::int64_t>(value);
}

}  // namespace

std::vector<fs::path> cuda_library_search_dirs() {
    std::vector<fs::path> dirs = cuda_library_dirs();
    // a wheel has one library: cuda-wheels/nvidia/cublas/lib beside the folder of NVRTC
    const std::vector<fs::path> found = dirs;
    for (const fs::path& dir : found) {
        const fs::path wheels = dir.parent_path().parent_path();
        if (wheels.filename() != "nvidia") continue;
        std::error_code error;
        for (fs::directory_iterator it(wheels, error), end; !error && it != end; it.increment(error))
            if (fs::is_directory(it->path() / "lib", error) && std::ranges::find(dirs, it->path() / "lib") == dirs.end())
                dirs.push_back(it->path() / "lib");
    }
    return dirs;
}

Result<SharedLibrary> open_cuda_library(const char* title, std::initializer_list<const char*> file_names) {
    std::string reason;
    const auto open = [&](const std::string& name) -> Result<SharedLibrary> {
        auto library = SharedLibrary::open(name);
        if (library)
            dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD | RTLD_NODELETE);
        else
            reason = library.error().message;
        return library;
    };
    for (const fs::path& dir : cuda_library_search_dirs())
        for (const char* name : file_names) {
            std::error_code error;
            if (!fs::exists(dir / name, error)) continue;
            if (auto library = open((dir / name).string())) return library;
        }
    for (const char* name : file_names)
        if (auto library = open(name)) return library;
    return std::unexpected(
        Error{ErrorKind::device_missing, fmt::format("{} ({}) is not here: {}", title, *file_names.begin(), reason),
              "It comes with the CUDA Toolkit, or as a wheel of the Python index; set CUDA_HOME or LD_LIBRARY_PATH "
              "to where it is"});
}

CudaResult<void> check_library(std::span<const LibraryStatus> known, int status, const char* call, std::source_location location) {
    if (status == 0) return {};
    const auto found = std::ranges::find(known, status, &LibraryStatus::status);
    if (found == known.end())
        return std::unexpected(
            CudaError{CUDA_ERROR_LAUNCH_FAILED, fmt::format("status {}", status), "a status without a name here", call, location});
    return std::unexpected(CudaError{found->like, found->name, found->meaning, call, location});
}

DType array_dtype(const std::vector<KernelArgument>& arguments) {
    const auto array = std::ranges::find(arguments, KernelArgument::Kind::array, &KernelArgument::kind);
    return array != arguments.end() && array->array != nullptr ? array->array->dtype() : DType::f32;
}

std::int64_t whole_number(const KernelArgument& argument) {
    switch (argument.dtype) {
        case DType::u8: return whole_of<std::uint8_t>(argument);
        case DType::i8: return whole_of<std::int8_t>(argument);
        case DType::u32: return whole_of<std::uint32_t>(argument);
        case DType::i32: return whole_of<std::int32_t>(argument);
        case DType::u64:
        case DType::i64: return whole_of<std::int64_t>(argument);
        default: return -1;
    }
}

std::optional<Fault> wrong_arguments_of(const LibraryKernel& kernel, const std::vector<KernelArgument>& arguments) {
    if (arguments.size() != kernel.parameters.size())
        return invalid(
            kernel,
            fmt::format("{} takes {} arguments, the launch gives {}", kernel.name, kernel.parameters.size(), arguments.size()),
            signature_of(kernel));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const KernelArgument& argument = arguments[i];
        const bool wants_array = kernel.parameters[i].type.ends_with('*');
        const bool is_array = argument.kind == KernelArgument::Kind::array;
        if (is_array && argument.array == nullptr)
            return invalid(kernel, fmt::format("the argument {} of {} has no array", kernel.parameters[i].name, kernel.name), {});
        if (wants_array != is_array)
            return invalid(kernel, fmt::format("argument {} of {} is {} array", i, kernel.name, is_array ? "an" : "no"),
                           signature_of(kernel));
        if (is_array && !takes(kernel.parameters[i].type, argument.array->dtype(), array_dtype(arguments)))
            return invalid(
                kernel,
                fmt::format("the array {} of {} is {}", kernel.parameters[i].name, kernel.name, name_of(argument.array->dtype())),
                kernel.parameters[i].type == "T *" ? "All arrays of this routine are f32, or all are f64" : signature_of(kernel));
        // a seed may be any number
        if (!is_array && kernel.parameters[i].name != "seed" && whole_number(argument) < 1)
            return invalid(kernel, fmt::format("{} of {} must be at least 1", kernel.parameters[i].name, kernel.name),
                           signature_of(kernel));
    }
    return std::nullopt;
}

std::optional<Fault> too_small(const LibraryKernel& kernel, const std::vector<KernelArgument>& arguments, std::size_t argument,
                               std::int64_t elements) {
    const auto size = static_cast<std::int64_t>(arguments[argument].array->size());
    if (size >= elements) return std::nullopt;
    return invalid(kernel,
                   fmt::format("the array {} of {} has {} elements, and the sizes beside it ask for {}",
                               kernel.parameters[argument].name, kernel.name, size, elements),
                   "Make the array as large as the sizes say");
}

CudaResult<void> ensure_memory(const std::shared_ptr<Context>& context, DeviceMemory& memory, std::size_t& bytes,
                               std::size_t needed) {
    if (memory && bytes >= needed) return {};
    memory = DeviceMemory();  // first, so that both need not fit
    auto made = make_memory(context, needed);
    if (!made) return std::unexpected(made.error());
    memory = std::move(*made);
    bytes = needed;
    return {};
}

Result<std::unique_ptr<LibraryCall>> make_library_call(const LibraryKernel& kernel, const std::shared_ptr<Context>& context,
                                                       const Nvrtc& nvrtc, int architecture) {
    if (kernel.name == "gemm") return make_gemm(context);
    if (kernel.name == "gemm_batched") return make_gemm_batched(context);
    if (kernel.library == "CUB") return make_cub_call(kernel, context);
    if (kernel.name == "svd") return make_svd(context);
    if (kernel.name == "convolve_fft") return make_convolve_fft(context, nvrtc, architecture);
    if (kernel.name == "random_uniform") return make_random_uniform(context);
    return std::unexpected(Error{ErrorKind::device_missing,
                                 fmt::format("no NVIDIA library is known here for the routine {}", kernel.name),
                                 fmt::format("The routines: {}", fmt::join(library_kernel_names(), ", "))});
}

}  // namespace warpwise
