#include "base/escape.h"

#include <nlohmann/json.hpp>

namespace warpwise {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

}  // namespace

std::string html_escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            case '\n':
            case '\t': safe += c; break;
            default: safe += is_control(c) ? ' ' : c;
        }
    }
    return safe;
}

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string shown_name(std::string_view name) {
    using nlohmann::json;
    const std::string written = json(name).dump(-1, ' ', false, json::error_handler_t::replace);
    std::string shown = json::parse(written).get<std::string>();
    for (char& c : shown)
        if (is_control(c)) c = ' ';
    return shown;
}

}  // namespace warpwise
