// The kernel's text, the learner's exercise, the CUDA host program, the same in Python and the CPU routine, with Clang's messages
// where they belong.
#include "ui/source/source_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/diagnostic.h"
#include "base/files.h"
#include "base/number_text.h"
#include "base/paths.h"
#include "device/cpu/routines.h"
#include "experiment/file/host_code.h"
#include "experiment/run/kernel_includes.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/source/heat_list.h"
#include "ui/source/line_marks.h"
#include "ui/source/panels.h"
#include "ui/source/python_tab.h"
#include "ui/source/text_state.h"
#include "ui/threads/occupancy_facts.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {

namespace {

constexpr double kCheckDelayS = 0.3;

std::string entry_of(const Workbench& bench, const std::string& entry) {
    const std::size_t at = entry.find("{dtype}");
    if (at == std::string::npos) return entry;
    std::string c_name = "float";
    const auto value = bench.draft.request.parameters.find("dtype");
    if (bench.draft.resolved)
        c_name = std::string(c_name_of(bench.draft.resolved->dtype));
    else if (value != bench.draft.request.parameters.end()) {
        if (const auto dtype = dtype_from_name(text_of(value->second))) c_name = std::string(c_name_of(*dtype));
    }
    std::string text = entry;
    return text.replace(at, std::string_view("{dtype}").size(), c_name);
}

// The file of the CPU routine that the kernel is checked against, which defines other routines as well. A lesson's own
// reference.cu is not shown: it may solve the exercise.
void load_routine(SourcePanelState& state, const KernelSpec& kernel) {
    state.routine.clear();
    const Routine* const routine = find_routine(kernel.reference);
    if (routine == nullptr) return;
    if (auto text = read_file(data_dir() / "kernels" / routine->source, std::size_t{1} << 20)) state.routine = std::move(*text);
    const std::string definition = fmt::format("void {}_serial(", routine->name);
    const auto end =
        state.routine.begin() + static_cast<std::ptrdiff_t>(std::min(state.routine.find(definition), state.routine.size()));
    state.routine_line = 1 + static_cast<int>(std::count(state.routine.begin(), end, '\n'));
}

void load_texts(Workbench& bench, SourcePanelState& state, const KernelSpec& kernel) {
    const std::string key = bench.lesson->id + "/" + kernel.id;
    if (state.original_key == key) return;
    state.original_key = key;
    const auto text = read_kernel_source(*bench.lesson, kernel);
    state.original = text ? *text : "// " + text.error().text() + "\n";
    load_routine(state, kernel);
}

bool has_routine(const SourcePanelState& state) { return !state.routine.empty(); }

// Of the learner's own text.
SourceTab own_tab(const Workbench& bench) {
    return bench.draft.exercise && bench.draft.exercise->is_program ? SourceTab::program : SourceTab::exercise;
}

void tab_row(Workbench& bench, SourcePanelState& state, const KernelSpec& kernel) {
    std::vector<std::string> names = {"Kernel"};
    std::vector<SourceTab> tabs = {SourceTab::kernel};
    if (!bench.lesson->exercises.empty()) {
        names.emplace_back(own_tab(bench) == SourceTab::program ? "Your program" : "Your version");
        tabs.push_back(own_tab(bench));
    }
    names.emplace_back("Host code");
    tabs.push_back(SourceTab::host);
    if (has_python(bench, kernel)) {
        names.emplace_back("Python");
        tabs.push_back(SourceTab::python);
    }
    if (has_routine(state)) {
        names.emplace_back("CPU routine");
        tabs.push_back(SourceTab::routine);
    }
    if (state.tab == SourceTab::exercise || state.tab == SourceTab::program) state.tab = own_tab(bench);  // of another exercise now
    auto found = std::ranges::find(tabs, state.tab);
    if (found == tabs.end()) found = tabs.begin();
    if (state.followed_exercise != bench.draft.runs_exercise) {  // another panel chose which text runs
        state.followed_exercise = bench.draft.runs_exercise;
        if (state.tab != SourceTab::program)
            found = std::ranges::find(tabs, state.followed_exercise ? own_tab(bench) : SourceTab::kernel);
    }
    state.tab = *found;
    int chosen = static_cast<int>(found - tabs.begin());
    if (segmented(bench.look, "source_tabs", names, chosen)) state.tab = tabs[static_cast<std::size_t>(chosen)];
    // Run takes what is looked at. While the debugger steps one of them, it is only looked at.
    const bool exercise = state.tab == SourceTab::exercise;
    if (exercise != bench.draft.runs_exercise && !bench.ongoing.debugging) bench.post(ask::ChooseText{exercise});
}

// What allocates, copies, launches and waits for the values that are chosen now.
const std::string& host_text(const Workbench& bench, SourcePanelState& state, const KernelSpec& kernel) {
    ExperimentRequest request = bench.draft.request;
    const auto edited = bench.draft.edited_source.find(kernel.id);
    if (edited != bench.draft.edited_source.end()) request.edited_source = edited->second;
    std::string key = fmt::format("{}|{}|{}", bench.lesson->id, kernel.id, request.edited_source.value_or(""));
    for (const auto& [id, value] : request.parameters) key += "|" + id + "=" + text_of(value);
    if (request.block) key += fmt::format("|{},{},{}", request.block->x, request.block->y, request.block->z);
    if (request.grid) key += fmt::format("||{},{},{}", request.grid->x, request.grid->y, request.grid->z);
    if (request.copies) key += name_of(*request.copies);
    if (key != state.host_key) {
        const auto program = host_code(*bench.lesson, request);
        state.host = program ? *program : "// " + program.error().text() + "\n";
        state.host_key = std::move(key);
    }
    return state.host;
}

std::string text_of_tab(Workbench& bench, SourcePanelState& state, const KernelSpec& kernel) {
    switch (state.tab) {
        case SourceTab::exercise:
        case SourceTab::program: return bench.state<ExerciseState>().text;
        case SourceTab::routine: return state.routine;
        case SourceTab::host: return host_text(bench, state, kernel);
        case SourceTab::python: return python_of_draft(bench, bench.state<PythonTabState>(), kernel);
        case SourceTab::kernel: break;
    }
    const auto edited = bench.draft.edited_source.find(kernel.id);
    return edited != bench.draft.edited_source.end() ? edited->second : state.original;
}

// Gives the editor the text of the tab when that is another one, or was changed from elsewhere.
void follow_text(Workbench& bench, SourcePanelState& state, const KernelSpec& kernel) {
    const std::string key = fmt::format("{}/{}/{}", bench.lesson->id, kernel.id, static_cast<int>(state.tab));
    const std::string text = text_of_tab(bench, state, kernel);
    if (key == state.shown_key && text == state.shown_text) return;
    state.shown_key = key;
    state.shown_text = text;
    state.editor.set_python(state.tab == SourceTab::python);
    state.editor.set_text(text);
    state.editor.set_read_only(is_read_only(state));
    if (state.tab == SourceTab::routine) state.editor.go_to_line(state.routine_line);
    state.diagnostics.clear();
    state.checked = false;
    state.marked_key.clear();
    state.check_at = compiles_as_typed(state) ? std::optional(ImGui::GetTime()) : std::nullopt;
}

void take_edit(Workbench& bench, SourcePanelState& state, const KernelSpec& kernel) {
    state.shown_text = state.editor.text();
    if (compiles_as_typed(state)) state.check_at = ImGui::GetTime() + kCheckDelayS;
    state.checked = false;
    if (state.tab == SourceTab::exercise || state.tab == SourceTab::program) {
        set_exercise_text(bench.state<ExerciseState>(), state.shown_text);
        return put_in_draft(bench, bench.state<ExerciseState>());
    }
    if (state.shown_text == state.original)
        bench.draft.edited_source.erase(kernel.id);
    else
        bench.draft.edited_source[kernel.id] = state.shown_text;
    bench.post(ask::TakeDraft{});
}

KernelSource source_of(const Workbench& bench, const SourcePanelState& state, const KernelSpec& kernel) {
    const bool exercise = state.tab == SourceTab::exercise;
    const Exercise* asked = exercise ? current_exercise(bench, bench.state<ExerciseState>()) : nullptr;
    const std::string own = asked != nullptr ? asked->entry : "";
    return {.text = state.shown_text,
            .entry = entry_of(bench, own.empty() ? kernel.entry : own),
            .origin = asked != nullptr ? asked->stub_file() : kernel.source,
            .options = includes_of_submission(*bench.lesson, kernel)};
}

// The findings of the last check, at their lines, as long as the text is the one that was checked.
void take_program_marks(Workbench& bench, SourcePanelState& state) {
    const ExerciseState& exercise = bench.state<ExerciseState>();
    state.checked = exercise.verdict.has_value() && exercise.checked_text == state.shown_text;
    state.diagnostics = state.checked ? program_marks(*exercise.verdict) : Diagnostics();
}

void run_check(Workbench& bench, SourcePanelState& state, const KernelSpec& kernel) {
    if (state.tab == SourceTab::program) return take_program_marks(bench, state);
    if (state.check_at && ImGui::GetTime() >= *state.check_at) {
        state.check_at.reset();
        state.check.submit(bench.devices.set, state.shown_key + "\n" + state.shown_text, source_of(bench, state, kernel));
    }
    const auto result = state.check.poll();
    if (!result || result->key != state.shown_key + "\n" + state.shown_text) return;
    state.diagnostics = result->diagnostics;
    state.compile_ms = result->compile_ms;
    state.checked = true;
    state.marked_key.clear();
    if ((state.tab == SourceTab::exercise) != bench.draft.runs_exercise) return;  // looked at beside the debugger
    const std::string* own = bench.own_text();
    bench.results.text = {.kernel = kernel.id,
                          .edited_source = own != nullptr ? std::optional(*own) : std::nullopt,
                          .diagnostics = result->diagnostics};
}

// The fault of the newest run, when it is about the text that is shown.
std::optional<Fault> fault_of(const Workbench& bench, const SourcePanelState& state, const KernelSpec& kernel) {
    if (state.tab != SourceTab::kernel && state.tab != SourceTab::exercise) return std::nullopt;
    for (const auto& [kind, runs] : bench.results.runs) {
        if (!runs.latest || !runs.latest->fault || runs.latest->request.kernel != kernel.id) continue;
        const bool of_exercise = !runs.latest->request.edited_entry.empty();
        if (of_exercise != (state.tab == SourceTab::exercise)) continue;
        const std::string ran = runs.latest->request.edited_source.value_or(state.original);
        if (ran == state.shown_text) return runs.latest->fault;
    }
    return std::nullopt;
}

void place_marks(Workbench& bench, SourcePanelState& state, const KernelSpec& kernel) {
    const std::optional<Fault> fault = fault_of(bench, state, kernel);
    const std::string key = fmt::format("{}|{}|{}|{}", state.shown_key, text_of(state.diagnostics), fault ? text_of(*fault) : "",
                                        static_cast<int>(bench.look.theme_name));
    if (key == state.marked_key) return;
    state.marked_key = key;
    state.editor.mark(bench.look, state.diagnostics, fault);
}

bool is_edited(const Workbench& bench, const SourcePanelState& state, const KernelSpec& kernel) {
    return state.tab == SourceTab::kernel && bench.draft.edited_source.contains(kernel.id);
}

constexpr float kBesideBox = 190;              // unscaled, of the box that shows instructions
constexpr float kLeastWidthForTwoTexts = 640;  // unscaled: below it, instructions stand under the source
constexpr float kLowPanel = 440;  // unscaled: while a kernel is stepped, its lines have the room of what can be told in fewer rows

bool is_low_beside_debugger(Workbench& bench) {
    return bench.state<LineMarks>().shown && ImGui::GetWindowHeight() < bench.look.px(kLowPanel);
}

constexpr const char* kResetLabel = "Reset to original##source";
float reset_width(const Look& look) { return ImGui::CalcTextSize(kResetLabel, nullptr, true).x + 2 * look.px(8); }
float edited_width(const Look& look) {
    return ImGui::CalcTextSize("edited").x + 2 * ImGui::GetStyle().ItemSpacing.x + reset_width(look);
}

// At the right of the row of forms, whose other half is free while the kernel's own text is shown.
void edited_mark(Workbench& bench, const KernelSpec& kernel, float after) {
    const float gap = ImGui::GetStyle().ItemSpacing.x, button = reset_width(bench.look);
    const float width = ImGui::CalcTextSize("edited").x + gap + button,
                right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    const bool with_word = after + gap + width <= right;
    ImGui::SameLine(std::max(after + gap, right - (with_word ? width : button)));
    const float row = ImGui::GetCursorPosY();
    if (with_word) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(to_vec4(bench.look.theme.warn), "edited");
        explain(bench.look, "This is your text, not the lesson's. Runs use it; the CPU routine and the recordings do not.");
        ImGui::SameLine();
    }
    ImGui::SetCursorPosY(row + (ImGui::GetFrameHeight() - ImGui::GetTextLineHeight() - 2 * bench.look.px(3)) / 2);
    if (small_button(bench.look, kResetLabel)) {
        bench.draft.edited_source.erase(kernel.id);
        bench.post(ask::TakeDraft{});
    }
}

