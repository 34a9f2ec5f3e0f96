#include "cli/argument_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

#include "base/files.h"
#include "base/npy.h"
#include "cli/texture_spec.h"
#include "experiment/run/inputs.h"
#include "experiment/run/numbers.h"

namespace warpwise {
namespace {

constexpr const char* kHowToWrite =
    "Write f32[4096]:iota, f32[64,64]:uniform, u8[N]:mix, f32[16]:constant=2.5, FILE.npy, i32:5, f32:0.5, f32x3:1,2,3, "
    "struct:i32:5,f32:0.5, file:params.bin or texture:f32[64,64]:iota,linear; "
    "the types are u8 i8 u32 i32 u64 i64 f16 f32 f64.";

std::unexpected<Error> bad_spec(const std::string& spec, const std::string& why) {
    return usage_error(fmt::format("the argument '{}' cannot be used: {}", spec, why), kHowToWrite);
}

Result<Array> parse_array(const std::string& spec, DType dtype, std::uint64_t seed, std::uint64_t stream) {
    const std::size_t open = spec.find('['), close = spec.find(']');
    if (close == std::string::npos) return bad_spec(spec, "the ']' is missing");
    std::vector<std::int64_t> shape;
    std::string_view extents = std::string_view(spec).substr(open + 1, close - open - 1);
    while (true) {
        const std::size_t comma = extents.find_first_of(",x");  // 64,64 or 64x64
        const auto extent = parse_integer(extents.substr(0, comma));
        if (!extent || *extent < 0) return bad_spec(spec, fmt::format("'{}' is not a size", extents.substr(0, comma)));
        shape.push_back(*extent);
        if (comma == std::string_view::npos) break;
        extents.remove_prefix(comma + 1);
    }
    const std::string rest = spec.substr(close + 1);
    if (!rest.empty() && rest[0] != ':') return bad_spec(spec, fmt::format("'{}' comes after the ']'", rest));
    auto array = Array::make(dtype, std::move(shape));
    if (!array) return bad_spec(spec, array.error().message);
    if (auto filled = fill_array(*array, rest.empty() ? "zeros" : rest.substr(1), seed, stream); !filled)
        return bad_spec(spec, filled.error().text());
    return array;
}

template <typename T>
std::optional<T> parse_scalar_value(std::string_view text) {
    if constexpr (std::is_integral_v<T>) {
        // From the widest type of its sign, so that 18446744073709551615 is a u64 and 300 is not a u8.
        using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        Wide value{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size()) {
            const auto power = parse_integer(text);
            if (!power || (!std::is_signed_v<T> && *power < 0)) return std::nullopt;
            value = static_cast<Wide>(*power);
        }
        if (value < static_cast<Wide>(std::numeric_limits<T>::min()) || value > static_cast<Wide>(std::numeric_limits<T>::max()))
            return std::nullopt;
        return static_cast<T>(value);
    } else {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc{} && end == text.data() + text.size() && !text.empty()) return static_cast<T>(value);
        const auto real = parse_real(text);
        return real ? std::optional(static_cast<T>(*real)) : std::nullopt;
    }
}

Result<TypedScalar> parse_scalar(const std::string& spec, DType dtype, std::string_view text) {
    TypedScalar scalar;
    scalar.dtype = dtype;
    const bool parsed = visit_dtype(dtype, [&]<typename T>() {
        const auto value = parse_scalar_value<T>(text);
        if (value) std::memcpy(scalar.bytes.data(), &*value, sizeof(T));
        return value.has_value();
    });
    if (!parsed) return bad_spec(spec, fmt::format("'{}' is not a value of {}", text, name_of(dtype)));
    return scalar;
}

// "f32" is one number, "f32x3" three of them.
struct VectorType {
    DType dtype = DType::i32;
    std::size_t count = 1;
    // As CUDA's vector types have it: those of two and four at the size of the whole, up to 16 bytes.
    std::size_t alignment() const { return count == 3 ? size_of(dtype) : std::min<std::size_t>(16, count * size_of(dtype)); }
};
std::optional<VectorType> vector_type(std::string_view name) {
    VectorType type;
    if (name.size() > 2 && name[name.size() - 2] == 'x' && name.back() >= '1' && name.back() <= '4') {
        type.count = static_cast<std::size_t>(name.back() - '0');
        name.remove_suffix(2);
    }
    const auto dtype = dtype_from_name(name);
    if (!dtype) return std::nullopt;
    type.dtype = *dtype;
    return type;
}

// "i32:5,f32x3:1,2,3": members with their natural alignment, as a C++ compiler lays them out.
Result<StructureValue> parse_members(const std::string& spec, std::string_view members) {
    StructureValue out;
    std::size_t largest = 1;
    while (!members.empty()) {
        const std::size_t colon = std::min(members.find(':'), members.size());
        const auto type = vector_type(members.substr(0, colon));
        if (!type) return bad_spec(spec, fmt::format("there is no type '{}'", members.substr(0, colon)));
        members.remove_prefix(std::min(colon + 1, members.size()));
        largest = std::max(largest, type->alignment());
        out.bytes.resize((out.bytes.size() + type->alignment() - 1) / type->alignment() * type->alignment());
        for (std::size_t i = 0; i < type->count; ++i) {
            if (members.empty())
                return bad_spec(spec, fmt::format("a member needs {} value{}", type->count, type->count == 1 ? "" : "s"));
            const std::size_t comma = std::min(members.find(','), members.size());
            const auto scalar = parse_scalar(spec, type->dtype, members.substr(0, comma));
            if (!scalar) return std::unexpected(scalar.error());
            out.bytes.insert(out.bytes.end(), scalar->bytes.begin(),
                             scalar->bytes.begin() + static_cast<std::ptrdiff_t>(size_of(type->dtype)));
            members.remove_prefix(std::min(comma + 1, members.size()));
        }
    }
    out.bytes.resize((out.bytes.size() + largest - 1) / largest * largest);
    return out;
}

constexpr std::size_t kMostParameterBytes = 32764;  // of all parameters of a kernel since CUDA 12.1

// Structures and vectors by value. Nothing: it is something else.
Result<std::optional<StructureValue>> parse_structure(const std::string& spec) {
    const std::string_view text = spec;
    Result<StructureValue> parsed = StructureValue{};
    if (text.starts_with("struct:")) {
        parsed = parse_members(spec, text.substr(7));
    } else if (text.starts_with("file:")) {
        const auto content = read_file(std::string(text.substr(5)), kMostParameterBytes);
        if (!content) return std::unexpected(content.error());
        const auto bytes = std::as_bytes(std::span(*content));
        parsed->bytes.assign(bytes.begin(), bytes.end());
    } else {
        const std::size_t colon = text.find(':');
        const auto type = colon == std::string_view::npos ? std::nullopt : vector_type(text.substr(0, colon));
        if (!type || dtype_from_name(text.substr(0, colon))) return std::nullopt;
        parsed = parse_members(spec, text);
        if (parsed && parsed->bytes.size() != type->count * size_of(type->dtype))
            return bad_spec(spec, fmt::format("it needs {} values", type->count));
    }
    if (!parsed) return std::unexpected(parsed.error());
    if (parsed->bytes.empty()) return bad_spec(spec, "it has no bytes");
    return std::move(*parsed);
}

Result<void> add_argument(ArgumentSet& set, const std::string& spec, std::uint64_t seed) {
    ArgumentValue value;
    value.name = fmt::format("arg{}", set.values.size());
    auto structure = parse_structure(spec);
    if (!structure) return std::unexpected(structure.error());
    if (*structure) {
        value.value = std::move(**structure);
        set.values.push_back(std::move(value));
        return {};
    }
    const std::size_t mark = spec.find_first_of("[:");
    const auto dtype = dtype_from_name(std::string_view(spec).substr(0, mark));
    Result<Array> array = failure("");
    if (is_texture_spec(spec)) {
        const auto described = parse_texture(spec);
        if (!described) return std::unexpected(described.error());
        value.unset = described->array.ends_with(":unset");
        ArgumentSet one;
        if (auto added = add_argument(one, described->array, seed); !added) return added;
        if (one.arrays.empty()) return bad_spec(spec, "it has no array");
        auto texture = texture_over(spec, *described, one.arrays.front());
        if (!texture) return std::unexpected(texture.error());
        value.texture = std::move(*texture);
        value.read_only = value.texture->kind == simt::Texture::Kind::texture;
        one.arrays.front().name = value.name;
        value.value = ArrayRef{set.arrays.size()};
        set.arrays.push_back(std::move(one.arrays.front()));
        set.values.push_back(std::move(value));
        return {};
    }
    if (dtype && mark != std::string::npos && spec[mark] == ':') {
        const auto scalar = parse_scalar(spec, *dtype, std::string_view(spec).substr(mark + 1));
        if (!scalar) return std::unexpected(scalar.error());
        value.value = *scalar;
        set.values.push_back(std::move(value));
        return {};
    }
    value.unset = spec.ends_with(":unset");
    if (dtype && mark != std::string::npos)
        array = parse_array(spec, *dtype, seed, set.arrays.size());
    else if (spec.ends_with(".npy"))
        array = read_npy(spec);
    else if (mark != std::string::npos)
        return bad_spec(spec, fmt::format("there is no type '{}'", spec.substr(0, mark)));
    else
        return bad_spec(spec, "it is neither a type with a value nor a .npy file");
    if (!array) return std::unexpected(array.error());
    array->name = value.name;
    value.value = ArrayRef{set.arrays.size()};
    set.arrays.push_back(std::move(*array));
    set.values.push_back(std::move(value));
    return {};
}

}  // namespace

