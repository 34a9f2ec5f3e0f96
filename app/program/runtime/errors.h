// CUDA's error codes: their names and what cudaGetErrorString says.
#pragma once

#include <optional>
#include <string_view>

#define WARPWISE_RUNTIME_BUILD 1
#include "program/headers/runtime_api.h"

namespace warpwise {

const char* error_name(cudaError_t);
const char* error_text(cudaError_t);
std::optional<cudaError_t> error_of_name(std::string_view);  // "cudaErrorInvalidValue"

}  // namespace warpwise
