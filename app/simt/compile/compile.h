// CUDA C++ device code to bytecode, in this process: Clang reads the text, the decoder writes the program.
// Of the machine's files only headers are read, and only those that the options allow; else the files a kernel may include are
// text in the program.
// A text may crash Clang, and the process with it. For a text that is not known to be safe, use make_isolated_emulator (device.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "simt/code/bytecode.h"
#include "simt/compile/compile_options.h"
#include "simt/compile/host_filled.h"
#include "simt/compile/kernel_parameter.h"

namespace warpwise::simt {

struct CompiledKernel {
    Bytecode program;
    std::uint32_t entry = 0;  // index in Bytecode::functions; its parameters are `parameters`, one to one
    std::vector<KernelParameter> parameters;
    Diagnostics warnings;
    std::vector<HostFilled> filled_by_host;  // variables that hold zeros here, unless a launch gives them values
    double compile_ms = 0;                   // measured here
};

// The longest text that is compiled.
inline constexpr std::size_t kMaxSourceBytes = std::size_t{1} << 20;

// `entry` is a name expression, "scale", "add_one<float>" or "ns::blur<int, 4>"; empty: the only kernel of the text.
// Of overloads the one whose parameters fit options.argument_bytes, or the one that is named: "scale(float*, int)".
// `origin` is the file's name in diagnostics. May be called from several threads at once.
std::expected<CompiledKernel, Diagnostics> compile(std::string_view text, std::string_view entry, std::string_view origin,
                                                   const CompileOptions& = {});

}  // namespace warpwise::simt
