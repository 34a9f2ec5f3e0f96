#include "ui/shell/screenshot.h"

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/paths.h"

namespace warpwise::ui {
namespace fs = std::filesystem;

fs::path pictures_dir() {
    std::error_code error;
    if (const char* home = std::getenv("HOME");
        home != nullptr && *home != '\0' && fs::is_directory(fs::path(home) / "Pictures", error))
        return fs::path(home) / "Pictures" / "Warpwise";
    return user_data_dir() / "pictures";
}

std::string picture_name(const Workbench& bench, const std::string& panel) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char time[32];
    std::strftime(time, sizeof time, "%Y%m%d-%H%M%S", &local);
    return "warpwise-" + (bench.lesson != nullptr ? bench.lesson->id : std::string("welcome")) +
           (panel.empty() ? "" : "-" + panel) + "-" + time + ".png";
}

TextChunks picture_texts(const Workbench& bench, const std::string& view) {
    TextChunks texts{{"Software", "Warpwise " WARPWISE_VERSION}, {"View", view.empty() ? "window" : view}};
    if (bench.lesson == nullptr) return texts;
    texts.emplace_back("Title", bench.lesson->title);
    nlohmann::json parameters = nlohmann::json::object();
    for (const auto& [id, value] : bench.draft.parameters) parameters[id] = text_of(value);
    nlohmann::json made_with = {
        {"lesson", bench.lesson->id}, {"kernel", bench.draft.kernel}, {"parameters", parameters}, {"seed", bench.draft.seed}};
    if (bench.resolved) {
        const LaunchShape& shape = bench.resolved->shape;
        made_with["launch"] = {{"grid", {shape.grid.x, shape.grid.y, shape.grid.z}},
                               {"block", {shape.block.x, shape.block.y, shape.block.z}}};
    }
    if (const RunRecord* record = bench.any_latest()) made_with["device"] = name_of(record->device.id());
    texts.emplace_back("warpwise", made_with.dump());
    return texts;
}

void save_picture(Workbench& bench, const Image& window, const std::string& panel) {
    Image picture = window;
    if (const auto rect = bench.panel_rects.find(panel); rect != bench.panel_rects.end()) {
        const auto& [x, y, width, height] = rect->second;
        picture = window.crop(static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y)),
                              static_cast<int>(std::lround(width)), static_cast<int>(std::lround(height)));
    }
    const fs::path file = pictures_dir() / picture_name(bench, panel);
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (const auto written = write_png(file, picture, picture_texts(bench, panel)); written)
        bench.say(Severity::note, "Picture saved: " + file.string());
    else
        bench.say(Severity::error, "The picture could not be saved: " + written.error().message, written.error().hint);
}

}  // namespace warpwise::ui
