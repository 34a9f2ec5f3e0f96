// A kernel that has been put under the debugger for a client of the Debug Adapter Protocol.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "device/interface/debug_session.h"

namespace warpwise {

struct DapLaunched {
    std::shared_ptr<DebugSession> session;
    LaunchShape shape;
    std::filesystem::path file;                 // absolute
    std::string text;                           // of the file, as it was compiled
    std::vector<int> statement_lines;           // where a warp can stop, ascending; empty: unknown
    std::vector<std::string> variable_names{};  // that conditions may use, ascending; empty: unknown
    std::vector<KernelParameter> parameters{};  // of the kernel
    std::string words;                          // warnings for people, a line each; may be empty
};
// From the arguments of a launch request.
using DapLauncher = std::function<Result<DapLaunched>(const nlohmann::json& arguments, const std::stop_token&)>;

}  // namespace warpwise
