// Calls the driver or a step, and leaves the enclosing function with its CudaError when that fails. For the .cpp files here.
#pragma once

#include "cuda/driver/cuda_error.h"

#define WARPWISE_CUDA(driver, call)                                                                                           \
    do {                                                                                                                      \
        if (auto status = ::warpwise::check((driver), (driver).call, #call); !status) return std::unexpected(status.error()); \
    } while (false)
#define WARPWISE_TRY(result)                                                         \
    do {                                                                             \
        if (auto status = (result); !status) return std::unexpected(status.error()); \
    } while (false)
