#include "experiment/record/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "base/suggest.h"
#include "experiment/record/measurement.h"
#include "lesson/formula.h"
#include "lesson/prose.h"

namespace warpwise {
namespace {

// A phase of the recorded run; of the warm samples the median. `compile` and `load` are there for the first run alone.
std::optional<double> time_of(const RunRecord& record, std::string_view name) {
    const bool first = name.starts_with("first_");
    if (first) name.remove_prefix(std::string_view("first_").size());
    const RecordedPhase* phase = record.find_phase(name);
    if (phase == nullptr) return std::nullopt;
    if (first || name == "compile" || name == "load") return phase->cold_ms;
    return phase->measurement.samples_ms.empty() ? std::nullopt : std::optional(phase->measurement.median_ms);
}

std::optional<double> recorded_ms(const Lesson& lesson, const PresetValue& place, const Recording* recording) {
    const auto device = device_kind_from_name(place.device);
    if (recording == nullptr || !device) return std::nullopt;
    const PresetRun run = run_of_preset(lesson, place.preset);
    const auto found = recording->find(lesson.id, run.kernel, *device, run.parameters);
    return found.empty() ? std::nullopt : time_of(*found.front(), place.name);
}

// With all times taken `times` as long.
std::optional<double> value_in(const Lesson& lesson, const ParsedClaim& parsed, const Recording& recording, double times) {
    FormulaNames values;
    for (std::size_t i = 0; i < parsed.places.size(); ++i) {
        const auto value = recorded_ms(lesson, parsed.places[i], &recording);
        if (!value) return std::nullopt;
        values[place_name(i)] = times * *value;
    }
    const auto value = evaluate_formula(parsed.formula, values);
    return value ? std::optional(*value) : std::nullopt;
}

std::string place_text(const PresetValue& place) {
    const bool gpu = place.device == "cuda" || !is_time(place.name);
    return fmt::format("[{}{}].{}", place.preset, gpu ? "" : " @ " + place.device, place.name);
}

std::string shown(const PresetValue& place, double value) {
    return fmt::format("{} is {}", place_text(place), is_time(place.name) ? duration_text(value) : number_text(value));
}

}  // namespace

const Recording* recording_of(const Recordings& recordings, const std::string& lesson) {
    const auto holds = [&](const RunRecord& record) { return record.lesson == lesson && traits_of(record.device.kind).is_gpu; };
    for (const Recording& recording : recordings.files)
        if (std::ranges::any_of(recording.records, holds)) return &recording;
    return nullptr;
}

ClaimVerdict judge_claim(const Lesson& lesson, const std::string& claim, const Recordings& recordings, const CountsOf& counts_of) {
    const auto parsed = parse_claim(claim, lesson.presets);
    if (!parsed) return {ClaimState::wrong, parsed.error().text()};
    const Recording* recording = recording_of(recordings, lesson.id);
    FormulaNames values;
    std::vector<std::string> seen, missing;
    for (std::size_t i = 0; i < parsed->places.size(); ++i) {
        const PresetValue& place = parsed->places[i];
        std::optional<double> value;
        if (is_time(place.name)) {
            value = recorded_ms(lesson, place, recording);
        } else {
            const auto counts = counts_of(run_of_preset(lesson, place.preset));
            if (!counts) return {ClaimState::wrong, counts.error().text()};
            const auto found = counts->find(place.name);
            if (found == counts->end()) return {ClaimState::wrong, fmt::format("a run has no value \"{}\"", place.name)};
            value = found->second;
        }
        if (!value) {
            missing.push_back(place_text(place));
            continue;
        }
        values[place_name(i)] = *value;
        seen.push_back(shown(place, *value));
    }
    if (!missing.empty()) return {ClaimState::not_recorded, fmt::format("no recording has {}", listed(missing))};
    const auto result = evaluate_formula(parsed->formula, values);
    if (!result) return {ClaimState::wrong, result.error().message};
    return {*result != 0 ? ClaimState::holds : ClaimState::fails, fmt::format("{}", fmt::join(seen, ", "))};
}

std::optional<double> recorded_value(const Lesson& lesson, const std::string& expression, const Recordings& recordings) {
    const Recording* recording = recording_of(recordings, lesson.id);
    const auto parsed = parse_claim(expression, lesson.presets);
    return recording != nullptr && parsed ? value_in(lesson, *parsed, *recording, 1) : std::nullopt;
}

void read_recorded(Lesson& lesson, const Recordings& recordings) {
    for (Prediction& prediction : lesson.predictions) {
        if (!prediction.asks_bar()) continue;
        prediction.number = recorded_value(lesson, prediction.recorded, recordings).value_or(0);
        for (Prediction& other : prediction.again) other.number = recorded_value(lesson, other.recorded, recordings).value_or(0);
    }
}

std::optional<std::string> answer_recorded(const Lesson& lesson, const std::string& text, const Recordings& recordings) {
    const Directive directive = parse_directive(text);
    if (directive.name != "recorded" || directive.words.size() != 1) return std::nullopt;
    const std::string& asked = directive.words.front();
    const Recording* recording = recording_of(recordings, lesson.id);
    if (recording == nullptr) return std::nullopt;
    if (asked == "device") return recording->device_name;
    if (asked == "date") return recording->date.substr(0, std::string_view("2026-11-21").size());
    const auto parsed = parse_claim(asked, lesson.presets);
    if (!parsed) return std::nullopt;
    const auto value = value_in(lesson, *parsed, *recording, 1), twice = value_in(lesson, *parsed, *recording, 2);
    if (!value || !twice) return std::nullopt;
    // what doubles with its times is a time, such as a sum of phases; a ratio stays, and is shown as a sentence says it
    if (std::abs(*twice - 2 * *value) <= 1e-9 * std::abs(*value)) return duration_text(*value);
    return std::abs(*value) < 10 ? fmt::format("{:.1f}", *value) : with_separators(std::llround(*value));
}

}  // namespace warpwise
