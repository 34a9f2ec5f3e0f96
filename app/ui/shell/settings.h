// Settings on the disk: config_dir()/settings.json. A file that cannot be understood is moved aside, never overwritten.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "ui/shell/workbench.h"

namespace warpwise::ui {

inline constexpr float smallest_zoom = 0.75f, largest_zoom = 3.0f;
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
