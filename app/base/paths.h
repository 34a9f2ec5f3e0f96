// Where the program finds what it reads and keeps what it writes.
#pragma once

#include <filesystem>
#include <string>

namespace warpwise {

std::filesystem::path executable_dir();
// Lessons, kernels, assets, fonts: $WARPWISE_DATA, else share/warpwise near the executable.
std::filesystem::path data_dir();
// share/warpwise of an executable's folder: in it (the build folder), beside it (bin/), or one further up (lib/warpwise/).
std::filesystem::path data_dir_near(const std::filesystem::path& folder);
// Settings (themes, layout): $XDG_CONFIG_HOME/warpwise or ~/.config/warpwise.
std::filesystem::path config_dir();
// Progress, the learner's own kernels, recordings: $XDG_DATA_HOME/warpwise or ~/.local/share/warpwise.
std::filesystem::path user_data_dir();
// What can be made anew: $XDG_CACHE_HOME/warpwise or ~/.cache/warpwise.
std::filesystem::path cache_dir();

// As messages name a file, so that an editor finds it: relative to the current folder when it is below, else absolute.
std::string shown_path(const std::filesystem::path& path);

}  // namespace warpwise
