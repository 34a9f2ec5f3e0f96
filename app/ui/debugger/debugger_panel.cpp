// The debugger's controls: steps forwards and back, where one stands and why, what went wrong, and the warps' timeline below.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "base/number_text.h"
#include "ui/debugger/debug_steps.h"
#include "ui/debugger/debugger_breakpoints.h"
#include "ui/debugger/debugger_controls.h"
#include "ui/debugger/debugger_place.h"
#include "ui/debugger/debugger_state.h"
#include "ui/debugger/debugger_text.h"
#include "ui/debugger/fault_help.h"
#include "ui/debugger/panels.h"
#include "ui/debugger/warp_timeline.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/panel.h"
#include "ui/workbench/progress_shown.h"

namespace warpwise::ui {
namespace {

constexpr float kLowPanel = 300;  // unscaled height

struct ControlsState {
    double busy_since_s = -1;
};

// A step takes less than a blink: buttons that go grey for so long would only flicker.
bool looks_busy(Workbench& bench, const DebuggerState& state) {
    double& since = bench.state<ControlsState>().busy_since_s;
    if (!state.busy) since = -1;
    if (state.busy && since < 0) since = ImGui::GetTime();
    return since >= 0 && ImGui::GetTime() - since >= kLeastShownRunS;
}

void cancel_button(Workbench& bench) {
    if (quiet_button(bench.look, "Cancel###debug_cancel")) bench.post(ask::Cancel{});
    explain(bench.look, "Pauses where the block is now (Esc)");
}

// What does not fit beside the words goes below them. Returns where the text begins.
float text_at_right(const Look& look, ImFont* font, const std::string& text, ImU32 colour, float right) {
    const FontScope scope(font, look.px(Fonts::kSmall));
    const float left = ImGui::GetItemRectMax().x + look.px(24), begin = right - ImGui::CalcTextSize(text.c_str()).x;
    if (begin > left) {
        ImGui::SameLine();
        ImGui::SetCursorScreenPos({begin, ImGui::GetCursorScreenPos().y + look.px(2)});
    }
    ImGui::TextColored(to_vec4(colour), "%s", text.c_str());
    return begin;
}

// "Stopped: out of bounds at line 8" leads to the line.
void stop_words(Workbench& bench, const DebuggerState& state, const std::string& words) {
    const Look& look = bench.look;
    const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
    const auto& fault = state.now->fault;
    if (!fault) return ImGui::TextUnformatted(words.c_str());
    const auto line_link = [&](const std::string& text, int line, const char* name) {
        const ColourScope colours{{ImGuiCol_TextLink, look.theme.bad}};
        if (ImGui::TextLink((text + "###" + name).c_str())) bench.post(ask::ShowSourceLine{line, true});
        explain(look, "Show this line in the source");
    };
    if (fault->line > 0)
        line_link(words, fault->line, "debug_fault_line");
    else
        ImGui::TextColored(to_vec4(look.theme.bad), "%s", words.c_str());
    if (!fault->other || fault->other->line == fault->line || fault->other->line <= 0) return;
    ImGui::SameLine();
    line_link(fmt::format("Other access: line {}", fault->other->line), fault->other->line, "debug_fault_other");
}

// Where there is no room for all of it in one line, the place stands below.
void where_row(Workbench& bench, const DebuggerState& state, bool busy) {
    const Look& look = bench.look;
    std::string place = place_text(*state.now, state.subject->shape);
    if (const auto& exercise = state.subject->exercise)
        place += exercise->parameters ? fmt::format("    your version, as checked: {}", state.subject->values) : "    your version";
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    if (busy) {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        ImGui::TextUnformatted((state.doing + " ...").c_str());
    } else {
        stop_words(bench, state, stop_sentence(*state.now));
    }
    if (busy) {
        ImGui::SameLine(0, look.px(16));
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        cancel_button(bench);
    }
    float words_end = ImGui::GetItemRectMax().x;
    if (!busy) {  // between the words and the place, in the height of the row
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        breakpoints_button(bench);
        words_end = std::max(words_end, ImGui::GetItemRectMax().x);
    }
    const float begin =
        text_at_right(look, look.fonts.mono, position_text(*state.now, state.overview.get()), look.theme.text, right);
    explain(look, "How many warp instructions the block has executed so far, over all of its warps, and how many it has in all");
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    if (const float at = words_end + look.px(24); at + ImGui::CalcTextSize(place.c_str()).x + look.px(24) < begin) {
        ImGui::SameLine();
        ImGui::SetCursorScreenPos({at, ImGui::GetCursorScreenPos().y + look.px(2)});
    }
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", place.c_str());
}

// Red, with what to try: where no session could be opened.
void fault_card(Workbench& bench, const Fault& fault, const char* id) {
    const Look& look = bench.look;
    const Card card(look, id, mix(look.theme.panel, look.theme.bad, look.theme.dark ? 0.14f : 0.10f), look.theme.bad);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.text, fault_title(fault));
    }
    const FontScope font(look.fonts.regular, look.px(14));
    text_in(look, look.theme.text, sentence(fault.message));
    if (!fault.hint.empty()) {
        const FontScope strong(look.fonts.semibold, look.px(14));
        ImGui::TextColored(to_vec4(look.theme.text), "What to try");
        const FontScope plain(look.fonts.regular, look.px(14));
        text_in(look, look.theme.text, fault.hint);
    }
    if (fault.line <= 0) return;
    if (ImGui::TextLink(fmt::format("Line {}###debug_fault_line", fault.line).c_str()))
        bench.post(ask::ShowSourceLine{fault.line, true});
    explain(look, "Show this line in the source");
}

