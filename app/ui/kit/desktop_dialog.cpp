#include "ui/kit/desktop_dialog.h"

#include <portable_file_dialogs.h>

#include <type_traits>
#include <utility>

namespace warpwise::ui {
namespace {

// portable_file_dialogs waits for its dialog when it goes; here it is closed.
template <typename Dialog>
class Running final : public DesktopDialog {
  public:
    template <typename... Arguments>
    explicit Running(Arguments&&... arguments) : dialog_(std::forward<Arguments>(arguments)...) {}
    ~Running() override {
        if (!dialog_.ready(0)) dialog_.kill();
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    bool done() const override { return dialog_.ready(0); }
    std::vector<std::string> chosen() override {
        if constexpr (std::is_same_v<Dialog, pfd::open_file>) {
            return dialog_.result();
        } else {
            const std::string path = dialog_.result();
            return path.empty() ? std::vector<std::string>() : std::vector{path};
        }
    }

  private:
    mutable Dialog dialog_;
};

}  // namespace

std::unique_ptr<DesktopDialog> ask_for_files(const std::string& title, const std::vector<std::string>& kinds) {
    if (!pfd::settings::available()) return nullptr;
    return std::make_unique<Running<pfd::open_file>>(title, "", kinds);
}

std::unique_ptr<DesktopDialog> ask_for_new_file(const std::string& title, const std::string& suggested,
                                                const std::vector<std::string>& kinds) {
    if (!pfd::settings::available()) return nullptr;
    return std::make_unique<Running<pfd::save_file>>(title, suggested, kinds);
}

std::unique_ptr<DesktopDialog> ask_for_folder(const std::string& title) {
    if (!pfd::settings::available()) return nullptr;
    return std::make_unique<Running<pfd::select_folder>>(title);
}

}  // namespace warpwise::ui
