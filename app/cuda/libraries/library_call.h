// What a kernel that is a library's routine does at a launch (base/library_kernels.h): looks at its arguments, and queues the call.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/library_kernels.h"
#include "cuda/compile/nvrtc.h"
#include "cuda/driver/handle.h"
#include "device/interface/device.h"

namespace warpwise {

class LibraryCall {
  public:
    virtual ~LibraryCall() = default;
    // Arrays of another type or too small for the sizes beside them; asked before anything is copied.
    virtual std::optional<Fault> wrong(const std::vector<KernelArgument>&) const = 0;
    // Queues the work on the stream, in the current context. `addresses` holds the arrays' by argument. The first call also makes
    // what later ones use again: handles, plans, work memory.
    virtual CudaResult<void> run(CUstream, std::span<const CUdeviceptr> addresses, const std::vector<KernelArgument>&) = 0;
};

// Opens the routine's library. The Error says which is missing and where it comes from.
Result<std::unique_ptr<LibraryCall>> make_library_call(const LibraryKernel&, const std::shared_ptr<Context>&, const Nvrtc&,
                                                       int architecture);

// One function a library (cublas.cpp, cusolver.cpp, cufft.cpp, curand.cpp, cub.cpp) or a routine.
Result<std::unique_ptr<LibraryCall>> make_gemm(const std::shared_ptr<Context>&);
Result<std::unique_ptr<LibraryCall>> make_gemm_batched(const std::shared_ptr<Context>&);
Result<std::unique_ptr<LibraryCall>> make_cub_call(const LibraryKernel&, const std::shared_ptr<Context>&);
Result<std::unique_ptr<LibraryCall>> make_svd(const std::shared_ptr<Context>&);
Result<std::unique_ptr<LibraryCall>> make_convolve_fft(const std::shared_ptr<Context>&, const Nvrtc&, int architecture);
Result<std::unique_ptr<LibraryCall>> make_random_uniform(const std::shared_ptr<Context>&);

}  // namespace warpwise