const Fault* fault_of(const DebuggerState& state) {
    if (state.now->fault) return &*state.now->fault;
    return state.overview != nullptr && state.overview->fault ? &*state.overview->fault : nullptr;
}

// What went wrong and what to try, side by side where both are short.
struct FaultWords {
    std::string what, hint;
    float hint_at = 0, height = 0;  // of the hint from the left, or 0: below
    float end = 0;                  // of the last line, from the left; the whole width where it may be a wrapped one
};

constexpr const char* kTry = "What to try";

FaultWords fault_words(const Look& look, const Fault& fault, float width) {
    FaultWords words{.what = sentence(fault.message), .hint = fault.hint};
    if (!words.what.empty() && words.what.back() != '.') words.what += '.';
    const float size = look.px(14), label = text_width(look.fonts.semibold, size, kTry) + look.px(8);
    const float what = text_width(look.fonts.regular, size, words.what), hint = text_width(look.fonts.regular, size, words.hint);
    const auto height_of = [&](const std::string& text, float wrap) {
        return look.fonts.regular->CalcTextSizeA(size, 1e9f, std::max(wrap, 1.0f), text.c_str()).y;
    };
    words.height = height_of(words.what, width);
    words.end = std::min(what, width);
    if (words.hint.empty()) return words;
    words.end = std::min(label + hint, width);
    if (what + look.px(20) + label + hint <= width)
        words.hint_at = what + look.px(20), words.end += words.hint_at;
    else
        words.height += look.px(4) + height_of(words.hint, width - label);
    return words;
}

// Where no card of the fault is in sight: what can be done about it stands beside its words, or below them.
void fault_steps(Workbench& bench, const FaultHelp& help, ImVec2 at) {
    ImGui::SetCursorScreenPos(at);
    ImGui::BeginGroup();
    if (const auto step = fault_button_row(bench.look, help)) take_fault_step(bench, *step);
    ImGui::EndGroup();
}

// A red sign, what is further on, and the button that goes there.
bool warning_with_way(const Look& look, const std::string& words, const char* button) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(to_vec4(look.theme.bad), "%s", icon::kWarning);
    ImGui::SameLine();
    ImGui::TextUnformatted(words.c_str());
    place_beside(button_width("Go there"));
    return small_button(look, button);
}

// A fault further on is told, and one click away, until the block stands at it; then what is wrong stands in the same place, which
// is as high before: no step moves what stands below it.
void fault_row(Workbench& bench, const DebuggerState& state) {
    const Fault* const fault = fault_of(state);
    if (fault == nullptr) return;
    const Look& look = bench.look;
    const float size = look.px(14);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const FaultWords words = fault_words(look, *fault, width);
    const std::optional<FaultHelp> help = fault_help(bench);
    // As wide as it can be at this fault, also before it is come to.
    const FaultHelp widest{.line = 1000, .array = fault->array, .smallest = "Find the smallest case"};
    const bool beside = words.end + look.px(16) + fault_button_row_width(look, widest) <= width;
    const float height = std::max(words.height, ImGui::GetFrameHeight()) + look.px(beside ? 4 : 26);
    const FontScope font(look.fonts.regular, size);
    // Where the card of the fault is in sight, what to try stands there.
    const bool is_on_card = ImGui::GetFrameCount() - bench.state<FaultCardState>().frame <= 1;
    if (state.now->fault) {
        text_in(look, look.theme.text, words.what);
        if (!words.hint.empty() && !is_on_card) {
            ImGui::SetCursorScreenPos(words.hint_at > 0 ? ImVec2{at.x + words.hint_at, at.y}
                                                        : ImVec2{at.x, ImGui::GetItemRectMax().y + look.px(4)});
            {
                const FontScope strong(look.fonts.semibold, size);
                ImGui::TextUnformatted(kTry);
            }
            ImGui::SameLine(0, look.px(8));
            text_in(look, look.theme.text, words.hint);
        }
        if (help && !is_on_card)
            fault_steps(bench, *help,
                        beside ? ImVec2{at.x + words.end + look.px(16), at.y + words.height - size - look.px(4)}
                               : ImVec2{at.x, at.y + words.height + look.px(4)});
    } else {
        if (warning_with_way(look, fmt::format("This block ends in a fault: {}", fault_title(*fault)), "Go there###to_fault"))
            debug_go(bench, DebugGo::to_end);
    }
    ImGui::SetCursorScreenPos({at.x, at.y});
    ImGui::Dummy({1, height});
}

