#include "lesson/claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

constexpr std::string_view kDefaultPreset = "default";
constexpr std::array<std::string_view, 6> kPhases{"compile", "load", "copy_in", "kernel", "copy_out", "total"};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

Result<PresetValue> parse_place(std::string_view inside, std::string_view name, const std::vector<Preset>& presets) {
    const std::size_t at = inside.rfind('@');
    PresetValue value;
    value.preset = trimmed(inside.substr(0, at));
    if (at != std::string_view::npos) value.device = trimmed(inside.substr(at + 1));
    value.name = name;
    if (name.empty())
        return usage_error(fmt::format("nothing follows [{}]", inside),
                           fmt::format("Write [{}].total, or another phase or count.", inside));
    if (value.preset == kDefaultPreset || std::ranges::find(presets, value.preset, &Preset::name) != presets.end()) return value;
    std::vector<std::string> known;
    for (const Preset& preset : presets) known.push_back(preset.name);
    const std::string meant = nearest_word(value.preset, known);
    return usage_error(fmt::format("there is no preset \"{}\"", value.preset),
                       meant.empty() ? "" : fmt::format("Did you mean \"{}\"?", meant));
}

}  // namespace

std::string place_name(std::size_t index) { return fmt::format("place_{}", index); }

bool is_time(std::string_view name) {
    if (name.starts_with("first_")) name.remove_prefix(std::string_view("first_").size());
    return std::ranges::find(kPhases, name) != kPhases.end();
}

Result<ParsedClaim> parse_claim(const std::string& claim, const std::vector<Preset>& presets) {
    ParsedClaim parsed;
    std::string_view rest = claim;
    for (std::size_t open = rest.find('['); open != std::string_view::npos; open = rest.find('[')) {
        const std::size_t close = rest.find(']', open);
        if (close == std::string_view::npos) return usage_error("a [ has no ]", "Write [Preset name].total.");
        std::size_t end = close + 1;
        if (end < rest.size() && rest[end] == '.') ++end;
        const std::size_t name = end;
        while (end < rest.size() && is_word(rest[end])) ++end;
        const auto value = parse_place(rest.substr(open + 1, close - open - 1), rest.substr(name, end - name), presets);
        if (!value) return std::unexpected(value.error());
        const auto known = std::ranges::find(parsed.places, *value);
        parsed.formula += rest.substr(0, open);
        parsed.formula += place_name(static_cast<std::size_t>(known - parsed.places.begin()));
        if (known == parsed.places.end()) parsed.places.push_back(*value);
        rest.remove_prefix(end);
    }
    parsed.formula += rest;
    if (parsed.places.empty()) return usage_error("it names no preset", "Write it like \"[Four streams].total < [Whole].total\".");
    FormulaNames ones;
    for (std::size_t i = 0; i < parsed.places.size(); ++i) ones[place_name(i)] = 1;
    if (const auto value = evaluate_formula(parsed.formula, ones); !value)
        return usage_error(value.error().message, value.error().hint);
    return parsed;
}

PresetRun run_of_preset(const Lesson& lesson, const std::string& name) {
    PresetRun run{lesson.kernels.empty() ? std::string() : lesson.kernels.front().id, lesson.defaults()};
    const auto preset = std::ranges::find(lesson.presets, name, &Preset::name);
    if (preset == lesson.presets.end()) return run;
    if (!preset->kernel.empty()) run.kernel = preset->kernel;
    for (const auto& [id, value] : preset->values) run.parameters[id] = value;
    return run;
}

}  // namespace warpwise
