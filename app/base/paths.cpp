#include "base/paths.h"

#include <cstdlib>
#include <string>

namespace warpwise {
namespace fs = std::filesystem;
namespace {

fs::path from_environment(const char* variable, const char* below_home) {
    if (const char* value = std::getenv(variable); value != nullptr && *value == '/') return fs::path(value) / "warpwise";
    const char* home = std::getenv("HOME");
    return fs::path(home != nullptr && *home != '\0' ? home : "/tmp") / below_home / "warpwise";
}

}  // namespace

fs::path executable_dir() {
    std::error_code error;
    const fs::path exe = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::current_path(error) : exe.parent_path();
}

fs::path data_dir_near(const fs::path& folder) {
    std::error_code error;
    fs::path above = folder;
    for (int i = 0; i < 3; ++i, above = above.parent_path())
        if (fs::is_directory(above / "share/warpwise", error)) return above / "share/warpwise";
    return folder / "share/warpwise";
}

fs::path data_dir() {
    if (const char* value = std::getenv("WARPWISE_DATA"); value != nullptr && *value != '\0') return value;
    return data_dir_near(executable_dir());
}

fs::path config_dir() { return from_environment("XDG_CONFIG_HOME", ".config"); }
fs::path user_data_dir() { return from_environment("XDG_DATA_HOME", ".local/share"); }
fs::path cache_dir() { return from_environment("XDG_CACHE_HOME", ".cache"); }

std::string shown_path(const fs::path& path) {
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error).lexically_normal();
    if (error) return path.string();
    const fs::path here = fs::current_path(error);
    if (error) return absolute.string();
    const fs::path below = absolute.lexically_relative(here);
    return below.empty() || *below.begin() == ".." ? absolute.string() : below.string();
}

}  // namespace warpwise
