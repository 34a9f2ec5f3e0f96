#include "cli/dap_breakpoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/json.h"
#include "base/suggest.h"
#include "base/text.h"
#include "cli/debug_values.h"

namespace warpwise {

using nlohmann::json;

namespace {

constexpr std::array kBuiltIn{"lane", "warp", "this", "threadIdx", "blockIdx", "blockDim", "gridDim"};

// Paths may lead over links.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code error;
    return a == b || std::filesystem::equivalent(a, b, error);
}

std::string value_in_log(const std::string& text, const DebugScope& scope) {
    const auto expression = DebugExpression::parse(text);
    if (!expression) return fmt::format("{{{}: {}}}", text, expression.error());
    const std::uint32_t active = lanes_with(scope.state, LaneStatus::active);
    if (const DebugValue* variable = expression->variable(scope)) return summary_of(*variable, active);
    const auto value = expression->value(scope);
    return value ? summary_of(*value, active) : fmt::format("{{{}: {}}}", text, value.error());
}

}  // namespace

bool DapHitCondition::holds(std::uint64_t hit) const {
    if (symbol == ">=") return hit >= count;
    if (symbol == ">") return hit > count;
    if (symbol == "<=") return hit <= count;
    if (symbol == "<") return hit < count;
    if (symbol == "%") return count > 0 && hit % count == 0;
    return hit == count;
}

std::expected<DapHitCondition, std::string> parse_hit_condition(std::string_view text) {
    DapHitCondition made;
    std::string_view rest = trimmed(text);
    for (const std::string_view symbol : {">=", "<=", "==", "=", ">", "<", "%"})
        if (rest.starts_with(symbol)) {
            made.symbol = symbol == "=" ? "==" : symbol;
            rest = trimmed(rest.substr(symbol.size()));
            break;
        }
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), made.count);
    if (error != std::errc{} || end != rest.data() + rest.size() || made.count == 0)
        return std::unexpected(fmt::format("the hit count '{}' cannot be read: write 5, >= 5 or % 5", text));
    return made;
}

std::string log_text(const std::string& message, const DebugScope& scope) {
    std::string text;
    for (std::size_t at = 0; at < message.size();) {
        const std::size_t open = message.find('{', at), close = message.find('}', open);
        if (close == std::string::npos) return text + message.substr(at);
        text += message.substr(at, open - at) + value_in_log(message.substr(open + 1, close - open - 1), scope);
        at = close + 1;
    }
    return text;
}

std::string problem_of_condition(const std::string& condition, const std::vector<std::string>& variable_names) {
    const auto parsed = DebugExpression::parse(condition);
    if (!parsed) return fmt::format("the condition '{}' cannot be read: {}", condition, parsed.error());
    if (variable_names.empty()) return {};
    for (const std::string& name : parsed->names()) {
        if (std::ranges::binary_search(variable_names, name) || std::ranges::find(kBuiltIn, name) != kBuiltIn.end()) continue;
        const std::string near = did_you_mean(name, variable_names);
        return fmt::format("the condition '{}' names '{}', which the kernel does not have{}", condition, name,
                           near.empty() ? "" : ". " + near);
    }
    return {};
}

json dap_source(const DapLaunched& launched) {
    return {{"name", launched.file.filename().string()}, {"path", launched.file.string()}};
}

void DapBreakpoints::settle(Breakpoint& one, const std::string& path, const DapLaunched& launched) {
    one.line = 0;
    one.problem = one.mistake;
    if (!is_same_file(path, launched.file)) {
        one.problem = "this is not the file that was launched";
        return;
    }
    if (one.problem.empty() && !one.condition.empty()) one.problem = problem_of_condition(one.condition, launched.variable_names);
    if (!one.problem.empty()) return;
    if (launched.statement_lines.empty()) {
        one.line = one.asked_line;
        return;
    }
    const auto place = std::ranges::lower_bound(launched.statement_lines, one.asked_line);
    if (place == launched.statement_lines.end())
        one.problem = "the kernel has no statement on this line or below it";
    else
        one.line = *place;
}

