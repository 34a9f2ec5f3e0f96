#include "lesson/parameter_values.h"

#include <fmt/format.h>

namespace warpwise {

std::string text_of(const ParameterValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
    return std::get<std::string>(value);
}

}  // namespace warpwise
