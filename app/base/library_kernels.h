// Routines of NVIDIA's libraries that a launch calls instead of a kernel of ours: same arguments, same phases, same check.
// A KernelSource asks for one by its entry, "library:gemm", and needs no text. Only the GPU runs them; the library of the
// processor (OpenBLAS, FFTW) is a device of its own.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

struct LibraryKernel {
    std::string_view name;     // "gemm": the manifest's `library`
    std::string_view library;  // "cuBLAS"
    std::string_view what;     // one sentence, for the source view and for messages
    struct Parameter {
        std::string_view name;
        std::string_view type;  // "T *" (f32 or f64, the same for all), "int *", "unsigned char *", "int", "long long"
    };
    std::span<const Parameter> parameters;

    std::string entry() const { return "library:" + std::string(name); }
};

std::span<const LibraryKernel> library_kernels();
// By entry ("library:gemm"); null when it names none.
const LibraryKernel* find_library_kernel(std::string_view entry);
bool is_library_entry(std::string_view entry);  // begins with "library:", whether known or not
std::vector<std::string> library_kernel_names();
// What the source view shows where a kernel's text would stand: a comment, for there is no text.
std::string library_kernel_text(const LibraryKernel&);

}  // namespace warpwise
