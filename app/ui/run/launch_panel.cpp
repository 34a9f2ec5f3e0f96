// Presets, data, launch shape, devices and Run: everything that decides what the next run is.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/kit/row_label.h"
#include "ui/kit/steady_width.h"
#include "ui/kit/widgets.h"
#include "ui/run/launch_text.h"
#include "ui/run/panels.h"
#include "ui/run/parameter_control.h"
#include "ui/run/run_row.h"
#include "ui/threads/array_strip.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {

namespace {

// One past the limit of every CUDA device can be chosen on purpose: the real error is worth seeing once.
constexpr std::int64_t kLargestBlockEdge = 2048;
constexpr std::int64_t kLargestGridEdge = 1 << 20;
constexpr float kLeastWidthForColumns = 480;  // unscaled
constexpr const char* kRedoIcon = "\xef\x80\x9e";

void changed(Workbench& bench) { bench.post(ask::TakeDraft{}); }

std::int64_t integer_of(const ParameterValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
    if (const auto* real = std::get_if<double>(&value)) return std::llround(*real);
    return 0;
}

const ParameterValue& value_of(const Workbench& bench, const Parameter& parameter) {
    const auto found = bench.draft.request.parameters.find(parameter.id);
    return found != bench.draft.request.parameters.end() ? found->second : parameter.default_value;
}

bool is_shape(const Parameter& parameter) {
    return parameter.kind == ParameterKind::block || parameter.kind == ParameterKind::grid;
}

void undo_buttons(Workbench& bench) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(bench.look.px(6), bench.look.px(1)));
    const float width = 2 * (ImGui::GetFontSize() + bench.look.px(12)) + bench.look.px(2);
    ImGui::SameLine(0, 0);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
    if (icon_button(bench.look, "undo", icon::kUndo, "Undo the last change of a parameter (Ctrl+Z)")) bench.post(ask::Undo{});
    ImGui::SameLine(0, bench.look.px(2));
    if (icon_button(bench.look, "redo", kRedoIcon, "Redo (Ctrl+Y)")) bench.post(ask::Redo{});
    ImGui::PopStyleVar();
}

void presets(Workbench& bench) {
    const Lesson& lesson = *bench.lesson;
    section_label(bench.look, lesson.presets.empty() ? "Kernel" : "Presets");
    undo_buttons(bench);
    std::vector<std::string> names, notes;
    int chosen = -1;
    for (const Preset& preset : lesson.presets) {
        if (chosen < 0 && fits(bench, preset)) chosen = static_cast<int>(names.size());
        names.push_back(preset.name);
        notes.push_back(preset.note);
    }
    if (!names.empty()) {
        if (segmented(bench.look, "presets", names, chosen, notes))
            bench.post(ask::ApplyPreset{names[static_cast<std::size_t>(chosen)]});
        return;
    }
    for (const KernelSpec& kernel : lesson.kernels) {
        if (kernel.id == bench.draft.request.kernel) chosen = static_cast<int>(names.size());
        names.push_back(kernel.title.empty() ? kernel.id : kernel.title);
    }
    if (segmented(bench.look, "kernels", names, chosen))
        bench.post(ask::ChooseKernel{lesson.kernels[static_cast<std::size_t>(chosen)].id});
}

void choice_control(Workbench& bench, const Parameter& parameter) {
    row_label(bench.look, parameter.label.c_str(), parameter.help);
    const std::string now = text_of(value_of(bench, parameter));
    int chosen = static_cast<int>(std::ranges::find(parameter.choices, now) - parameter.choices.begin());
    ImGui::BeginGroup();  // a second line of buttons starts below the first, not below the label
    const FontScope font(bench.look.fonts.mono, bench.look.px(Fonts::kSmall));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(bench.look.px(7), ImGui::GetStyle().FramePadding.y));  // four in a row
    if (segmented(bench.look, "choice", parameter.choices, chosen)) {
        bench.draft.request.parameters[parameter.id] = parameter.choices[static_cast<std::size_t>(chosen)];
        changed(bench);
    }
    ImGui::PopStyleVar();
    ImGui::EndGroup();
}

