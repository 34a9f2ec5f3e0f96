#include "base/json.h"

#include <fmt/format.h>

namespace warpwise {

using nlohmann::json;

std::string json_text(const json& value, int indent) { return value.dump(indent, ' ', false, json::error_handler_t::replace); }

Result<json> parse_json(const std::string& text, const std::string& what) {
    try {
        return json::parse(text);
    } catch (const json::parse_error& e) {
        if (e.byte > text.size()) return failure(fmt::format("{} is not complete JSON: it ends after {} bytes", what, text.size()));
        return failure(fmt::format("{} is not valid JSON: the mistake is at byte {} of {}", what, e.byte, text.size()));
    }
}

json json_of(const Dim3& d) { return json::array({d.x, d.y, d.z}); }
Dim3 dim3_from_json(const json& value) {
    return {value.at(0).get<std::uint32_t>(), value.at(1).get<std::uint32_t>(), value.at(2).get<std::uint32_t>()};
}
json json_of(const std::optional<Dim3>& d) { return d ? json_of(*d) : json(nullptr); }
std::optional<Dim3> optional_dim3_from_json(const json& value) {
    if (value.is_null()) return std::nullopt;
    return dim3_from_json(value);
}

json optional_text(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }
json optional_line(int line) { return line > 0 ? json(line) : json(nullptr); }

const json& json_part(const json& object, const char* key) {
    static const json nothing;
    const auto found = object.find(key);
    return found == object.end() ? nothing : *found;
}

}  // namespace warpwise
