// What the learner set, and its file: config_dir()/settings.json. A file that cannot be understood is moved aside, never
// overwritten.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "ui/kit/theme.h"
#include "ui/workbench/messages.h"

namespace warpwise::ui {

enum class LayoutName { study, code, present };

// How figures were exported last; names as the command line has them.
struct FigureSettings {
    std::string format = "png", ground = "white";
    int scale = 2;
    bool title = true, caption = true, to_clipboard = false;
    bool operator==(const FigureSettings&) const = default;
};

// Kept across runs.
struct Settings {
    ThemeName theme = ThemeName::dark;
    LayoutName layout = LayoutName::study;
    float zoom = 1, code_zoom = 1;
    float dpi_override = 0;  // 0: automatic
    std::string last_lesson;
    bool live_run = true;  // once something of a lesson has run, each change of the draft runs again
    FigureSettings figure;
};

inline constexpr float kSmallestZoom = 0.75f, kLargestZoom = 3.0f;
float clamp_zoom(float zoom);

const char* name_of(LayoutName);  // "study", "code", "present"
std::optional<LayoutName> layout_from_name(std::string_view);
std::optional<ThemeName> theme_from_name(std::string_view);

struct LoadedSettings {
    Settings settings;
    std::optional<Message> problem;  // what was wrong with the file and where it is now
};
LoadedSettings load_settings(const std::filesystem::path& file);
Result<void> save_settings(const std::filesystem::path& file, const Settings&);

}  // namespace warpwise::ui