void real_control(Workbench& bench, const Parameter& parameter) {
    const ParameterValue& now = value_of(bench, parameter);
    const auto* real = std::get_if<double>(&now);
    double value = real != nullptr ? *real : static_cast<double>(integer_of(now));
    if (!real_row(bench.look, parameter.label.c_str(), value, {parameter.min, parameter.max}, parameter.help)) return;
    bench.draft.request.parameters[parameter.id] = value;
    changed(bench);
}

void flag_control(Workbench& bench, const Parameter& parameter) {
    bool on = integer_of(value_of(bench, parameter)) != 0;
    if (ImGui::Checkbox((parameter.label + "##value").c_str(), &on)) {
        bench.draft.request.parameters[parameter.id] = std::int64_t{on};
        changed(bench);
    }
    explain(bench.look, parameter.help);
}

void whole_control(Workbench& bench, const Parameter& parameter) {
    std::int64_t value = integer_of(value_of(bench, parameter));
    const NumberRange range{std::llround(parameter.min), std::llround(parameter.max),
                            parameter.powers_of_two || parameter.kind == ParameterKind::size};
    if (number_row(bench.look, parameter.label.c_str(), value, range, {}, parameter.help)) {
        bench.draft.request.parameters[parameter.id] = value;
        changed(bench);
    }
}

std::uint32_t& edge(Dim3& dim, int axis) { return axis == 0 ? dim.x : axis == 1 ? dim.y : dim.z; }

void problem_text(const Workbench& bench, const std::vector<RowProblem>& problems, std::string_view row) {
    for (const RowProblem& problem : problems) {
        if (problem.row != row) continue;
        const FontScope font(bench.look.fonts.regular, bench.look.px(Fonts::kSmall));
        text_in(bench.look, bench.look.theme.bad, std::string(icon::kWarning) + "  " + problem.text);
    }
}

void set_block_edge(Workbench& bench, int axis, std::int64_t value) {
    Dim3 block = bench.draft.resolved ? bench.draft.resolved->shape.block : bench.draft.request.block.value_or(Dim3{});
    edge(block, axis) = static_cast<std::uint32_t>(value);
    set_block(*bench.lesson, bench.draft.request, block);
    changed(bench);
}

void block_row(Workbench& bench, int axis, Dim3 block) {
    const std::string label = fmt::format("block.{}", "xyz"[axis]);
    std::int64_t value = edge(block, axis);
    if (number_row(bench.look, label.c_str(), value, {1, kLargestBlockEdge, true}, {},
                   "Threads per block along this axis. A block has at most 1,024 threads; try 2,048 to see what happens."))
        set_block_edge(bench, axis, value);
}

void grid_row(Workbench& bench, int axis, Dim3 grid) {
    const std::string label = fmt::format("grid.{}", "xyz"[axis]);
    std::int64_t value = edge(grid, axis);
    const std::int64_t most = std::max(kLargestGridEdge, value);
    if (!number_row(bench.look, label.c_str(), value, {1, most, true}, bench.draft.grid_automatic ? "auto" : "",
                    "Blocks of the grid along this axis. Automatic: by the lesson's formula; a value of your own overrides it."))
        return;
    edge(grid, axis) = static_cast<std::uint32_t>(value);
    bench.draft.request.grid = grid;
    bench.draft.grid_automatic = false;
    changed(bench);
}

void automatic_grid(Workbench& bench) {
    if (bench.draft.grid_automatic) return;
    if (quiet_button(bench.look, "Grid by formula##launch")) {
        bench.draft.grid_automatic = true;
        bench.draft.request.grid.reset();
        changed(bench);
    }
    explain(bench.look, "Discard the grid set by hand and follow the lesson's formula again");
}

void formula_texts(Workbench& bench, const KernelSpec& kernel, int axes) {
    const ParameterValues values = formula_values(*bench.lesson, kernel, bench.draft.request);
    for (int axis = 0; axis < axes && bench.draft.grid_automatic; ++axis) {
        const std::string formula = axis_formula(kernel, true, axis);
        const Dim3 grid = bench.draft.resolved->shape.grid;
        const std::uint32_t edges[] = {grid.x, grid.y, grid.z};
        const std::string numbers = with_values(formula, values);
        const std::string result = with_separators(edges[axis]);
        if (numbers != result) muted_text(bench.look, fmt::format("grid.{} = {} = {}", "xyz"[axis], numbers, result));
    }
    muted_text(bench.look, thread_text(*launch_facts(bench).facts));
    if (bench.draft.resolved->shape.dynamic_shared_bytes > 0)
        muted_text(bench.look,
                   with_separators(bench.draft.resolved->shape.dynamic_shared_bytes) + " bytes of shared memory per block");
}

