#include "ui/shell/open_file_window.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "ui/file/file_state.h"
#include "ui/file/program_sources.h"
#include "ui/kit/path_chooser.h"
#include "ui/kit/widgets.h"
#include "ui/shell/shell.h"
#include "ui/workbench/recent_files.h"

namespace warpwise::ui {
namespace {

struct FileChooser {
    PathChooser chooser{{".cu", ".cuh"}};
};

// Beside the file that was opened last.
void open_file_chooser(Shell& shell) {
    const auto& recent = shell.bench.state<RecentFiles>().files;
    shell.state.open_file.open = true;
    shell.bench.state<FileChooser>().chooser.open(recent.empty() ? std::filesystem::path() : recent.front().path.parent_path());
}

void begin_file_dialog(Shell& shell) {
    OpenFileState& state = shell.state.open_file;
    if (shell.bench.has_desktop)
        state.dialog = ask_for_files("Open a CUDA file",
                                     {"CUDA programs (*.cu *.cuh *.cpp *.cc *.c)", "*.cu *.cuh *.cpp *.cc *.c", "All files", "*"});
    if (!state.dialog) open_file_chooser(shell);
}

void take_file_dialog(Shell& shell) {
    std::unique_ptr<DesktopDialog>& dialog = shell.state.open_file.dialog;
    if (!dialog || !dialog->done()) return;
    const std::vector<std::string> chosen = dialog->chosen();
    if (chosen.size() == 1) shell.bench.post(ask::OpenCudaFile{chosen.front()});
    if (chosen.size() > 1 && !open_sources(shell.bench, {chosen.begin(), chosen.end()})) shell.state.open_file.open = true;
    dialog.reset();
}

// True when the path was entered.
bool path_row(const Look& look, bool& focus, const char* id, const char* hint, const char* button, std::string& path) {
    if (std::exchange(focus, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-look.px(90));
    const bool entered = ImGui::InputTextWithHint(id, hint, &path, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    const bool pressed = quiet_button(look, button, !path.empty(), look.px(80));
    return (entered || pressed) && !path.empty();
}

void show_problem(const Look& look, const std::optional<Error>& problem) {
    if (!problem) return;
    text_in(look, look.theme.bad, sentence(problem->message));
    if (!problem->hint.empty()) muted_text(look, problem->hint);
}

bool begin_window(const Look& look, const char* name, bool& open) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(620), viewport.Size.x * 0.9f), 0});
    return begin_overlay(look, name, &open);
}

}  // namespace

void open_file_window(Shell& shell) {
    OpenFileState& state = shell.state.open_file;
    FilesState& files = shell.bench.state<FilesState>();
    if (std::exchange(state.ask_for_file, false)) begin_file_dialog(shell);
    take_file_dialog(shell);
    // However the file was named: why it is not open is said here.
    if (files.open_problem && !state.open) open_file_chooser(shell);
    if (std::exchange(files.file_opened, false)) state.open = false;
    if (!state.open) return;
    const Look& look = shell.bench.look;
    if (begin_window(look, "Open a CUDA file###open_file", state.open)) {
        muted_text(
            look,
            "Opening a file runs nothing. Run starts one of its kernels with arguments that you choose; the tab Program runs "
            "its main().");
        const auto chosen = shell.bench.state<FileChooser>().chooser.draw(
            look, {"##file_path", "A .cu file, or drop it on the window", "Open###open_cuda_file"});
        if (chosen) shell.bench.post(ask::OpenCudaFile{*chosen});
        show_problem(look, files.open_problem);
    }
    ImGui::End();
    if (!state.open) files.open_problem.reset();
}

void save_lesson_window(Shell& shell) {
    SaveLessonState& state = shell.state.save_lesson;
    FilesState& files = shell.bench.state<FilesState>();
    if (std::exchange(state.ask, false)) {
        state.open = state.focus_field = true;
        if (const OpenedFile* file = opened_file(shell.bench); file != nullptr)
            state.path = (file->file.path.parent_path() / (file->file.path.stem().string() + "_lesson")).string();
    }
    if (std::exchange(files.lesson_saved, false)) state.open = false;
    if (!state.open) return;
    const Look& look = shell.bench.look;
    if (begin_window(look, "Save as lesson###save_lesson", state.open)) {
        muted_text(look,
                   "Makes a folder with lesson.toml, lesson.md and the source. It runs as it is; lesson.toml says what to add.");
        if (path_row(look, state.focus_field, "##save_lesson_path", "The new folder", "Save###save_lesson_folder", state.path))
            shell.bench.post(ask::SaveAsLesson{state.path});
        show_problem(look, files.save_problem);
    }
    ImGui::End();
    if (!state.open) files.save_problem.reset();
}

}  // namespace warpwise::ui
