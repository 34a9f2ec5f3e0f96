// What `course verify` found, as lines and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiment/check/course_verify.h"

namespace warpwise {
using nlohmann::json;

bool all_passed(const std::vector<VerifyLine>& lines) { return std::ranges::all_of(lines, &VerifyLine::passed); }

std::string text_of(const VerifyLine& line) {
    const char* const mark = !line.passed ? "FAIL" : line.uncertain ? "warn" : "ok  ";
    const std::string place = line.file.empty() ? ""
                              : line.line > 0   ? fmt::format("{}:{}: ", line.file, line.line)
                                                : line.file + ": ";
    return fmt::format("{}  {:<14} {:<28} {:>8.1f} ms  {}{}", mark, line.lesson, line.what, line.wall_s * 1e3, place, line.detail);
}

json to_json(const std::vector<VerifyLine>& lines) {
    json checks = json::array();
    for (const VerifyLine& line : lines)
        checks.push_back({{"lesson", line.lesson},
                          {"what", line.what},
                          {"passed", line.passed},
                          {"uncertain", line.uncertain},
                          {"detail", line.detail},
                          {"wall_s", line.wall_s},
                          {"file", line.file},
                          {"line", line.line}});
    return {{"schema", "warpwise.course/1"}, {"passed", all_passed(lines)}, {"checks", checks}};
}

}  // namespace warpwise
