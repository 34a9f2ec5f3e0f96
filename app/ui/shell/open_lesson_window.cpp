#include "ui/shell/open_lesson_window.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "device/process/program_text.h"
#include "lesson/lesson_path.h"
#include "ui/file/program_sources.h"
#include "ui/kit/path_chooser.h"
#include "ui/kit/widgets.h"
#include "ui/shell/shell.h"

namespace warpwise::ui {

namespace {

struct FolderChooser {
    PathChooser chooser{{}};
};

void open_folder_chooser(Shell& shell) {
    shell.state.open_lesson.open = true;
    shell.bench.state<FolderChooser>().chooser.open({});
}

void begin_folder_dialog(Shell& shell) {
    OpenLessonState& state = shell.state.open_lesson;
    if (shell.bench.has_desktop) state.dialog = ask_for_folder("Open a lesson's folder");
    if (!state.dialog) open_folder_chooser(shell);
}

void take_folder_dialog(Shell& shell) {
    std::unique_ptr<DesktopDialog>& dialog = shell.state.open_lesson.dialog;
    if (!dialog || !dialog->done()) return;
    for (const std::string& folder : dialog->chosen()) shell.bench.post(ask::OpenLessonFolder{folder});
    dialog.reset();
}

}  // namespace

void open_lesson_window(Shell& shell) {
    OpenLessonState& state = shell.state.open_lesson;
    std::optional<Error>& problem = shell.bench.lessons.open_problem;
    if (std::exchange(state.ask_for_folder, false)) begin_folder_dialog(shell);
    take_folder_dialog(shell);
    // However the folder was named: why it is not open is said here.
    if (problem && !state.open) open_folder_chooser(shell);
    if (std::exchange(shell.bench.lessons.folder_opened, false)) state.open = false;
    if (!state.open) return;
    const Look& look = shell.bench.look;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(620), viewport.Size.x * 0.9f), 0});
    if (begin_overlay(look, "Open a lesson's folder###open_lesson", &state.open)) {
        muted_text(
            look,
            "A folder with lesson.toml and lesson.md, anywhere on the disk. Its kernels cannot reach your files; programs in it "
            "run only if you trust its authors.");
        const auto chosen = shell.bench.state<FolderChooser>().chooser.draw(
            look, {"##lesson_path", "The folder, or drop it on the window", "Open###open_lesson_folder"});
        if (chosen) shell.bench.post(ask::OpenLessonFolder{*chosen});
        if (problem) text_in(look, look.theme.bad, sentence(problem->message));
        if (problem && !problem->hint.empty()) muted_text(look, problem->hint);
    }
    ImGui::End();
    if (!state.open) problem.reset();
}

namespace {

void open_dropped_sources(Workbench& bench, const std::vector<std::filesystem::path>& sources) {
    if (open_sources(bench, sources)) return;
    const Error& problem = *bench.state<FilesState>().open_problem;
    bench.say(Severity::error, problem.message, problem.hint);
}

}  // namespace

void take_dropped(Workbench& bench, const std::string& path) {
    constexpr std::array of_lessons{".toml", ".md"};
    const std::filesystem::path dropped(path);
    std::error_code error;
    // A source that lies in a lesson's folder is that lesson's.
    const bool is_source = dropped.extension() == ".cu" || dropped.extension() == ".cuh";
    if (is_source && !is_lesson_path(dropped.parent_path()))
        bench.post(ask::OpenCudaFile{dropped});
    else if (is_source)
        bench.post(ask::OpenLessonFolder{dropped.parent_path()});
    else if (std::filesystem::is_directory(dropped, error) && !is_lesson_path(dropped) && !sources_in(dropped).empty())
        open_dropped_sources(bench, sources_in(dropped));
    else if (std::filesystem::is_directory(dropped, error) ||
             std::ranges::find(of_lessons, dropped.extension()) != of_lessons.end())
        bench.post(ask::OpenLessonFolder{dropped});
    else if (dropped.extension() == ".png" || dropped.extension() == ".PNG")
        bench.post(ask::UsePicture{dropped});
    else
        bench.post(ask::OpenRecording{dropped});
}

void take_dropped(Workbench& bench, const std::vector<std::string>& paths) {
    std::vector<std::filesystem::path> sources;
    for (const std::string& each : paths)
        if (is_program_source(each) && !is_lesson_path(std::filesystem::path(each).parent_path())) sources.emplace_back(each);
    if (sources.size() > 1) open_dropped_sources(bench, sources);
    for (const std::string& each : paths)
        if (sources.size() < 2 || std::ranges::find(sources, std::filesystem::path(each)) == sources.end())
            take_dropped(bench, each);
}

}  // namespace warpwise::ui
