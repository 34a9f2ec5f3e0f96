// What the window reads and writes: pictures, settings, progress; and what it does when a file is broken or missing.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/paths.h"
#include "base/png.h"
#include "tests/read_png.h"
#include "ui/picture/screenshot.h"
#include "ui/workbench/settings.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace fs = std::filesystem;
namespace {

bool says(const Workbench& bench, const std::string& text) {
    return std::ranges::any_of(bench.messages, [&](const Message& message) {
        return message.text.find(text) != std::string::npos || message.hint.find(text) != std::string::npos;
    });
}

std::vector<fs::path> files_below(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->is_regular_file()) files.push_back(entry->path());
    return files;
}

class FilesWindowTest : public WindowTest {
  protected:
    // A data folder of the test's own, that links to the real one but for what a test puts in its place.
    fs::path own_data_folder(const std::string& own) {
        const fs::path real = executable_dir() / "share" / "warpwise", data = home.path() / "share";
        fs::create_directories(data / own);
        for (const auto& entry : fs::directory_iterator(real))
            if (entry.path().filename() != own) fs::create_symlink(fs::canonical(entry.path()), data / entry.path().filename());
        for (const auto& entry : fs::directory_iterator(real / own))
            fs::create_symlink(fs::canonical(entry.path()), data / own / entry.path().filename());
        ::setenv("WARPWISE_DATA", data.c_str(), 1);
        return data;
    }
    void TearDown() override { ::unsetenv("WARPWISE_DATA"); }
};

TEST_F(FilesWindowTest, PicturesByKeyAndByCamera) {
    fs::create_directories(home.path() / "Pictures");
    AppOptions options = as_learner("indexing_1d");
    options.host.kind = gl::HostKind::egl;
    run(options, [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->KeyPress(ImGuiKey_F12);
        IM_CHECK(wait_until(context, [&] { return says(app.workbench(), "Picture saved"); }));
        app.workbench().messages.clear();
        context->ItemClick("//**/###camera_launch");
        IM_CHECK(wait_until(context, [&] { return says(app.workbench(), "Picture saved"); }));
    });
    if (IsSkipped()) return;
    std::vector<fs::path> files = files_below(home.path() / "Pictures" / "Warpwise");
    std::ranges::sort(files, {}, [](const fs::path& file) { return fs::file_size(file); });
    ASSERT_EQ(files.size(), 2u);
    EXPECT_NE(files[0].string().find("launch"), std::string::npos);
    const auto panel = read_png(files[0]), window = read_png(files[1]);
    ASSERT_TRUE(panel && window);
    EXPECT_EQ(window->image.width, 1280);
    EXPECT_EQ(window->image.height, 800);
    EXPECT_LT(panel->image.width, 400);
    for (const auto& file : {*panel, *window}) {
        const auto about = std::ranges::find(file.texts, std::string("warpwise"), &std::pair<std::string, std::string>::first);
        ASSERT_NE(about, file.texts.end());
        EXPECT_NE(about->second.find("\"n\":\"100\""), std::string::npos) << about->second;
        EXPECT_NE(about->second.find("\"device\":\"emulated\""), std::string::npos) << about->second;
    }
}

TEST_F(FilesWindowTest, SettingsComeBack) {
    run(as_learner("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::UseTheme{ThemeName::light});
        app.workbench().post(ask::Zoom{1.5f});
        app.workbench().post(ask::UseLayout{LayoutName::code});
        context->Yield(3);
    });
    run(as_learner(""), [](ImGuiTestContext* context, App& app) {
        const Settings& settings = app.workbench().settings;
        IM_CHECK_EQ(settings.theme, ThemeName::light);
        IM_CHECK_EQ(settings.zoom, 1.5f);
        IM_CHECK_EQ(settings.layout, LayoutName::code);
        IM_CHECK_STR_EQ(settings.last_lesson.c_str(), "indexing_1d");
        IM_CHECK(shows(context, "Continue"));
    });
}

TEST_F(FilesWindowTest, BrokenSettingsAreSaidAndKeptAside) {
    home.write("config/warpwise/settings.json", "{\"theme\": ");
    run(as_learner("indexing_1d"), [&](ImGuiTestContext* context, App& app) {
        IM_CHECK(says(app.workbench(), "settings.json.broken"));
        IM_CHECK_EQ(app.workbench().settings.theme, ThemeName::dark);
        app.workbench().post(ask::FocusView{"messages"});
        context->Yield(6);
        IM_CHECK(shows(context, "so the defaults apply"));
    });
    EXPECT_EQ(read_file(home.config() / "settings.json.broken").value_or(""), "{\"theme\": ");
    EXPECT_TRUE(fs::exists(home.config() / "settings.json"));
}

