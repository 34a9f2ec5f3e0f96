// Proves that lessons keep their promises: `warpwise course verify`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiment/check/verify_options.h"
#include "experiment/run/device_set.h"

namespace warpwise {

// Everything that can be checked without a person; all checks are made, whatever fails.
std::vector<VerifyLine> verify_lesson(const Lesson& lesson, DeviceSet& devices, const VerifyOptions& options = {});

bool all_passed(const std::vector<VerifyLine>& lines);
std::string text_of(const VerifyLine& line);                   // "ok    indexing_1d  kernel right  ...  12 ms"
nlohmann::json to_json(const std::vector<VerifyLine>& lines);  // "warpwise.course/1"

}  // namespace warpwise
