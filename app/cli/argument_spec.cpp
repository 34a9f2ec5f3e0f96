#include "cli/argument_spec.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <limits>
#include <optional>

#include "base/files.h"
#include "base/npy.h"
#include "experiment/inputs.h"
#include "experiment/numbers.h"

namespace warpwise {
namespace {

constexpr const char* how_to_write =
    "Write f32[4096]:iota, f32[64,64]:uniform, u8[N]:mix, f32[16]:constant=2.5, FILE.npy, i32:5 or f32:0.5; "
    "the types are u8 i8 u32 i32 u64 i64 f16 f32 f64.";

std::unexpected<Error> bad_spec(const std::string& spec, const std::string& why) {
    return usage_error(fmt::format("the argument '{}' cannot be used: {}", spec, why), how_to_write);
}

Result<Array> parse_array(const std::string& spec, DType dtype, std::uint64_t seed, std::uint64_t stream) {
    const std::size_t open = spec.find('['), close = spec.find(']');
    if (close == std::string::npos) return bad_spec(spec, "the ']' is missing");
    std::vector<std::int64_t> shape;
    std::string_view extents = std::string_view(spec).substr(open + 1, close - open - 1);
    while (true) {
        const std::size_t comma = extents.find(',');
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

Result<void> add_argument(ArgumentSet& set, const std::string& spec, std::uint64_t seed) {
    ArgumentValue value;
    value.name = fmt::format("arg{}", set.values.size());
    const std::size_t mark = spec.find_first_of("[:");
    const auto dtype = dtype_from_name(std::string_view(spec).substr(0, mark));
    Result<Array> array = failure("");
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
