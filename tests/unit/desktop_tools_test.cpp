// Programs of the desktop, played by scripts in a PATH of the test's own.
#include "ui/kit/desktop_tools.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "unit/lesson_folder.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

class DesktopToolsTest : public ::testing::Test {
  protected:
    void SetUp() override {
        for (const char* name : {"PATH", "DISPLAY", "WAYLAND_DISPLAY"}) {
            const char* value = ::getenv(name);
            before_.emplace_back(name, value != nullptr ? std::optional<std::string>(value) : std::nullopt);
        }
        ::setenv("PATH", folder.path().c_str(), 1);
        ::unsetenv("DISPLAY");
        ::unsetenv("WAYLAND_DISPLAY");
    }
    void TearDown() override {
        for (const auto& [name, value] : before_) value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    }
    void install(const std::string& name, const std::string& script) const {
        folder.write(name, "#!/bin/sh\n" + script + "\n");
        fs::permissions(folder.path() / name, fs::perms::owner_all);
    }
    const test::TemporaryFolder folder;

  private:
    std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

TEST_F(DesktopToolsTest, WithoutADesktopTheClipboardSaysWhatIsMissing) {
    const auto command = clipboard_command("image/png");
    ASSERT_FALSE(command);
    EXPECT_NE(command.error().text().find("save a file"), std::string::npos);
    ::setenv("DISPLAY", ":0", 1);
    ASSERT_FALSE(clipboard_command("image/png"));
    EXPECT_NE(clipboard_command("image/png").error().text().find("xclip"), std::string::npos);
    ::setenv("WAYLAND_DISPLAY", "wayland-0", 1);
    EXPECT_NE(clipboard_command("image/png").error().text().find("wl-clipboard"), std::string::npos);
}

TEST_F(DesktopToolsTest, WaylandIsAskedBeforeX11) {
    install("xclip", "exit 0");
    install("wl-copy", "exit 0");
    ::setenv("DISPLAY", ":0", 1);
    EXPECT_NE(clipboard_command("image/png")->front().find("xclip"), std::string::npos);
    ::setenv("WAYLAND_DISPLAY", "wayland-0", 1);
    EXPECT_NE(clipboard_command("image/png")->front().find("wl-copy"), std::string::npos);
}

TEST_F(DesktopToolsTest, TheToolGetsTheFile) {
    install("xclip", "exec /bin/cat > " + (folder.path() / "held").string());
    ::setenv("DISPLAY", ":0", 1);
    folder.write("figure.png", "pixels");
    ASSERT_TRUE(copy_file_to_clipboard(folder.path() / "figure.png", "image/png"));
    EXPECT_EQ(read_file(folder.path() / "held").value_or(""), "pixels");
}

TEST_F(DesktopToolsTest, AToolThatFailsIsAnErrorAndOneThatStaysIsNot) {
    install("xclip", "exit 1");
    ::setenv("DISPLAY", ":0", 1);
    folder.write("figure.png", "pixels");
    EXPECT_FALSE(copy_file_to_clipboard(folder.path() / "figure.png", "image/png"));
    install("xclip", "exec /bin/sleep 1");
    EXPECT_TRUE(copy_file_to_clipboard(folder.path() / "figure.png", "image/png"));
}

TEST_F(DesktopToolsTest, AFolderIsOpenedByXdgOpenWhereItIs) {
    EXPECT_FALSE(can_open_folders());
    EXPECT_FALSE(open_folder(folder.path()));
    install("xdg-open", "echo \"$1\" > " + (folder.path() / "asked").string());
    ::setenv("DISPLAY", ":0", 1);
    EXPECT_TRUE(can_open_folders());
    EXPECT_TRUE(open_folder("/some/folder"));
    EXPECT_EQ(read_file(folder.path() / "asked").value_or(""), "/some/folder\n");
}

}  // namespace
}  // namespace warpwise::ui
