#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpwise {

using nlohmann::json;

std::string json_text(const json& value, int indent) {
    const std::string text = value.dump(indent, ' ', false, json::error_handler_t::replace);
    const auto is_c1 = [&](std::size_t at) {
        return text[at] == '\xc2' && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xa0;
    };
    std::string safe;
    safe.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool c1 = is_c1(at);
        if (c1) ++at;
        if (c1 || text[at] == '\x7f')
            safe += fmt::format("\\u{:04x}", static_cast<unsigned char>(text[at]));
        else
            safe += text[at];
    }
    return safe;
}

std::string plain_words(const std::exception& exception) {
    const auto* of_json = dynamic_cast<const json::exception*>(&exception);
    if (of_json == nullptr) return exception.what();
    const std::string_view what = exception.what();
    std::string words(what.substr(std::min(what.size(), what.find("] ") == std::string_view::npos ? 0 : what.find("] ") + 2)));
    constexpr int key_missing = 403, wrong_type = 302;
    const std::size_t open = words.find('\''), close = words.rfind('\'');
    if (of_json->id == key_missing && open < close)
        return fmt::format("\"{}\" is missing", words.substr(open + 1, close - open - 1));
    if (of_json->id == wrong_type && words.starts_with("type must be ")) return "a value" + words.substr(4);
    return "a value is not what it should be";
}

json parsed_json(std::string_view text) { return json::parse(text.data(), text.data() + text.size()); }
json parsed_or_discarded(std::string_view text) { return json::parse(text.data(), text.data() + text.size(), nullptr, false); }

Result<json> parse_json(const std::string& text, const std::string& what) {
    try {
        return parsed_json(text);
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
