#include "experiment/run/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>

#include "base/npy.h"
#include "base/picture.h"
#include "experiment/run/inputs.h"
#include "lesson/formula.h"
#include "lesson/kernel_files.h"

namespace warpwise {
namespace {

template <typename T>
KernelArgument scalar_argument(std::string name, DType dtype, T value) {
    KernelArgument argument;
    argument.kind = KernelArgument::Kind::scalar;
    argument.name = std::move(name);
    argument.dtype = dtype;
    std::memcpy(argument.scalar.data(), &value, sizeof value);
    return argument;
}

KernelArgument structure_argument(std::string name, const StructureValue& value) {
    KernelArgument argument;
    argument.kind = KernelArgument::Kind::scalar;
    argument.name = std::move(name);
    argument.dtype = DType::u8;
    argument.structure = value.bytes;
    return argument;
}

KernelArgument array_argument(const ArgumentValue& value, std::vector<Array>& arrays) {
    KernelArgument argument;
    argument.name = value.name;
    argument.array = &arrays[std::get<ArrayRef>(value.value).index];
    argument.read_only = value.read_only;
    argument.zeroed = value.zeroed;
    argument.unset = value.unset;
    argument.texture = value.texture;
    return argument;
}

// "life={pattern}": the value of the parameter that stands in braces.
std::string fill_text(const ArraySpec& spec, const ParameterValues& values) {
    const std::size_t open = spec.fill.find('{'), close = spec.fill.find('}');
    if (open == std::string::npos || close == std::string::npos || close < open) return spec.fill;
    const auto value = values.find(spec.fill.substr(open + 1, close - open - 1));
    if (value == values.end()) return spec.fill;
    return spec.fill.substr(0, open) + text_of(value->second) + spec.fill.substr(close + 1);
}

// The array that its .npy file holds. The shape may differ as long as the elements are as many: a file of n * n numbers is a
// matrix.
Result<Array> read_fill_file(const Lesson& lesson, const ArraySpec& spec, const std::string& name, const ArrayShape& shape) {
    const auto path = find_below(lesson.folder, name);
    if (!path) return std::unexpected(path.error());
    auto read = read_npy(*path);
    if (!read) return read;
    auto array = Array::make(shape.dtype, shape.extents);
    if (!array) return array;
    if (read->dtype() != array->dtype())
        return usage_error(
            fmt::format("{} holds {}, but the array '{}' is of {}", name, name_of(read->dtype()), spec.id, name_of(array->dtype())),
            "Save the file with that dtype, or change the array's.");
    if (read->size() != array->size())
        return usage_error(
            fmt::format("{} holds {} elements, but the array '{}' has {}", name, read->size(), spec.id, array->size()),
            "Set the sizes to those of the file.");
    std::ranges::copy(read->bytes(), array->bytes().begin());
    return array;
}

// The learner's own picture is scaled: the sizes are parameters.
Result<void> fill_from_picture(const Lesson& lesson, const ArraySpec& spec, Array& array, const PictureFill& fill) {
    const bool is_own = !spec.own_picture.empty();
    const auto path = is_own ? Result<std::filesystem::path>(spec.own_picture) : find_below(lesson.folder, fill.file);
    if (!path) return std::unexpected(path.error());
    const auto picture = read_picture(*path);
    if (!picture) return std::unexpected(picture.error());
    return fill_with_picture(array, *picture, is_own || fill.is_scaled ? PictureSize::scaled : PictureSize::exact);
}

const ArraySpec* find_array(const Lesson& lesson, const std::string& id) {
    for (const ArraySpec& array : lesson.arrays)
        if (array.id == id) return &array;
    return nullptr;
}

// "bytes:e8030000", as it lies in memory.
Result<std::vector<std::byte>> bytes_in(std::string_view text) {
    const std::string_view digits = text.substr(text.find(':') + 1);
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        unsigned byte = 0;
        const auto [end, error] = std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
        if (error != std::errc{} || end != digits.data() + i + 2) break;
        bytes.push_back(static_cast<std::byte>(byte));
    }
    if (bytes.empty() || bytes.size() * 2 != digits.size())
        return usage_error(fmt::format("'{}' is not a value in hexadecimal", text),
                           "Write two digits for each byte: bytes:e8030000.");
    return bytes;
}

bool is_real_parameter(const Lesson& lesson, const std::string& id) {
    const Parameter* parameter = lesson.find_parameter(id);
    return parameter != nullptr && parameter->kind == ParameterKind::real;
}

// The dtype behind a parameter's type as its source or the compiler writes it; a template's own letter is the run's dtype.
DType dtype_of_parameter(const Program::Parameter& parameter, const ArgumentValue& value, DType dtype) {
    const std::string& type = parameter.type;
    const auto says = [&](std::string_view word) { return type.find(word) != std::string::npos; };
    const bool is_unsigned = says("unsigned") || says("size_t") || says("uint");
    if (says("float")) return DType::f32;
    if (says("double")) return DType::f64;
    if (says("half")) return DType::f16;
    if (type == "T") return dtype;
    switch (parameter.bytes) {
        case 0: return value.is_real ? DType::f32 : DType::i32;  // unknown
        case 1: return is_unsigned || says("bool") ? DType::u8 : DType::i8;
        case 2: return DType::f16;
        case 4: return value.is_real ? DType::f32 : is_unsigned ? DType::u32 : DType::i32;
        default: return value.is_real ? DType::f64 : is_unsigned ? DType::u64 : DType::i64;
    }
}

std::string signature_of(const Program& program) {
    std::string text = program.entry + "(";
    for (std::size_t i = 0; i < program.parameters.size(); ++i)
        text += (i == 0 ? "" : ", ") + program.parameters[i].type + " " + program.parameters[i].name;
    return text + ")";
}

// What is wrong with giving `value` to `parameter`; empty when nothing is.
std::string mismatch(const Program::Parameter& parameter, const ArgumentValue& value, std::size_t place) {
    const bool is_array = std::holds_alternative<ArrayRef>(value.value);
    const auto* typed = std::get_if<TypedScalar>(&value.value);
    const std::string what = fmt::format("argument {} ({})", place, value.name);
    // A driver tells sizes and no types: then only the sizes are compared.
    const bool typed_parameter = !parameter.type.empty();
    const std::string wanted = typed_parameter ? fmt::format("the kernel's '{} {}'", parameter.type, parameter.name)
                                               : "the kernel's parameter at this place";
    if (const auto* structure = std::get_if<StructureValue>(&value.value)) {
        if (parameter.is_pointer) return fmt::format("{} is a structure, {} is a pointer to an array", what, wanted);
        if (parameter.bytes == 0 || structure->bytes.size() == parameter.bytes) return {};
        return fmt::format("{} has {} bytes, {} has {}", what, structure->bytes.size(), wanted, parameter.bytes);
    }
    if (value.texture) {
        const bool is_surface = value.texture->kind == simt::Texture::Kind::surface;
        const std::string object = fmt::format("{} is a {} object", what, is_surface ? "surface" : "texture");
        if (parameter.is_pointer) return fmt::format("{}, {} is a pointer: give an array", object, wanted);
        return parameter.bytes == sizeof(std::uint64_t) ? std::string() : fmt::format("{}, {} is a single value", object, wanted);
    }
    if (is_array && !typed_parameter && parameter.bytes != sizeof(void*))
        return fmt::format("{} is an array, {} has {} bytes", what, wanted, parameter.bytes);
    if (is_array && typed_parameter && !parameter.is_pointer)
        return fmt::format("{} is an array, {} is a single value{}", what, wanted,
                           parameter.type == "unsigned long long"  // the type behind cudaTextureObject_t
                               ? "; for a texture or surface object, write texture: or surface: in front of it"
                               : "");
    // An address as a number: for kernels that are shown to fail on it.
    if (!is_array && parameter.is_pointer && !(typed != nullptr && typed->dtype == DType::u64))
        return fmt::format("{} is a single value, {} is a pointer to an array", what, wanted);
    if (typed != nullptr && parameter.bytes != 0 && size_of(typed->dtype) != parameter.bytes)
        return fmt::format("{} has {} bytes, {} has {}", what, size_of(typed->dtype), wanted, parameter.bytes);
    return {};
}

}  // namespace