// A search set it; nothing else does.
void schedule_row(Workbench& bench) {
    std::optional<ScheduleChoice>& schedule = bench.draft.request.schedule;
    if (!schedule) return;
    muted_text(bench.look, "Schedule on the emulator: " + text_of(*schedule));
    if (quiet_button(bench.look, "Default schedule##launch")) {
        schedule.reset();
        changed(bench);
    }
    explain(bench.look, "Go back to the default order: blocks and warps one after another");
}

void launch_rows(Workbench& bench) {
    const KernelSpec* kernel = bench.kernel();
    if (kernel == nullptr) return;
    const LaunchShape shape = bench.draft.resolved ? bench.draft.resolved->shape : LaunchShape{};
    const int axes = shown_axes(*bench.lesson, *kernel, shape);
    const std::vector<RowProblem> problems =
        bench.draft.resolved ? launch_problems(shape, Device::Limits{}) : std::vector<RowProblem>{};
    for (int axis = 0; axis < axes; ++axis) {
        block_row(bench, axis, bench.draft.request.block.value_or(shape.block));
        problem_text(bench, problems, fmt::format("block.{}", "xyz"[axis]));
    }
    problem_text(bench, problems, "block");
    for (int axis = 0; axis < axes; ++axis) {
        grid_row(bench, axis, shape.grid);
        problem_text(bench, problems, fmt::format("grid.{}", "xyz"[axis]));
    }
    if (bench.draft.resolved)
        formula_texts(bench, *kernel, axes);
    else
        text_in(bench.look, bench.look.theme.bad, bench.draft.resolved.error().text());
    automatic_grid(bench);
    schedule_row(bench);
}

std::string help_of(const Workbench& bench, const DeviceTraits& traits, const DeviceInfo* info) {
    if (info == nullptr && traits.is_gpu)
        return bench.devices.cuda_missing.empty() ? fmt::format("No {} was found on this machine.", traits.title)
                                                  : bench.devices.cuda_missing;
    if (info == nullptr) return fmt::format("{}: {}.", traits.title, traits.missing);
    if (!bench.has_form(traits.kind)) return "This kernel has no CPU routine of this form.";
    std::string help = full_name_of(*info);
    for (const auto& [key, value] : info->properties) help += fmt::format("\n{}: {}", key, value);
    return traits.note.empty() ? help : fmt::format("{}\n{}", help, traits.note);
}

std::string label_of(const DeviceTraits& traits, const DeviceInfo* info) {
    const DeviceId id = info != nullptr ? info->id() : DeviceId(traits.kind);
    std::string label(traits.title);
    if (info == nullptr)
        label += fmt::format(" ({})", traits.missing);
    else if (traits.is_recorded)
        label = "Recording of " + info->name;
    else
        label = title_of(*info);
    return fmt::format("{}###run_on_{}", label, name_of(id));
}

// `info`: null where there is none of the kind.
void device_box(Workbench& bench, const DeviceTraits& traits, const DeviceInfo* info) {
    const bool can_run = info != nullptr && bench.has_form(traits.kind);
    bool on = can_run && bench.draft.run_on.contains(info->id());
    {
        const DisabledScope disabled(!can_run);
        if (ImGui::Checkbox(label_of(traits, info).c_str(), &on)) {
            if (on)
                bench.draft.run_on.insert(info->id());
            else
                bench.draft.run_on.erase(info->id());
            bench.post(ask::SaveSettings{});
        }
    }
    explain(bench.look, help_of(bench, traits, info));
}