Result<ArgumentSet> make_arguments(const std::vector<std::string>& specs, std::uint64_t seed) {
    ArgumentSet set;
    for (const std::string& spec : specs)
        if (auto added = add_argument(set, spec, seed); !added) return std::unexpected(added.error());
    return set;
}

Result<std::vector<Array>> make_symbols(const std::vector<std::string>& specs, std::uint64_t seed) {
    std::vector<Array> symbols;
    for (const std::string& spec : specs) {
        const std::size_t equals = spec.find('=');
        if (equals == std::string::npos || equals == 0)
            return usage_error(fmt::format("--symbol {} is not NAME=SPEC", spec),
                               "Write the variable's name and its values: --symbol c=f32[4]:iota, --symbol n=i32:5.");
        // The arguments' streams of random numbers come first.
        auto made = make_arguments({spec.substr(equals + 1)}, seed + 0x10000 + symbols.size());
        if (!made) return std::unexpected(made.error());
        if (const auto* scalar = std::get_if<TypedScalar>(&made->values.front().value)) {
            auto one = Array::make(scalar->dtype, {1});
            if (!one) return std::unexpected(one.error());
            std::memcpy(one->data(), scalar->bytes.data(), one->size_bytes());
            made->arrays.push_back(std::move(*one));
        }
        symbols.push_back(std::move(made->arrays.front()));
        symbols.back().name = spec.substr(0, equals);
    }
    return symbols;
}

