// Every function of CUDA's host API that a program here can call.
#pragma once

#include <vector>

#include "program/jit.h"

namespace warpwise {

std::vector<HostFunction> api_functions();
std::vector<HostFunction> pool_functions();  // api_pools.cpp

}  // namespace warpwise
