#include "ui/source/python_tab.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/paths.h"
#include "lesson/python_text.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPopupName = "Save Python###save_python";
constexpr float kPopupWidth = 520;  // unscaled

// What the text is about: the program that is worked on, where it has one, else the kernel.
const std::string& subject_of(const Workbench& bench, const KernelSpec& kernel) {
    const std::optional<ExerciseText>& exercise = bench.draft.exercise;
    const bool is_program = exercise && exercise->is_program && !python_libraries_of(*bench.lesson, exercise->id).empty();
    return is_program ? exercise->id : kernel.id;
}

const PythonText* shown_text(const Workbench& bench, const PythonTabState& state, const KernelSpec& kernel) {
    const std::string& subject = subject_of(bench, kernel);
    if (const PythonText* const chosen = find_python_text(*bench.lesson, subject, state.library)) return chosen;
    const std::vector<std::string> libraries = python_libraries_of(*bench.lesson, subject);
    return libraries.empty() ? nullptr : find_python_text(*bench.lesson, subject, libraries.front());
}

void tell(PythonTabState& state, bool failed, std::string told) {
    state.failed = failed;
    state.told = std::move(told);
}

void save(Workbench& bench, PythonTabState& state, const PythonText& text) {
    const fs::path file(state.save_path);
    const bool notebook = file.extension() == ".ipynb";
    if (!notebook && file.extension() != ".py") return tell(state, true, "The file's name must end in .py or .ipynb.");
    std::error_code error;
    if (fs::exists(file, error) && std::exchange(state.may_be_replaced, file) != file)
        return tell(state, true, "There is already a file of that name. Press Save again to replace it.");
    const ParameterValues& values = bench.draft.request.parameters;
    const auto written = write_file_atomically(
        file, notebook ? python_notebook(*bench.lesson, text, values) : python_code(*bench.lesson, text, values));
    if (!written) return tell(state, true, sentence(written.error().text()));
    tell(state, false, "Saved to " + file.string());
    bench.say(Severity::note, "Python saved to " + file.string());
}

void format_row(const Look& look, PythonTabState& state) {
    static const std::string names[] = {"Python file", "Notebook"};
    static const std::string help[] = {"One file to run with python", "For Jupyter: a cell for each part"};
    fs::path file(state.save_path);
    int chosen = file.extension() == ".ipynb" ? 1 : 0;
    if (!segmented(look, "##python_format", names, chosen, help)) return;
    state.save_path = file.replace_extension(chosen == 1 ? ".ipynb" : ".py").string();
    state.told.clear();
}

void take_dialog(PythonTabState& state) {
    if (!state.dialog || !state.dialog->done()) return;
    const std::vector<std::string> chosen = state.dialog->chosen();
    state.dialog.reset();
    if (chosen.empty()) return;
    state.save_path = chosen.front();
    state.may_be_replaced = state.save_path;  // the desktop has asked
    state.told.clear();
}

void save_popup(Workbench& bench, PythonTabState& state, const PythonText& text) {
    const Look& look = bench.look;
    take_dialog(state);
    if (std::exchange(state.save_asked, false)) {
        state.save_path = suggested_python_path(*bench.lesson, text).string();
        state.may_be_replaced.clear();
        state.told.clear();
        ImGui::OpenPopup(kPopupName);
    }
    ImGui::SetNextWindowSize({std::min(look.px(kPopupWidth), ImGui::GetMainViewport()->Size.x * 0.9f), 0});
    if (!ImGui::BeginPopup(kPopupName)) return;
    heading(look, "Save Python");
    format_row(look, state);
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputText("##python_path", &state.save_path)) state.told.clear();
    if (primary_button(look, "Save###python_save", nullptr, 0, !state.save_path.empty())) save(bench, state, text);
    if (bench.has_desktop) {
        ImGui::SameLine();
        if (quiet_button(look, "Browse...###python_browse", !state.dialog))
            state.dialog = ask_for_new_file("Save Python", state.save_path, {"Python", "*.py", "Jupyter notebook", "*.ipynb"});
    }
    if (!state.told.empty()) text_in(look, state.failed ? look.theme.bad : look.theme.good, state.told);
    ImGui::EndPopup();
}

}  // namespace

fs::path suggested_python_path(const Lesson& lesson, const PythonText& text) {
    const bool first = !lesson.kernels.empty() && lesson.kernels.front().id == text.kernel;
    const std::string name =
        first ? fmt::format("{}_{}.py", lesson.id, text.library) : fmt::format("{}_{}_{}.py", lesson.id, text.kernel, text.library);
    const char* const home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return user_data_dir() / name;
    std::error_code error;
    const fs::path documents = fs::path(home) / "Documents";
    return (fs::is_directory(documents, error) ? documents : fs::path(home)) / name;
}

bool has_python(const Workbench& bench, const KernelSpec& kernel) {
    return !python_libraries_of(*bench.lesson, subject_of(bench, kernel)).empty();
}

const std::string& python_of_draft(const Workbench& bench, PythonTabState& state, const KernelSpec& kernel) {
    const PythonText* const text = shown_text(bench, state, kernel);
    if (text == nullptr) {
        state.key.clear();
        state.code.clear();
        return state.code;
    }
    // the text is part of the key: a saved change of the lesson's file is shown at once
    std::string key = fmt::format("{}|{}|{}", bench.lesson->id, text->file, text->text);
    for (const auto& [id, value] : bench.draft.request.parameters) key += "|" + id + "=" + text_of(value);
    if (key == state.key) return state.code;
    state.code = python_code(*bench.lesson, *text, bench.draft.request.parameters);
    state.key = std::move(key);
    return state.code;
}

void python_row(Workbench& bench, PythonTabState& state, const KernelSpec& kernel) {
    const PythonText* const shown = shown_text(bench, state, kernel);
    if (shown == nullptr) return;
    std::vector<std::string> names, help;
    const std::vector<std::string> ids = python_libraries_of(*bench.lesson, subject_of(bench, kernel));
    for (const std::string& id : ids) {
        names.emplace_back(find_python_library(id)->title);
        help.emplace_back(find_python_library(id)->about);
    }
    {
        const FontScope font(bench.look.fonts.regular, bench.look.px(Fonts::kSmall));
        int chosen = static_cast<int>(std::ranges::find(ids, shown->library) - ids.begin());
        if (segmented(bench.look, "python_libraries", names, chosen, help)) state.library = ids[static_cast<std::size_t>(chosen)];
        place_beside(button_width("Save as..."));
        if (quiet_button(bench.look, "Save as...###python_save_as")) state.save_asked = true;
        explain(bench.look, "Saves the text, with these values, as a Python file or as a notebook");
    }
    // the choice may have changed just now
    if (const PythonText* const text = shown_text(bench, state, kernel)) save_popup(bench, state, *text);
}

}  // namespace warpwise::ui