void give_symbols(std::vector<KernelArgument>& arguments, std::vector<Array>& symbols) {
    for (Array& symbol : symbols)
        arguments.push_back({.name = symbol.name, .array = &symbol, .read_only = true, .is_variable = true});
}

void name_after_parameters(ArgumentSet& arguments, const Program& program) {
    for (std::size_t i = 0; i < arguments.values.size() && i < program.parameters.size(); ++i) {
        if (program.parameters[i].name.empty()) continue;
        arguments.values[i].name = program.parameters[i].name;
        if (const auto* array = std::get_if<ArrayRef>(&arguments.values[i].value))
            arguments.arrays[array->index].name = program.parameters[i].name;
    }
}

Result<SaveSpec> parse_save(const std::string& text, const ArgumentSet& set) {
    const std::size_t equals = text.find('=');
    const auto number = parse_integer(std::string_view(text).substr(0, equals));
    if (equals == std::string::npos || !number || equals + 1 == text.size())
        return usage_error(fmt::format("--save {} is not I=FILE.npy", text),
                           "I is the argument's number, from 0: --save 2=out.npy.");
    if (*number < 0 || static_cast<std::size_t>(*number) >= set.values.size())
        return usage_error(
            fmt::format("--save {}: there is no argument {}", text, *number),
            fmt::format("{} argument{} given, counted from 0.", set.values.size(), set.values.size() == 1 ? " is" : "s are"));
    const auto place = static_cast<std::size_t>(*number);
    if (!std::holds_alternative<ArrayRef>(set.values[place].value))
        return usage_error(fmt::format("--save {}: argument {} is a single value, not an array", text, place),
                           "Save an array argument.");
    std::string file = text.substr(equals + 1);
    if (const auto possible = check_output_file(file); !possible) return std::unexpected(possible.error());
    return SaveSpec{place, std::move(file)};
}

}  // namespace warpwise