Result<ArrayShape> shape_of(const ArraySpec& spec, const ParameterValues& values, DType dtype) {
    ArrayShape shape;
    if (const auto fixed = dtype_from_name(spec.dtype)) {
        shape.dtype = *fixed;
    } else if (const auto parameter = values.find(spec.dtype); parameter != values.end()) {
        const auto chosen = dtype_from_name(text_of(parameter->second));
        if (!chosen) return usage_error(fmt::format("array '{}': the parameter '{}' does not name a dtype", spec.id, spec.dtype));
        shape.dtype = *chosen;
    } else {
        shape.dtype = dtype;
    }
    for (const std::string& formula : spec.shape) {
        const auto extent = evaluate(formula, values);
        if (!extent) return std::unexpected(extent.error());
        if (!std::isfinite(*extent) || *extent < 0 || *extent > 9e15)
            return usage_error(fmt::format("array '{}': the extent {} gives {}", spec.id, formula, *extent));
        shape.extents.push_back(std::llround(*extent));
    }
    return shape;
}

Result<std::uint64_t> bytes_of_arguments(const Lesson& lesson, const KernelSpec& kernel, const ParameterValues& values,
                                         DType dtype) {
    double bytes = 0;
    std::vector<std::string> ids = kernel.arguments;
    for (const auto& [variable, id] : kernel.variables) ids.push_back(id);
    for (const std::string& id : ids) {
        const ArraySpec* spec = find_array(lesson, id);
        if (spec == nullptr) continue;
        const auto shape = shape_of(*spec, values, dtype);
        if (!shape) return std::unexpected(shape.error());
        auto array_bytes = static_cast<double>(size_of(shape->dtype));
        for (std::int64_t extent : shape->extents) array_bytes *= static_cast<double>(extent);
        bytes += array_bytes;
    }
    return bytes > 1e18 ? std::uint64_t{1} << 60 : static_cast<std::uint64_t>(bytes);
}

