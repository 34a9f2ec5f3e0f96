// A failed driver call as a value: which call, where in the sources, what the driver calls the error and what it means.
#pragma once

#include <expected>
#include <source_location>
#include <string>

#include "base/fault.h"
#include "cuda/driver/driver.h"

namespace warpwise {

struct CudaError {
    CUresult status = CUDA_SUCCESS;
    std::string name, meaning;  // "CUDA_ERROR_INVALID_VALUE", "invalid argument"
    std::string call;           // "cuLaunchKernel"
    std::source_location location;

    // "cuLaunchKernel gave CUDA_ERROR_INVALID_VALUE: invalid argument"
    std::string text() const;
    // The context is unusable from here on: every later call in it gives the same error.
    bool is_sticky() const;
};

template <typename T>
using CudaResult = std::expected<T, CudaError>;

// Active in every build: every call to the driver goes through it.
CudaResult<void> check(const Driver&, CUresult, const char* call, std::source_location = std::source_location::current());

// The same for a destructor: writes to the log, goes on.
void log_failure(const Driver&, CUresult, const char* call) noexcept;

// What the error means for the kernel `entry`, in a learner's words.
Fault fault_of(const CudaError&, const std::string& origin, const std::string& entry);

}  // namespace warpwise
