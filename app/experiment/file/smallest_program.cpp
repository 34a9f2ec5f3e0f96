#include "experiment/file/smallest_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "base/number_text.h"

namespace warpwise {
namespace {

std::string place_of(const SmallestProgram::Setting& setting) {
    return setting.line > 0 ? fmt::format(" in line {}", setting.line) : "";
}

std::string limits_of(const SmallestProgram& found) {
    return found.complete ? "" : " The search, or one of its runs, ended at its limit; there may be a smaller case.";
}

}  // namespace

std::string what_it_shows(const SmallestProgram& found) {
    std::string out;
    if (found.shape)
        out = fmt::format("'{}' then has {} of {}: ", found.kernel, counted(found.shape->grid.count(), "block"),
                          counted(found.shape->block.count(), "thread"));
    out += found.mistake + (found.mistake.ends_with('.') ? "" : ".");
    for (const auto& one : found.settings) {
        if (one.right) out += fmt::format(" With {} = {}, it is not found.", one.name, *one.right);
        if (one.otherwise) out += fmt::format(" With {} = {}, the program goes wrong in another way.", one.name, *one.otherwise);
    }
    return out + limits_of(found);
}

std::string text_of(const SmallestProgram& found) {
    const std::string tried = counted(static_cast<std::uint64_t>(found.runs), "run");
    if (found.settings.empty() && found.kept.empty())
        return "There is no smaller case to look for: the program has no argument, -D, #define or int that is a whole number above "
               "1.";
    if (found.settings.empty()) {
        std::vector<std::string> names;
        for (const auto& one : found.kept) names.push_back(fmt::format("{} = {}{}", one.name, one.before, place_of(one)));
        return fmt::format("No smaller case was found in {}; tried: {}.{}", tried, fmt::join(names, ", "), limits_of(found));
    }
    std::vector<std::string> now;
    for (const auto& one : found.settings)
        now.push_back(fmt::format("{} = {}{} (it was {})", one.name, one.now, place_of(one), with_separators(one.before)));
    return fmt::format("Smallest case, after {}: {}. {}", tried, fmt::join(now, ", "), what_it_shows(found));
}

nlohmann::json to_json(const SmallestProgram& found) {
    const auto settings = [](const std::vector<SmallestProgram::Setting>& all) {
        nlohmann::json out = nlohmann::json::array();
        for (const auto& one : all)
            out.push_back({{"name", one.name},
                           {"file", one.file},
                           {"line", one.line},
                           {"before", one.before},
                           {"now", one.now},
                           {"right", one.right ? nlohmann::json(*one.right) : nlohmann::json()},
                           {"otherwise", one.otherwise ? nlohmann::json(*one.otherwise) : nlohmann::json()}});
        return out;
    };
    return {{"settings", settings(found.settings)},
            {"kept", settings(found.kept)},
            {"mistake", found.mistake},
            {"kernel", found.kernel},
            {"runs", found.runs},
            {"seconds", found.seconds},
            {"complete", found.complete},
            {"text", text_of(found)}};
}

}  // namespace warpwise
