// CUB: sums, scans and histograms. It is a library of templates, so that its routines are compiled with Warpwise where nvcc is
// found (cuda/cub/cub_routines.cu), to a library of their own beside this code.
#include <dlfcn.h>

#include <array>
#include <cstddef>

#include "cuda/libraries/library_tools.h"

namespace warpwise {
namespace {

constexpr std::array<LibraryStatus, 3> kStatuses{
    {{1, "cudaErrorInvalidValue", CUDA_ERROR_INVALID_VALUE, "CUB does not accept these sizes"},
     {2, "cudaErrorMemoryAllocation", CUDA_ERROR_OUT_OF_MEMORY, "CUB could not allocate its own memory"},
     {209, "cudaErrorNoKernelImageForDevice", CUDA_ERROR_NO_BINARY_FOR_GPU, "this CUB has no code for this GPU"}}};

std::filesystem::path file_beside() {
    Dl_info here{};
    if (dladdr(reinterpret_cast<const void*>(&file_beside), &here) == 0 || here.dli_fname == nullptr) return "warpwise-cub.so";
    return std::filesystem::path(here.dli_fname).parent_path() / "warpwise-cub.so";
}

// A routine's function: first it is asked how much memory it works in, then called with it.
template <typename Function>
class CubCall : public LibraryCall {
  public:
    CubCall(const LibraryKernel& kernel, std::shared_ptr<Context> context, SharedLibrary library, Function* function)
        : kernel_(kernel), context_(std::move(context)), library_(std::move(library)), function_(function) {}

  protected:
    template <typename... Arguments>
    CudaResult<void> call(CUstream stream, Arguments... arguments) {
        std::size_t needed = 0;
        WARPWISE_LIBRARY(function_(nullptr, &needed, arguments..., stream));
        if (auto room = ensure_memory(context_, work_, work_bytes_, needed); !room) return room;
        WARPWISE_LIBRARY(function_(pointer_to<void>(work_.get()), &needed, arguments..., stream));
        return {};
    }
    const LibraryKernel& kernel_;

  private:
    std::shared_ptr<Context> context_;
    SharedLibrary library_;
    Function* function_;
    DeviceMemory work_;
    std::size_t work_bytes_ = 0;
};

using SumFunction = int(void* work, std::size_t* work_bytes, const int* a, int* total, int n, CUstream);
class Sum : public CubCall<SumFunction> {
  public:
    using CubCall::CubCall;
    std::optional<Fault> wrong(const std::vector<KernelArgument>& arguments) const override {
        if (auto fault = wrong_arguments_of(kernel_, arguments)) return fault;
        if (auto fault = too_small(kernel_, arguments, 0, whole_number(arguments[2]))) return fault;
        return too_small(kernel_, arguments, 1, 1);
    }
    CudaResult<void> run(CUstream stream, std::span<const CUdeviceptr> at, const std::vector<KernelArgument>& arguments) override {
        return call(stream, pointer_to<const int>(at[0]), pointer_to<int>(at[1]), static_cast<int>(whole_number(arguments[2])));
    }
};

using ScanFunction = int(void* work, std::size_t* work_bytes, const int* a, int* sums, int rows, int n, CUstream);
class Scan : public CubCall<ScanFunction> {
  public:
    using CubCall::CubCall;
    std::optional<Fault> wrong(const std::vector<KernelArgument>& arguments) const override {
        if (auto fault = wrong_arguments_of(kernel_, arguments)) return fault;
        const std::int64_t elements = whole_number(arguments[2]) * whole_number(arguments[3]);
        if (auto fault = too_small(kernel_, arguments, 0, elements)) return fault;
        return too_small(kernel_, arguments, 1, elements);
    }
    CudaResult<void> run(CUstream stream, std::span<const CUdeviceptr> at, const std::vector<KernelArgument>& arguments) override {
        return call(stream, pointer_to<const int>(at[0]), pointer_to<int>(at[1]), static_cast<int>(whole_number(arguments[2])),
                    static_cast<int>(whole_number(arguments[3])));
    }
};

using HistogramFunction = int(void* work, std::size_t* work_bytes, const unsigned char* a, int* counts, int n, CUstream);
class Histogram : public CubCall<HistogramFunction> {
  public:
    using CubCall::CubCall;
    std::optional<Fault> wrong(const std::vector<KernelArgument>& arguments) const override {
        constexpr std::int64_t bins = 256;
        if (auto fault = wrong_arguments_of(kernel_, arguments)) return fault;
        if (auto fault = too_small(kernel_, arguments, 0, whole_number(arguments[2]))) return fault;
        return too_small(kernel_, arguments, 1, bins);
    }
    CudaResult<void> run(CUstream stream, std::span<const CUdeviceptr> at, const std::vector<KernelArgument>& arguments) override {
        return call(stream, pointer_to<const unsigned char>(at[0]), pointer_to<int>(at[1]),
                    static_cast<int>(whole_number(arguments[2])));
    }
};

template <typename Call, typename Function>
Result<std::unique_ptr<LibraryCall>> made(const LibraryKernel& kernel, const std::shared_ptr<Context>& context,
                                          SharedLibrary library, const char* name) {
    Function* function = nullptr;
    if (!library.find(name, function))
        return std::unexpected(Error{ErrorKind::device_missing, library.path() + " is of another version: " + name + " is missing",
                                     "Build Warpwise again"});
    return std::make_unique<Call>(kernel, context, std::move(library), function);
}

}  // namespace

Result<std::unique_ptr<LibraryCall>> make_cub_call(const LibraryKernel& kernel, const std::shared_ptr<Context>& context) {
    auto library = SharedLibrary::open(file_beside().string());
    if (!library)
        return std::unexpected(Error{ErrorKind::device_missing, "CUB is not part of this build: " + library.error().message,
                                     "It is compiled with Warpwise if the CUDA Toolkit's nvcc is found: install the toolkit and "
                                     "build again"});
    if (kernel.name == "sum") return made<Sum, SumFunction>(kernel, context, std::move(*library), "warpwise_cub_sum");
    if (kernel.name == "scan") return made<Scan, ScanFunction>(kernel, context, std::move(*library), "warpwise_cub_scan");
    return made<Histogram, HistogramFunction>(kernel, context, std::move(*library), "warpwise_cub_histogram");
}

}  // namespace warpwise
