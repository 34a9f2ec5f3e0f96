// The kernels of a CUDA file that was opened, and what each of their parameters gets.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/dtype.h"
#include "ui/file/arguments_state.h"
#include "ui/file/file_state.h"
#include "ui/file/panels.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {
namespace {

constexpr std::array kFills{"zeros", "unset", "ones", "iota", "uniform", "uniform=-1..1", "mix", "constant=2.5"};

const FileKernel* chosen_kernel(const Workbench& bench, const OpenedFile& opened) {
    const KernelSpec* kernel = bench.kernel();
    if (kernel == nullptr) return nullptr;
    const auto& all = opened.file.kernels.kernels;
    const auto found = std::ranges::find(all, kernel->title, &FileKernel::name);
    return found == all.end() ? nullptr : &*found;
}

void kernel_list(Workbench& bench, const OpenedFile& opened, const FileKernel* chosen) {
    const Look& look = bench.look;
    section_label(look, "Kernels");
    for (const FileKernel& kernel : opened.file.kernels.kernels) {
        const IdScope id(kernel.line);
        const DisabledScope disabled(!kernel.problem.empty());
        if (ImGui::Selectable(fmt::format("{}###kernel_{}", kernel.name, kernel.name).c_str(), chosen == &kernel))
            for (const KernelSpec& spec : bench.lesson->kernels)
                if (spec.title == kernel.name) {
                    bench.post(ask::ChooseKernel{spec.id});
                    bench.post(ask::ShowSourceLine{kernel.line});
                }
        if (!kernel.problem.empty()) muted_text(look, fmt::format("Line {}: {}.", kernel.line, kernel.problem));
    }
}

// Ends an edit: it is taken, unless a formula of it cannot be computed.
void take_edit(Workbench& bench, ArgumentsState& state) {
    const auto problem = problem_of(state.edited, bench.draft.request.parameters);
    state.problem = problem ? problem->text() : "";
    if (!problem) bench.post(ask::ChangeFileKernel{state.edited});
}

bool formula_field(const char* id, const char* hint, std::string& formula) {
    ImGui::InputTextWithHint(id, hint, &formula);
    return ImGui::IsItemDeactivatedAfterEdit();
}

// The lists of a row have room for a word and the arrow; the formula between them has the rest. In a narrow panel the second list
// is in a row of its own.
struct ArrayColumns {
    float dtype = 0, size = 0, fill = 0;
    bool two_rows = false;
};

ArrayColumns array_columns(const Look& look, float gap) {
    const auto list = [](const char* word) {
        return ImGui::CalcTextSize(word).x + 2 * ImGui::GetStyle().FramePadding.x + ImGui::GetFrameHeight();
    };
    const float room = ImGui::GetContentRegionAvail().x, third = (room - 2 * gap) / 3;
    if (third >= list("uniform")) return {third, third, third};
    ArrayColumns columns{.dtype = list("dtype"), .fill = list("uniform")};
    columns.size = room - columns.dtype - columns.fill - 2 * gap;
    if (columns.size >= look.px(64)) return columns;
    return {.dtype = columns.dtype, .size = room - columns.dtype - gap, .fill = room, .two_rows = true};
}

bool dtype_combo(std::string& dtype, bool has_parameter) {
    bool changed = false;
    if (!ImGui::BeginCombo("##dtype", dtype.c_str())) return false;
    const auto choice = [&](const std::string& name) {
        if (!ImGui::Selectable(name.c_str(), name == dtype)) return;
        changed = name != dtype;
        dtype = name;
    };
    for (const DType one : all_dtypes()) choice(std::string(name_of(one)));
    if (has_parameter) choice("dtype");
    ImGui::EndCombo();
    return changed;
}

// "launch 7" and "image.npy" of what is read from a file.
std::string fill_text(const std::string& fill) {
    constexpr std::string_view file = "file=", launch = "file=launch_";
    if (fill.starts_with(launch)) return "launch " + fill.substr(launch.size(), fill.find('_', launch.size()) - launch.size());
    return fill.starts_with(file) ? fill.substr(file.size()) : fill;
}

bool fill_combo(std::string& fill) {
    bool changed = false;
    if (!ImGui::BeginCombo("##fill", fill_text(fill).c_str())) return false;
    for (const char* name : kFills) {
        if (!ImGui::Selectable(name, fill == name)) continue;
        changed = fill != name;
        fill = name;
    }
    ImGui::EndCombo();
    return changed;
}

void data_row(Workbench& bench, ArgumentsState& state, std::size_t place) {
    const Look& look = bench.look;
    ImGui::SetNextItemWidth(-look.px(bench.has_desktop ? 90.0f : 1.0f));
    std::string& path = state.data_paths[place];
    if (ImGui::InputTextWithHint("##npy", "Path of a .npy file, then Enter", &path, ImGuiInputTextFlags_EnterReturnsTrue) &&
        !path.empty())
        bench.post(ask::TakeDataFile{state.edited.name, place, path});
    if (!bench.has_desktop) return;
    ImGui::SameLine();
    if (quiet_button(look, "Browse...##npy", true, look.px(80))) {
        state.dialog = ask_for_files("Open an array", {"NumPy arrays (*.npy)", "*.npy"});
        state.dialog_argument = place;
    }
}

void array_rows(Workbench& bench, ArgumentsState& state, std::size_t place) {
    const Look& look = bench.look;
    FileArgument& array = state.edited.arguments[place];
    const float gap = look.px(6);
    const ArrayColumns columns = array_columns(look, gap);
    ImGui::SetNextItemWidth(columns.dtype);
    bool changed = dtype_combo(array.dtype, bench.lesson->find_parameter("dtype") != nullptr);
    explain(look, "The type of its elements");
    ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(columns.size);
    changed |= formula_field("##size", "size", array.size);
    explain(look, array.components > 1 ? fmt::format("How many elements: a number or a formula, such as n * 4. Each is {} of {}.",
                                                     array.components, array.dtype)
                                       : "How many elements: a number or a formula, such as n or width * height");
    if (!columns.two_rows) ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(columns.fill);
    changed |= fill_combo(array.fill);
    explain(
        look,
        "What it holds before the launch. iota: 0, 1, 2 and so on; uniform: random numbers; unset: not filled, so that reads of "
        "it are found");
    data_row(bench, state, place);
    if (!array.note.empty()) muted_text(look, sentence(array.note) + ".");
    if (changed) take_edit(bench, state);
}

std::string shortened(const std::string& hex) {
    constexpr std::size_t most = 32;
    return hex.size() > most ? hex.substr(0, most) + "..." : hex;
}

void argument_rows(Workbench& bench, ArgumentsState& state) {
    const Look& look = bench.look;
    section_label(look, "Arguments");
    if (state.edited.arguments.empty()) muted_text(look, "This kernel takes no arguments.");
    for (std::size_t place = 0; place < state.edited.arguments.size(); ++place) {
        const IdScope id(static_cast<int>(place));
        const FileArgument& argument = state.edited.arguments[place];
        mono_text(look, fmt::format("{} {}", argument.type, argument.name));
        if (argument.same_as >= 0)
            muted_text(look, sentence(argument.note) + ".");
        else if (argument.is_array())
            array_rows(bench, state, place);
        else
            muted_text(look, argument.bytes.empty() ? fmt::format("The value of {} in Launch.", argument.parameter)
                                                    : fmt::format("Its bytes, as they were: {}", shortened(argument.bytes)));
        if (!argument.is_array() && !argument.note.empty()) muted_text(look, sentence(argument.note) + ".");
    }
    if (!state.edited.variables.empty()) section_label(look, "Variables of the program");
    for (const FileArgument& variable : state.edited.variables) {
        mono_text(look, variable.name);
        muted_text(look, fmt::format("{} bytes, as they were at the launch.", variable.size));
    }
}

// What a launch of the program left in the arguments, and the way back.
void launch_row(Workbench& bench, const FileKernel& kernel) {
    if (kernel.from_launch.empty()) return;
    const Look& look = bench.look;
    muted_text(look, fmt::format("The arguments are those of {}.", kernel.from_launch));
    if (small_button(look, "Propose other arguments##launch")) bench.post(ask::ProposeArguments{});
    explain(look, "Leaves the launch, and proposes arguments from the kernels' parameters again");
}

void launch_rows(Workbench& bench, ArgumentsState& state) {
    const Look& look = bench.look;
    section_label(look, "Launch by formula");
    bool changed = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (state.edited.block[axis] == "1" && axis > 0) continue;
        ImGui::SetNextItemWidth(-look.px(60));
        changed |= formula_field(fmt::format("grid.{0}##grid_{0}", "xyz"[axis]).c_str(), "blocks", state.edited.grid[axis]);
        explain(look, "Blocks of the grid along this axis: a number or a formula");
    }
    ImGui::SetNextItemWidth(-look.px(60));
    changed |= formula_field("shared##shared_bytes", "bytes", state.edited.shared_bytes);
    explain(look, "Bytes of dynamic shared memory per block: a number or a formula");
    if (changed) take_edit(bench, state);
}

