// What the kernels of a CUDA file could be run with, proposed from their parameters and what their text does with them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "lesson/lesson.h"
#include "text/kernels_in_text.h"

namespace warpwise {

// A value that the launch panel shows; a parameter of the lesson that is made of the file.
struct FileParameter {
    std::string id, kind;  // "n", "size": the kinds of docs/writing-lessons.md
    std::string initial;   // as a manifest has it: 1000
    bool operator==(const FileParameter&) const = default;
};

struct FileArgument {
    std::string name, type;  // as the kernel declares it: "a", "const float*"
    std::string parameter;   // of a single value: whose value it is
    std::string bytes;       // of a single value, in hexadecimal as it lies in memory: "e8030000"; both empty: an array
    // Of an array.
    std::string dtype = "f32", size = "n", fill = "zeros";  // a dtype or "dtype"; a formula; as in a manifest
    int components = 1;                                     // elements of it for one of the kernel's: 4 for float4
    bool is_output = false;
    int same_as = -1;  // the array of an earlier argument, by its place; -1: one of its own
    std::string note;  // what could only be guessed; empty: nothing
    bool is_array() const { return parameter.empty() && bytes.empty(); }
    bool operator==(const FileArgument&) const = default;
};

struct FileKernel {
    std::string name, entry;  // "mine::add", "mine::add<{dtype}>"
    int line = 0;
    std::vector<FileArgument> arguments;
    std::array<std::string, 3> grid{"1", "1", "1"}, block{"1", "1", "1"};
    std::string shared_bytes = "0";
    std::string covers, covers_x, covers_y;  // formulas, as a manifest has them; empty: not said
    std::string index;                       // its index expression, where the text has the usual one
    std::string problem;                     // why it cannot be run here; empty: it can
    std::vector<FileArgument> variables;     // __device__ and __constant__ ones whose values are given, as arrays
    std::string from_launch;                 // "launch 3 of the program", which it is as it was; empty: as proposed or chosen
    bool operator==(const FileKernel&) const = default;
};

struct FileKernels {
    std::vector<FileParameter> parameters;
    std::vector<FileKernel> kernels;
    bool has_main = false;
    bool can_run() const;  // one of them
};
FileKernels propose_arguments(std::string_view text);

// Kernels whose parameters are as they were keep the arguments that were chosen for them; `now` is of the changed text.
FileKernels with_chosen_arguments(FileKernels now, const FileKernels& before);

// What is wrong with a formula of it, for these values of the parameters; nothing: all can be computed.
std::optional<Error> problem_of(const FileKernel&, const ParameterValues&);

// "f32" and 4 of "float4"; nothing for a type that is not known. `type` without const.
struct ElementType {
    std::string dtype;  // or "dtype", of a template's type
    int components = 1;
    bool is_bool = false;
    bool is_exact = true;  // false: only its size is known
};
std::optional<ElementType> element_type_of(const std::string& type, const CudaText& text);

}  // namespace warpwise