// A race does not end the block: it is told before it happens, and afterwards, and one click away.
void race_row(Workbench& bench, const DebuggerState& state) {
    if (state.overview == nullptr || !state.overview->race || fault_of(state) != nullptr) return;
    const DebugOverview& overview = *state.overview;
    const FontScope font(bench.look.fonts.regular, bench.look.px(14));
    if (warning_with_way(bench.look, race_sentence(*overview.race), "Go there###to_race"))
        bench.post(ask::DebugStep{
            {.go = DebugGo::to_position, .warp = overview.race_warp, .position = overview.race_position, .breakpoints = {}}});
    explain(bench.look, sentence(overview.race->message) + ".");
}

// What the lesson led here for: it stays while the learner steps on.
void look_row(const Look& look, const std::string& what) {
    const Card card(look, "debug_look", mix(look.theme.panel, look.theme.accent, look.theme.dark ? 0.14f : 0.10f),
                    look.theme.accent);
    const FontScope font(look.fonts.regular, look.px(14));
    text_in(look, look.theme.text, what);
}

void problem_card(Workbench& bench, const Error& problem) {
    const Look& look = bench.look;
    const Card card(look, "debug_problem", mix(look.theme.panel, look.theme.bad, look.theme.dark ? 0.14f : 0.10f), look.theme.bad);
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.text, sentence(problem.message));
    }
    if (!problem.hint.empty()) text_in(look, look.theme.text, problem.hint);
}

void start_card(Workbench& bench, const DebuggerState& state) {
    const Look& look = bench.look;
    if (state.refused) fault_card(bench, *state.refused, "debug_refused");
    if (state.problem) problem_card(bench, *state.problem);
    heading(look, "Step through a block, forwards and back");
    text_in(look, look.theme.muted,
            "The debugger runs one block of this launch in the emulator. Step line by line, forwards and back, and see the "
            "variables in all 32 lanes of a warp and each access to memory.");
    ImGui::Dummy({0, look.px(2)});
    place_fields(bench);
    ImGui::Dummy({0, look.px(2)});
    const bool can = can_start_debugger(bench);
    if (primary_button(look, "Step this kernel", nullptr, 0, can)) start_debugger(bench);
    if (!can)
        explain(look,
                bench.draft.resolved ? "A library routine has no source to step through" : bench.draft.resolved.error().text());
    muted_text(look,
               "Press F9 in the source to set a breakpoint. While you are stepping, you can also click beside a line number.");
}

void opening(Workbench& bench, const DebuggerState& state) {
    heading(bench.look, "Opening the debugger");
    text_in(bench.look, bench.look.theme.muted, state.doing + " ...");
    if (looks_busy(bench, state)) cancel_button(bench);
}

// The last line that the block printed. A kernel that prints has the place for it from the start.
void printed_output(const Look& look, const DebugSubject& subject, const std::string& text) {
    if (text.empty() && subject.text.find("printf") == std::string::npos) return;
    const std::size_t end = text.find_last_not_of('\n');
    const std::size_t begin = end == std::string::npos ? 0 : text.rfind('\n', end) + 1;
    std::string line = text.substr(begin, end == std::string::npos ? 0 : end + 1 - begin);
    if (!line.empty()) line = "printed: " + line;
    const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", line.c_str());
    explain(look, text);
}

}  // namespace

void debugger_panel(Workbench& bench) {
    report_rect(bench, "debugger");
    if (bench.lesson == nullptr || bench.kernel() == nullptr)
        return empty_state(bench.look, "No kernel to step", "Open a lesson to step through its kernel.");
    const IdScope id("debugger");
    const DebuggerState& state = bench.state<DebuggerState>();
    if (!state.is_open()) return state.busy ? opening(bench, state) : start_card(bench, state);
    const bool busy = looks_busy(bench, state);
    const float left = ImGui::GetCursorScreenPos().x;
    debugger_controls(bench, busy);
    // rows of fields, which are changed once in a session, would take the place of where one stands
    const bool fields_last = debugger_controls_are_low(bench) && ImGui::GetWindowHeight() < bench.look.px(kLowPanel);
    if (!fields_last) session_fields(bench, left + debugger_controls_width(bench));
    where_row(bench, state, busy);
    if (is_outdated(bench)) {
        if (small_button(bench.look, "Start again###debug_again")) start_debugger(bench);
        ImGui::SameLine();
        text_in(bench.look, bench.look.theme.warn,
                state.subject->exercise
                    ? "Your version or its values have changed since it was compiled for the debugger."
                    : "The kernel or its settings have changed. This session still has " + state.subject->values + ".");
    }
    if (!state.look.empty()) look_row(bench.look, state.look);
    fault_row(bench, state);
    race_row(bench, state);
    printed_output(bench.look, *state.subject, state.now->printed);
    const float room = ImGui::GetContentRegionAvail().y, needed = least_timeline_height(bench);
    if (ImGui::BeginChild("##timeline_room", {0, std::max(room, needed)}, ImGuiChildFlags_NavFlattened)) warp_timeline(bench);
    ImGui::EndChild();
    if (fields_last) session_fields(bench, left + debugger_controls_width(bench));
}

}  // namespace warpwise::ui
