// The settings of a launch request: one table for what `warpwise dap` takes, what it says of a mistake, and what editors complete.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "device/interface/debug_session.h"

namespace warpwise {

struct DapSetting {
    enum class Form : std::uint8_t {
        text,
        number,  // whole, not negative
        flag,
        list,   // of texts; one text is a list of one
        shape,  // "16,16", 16 or [16, 16]
        line_or_number,
    };
    std::string_view name;
    Form form = Form::text;
    std::string_view description;
};
std::span<const DapSetting> dap_settings();

// What a launch request asks for.
struct DapLaunch {
    enum class What : std::uint8_t { kernel, lesson, program } what = What::kernel;
    KernelOptions kernel;  // of a kernel of a file
    RunOptions lesson;     // of a lesson; `text` in place of the kernel's own, unless empty
    std::filesystem::path text;
    std::filesystem::path program;  // a whole program
    IncludeOptions includes;
    std::vector<std::string> program_arguments;
    std::optional<int> launch, launch_line;  // which of its launches: by number from 1, or by the line of the call
    DebugOptions debug;
    std::string cwd;
    bool stop_on_entry = false, stop_at_end = false, no_debug = false;
};
// The first mistake, in words for people.
Result<DapLaunch> dap_launch_of(const nlohmann::json& arguments);
// Warnings, one per line: unknown settings, which are not mistakes but would otherwise be ignored in silence.
std::vector<std::string> words_about_settings(const nlohmann::json& arguments);

}  // namespace warpwise
