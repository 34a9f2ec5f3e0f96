// What nvcc takes and Clang does not, in the spelling that Clang takes. Internal to the compiler and the decoder.
#pragma once

#include <string>
#include <string_view>

namespace warpwise::simt {

// A single '%' before a name in inline assembly, which to Clang begins an operand: the decoder turns it back.
inline constexpr char kPlainPercent = '\x01';

// Every character keeps its line, and its column but for the ones that trade places:
//   k << < 1, 2 >> > ()        the signs of a launch that an editor's formatter has torn apart are joined
//   extern "C"__global__       the blank moves behind the string
//   __shared__ alignas(16)     alignas after other specifiers becomes the prelude's name for _Alignas
//   asm("mov.u32 %0, %laneid;" ...)
//   asm(... : "r"(a) "r"(b))   a comma takes the place of the blank
std::string as_clang_reads(std::string_view text);

// Texture references of earlier CUDA releases are variables of both sides, of a type that a program may have under its name today:
// texture<float, 2> t; becomes __managed__ __warpwise_texture<float, 2> t;
std::string with_managed_textures(std::string text);

// What reached the assembly of the module, as it was written.
std::string with_percent_signs(std::string assembly);

}  // namespace warpwise::simt
