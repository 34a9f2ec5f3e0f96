// Programs of the desktop that are used where they exist: to show a folder, and to hold a picture for other programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpwise::ui {

// In the PATH; empty where there is none.
std::filesystem::path find_program(const std::string& name);

// Shows the folder in the desktop's file manager. False without xdg-open.
bool can_open_folders();
Result<void> open_folder(const std::filesystem::path&);

// The command that reads from standard input what the clipboard shall hold: wl-copy on Wayland, xclip on X11. An Error says what is
// missing.
Result<std::vector<std::string>> clipboard_command(const std::string& mime_type);
// Hands the file over; the tool keeps it until something else is copied. Waits a moment for a tool that fails at once.
Result<void> copy_file_to_clipboard(const std::filesystem::path&, const std::string& mime_type);

}  // namespace warpwise::ui