Result<ArgumentSet> name_arguments(const Lesson& lesson, const KernelSpec& kernel, const ParameterValues& values) {
    ArgumentSet set;
    std::map<std::string, std::size_t> named;  // an array given twice is one array
    for (const std::string& id : kernel.arguments) {
        ArgumentValue value;
        value.name = id;
        if (id.starts_with("bytes:") || id.starts_with("address:")) {
            auto bytes = bytes_in(id);
            if (!bytes) return std::unexpected(bytes.error());
            value.name = fmt::format("argument {}", set.values.size());
            TypedScalar address{.dtype = DType::u64};
            const bool is_address = id.starts_with("address:") && bytes->size() == sizeof(std::uint64_t);
            if (is_address) std::ranges::copy(*bytes, address.bytes.begin());
            if (is_address)
                value.value = address;
            else
                value.value = StructureValue{std::move(*bytes)};
        } else if (const ArraySpec* spec = find_array(lesson, id)) {
            const auto [place, is_new] = named.try_emplace(id, set.arrays.size());
            if (is_new) set.arrays.emplace_back().name = id;
            value.value = ArrayRef{place->second};
            value.read_only = !spec->output;
            value.zeroed = spec->output && (spec->fill == "zeros" || spec->fill == "unset");
            value.unset = spec->fill == "unset";
        } else {
            const auto number = evaluate(id, values);
            if (!number) return std::unexpected(number.error());
            value.value = *number;
            value.is_real = is_real_parameter(lesson, id);
        }
        set.values.push_back(std::move(value));
    }
    for (const auto& [variable, id] : kernel.variables) {
        set.variables.push_back({variable, set.arrays.size()});
        set.arrays.emplace_back().name = id;
    }
    return set;
}

Result<ArgumentSet> make_arguments(const Lesson& lesson, const KernelSpec& kernel, const ParameterValues& values, DType dtype,
                                   std::uint64_t seed) {
    auto set = name_arguments(lesson, kernel, values);
    if (!set) return set;
    for (std::size_t i = 0; i < set->arrays.size(); ++i) {
        const ArraySpec& spec = *find_array(lesson, set->arrays[i].name);
        const auto shape = shape_of(spec, values, dtype);
        if (!shape) return std::unexpected(shape.error());
        const auto file = fill_file(spec);
        auto array = file ? read_fill_file(lesson, spec, *file, *shape) : Array::make(shape->dtype, shape->extents);
        if (!array) return std::unexpected(array.error());
        array->name = spec.id;
        Result<void> filled;
        if (const auto picture = picture_of_fill(spec.fill))
            filled = fill_from_picture(lesson, spec, *array, *picture);
        else if (!file)
            filled = fill_array(*array, fill_text(spec, values), seed, i);
        if (!filled) return std::unexpected(filled.error());
        set->arrays[i] = std::move(*array);
    }
    return set;
}