void load(ArgumentsState& state, const std::string& key, const FileKernel& kernel) {
    if (state.key == key) return;
    state.key = key;
    state.edited = kernel;
    state.data_paths.assign(kernel.arguments.size(), {});
    state.problem.clear();
    state.dialog.reset();
}

void take_dialog(Workbench& bench, ArgumentsState& state) {
    if (!state.dialog || !state.dialog->done()) return;
    for (const std::string& file : state.dialog->chosen())
        bench.post(ask::TakeDataFile{state.edited.name, state.dialog_argument, file});
    state.dialog.reset();
}

}  // namespace

void arguments_panel(Workbench& bench) {
    report_rect(bench, "arguments");
    const Look& look = bench.look;
    const OpenedFile* opened = opened_file(bench);
    if (opened == nullptr)
        return empty_state(look, "No CUDA file is open", "File > Open CUDA file... opens one, and its kernels are listed here.");
    const IdScope id("arguments");
    muted_text(look, opened->file.path.string());
    const FileKernel* kernel = chosen_kernel(bench, *opened);
    if (opened->file.kernels.kernels.empty())
        return muted_text(look, "The file has no kernel of its own. Run its main() in Program.");
    kernel_list(bench, *opened, kernel);
    if (kernel == nullptr) return;
    ArgumentsState& state = bench.state<ArgumentsState>();
    load(state, fmt::format("{} {} {}", bench.lesson->id, kernel->name, opened->revision), *kernel);
    take_dialog(bench, state);
    launch_row(bench, *kernel);
    argument_rows(bench, state);
    launch_rows(bench, state);
    if (!state.problem.empty()) text_in(look, look.theme.bad, sentence(state.problem));
}

}  // namespace warpwise::ui