// Only what a device runs: the host program, Python, the CPU routine and a library's code have no other form.
bool has_forms(const SourcePanelState& state, const KernelSpec& kernel) {
    return compiles_as_typed(state) && kernel.library.empty();
}

// Also by Ctrl+Shift+Enter, where the exercise is looked at.
void check_exercise_button(Workbench& bench) {
    ExerciseState& exercise = bench.state<ExerciseState>();
    const bool checking = exercise.check.valid() || !may_check(bench, exercise);
    const bool asked = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) &&
                       ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Enter,
                                       ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_RouteOverFocused);
    if (quiet_button(bench.look, "Check###check_exercise", !checking) || (asked && !checking))
        start_exercise_check(bench, exercise);
    explain(bench.look, own_tab(bench) == SourceTab::program
                            ? "Compiles and runs your program with your rights, as often as the exercise asks (Ctrl+Shift+Enter)"
                            : "Runs your version on several sizes with random data and compares every element (Ctrl+Shift+Enter)");
}

void form_row(Workbench& bench, SourcePanelState& state, const KernelSpec& kernel) {
    static const std::string names[] = {"CUDA C++", "PTX", "SASS"};
    static const std::string help[] = {"The source as it is written",
                                       "What NVIDIA's compiler makes of it: assembly for no GPU in particular",
                                       "The machine code of one generation of GPUs"};
    const FontScope font(bench.look.fonts.regular, bench.look.px(Fonts::kSmall));
    int chosen = static_cast<int>(state.listing.form);
    if (segmented(bench.look, "code_forms", names, chosen, help)) state.listing.form = static_cast<CodeForm>(chosen);
    const bool is_told = has_errors(state.diagnostics) || !is_low_beside_debugger(bench);
    const float after = is_told ? state_of_text(bench.look, state) : ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
    const bool is_exercise = state.tab == SourceTab::exercise;
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float buttons = is_exercise ? button_width("Check") + spacing + button_width("Step this kernel")
                          : is_told || is_edited(bench, state, kernel) ? edited_width(bench.look)
                                                                       : 0;
    const float room = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    const bool has_box = state.listing.form == CodeForm::cuda, box_fits = after + kBesideBox * bench.look.scale + buttons <= room;
    if (is_edited(bench, state, kernel)) edited_mark(bench, kernel, after);
    if (has_box) {
        if (box_fits) ImGui::SameLine(after + spacing);
        ImGui::Checkbox("Instructions beside it###code_beside", &state.beside.shown);
        explain(bench.look, "Shows the instructions of each line beside the source: the emulator's, PTX or SASS");
    }
    if (!is_exercise) return;
    place_beside(button_width("Check"));
    check_exercise_button(bench);
    if (bench.state<LineMarks>().of_exercise) return;
    place_beside(button_width("Step this kernel"));
    if (quiet_button(bench.look, "Step this kernel###step_exercise"))
        bench.post(ask::Debug{.line = {}, .position = {}, .exercise = ask::DebugExercise{}});
    explain(bench.look, "Opens your version in the debugger, with the values of the launch panel");
}

