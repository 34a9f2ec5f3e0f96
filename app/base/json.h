// Small helpers around nlohmann::json for what records and lists share.
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/launch_shape.h"

namespace warpwise {

// Text of a value; bytes that are not UTF-8 become U+FFFD instead of an exception. Control characters are escaped, those too that
// JSON itself lets stand (DEL and C1), so that the text can be printed as it is. indent -1: one line.
std::string json_text(const nlohmann::json& value, int indent = 2);
// Parses; an Error names `what` ("recordings/h200.json") and the place.
Result<nlohmann::json> parse_json(const std::string& text, const std::string& what);
// json::parse, compiled in one place and optimised there: throws nlohmann's parse_error.
nlohmann::json parsed_json(std::string_view text);
// What is not JSON is discarded: see is_discarded().
nlohmann::json parsed_or_discarded(std::string_view text);

// What an exception of nlohmann's says, for people: "\"device\" is missing". Of any other exception, its own words.
std::string plain_words(const std::exception&);

nlohmann::json json_of(const Dim3&);                 // [x, y, z]
Dim3 dim3_from_json(const nlohmann::json&);          // throws nlohmann's type_error
nlohmann::json json_of(const std::optional<Dim3>&);  // or null
std::optional<Dim3> optional_dim3_from_json(const nlohmann::json&);

// What may be missing: null in the JSON.
nlohmann::json optional_text(const std::string&);  // null when empty
nlohmann::json optional_line(int line);            // null when 0: not known
template <typename T>
nlohmann::json optional_value(const std::optional<T>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}
// The value of a key that may be missing or null.
template <typename T>
std::optional<T> optional_in(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return std::nullopt;
    return found->get<T>();
}
template <typename T>
T value_or(const nlohmann::json& object, const char* key, T otherwise) {
    return optional_in<T>(object, key).value_or(std::move(otherwise));
}
const nlohmann::json& json_part(const nlohmann::json& object, const char* key);  // null where there is none

}  // namespace warpwise