void device_boxes(Workbench& bench) {
    section_label(bench.look, "Run on");
    for (const DeviceTraits& traits : all_device_kinds()) {
        bool any = false;
        for (const DeviceInfo& info : bench.devices.present)
            if (info.kind == traits.kind) any = true, device_box(bench, traits, &info);
        if (any || traits.is_recorded) continue;
        if (!traits.needs_library) {
            device_box(bench, traits, nullptr);
        } else if (bench.has_form(traits.kind)) {
            const auto library = bench.devices.set.describe(traits.kind);
            device_box(bench, traits, library ? &*library : nullptr);
        }
    }
}

void data_rows(Workbench& bench) {
    for (const Parameter& parameter : bench.lesson->parameters) {
        if (!is_shape(parameter)) parameter_control(bench, parameter);
    }
}

void choices(Workbench& bench) {
    // A wide panel lies below the views and is low: there the data stands beside the launch, and no heading takes a row, so that
    // presets, data and launch are seen together.
    const bool beside = ImGui::GetContentRegionAvail().x >= bench.look.px(kLeastWidthForColumns);
    if (beside) ImGui::SetCursorPosY(ImGui::GetCursorPosY() - bench.look.px(2) - ImGui::GetStyle().ItemSpacing.y);
    presets(bench);
    if (!beside || !ImGui::BeginTable("##columns", 2, ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_NoSavedSettings)) {
        section_label(bench.look, "Data");
        data_rows(bench);
        section_label(bench.look, "Launch");
        launch_rows(bench);
    } else {
        ImGui::TableSetupColumn("data", ImGuiTableColumnFlags_WidthStretch, 0.46f);
        ImGui::TableSetupColumn("launch", ImGuiTableColumnFlags_WidthStretch, 0.54f);  // its rows end in "auto"
        ImGui::TableNextColumn();
        data_rows(bench);
        ImGui::TableNextColumn();
        launch_rows(bench);
        ImGui::EndTable();
    }
    device_boxes(bench);
}

// As wide as the panel, so that the scroll bar stands in its margin.
void scrolling_choices(Workbench& bench, float foot) {
    const float margin = ImGui::GetStyle().WindowPadding.x, gap = bench.look.px(4);  // for the frame of a focused control
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() - gap);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {gap, 0});
    const bool seen = ImGui::BeginChild("##choices", {ImGui::GetContentRegionAvail().x + margin, -foot},
                                        ImGuiChildFlags_NavFlattened | ImGuiChildFlags_AlwaysUseWindowPadding);
    ImGui::PopStyleVar();
    if (seen) {
        keep_width_beside_scrollbar();
        choices(bench);
    }
    ImGui::EndChild();
}

}  // namespace

bool fits(const Workbench& bench, const Preset& preset) {
    // a preset sets neither: it goes back to the lesson's formulas
    if (bench.draft.request.block || bench.draft.request.grid) return false;
    if (!preset.kernel.empty() && preset.kernel != bench.draft.request.kernel) return false;
    return std::ranges::all_of(preset.values, [&](const auto& entry) {
        const auto found = bench.draft.request.parameters.find(entry.first);
        return found != bench.draft.request.parameters.end() && text_of(found->second) == text_of(entry.second);
    });
}

void parameter_control(Workbench& bench, const Parameter& parameter) {
    const IdScope id(parameter.id.c_str());
    switch (parameter.kind) {
        case ParameterKind::dtype:
        case ParameterKind::choice: return choice_control(bench, parameter);
        case ParameterKind::real: return real_control(bench, parameter);
        case ParameterKind::flag: return flag_control(bench, parameter);
        default: return whole_control(bench, parameter);
    }
}

void launch_panel(Workbench& bench) {
    report_rect(bench, "launch");
    if (bench.lesson == nullptr)
        return empty_state(bench.look, "No lesson is open", "Choose one in the course list: its controls appear here.");
    if (bench.lesson->kernels.empty())
        return empty_state(bench.look, "No kernel to launch", "This file has none of its own. The tab Program runs its main().");
    const IdScope id("launch");
    // The choices scroll where they are too long; the button that runs them does not. Only a panel that has no room for the
    // button and a line of choices scrolls whole.
    const float foot = run_row_height(bench);
    if (ImGui::GetContentRegionAvail().y > foot + ImGui::GetFrameHeight()) {
        scrolling_choices(bench, foot);
    } else {
        choices(bench);
    }
    run_row(bench);
}

}  // namespace warpwise::ui
