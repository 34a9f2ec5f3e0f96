#include "device/process/exec_options.h"

#include <nlohmann/json.hpp>

namespace warpwise {

std::string json_of(const ExecOptions& options) {
    nlohmann::json out;
    out["file"] = options.text.file.string();
    out["include_dirs"] = nlohmann::json::array();
    for (const auto& dir : options.text.include_dirs) out["include_dirs"].push_back(dir.string());
    out["definitions"] = options.text.definitions;
    out["standard"] = options.text.standard;
    out["trace"] = static_cast<int>(options.trace);
    out["threads"] = options.threads;
    out["step_budget"] = options.step_budget;
    out["arguments"] = options.arguments;
    if (options.keep) out["keep"] = {{"launch", options.keep->launch}, {"folder", options.keep->folder.string()}};
    return out.dump();
}

Result<ExecOptions> exec_options_from_json(const std::string& text) {
    const nlohmann::json in = nlohmann::json::parse(text, nullptr, false);
    if (!in.is_object() || !in.contains("file")) return failure("the options of this process cannot be read");
    ExecOptions out;
    out.text.file = in.at("file").get<std::string>();
    for (const auto& dir : in.at("include_dirs")) out.text.include_dirs.emplace_back(dir.get<std::string>());
    out.text.definitions = in.at("definitions").get<std::vector<std::string>>();
    out.text.standard = in.at("standard").get<std::string>();
    out.trace = static_cast<ExecTrace>(in.at("trace").get<int>());
    out.threads = in.at("threads").get<int>();
    out.step_budget = in.at("step_budget").get<std::uint64_t>();
    out.arguments = in.at("arguments").get<std::vector<std::string>>();
    if (in.contains("keep")) out.keep = {in.at("keep").at("launch").get<int>(), in.at("keep").at("folder").get<std::string>()};
    return out;
}

}  // namespace warpwise