std::optional<ListedKernel> listed_kernel(const ListingViewState& state) {
    if (!state.shown || !state.shown->listing || !state.shown->listing->resources) return std::nullopt;
    return ListedKernel{.entry = state.shown->request.source.entry,
                        .architecture = fmt::format("sm_{}", state.shown->listing->architecture),
                        .resources = *state.shown->listing->resources};
}

// What the margin of the text tells of each line, while the kernel is stepped.
void heat_row(Workbench& bench, LineMarks& marks, bool stepped) {
    if (!stepped)
        return muted_text(
            bench.look,
            "The text has changed since it was compiled for the debugger. Start the debugger again to step through the new text.");
    if (marks.choices.empty()) return;
    const FontScope font(bench.look.fonts.regular, bench.look.px(Fonts::kSmall));
    segmented(bench.look, "line_heat", marks.choices, marks.chosen);
    if (marks.heat_of.empty()) return;
    if (!marks.extents.empty()) {
        place_beside(bench.look.px(180));
        segmented(bench.look, "heat_extent", marks.extents, marks.extent);
    }
    if (!marks.heat.empty()) {
        place_beside(button_width("Hottest lines"));
        if (quiet_button(bench.look, "Hottest lines###hottest")) open_heat_list();
        explain(bench.look, fmt::format("Lists the lines by what the margin counts: {}", marks.heat_of));
    }
    const float words = ImGui::CalcTextSize(marks.heat_of.c_str()).x;
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    if (is_low_beside_debugger(bench) && ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + words > right) return;
    place_beside(words);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(to_vec4(bench.look.theme.muted), "%s", marks.heat_of.c_str());
}

