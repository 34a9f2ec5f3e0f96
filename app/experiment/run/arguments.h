// The arguments of a run: arrays made and filled, scalars given the types that the compiled kernel asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "device/interface/device.h"
#include "lesson/lesson.h"

namespace warpwise {

// Which array of ArgumentSet::arrays.
struct ArrayRef {
    std::size_t index = 0;
    bool operator==(const ArrayRef&) const = default;
};
// A number with a dtype of its own, as `warpwise kernel` takes it.
struct TypedScalar {
    DType dtype = DType::i32;
    std::array<std::byte, 8> bytes{};
    bool operator==(const TypedScalar&) const = default;
};

// A structure or vector by value: its bytes as they lie in memory.
struct StructureValue {
    std::vector<std::byte> bytes;
    bool operator==(const StructureValue&) const = default;
};

// An argument before it meets a compiled kernel; a double is a number of the lesson.
struct ArgumentValue {
    std::string name;
    std::variant<double, ArrayRef, TypedScalar, StructureValue> value;
    bool is_real = false;    // a double that stands for a real parameter, not a count
    bool read_only = false;  // of an array
    bool zeroed = false;     // of an array: an output that begins as zeros
    bool unset = false;      // of an array: one that the host does not fill
    // Of an array: the kernel gets a texture or surface object over it.
    std::optional<simt::Texture> texture;
    bool operator==(const ArgumentValue&) const = default;
};

struct ArgumentSet {
    std::vector<Array> arrays;
    std::vector<ArgumentValue> values;  // in the kernel's order
    // Of the program: what a __device__ or __constant__ variable holds. Only the emulator takes them.
    struct Variable {
        std::string name;
        std::size_t array = 0;  // index in arrays
        bool operator==(const Variable&) const = default;
    };
    std::vector<Variable> variables;
};

// The arguments of a lesson's kernel with arrays that have a name and nothing else: for launches on memory that is there already.
Result<ArgumentSet> name_arguments(const Lesson&, const KernelSpec&, const ParameterValues&);
// The arguments of a lesson's kernel: arrays shaped by the formulas and filled from the seed.
Result<ArgumentSet> make_arguments(const Lesson&, const KernelSpec&, const ParameterValues&, DType dtype, std::uint64_t seed);
// An array as a run with these values makes it.
struct ArrayShape {
    DType dtype = DType::f32;
    std::vector<std::int64_t> extents;
    bool operator==(const ArrayShape&) const = default;
};
Result<ArrayShape> shape_of(const ArraySpec&, const ParameterValues&, DType dtype);
// How many bytes make_arguments will reserve.
Result<std::uint64_t> bytes_of_arguments(const Lesson&, const KernelSpec&, const ParameterValues&, DType dtype);

// Bytes each, 0 for an array: what picks one of several kernels with the same name.
std::vector<std::size_t> bytes_of_each(const ArgumentSet&);

// For a launch: count and kinds checked against the program's parameters. `arrays` are the set's or copies of them.
Result<std::vector<KernelArgument>> bind_to_program(const ArgumentSet&, std::vector<Array>& arrays, const Program&,
                                                    const DeviceId& device, DType dtype);
// For a CPU routine, which converts what it gets.
std::vector<KernelArgument> bind_to_routine(const ArgumentSet&, std::vector<Array>& arrays);

}  // namespace warpwise
