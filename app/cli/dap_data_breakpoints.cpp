#include "cli/dap_data_breakpoints.h"

#include <fmt/format.h>

#include <charconv>

#include "base/json.h"
#include "base/text.h"

namespace warpwise {

using nlohmann::json;

std::string dap_id_of(const DapDatum& datum) { return fmt::format("{:#x}/{}/{}", datum.address, datum.bytes, datum.label); }

std::optional<DapDatum> dap_datum_of(std::string_view id) {
    DapDatum datum;
    if (!id.starts_with("0x")) return std::nullopt;
    const auto address = std::from_chars(id.data() + 2, id.data() + id.size(), datum.address, 16);
    if (address.ec != std::errc{} || address.ptr == id.data() + id.size() || *address.ptr != '/') return std::nullopt;
    const auto bytes = std::from_chars(address.ptr + 1, id.data() + id.size(), datum.bytes);
    if (bytes.ec != std::errc{} || bytes.ptr == id.data() + id.size() || *bytes.ptr != '/' || datum.bytes == 0 ||
        datum.bytes > 4096)
        return std::nullopt;
    datum.label = std::string(bytes.ptr + 1, id.data() + id.size());
    return datum;
}

json DapDataBreakpoints::set(const json& arguments) {
    std::vector<One> list;
    json told = json::array();
    for (const json& asked : json_part(arguments, "breakpoints")) {
        One one{.id = ++made_, .datum = {}, .hit_condition = {}, .hits = 0, .problem = {}};
        const auto datum = dap_datum_of(value_or<std::string>(asked, "dataId", ""));
        if (datum)
            one.datum = *datum;
        else
            one.problem = "there is nothing with this id to watch";
        if (value_or<std::string>(asked, "accessType", "write") != "write") one.problem = "only writes can be watched";
        if (!trimmed(value_or<std::string>(asked, "condition", "")).empty())
            one.problem = "a data breakpoint takes a hit count, but no condition";
        if (const auto hits = value_or<std::string>(asked, "hitCondition", ""); !trimmed(hits).empty()) {
            if (auto parsed = parse_hit_condition(hits))
                one.hit_condition = *parsed;
            else
                one.problem = std::move(parsed.error());
        }
        for (const One& before : all_)
            if (before.datum.address == one.datum.address && before.datum.bytes == one.datum.bytes) one.hits = before.hits;
        json answer{{"id", one.id}, {"verified", one.problem.empty()}};
        if (!one.problem.empty()) answer["message"] = one.problem;
        told.push_back(std::move(answer));
        list.push_back(std::move(one));
    }
    all_ = std::move(list);
    return json{{"breakpoints", std::move(told)}};
}

std::vector<DebugWatch> DapDataBreakpoints::watched() const {
    std::vector<DebugWatch> watched;
    for (const One& one : all_)
        if (one.problem.empty()) watched.push_back({.address = one.datum.address, .bytes = one.datum.bytes});
    return watched;
}

DapDataBreakpoints::Arrival DapDataBreakpoints::arrive(const DebugState& state) {
    std::size_t index = 0;
    for (One& one : all_) {
        if (!one.problem.empty() || !state.data_changed || index++ != *state.data_changed) continue;
        ++one.hits;
        if (one.hit_condition && !one.hit_condition->holds(one.hits)) return {};
        return {.stops = true, .id = one.id, .label = one.datum.label};
    }
    return {.stops = true, .id = 0, .label = {}};
}

}  // namespace warpwise