// The first message stands below the text too: a squiggle alone is easy to miss.
void message_line(Workbench& bench, SourcePanelState& state) {
    const Diagnostic* const first = first_of(state.diagnostics);
    if (first == nullptr) return;
    const ImU32 colour = first->severity == Severity::error ? bench.look.theme.bad : bench.look.theme.warn;
    const Card card(bench.look, "source_message", mix(bench.look.theme.panel, colour, 0.10f), colour);
    // A message that is about no line of this text, such as the end of the compiler's process, leads nowhere.
    if (first->line > 0 && state.editor.has_squiggles()) {
        if (ImGui::TextLink(fmt::format("Line {}###first_error", first->line).c_str())) state.editor.go_to_line(first->line);
        ImGui::SameLine();
    }
    text_in(bench.look, bench.look.theme.text, first->message);
    if (!first->hint.empty()) muted_text(bench.look, first->hint);
}

void run_shortcut(Workbench& bench) {
    // routed before the editor, which would break the line
    if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) return;
    if (!ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_Enter, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_RouteOverFocused)) return;
    if (bench.state<SourcePanelState>().tab != SourceTab::program) return bench.post(ask::Run{});
    if (ExerciseState& exercise = bench.state<ExerciseState>(); may_check(bench, exercise)) start_exercise_check(bench, exercise);
}

}  // namespace

