// Lambdas of host code. Clang takes each of them as a function of both sides, so that a function of Thrust in it is the one that
// device code calls, and the kernels behind the host's are never compiled. nvcc takes them as the host's.
#pragma once

#include <string>
#include <string_view>

namespace warpwise::simt {

// In a text that uses Thrust or CUB, those lambdas begin with their side: [&] __attribute__((host)) () { ... }.
std::string with_lambdas_of_the_host(std::string text);

}  // namespace warpwise::simt
