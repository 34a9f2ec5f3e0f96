// Small helpers around nlohmann::json for what records and lists share.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/launch_shape.h"

namespace warpwise {

// Text of a value; bytes that are no UTF-8 become U+FFFD instead of an exception. indent -1: one line.
std::string json_text(const nlohmann::json& value, int indent = 2);
// Parses; an Error names `what` ("recordings/h200.json") and the place.
Result<nlohmann::json> parse_json(const std::string& text, const std::string& what);

nlohmann::json json_of(const Dim3&);                 // [x, y, z]
Dim3 dim3_from_json(const nlohmann::json&);          // throws nlohmann's type_error
nlohmann::json json_of(const std::optional<Dim3>&);  // or null
std::optional<Dim3> optional_dim3_from_json(const nlohmann::json&);

}  // namespace warpwise
