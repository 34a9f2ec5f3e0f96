// Values that a launch gives to a program's __device__ and __constant__ variables. For emulated*.cpp.
#pragma once

#include <expected>
#include <memory>
#include <vector>

#include "device/interface/device.h"
#include "simt/compile/compile.h"

namespace warpwise {

// The program with these values in its variables, taken out of the arguments; the program itself where there are none.
std::expected<std::shared_ptr<const simt::CompiledKernel>, Fault> with_variables(std::shared_ptr<const simt::CompiledKernel>,
                                                                                 std::vector<KernelArgument>& arguments);

// Warnings at variables that the kernel uses, that host code fills and that no argument fills in its place.
Diagnostics variables_left_to_host(const simt::CompiledKernel&, const std::vector<KernelArgument>& arguments);

}  // namespace warpwise