TEST_F(FilesWindowTest, ABrokenLayoutFileIsPassedOver) {
    home.write("config/warpwise/layout-2.ini", "; study wide\n[Window][###lesson\nPos=nowhere\n[Docking][Data]\nDockSpace ID=zz\n");
    run(as_learner("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::ResetLayout{});
        context->Yield(8);
        IM_CHECK(app.workbench().panel_rects.contains("lesson"));
        IM_CHECK(app.workbench().panel_rects.contains("launch"));
    });
}

TEST_F(FilesWindowTest, ABrokenLessonDoesNotCostTheOthers) {
    const fs::path data = own_data_folder("lessons");
    home.write("share/lessons/03_broken/lesson.toml", "id = \"broken\"\ntitle = [\n");
    home.write("share/lessons/03_broken/lesson.md", "Nothing.\n");
    run(as_learner(""), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK(says(bench, "03_broken"));
        IM_CHECK(bench.lessons.course.find("broken") == nullptr);
        bench.post(ask::OpenLesson{"indexing_1d"});
        context->Yield(12);
        IM_CHECK(bench.lesson != nullptr);
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.results.latest(DeviceKind::emulated)->status, RunStatus::ok);
        bench.post(ask::FocusView{"messages"});
        context->Yield(6);
        IM_CHECK(shows(context, "03_broken"));
    });
}

TEST_F(FilesWindowTest, AMissingFontIsSaidAndTheWindowGoesOn) {
    const fs::path data = own_data_folder("fonts");
    fs::remove(data / "fonts" / "Inter-Regular.otf");
    fs::remove(data / "fonts" / "JetBrainsMono-Regular.ttf");
    home.write("share/fonts/JetBrainsMono-Regular.ttf", "no font at all");
    AppOptions options = as_learner("indexing_1d");
    for (const gl::HostKind host : {gl::HostKind::null, gl::HostKind::egl}) {
        options.host.kind = host;
        run(options, [](ImGuiTestContext* context, App& app) {
            IM_CHECK(says(app.workbench(), "Inter-Regular.otf"));
            IM_CHECK(says(app.workbench(), "JetBrainsMono-Regular.ttf"));
            context->KeyPress(ImGuiKey_F5);
            wait_for_runs(context, app);
            IM_CHECK_EQ(app.workbench().results.latest(DeviceKind::emulated)->status, RunStatus::ok);
        });
        if (IsSkipped()) return;
    }
}

TEST_F(FilesWindowTest, NoLessonsAtAllIsAMessageAndAWindow) {
    const fs::path data = own_data_folder("fonts");
    fs::remove(data / "lessons");
    run(as_learner(""), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(app.workbench().lessons.course.lessons.empty());
        IM_CHECK(!app.workbench().messages.empty());
        context->Yield(3);
    });
}

TEST_F(FilesWindowTest, MessagesAreCopied) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        app.workbench().say(Severity::warning, "A first thing", "Do this");
        app.workbench().say(Severity::error, "A second thing");
        app.workbench().post(ask::FocusView{"messages"});
        context->Yield(6);
        context->ItemClick("//###messages/Copy all");
        const std::string copied = ImGui::GetClipboardText();
        IM_CHECK_NE(copied.find("A first thing. Do this\n"), std::string::npos);
        IM_CHECK_NE(copied.find("A second thing\n"), std::string::npos);
        context->ItemClick("//###messages/Clear");
        context->Yield(2);
        IM_CHECK(app.workbench().messages.empty());
    });
}

TEST_F(FilesWindowTest, ResultsAreCopied) {
    AppOptions options = with_lesson("indexing_1d");
    options.host.size = {1280, 1600};
    run(options, [](ImGuiTestContext* context, App& app) {
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        context->ItemClick("//###result/**/Copy JSON##result");
        const auto json = std::string(ImGui::GetClipboardText());
        IM_CHECK_NE(json.find("\"schema\": \"warpwise.run/1\""), std::string::npos);
        context->ItemClick("//###result/**/Copy CSV##result");
        IM_CHECK_NE(std::string(ImGui::GetClipboardText()).find("warps run"), std::string::npos);
    });
}

}  // namespace
}  // namespace warpwise::ui