std::vector<std::size_t> bytes_of_each(const ArgumentSet& set) {
    std::vector<std::size_t> out;
    for (const ArgumentValue& value : set.values) {
        const auto* typed = std::get_if<TypedScalar>(&value.value);
        const auto* structure = std::get_if<StructureValue>(&value.value);
        out.push_back(typed ? size_of(typed->dtype) : structure ? structure->bytes.size() : 0);
    }
    return out;
}

Result<std::vector<KernelArgument>> bind_to_program(const ArgumentSet& set, std::vector<Array>& arrays, const Program& program,
                                                    const DeviceId& device, DType dtype) {
    // An old driver tells nothing about parameters: the launch then takes what the lesson says.
    const bool known = !program.parameters.empty() || traits_of(device).tells_parameters;
    if (known && set.values.size() != program.parameters.size())
        return usage_error(fmt::format("the kernel takes {} argument{}, {} given", program.parameters.size(),
                                       program.parameters.size() == 1 ? "" : "s", set.values.size()),
                           fmt::format("It is {}.", signature_of(program)));
    std::vector<KernelArgument> bound;
    for (std::size_t i = 0; i < set.values.size(); ++i) {
        const ArgumentValue& value = set.values[i];
        const Program::Parameter parameter = known ? program.parameters[i] : Program::Parameter{};
        if (value.texture && !traits_of(device).has_textures)
            return usage_error(fmt::format("argument {} ({}) is a texture or surface, which only the emulator takes as an argument",
                                           i, value.name),
                               "Leave out --device.");
        if (const std::string wrong = known ? mismatch(parameter, value, i) : std::string{}; !wrong.empty())
            return usage_error(wrong, fmt::format("It is {}.", signature_of(program)));
        if (std::holds_alternative<ArrayRef>(value.value)) {
            bound.push_back(array_argument(value, arrays));
        } else if (const auto* typed = std::get_if<TypedScalar>(&value.value)) {
            bound.push_back(scalar_argument(value.name, typed->dtype, typed->bytes));
        } else if (const auto* structure = std::get_if<StructureValue>(&value.value)) {
            bound.push_back(structure_argument(value.name, *structure));
        } else {
            const double number = std::get<double>(value.value);
            const DType scalar = dtype_of_parameter(parameter, value, dtype);
            visit_dtype(scalar, [&]<typename T>() {
                if constexpr (std::is_same_v<T, f16> || std::is_same_v<T, float> || std::is_same_v<T, double>)
                    bound.push_back(scalar_argument(value.name, scalar, static_cast<T>(number)));
                else
                    bound.push_back(scalar_argument(value.name, scalar, static_cast<T>(std::llround(number))));
            });
        }
    }
    for (const ArgumentSet::Variable& variable : set.variables) {
        if (!traits_of(device).fills_variables)
            return usage_error(
                fmt::format("the variable '{}' gets its values from the lesson, which the emulator alone can do", variable.name),
                "Run it on emulated.");
        bound.push_back({.name = variable.name, .array = &arrays[variable.array], .read_only = true, .is_variable = true});
    }
    return bound;
}

std::vector<KernelArgument> bind_to_routine(const ArgumentSet& set, std::vector<Array>& arrays) {
    std::vector<KernelArgument> bound;
    for (const ArgumentValue& value : set.values) {
        if (std::holds_alternative<ArrayRef>(value.value))
            bound.push_back(array_argument(value, arrays));
        else if (const auto* typed = std::get_if<TypedScalar>(&value.value))
            bound.push_back(scalar_argument(value.name, typed->dtype, typed->bytes));
        else if (const auto* structure = std::get_if<StructureValue>(&value.value))
            bound.push_back(structure_argument(value.name, *structure));
        else
            bound.push_back(scalar_argument(value.name, DType::f64, std::get<double>(value.value)));
    }
    return bound;
}

}  // namespace warpwise
