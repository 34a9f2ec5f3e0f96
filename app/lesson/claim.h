// What a lesson says about its presets, in a form that can be checked: "[Four streams].total < [Whole].total". A place in
// brackets names a preset and, after an @, the device that is meant ("[A million @ cpu-serial].kernel"; the GPU when none is);
// after the dot stands a phase of a recorded run, in milliseconds, or else a count of a run in the emulator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

// One place in brackets.
struct PresetValue {
    std::string preset;           // its name; "default" when no preset is called so: the first kernel with the defaults
    std::string device = "cuda";  // of a time; the emulator counts
    std::string name;             // "total", "first_kernel", "global_load_sectors"
    bool operator==(const PresetValue&) const = default;
};

struct ParsedClaim {
    std::string formula;              // with place_0, place_1, ... for the places
    std::vector<PresetValue> places;  // each once
};

// An Error says what is wrong with its form, or which preset is not there.
Result<ParsedClaim> parse_claim(const std::string& claim, const std::vector<Preset>& presets);
std::string place_name(std::size_t index);  // "place_0"

// Whether a name is a time: compile load copy_in kernel copy_out total, and first_copy_in ... first_total of the first run.
bool is_time(std::string_view name);

// What the preset runs: its kernel and complete values.
struct PresetRun {
    std::string kernel;
    ParameterValues parameters;
};
PresetRun run_of_preset(const Lesson&, const std::string& preset);

}  // namespace warpwise
