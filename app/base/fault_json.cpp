#include "base/fault_json.h"

#include <array>
#include <utility>

#include "base/json.h"

namespace warpwise {

using nlohmann::json;

namespace {

constexpr std::array<std::pair<Severity, std::string_view>, 3> kSeverityNames{
    {{Severity::note, "note"}, {Severity::warning, "warning"}, {Severity::error, "error"}}};

std::string_view name_of(Severity severity) {
    for (const auto& [s, name] : kSeverityNames)
        if (s == severity) return name;
    return "error";
}

Severity severity_from_name(std::string_view wanted) {
    for (const auto& [severity, name] : kSeverityNames)
        if (name == wanted) return severity;
    return Severity::error;
}

json to_json(const FaultPlace& place) {
    return {{"file", optional_text(place.file)},
            {"line", optional_line(place.line)},
            {"block", json_of(place.block)},
            {"thread", json_of(place.thread)}};
}

FaultPlace place_from_json(const json& j) {
    return {value_or<std::string>(j, "file", ""), value_or(j, "line", 0), optional_dim3_from_json(json_part(j, "block")),
            optional_dim3_from_json(json_part(j, "thread"))};
}

}  // namespace

json to_json(const Fault& f) {
    return {{"kind", name_of(f.kind)},
            {"file", optional_text(f.file)},
            {"line", optional_line(f.line)},
            {"column", optional_line(f.column)},
            {"block", json_of(f.block)},
            {"thread", json_of(f.thread)},
            {"array", optional_text(f.array)},
            {"index", optional_value(f.index)},
            {"address", optional_value(f.address)},
            {"message", f.message},
            {"hint", f.hint},
            {"other", f.other ? to_json(*f.other) : json(nullptr)}};
}

Fault fault_from_json(const json& j) {
    Fault f;
    f.kind = fault_kind_from_name(j.at("kind").get<std::string>()).value_or(FaultKind::unsupported);
    const FaultPlace place = place_from_json(j);
    f.file = place.file, f.line = place.line, f.block = place.block, f.thread = place.thread;
    f.column = value_or(j, "column", 0);
    f.array = value_or<std::string>(j, "array", "");
    f.index = optional_in<std::int64_t>(j, "index");
    f.address = optional_in<std::uint64_t>(j, "address");
    f.message = value_or<std::string>(j, "message", "");
    f.hint = value_or<std::string>(j, "hint", "");
    if (const json& other = json_part(j, "other"); !other.is_null()) f.other = place_from_json(other);
    return f;
}

json to_json(const Diagnostics& diagnostics) {
    json list = json::array();
    for (const Diagnostic& d : diagnostics)
        list.push_back({{"file", d.file},
                        {"line", d.line},
                        {"column", d.column},
                        {"length", d.length},
                        {"severity", name_of(d.severity)},
                        {"message", d.message},
                        {"hint", d.hint}});
    return list;
}

Diagnostics diagnostics_from_json(const json& list) {
    Diagnostics diagnostics;
    for (const json& j : list)
        diagnostics.push_back({value_or<std::string>(j, "file", ""), value_or(j, "line", 0), value_or(j, "column", 0),
                               value_or(j, "length", 1), severity_from_name(value_or<std::string>(j, "severity", "error")),
                               value_or<std::string>(j, "message", ""), value_or<std::string>(j, "hint", "")});
    return diagnostics;
}

}  // namespace warpwise