void show_source_line(Workbench& bench, int line, bool stepped, bool edit) {
    SourcePanelState& state = bench.state<SourcePanelState>();
    const bool exercise = stepped ? bench.state<LineMarks>().of_exercise : bench.draft.runs_exercise;
    state.tab = exercise ? SourceTab::exercise : SourceTab::kernel;
    state.listing.form = CodeForm::cuda;
    state.wanted_line = line;
    state.wants_keyboard = edit;
    focus_view(bench, "source");
}

void show_exercise_source(Workbench& bench, int line) {
    SourcePanelState& state = bench.state<SourcePanelState>();
    state.tab = own_tab(bench);
    if (line > 0) state.wanted_line = line;
    focus_view(bench, "source");
}

void source_panel(Workbench& bench) {
    report_rect(bench, "source");
    const KernelSpec* kernel = bench.kernel();
    if (bench.lesson == nullptr || kernel == nullptr)
        return empty_state(bench.look, "No kernel to show", "Open a lesson to see the source that runs on every device.");
    const IdScope id("source");
    SourcePanelState& state = bench.state<SourcePanelState>();
    update_exercise(bench, bench.state<ExerciseState>());
    load_texts(bench, state, *kernel);
    tab_row(bench, state, *kernel);
    if (!has_forms(state, *kernel)) {  // else beside the forms
        const float after = state_of_text(bench.look, state);
        if (state.tab == SourceTab::program) {
            place_beside(button_width("Check"));
            check_exercise_button(bench);
        }
        if (is_edited(bench, state, *kernel)) edited_mark(bench, *kernel, after);
    }
    follow_text(bench, state, *kernel);
    run_check(bench, state, *kernel);
    place_marks(bench, state, *kernel);
    if (state.wanted_line && !is_read_only(state)) {
        state.editor.go_to_line(*std::exchange(state.wanted_line, std::nullopt));
        if (std::exchange(state.wants_keyboard, false)) state.editor.take_keyboard();
    }
    run_shortcut(bench);
    if (state.tab == SourceTab::python) python_row(bench, bench.state<PythonTabState>(), *kernel);
    if (has_forms(state, *kernel)) {
        form_row(bench, state, *kernel);
        if (state.listing.architecture == 0) {
            const SmLimits& sm = **find_sm_limits(present_capability(bench.devices.present));
            state.listing.architecture = 10 * sm.major + sm.minor;
        }
        if (state.listing.form != CodeForm::cuda) {
            const auto line = listing_view(bench.look, state.listing, source_of(bench, state, *kernel));
            bench.results.listed = listed_kernel(state.listing);
            if (line) {
                state.listing.form = CodeForm::cuda;
                state.editor.go_to_line(*line);
            }
            return;
        }
    }
    // the debugger's lines are those of the text that it compiled
    LineMarks& marks = bench.state<LineMarks>();
    const bool marked = state.tab == (marks.of_exercise ? SourceTab::exercise : SourceTab::kernel) && marks.shown;
    const bool stepped = marked && (marks.text.empty() || marks.text == state.shown_text);
    if (marked) heat_row(bench, marks, stepped);
    state.editor.show_marks(stepped ? &marks : nullptr);
    if (stepped && std::exchange(marks.changed, false) && marks.current > 0) state.editor.bring_into_sight(marks.current);
    const bool message = !state.diagnostics.empty();
    const float below = message ? bench.look.px(88) : 0;
    const float height = std::max(ImGui::GetContentRegionAvail().y - below, bench.look.px(120));
    const bool beside = state.beside.shown && has_forms(state, *kernel);
    const float room = ImGui::GetContentRegionAvail().x;
    const bool stacked = beside && room < bench.look.px(kLeastWidthForTwoTexts);
    const float editor_height = stacked ? std::floor((height - ImGui::GetStyle().ItemSpacing.y) * 0.5f) : height;
    if (beside) state.editor.link_line(state.beside.hovered);
    if (state.editor.draw(bench.look, "##editor", {beside && !stacked ? std::floor(room * 0.55f) : 0, editor_height}))
        take_edit(bench, state, *kernel);
    if (beside) {
        if (!stacked) ImGui::SameLine();
        ImGui::BeginChild("##listing_beside", {0, stacked ? height - editor_height - ImGui::GetStyle().ItemSpacing.y : height},
                          ImGuiChildFlags_NavFlattened);
        const int current = stepped ? marks.current : 0, wanted = state.editor.hovered_line();
        if (const auto line = listing_beside(bench.look, state.beside, state.listing, source_of(bench, state, *kernel),
                                             stepped ? &marks : nullptr, wanted > 0 ? wanted : current))
            state.editor.go_to_line(*line);
        ImGui::EndChild();
    }
    // the editor knows which lines are in sight once it was drawn at this size
    if (std::exchange(state.editor_height, editor_height) != editor_height) marks.changed = true;
    if (const auto line = state.editor.take_clicked_line()) bench.post(ask::ToggleBreakpoint{*line});
    if (state.editor.take_clicked_heat() && stepped) open_heat_list();
    if (const auto line = stepped ? heat_list(bench.look, marks) : std::nullopt) state.editor.go_to_line(*line);
    message_line(bench, state);
}

}  // namespace warpwise::ui
