// The smallest case of a whole program that still shows its first mistake.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/launch_shape.h"

namespace warpwise {

struct SmallestProgram {
    struct Setting {
        std::string name, file;  // "N"; the file is empty for an argument and for -D
        int line = 0;
        std::int64_t before = 0, now = 0;
        std::optional<std::int64_t> right;      // one less: the mistake is not found there
        std::optional<std::int64_t> otherwise;  // or one less: something else goes wrong there
    };
    std::vector<Setting> settings;  // those that could be made smaller
    std::vector<Setting> kept;      // those that could not
    std::string mistake;            // the message of the smallest case
    std::string kernel;             // of the launch that shows it; empty: none does
    std::optional<LaunchShape> shape;
    int runs = 0;
    double seconds = 0;
    bool complete = true;  // false: the search or one of its runs reached its limits, and there may be a smaller case
};

std::string text_of(const SmallestProgram&);  // one or two sentences
// Of a case that was found: what happens in it, and what is right beside it.
std::string what_it_shows(const SmallestProgram&);
nlohmann::json to_json(const SmallestProgram&);

}  // namespace warpwise