json DapBreakpoints::json_of(const Breakpoint& one, const DapLaunched* launched, int first_line) {
    const bool is_verified = launched != nullptr && one.line > 0 && one.problem.empty();
    json told{{"id", one.id}, {"verified", is_verified}, {"line", (one.line > 0 ? one.line : one.asked_line) - 1 + first_line}};
    if (!one.problem.empty())
        told["message"] = one.problem;
    else if (launched == nullptr)
        told["message"] = "it is looked up when the kernel is launched";
    if (launched != nullptr) told["source"] = dap_source(*launched);
    return told;
}

json DapBreakpoints::set(const json& arguments, const DapLaunched* launched, int first_line) {
    const std::string path = value_or<std::string>(json_part(arguments, "source"), "path", "");
    std::vector<Breakpoint> list;
    json asked = json_part(arguments, "breakpoints");
    if (asked.is_null())
        for (const json& line : json_part(arguments, "lines")) asked.push_back({{"line", line}});
    for (const json& one : asked) {
        Breakpoint made{.id = ++made_,
                        .asked_line = one.at("line").get<int>() + 1 - first_line,
                        .condition = std::string(trimmed(value_or<std::string>(one, "condition", ""))),
                        .problem = {},
                        .log_message = value_or<std::string>(one, "logMessage", "")};
        if (const auto hits = value_or<std::string>(one, "hitCondition", ""); !trimmed(hits).empty()) {
            if (auto parsed = parse_hit_condition(hits))
                made.hit_condition = *parsed;
            else
                made.problem = made.mistake = std::move(parsed.error());
        }
        if (launched != nullptr) settle(made, path, *launched);
        list.push_back(std::move(made));
    }
    json told = json::array();
    for (const Breakpoint& one : list) told.push_back(json_of(one, launched, first_line));
    by_path_[path] = std::move(list);
    return json{{"breakpoints", std::move(told)}};
}

std::vector<json> DapBreakpoints::settle(const DapLaunched& launched, int first_line) {
    std::vector<json> told;
    for (auto& [path, list] : by_path_)
        for (Breakpoint& one : list) {
            settle(one, path, launched);
            told.push_back(json_of(one, &launched, first_line));
        }
    return told;
}

std::vector<DebugBreakpoint> DapBreakpoints::all() const {
    std::vector<DebugBreakpoint> all;
    for (const auto& [path, list] : by_path_)
        for (const Breakpoint& one : list)
            if (one.line > 0 && one.problem.empty()) all.push_back({.line = one.line, .condition = one.condition, .warp = {}});
    return all;
}

bool DapBreakpoints::need_a_look() const {
    return std::ranges::any_of(by_path_, [](const auto& entry) {
        return std::ranges::any_of(entry.second,
                                   [](const Breakpoint& one) { return one.hit_condition.has_value() || !one.log_message.empty(); });
    });
}

DapBreakpoints::Arrival DapBreakpoints::arrive(const DebugScope& scope, bool forwards) {
    Arrival arrival;
    std::vector<Breakpoint*> here;
    for (auto& [path, list] : by_path_)
        for (Breakpoint& one : list)
            if (one.line == scope.state.breakpoint && one.line > 0 && one.problem.empty()) here.push_back(&one);
    const bool is_alone = here.size() == 1;
    for (Breakpoint* one : here) {
        if (!is_alone && !one->condition.empty()) {
            const auto condition = DebugExpression::parse(one->condition);
            if (!condition || !condition->holds(scope)) continue;
        }
        if (one->hit_condition) {
            one->hits.insert(scope.state.position);
            const auto hit =
                static_cast<std::uint64_t>(std::distance(one->hits.begin(), one->hits.upper_bound(scope.state.position)));
            if (!one->hit_condition->holds(hit)) continue;
        }
        if (one->log_message.empty()) {
            arrival.stops = true;
            arrival.ids.push_back(one->id);
        } else if (forwards) {
            arrival.logged.push_back(log_text(one->log_message, scope));
        }
    }
    if (here.empty() || !scope.state.condition_problem.empty()) {  // its author is to learn of it
        arrival.stops = true;
        for (const Breakpoint* one : here) arrival.ids.push_back(one->id);
    }
    return arrival;
}

void DapBreakpoints::forget_hits() {
    for (auto& [path, list] : by_path_)
        for (Breakpoint& one : list) one.hits.clear();
}

}  // namespace warpwise
