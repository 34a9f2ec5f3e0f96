// The desktop's own dialogs for files and folders, which run beside the window.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace warpwise::ui {

// Closed when it goes.
class DesktopDialog {
  public:
    virtual ~DesktopDialog() = default;
    virtual bool done() const = 0;
    virtual std::vector<std::string> chosen() = 0;  // of one that is done; none: it was cancelled
};

// Null where the desktop has no dialogs. `kinds`: a name and a pattern, and so on.
std::unique_ptr<DesktopDialog> ask_for_files(const std::string& title, const std::vector<std::string>& kinds);
// A file to write; the desktop asks before one is replaced.
std::unique_ptr<DesktopDialog> ask_for_new_file(const std::string& title, const std::string& suggested,
                                                const std::vector<std::string>& kinds);
std::unique_ptr<DesktopDialog> ask_for_folder(const std::string& title);

}  // namespace warpwise::ui
