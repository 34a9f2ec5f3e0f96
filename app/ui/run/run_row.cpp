// The row that runs what is chosen above it: Run, which says what it runs, Cancel or the sweep, and what goes with a run.
#include "ui/run/run_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/timing/sweep.h"
#include "ui/workbench/progress_shown.h"

namespace warpwise::ui {
namespace {

constexpr float kProgressHeight = 3;  // unscaled, as the next two
constexpr float kLeastWidthForBox = 440, kGapBeforeBox = 14;

// What the second slot of the row of buttons holds while nothing runs.
std::string sweep_label(const Workbench& bench) {
    const Parameter* over = sweep_parameter(*bench.lesson);
    return over != nullptr ? "Sweep###sweep_launch" : "";
}

// Cancel has a slot of its own size whether it is there or not: neither a run nor its end moves a button.
void second_slot(Workbench& bench, bool runs, ImVec2 size) {
    const Parameter* over = sweep_parameter(*bench.lesson);
    if (runs || over == nullptr) {
        const DisabledScope disabled(!runs);
        if (ImGui::Button("Cancel##launch", size)) bench.post(ask::Cancel{});
        return explain(bench.look, runs ? "Stop the run (Esc). Finished results are kept." : "Nothing is running");
    }
    if (ImGui::Button(sweep_label(bench).c_str(), size)) bench.post(ask::RunSweep{over->id});
    explain(bench.look,
            fmt::format("Run at many values of {} on the chosen devices that can be timed, and draw the times (F6)", over->label));
}

// A thin line between the buttons and the box below them; its room is always there.
void progress_line(const Look& look, const RunProgress& progress) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(kProgressHeight);
    if (progress.shown) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled(at, {at.x + width, at.y + height}, look.theme.line, height / 2);
        list.AddRectFilled(at, {at.x + std::max(height, width * progress.fraction), at.y + height}, look.theme.accent, height / 2);
    }
    ImGui::Dummy({width, height});
    explain(look, progress.text);
}

constexpr const char* kLiveLabel = "Run on every change##launch";

void live_box(Workbench& bench) {
    if (ImGui::Checkbox(kLiveLabel, &bench.settings.live_run)) bench.post(ask::SaveSettings{});
    explain(bench.look,
            "After the first run of a lesson, every change runs the kernel again: a value, a preset, another kernel. "
            "Launches whose arrays exceed 32 MiB wait for F5 if the emulator is to run them.");
}

constexpr const char* kLessonsLabel = "Also run the lesson's##launch";

bool has_lessons_box(const Workbench& bench) { return bench.own_text() != nullptr; }

void lessons_box(Workbench& bench) {
    if (ImGui::Checkbox(kLessonsLabel, &bench.draft.with_lessons) && bench.draft.with_lessons)
        bench.post(ask::FocusView{"compare"});
    explain(bench.look,
            bench.draft.runs_exercise
                ? "Runs the lesson's solution too, on the same data, and shows what differs in Compare. Its text stays hidden."
                : "Runs the lesson's kernel too, on the same data, and shows what differs in Compare");
}

float width_of_box(const char* label) {
    return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label, nullptr, true).x;
}

// In a wide panel, which lies below the views and is low, the box stands beside the buttons and leaves its row to the choices.
bool live_box_beside(const Look& look) { return ImGui::GetContentRegionAvail().x >= look.px(kLeastWidthForBox); }

bool boxes_share_a_row(const Look& look) {
    return width_of_box(kLiveLabel) + look.px(kGapBeforeBox) + width_of_box(kLessonsLabel) <= ImGui::GetContentRegionAvail().x;
}

// Run says which text it runs, as far as there is room.
struct RunWords {
    std::string label, help;
    bool with_key = true;
};

RunWords run_words(const Workbench& bench, float width) {
    RunWords words{.label = "Run", .help = "Runs this kernel on every chosen device"};
    std::string shorter = "Run";
    if (bench.draft.runs_exercise) {
        words = {.label = "Run your version", .help = "Runs your version of the exercise on every chosen device"};
        shorter = "Run yours";
    } else if (bench.own_text() != nullptr) {
        words = {.label = "Run your edit", .help = "Runs the kernel as you have edited it on every chosen device"};
        shorter = "Run edit";
    }
    const FontScope font(bench.look.fonts.semibold, bench.look.px(Fonts::kBody));
    const float room = width - 2 * ImGui::GetStyle().FramePadding.x;
    words.with_key = ImGui::CalcTextSize((words.label + "   F5").c_str()).x <= room;
    if (!words.with_key && ImGui::CalcTextSize(words.label.c_str()).x > room) words.label = shorter;
    words.label += "###Run";
    return words;
}

}  // namespace

void run_row(Workbench& bench) {
    ImGui::Dummy({0, bench.look.px(2)});
    const RunProgress& progress = run_progress(bench);
    const ImGuiStyle& style = ImGui::GetStyle();
    const float gap = style.ItemSpacing.x, room = ImGui::GetContentRegionAvail().x;
    const auto width_of = [&](const std::string& label) {
        return ImGui::CalcTextSize(label.c_str(), nullptr, true).x + 2 * style.FramePadding.x;
    };
    const float second = std::max(width_of(sweep_label(bench)), width_of("Cancel"));
    const bool beside = live_box_beside(bench.look);
    const float box = beside ? ImGui::GetFrameHeight() + style.ItemInnerSpacing.x +
                                   ImGui::CalcTextSize(kLiveLabel, nullptr, true).x + bench.look.px(kGapBeforeBox)
                             : 0;
    const bool nothing = bench.draft.run_on.empty();
    const bool stepping = bench.ongoing.debugging;  // F5 is the debugger's then
    const float width = room - second - gap - box;
    const RunWords words = run_words(bench, width);
    if (primary_button(bench.look, words.label.c_str(), stepping || !words.with_key ? nullptr : "F5", width, !nothing))
        bench.post(ask::Run{});
    explain(bench.look, nothing ? "Choose at least one device above" : words.help);
    const float height = ImGui::GetItemRectSize().y;
    ImGui::SameLine();
    second_slot(bench, progress.shown, {second, height});
    if (beside) {
        ImGui::SameLine(0, bench.look.px(kGapBeforeBox));
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (height - ImGui::GetFrameHeight()) / 2);
        live_box(bench);
    }
    progress_line(bench.look, progress);
    if (!beside) live_box(bench);
    if (!has_lessons_box(bench)) return;
    if (!beside && boxes_share_a_row(bench.look)) ImGui::SameLine(0, bench.look.px(kGapBeforeBox));
    lessons_box(bench);
}

float run_row_height(const Workbench& bench) {
    const Look& look = bench.look;
    const float row = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
    const bool beside = live_box_beside(look), more = has_lessons_box(bench) && (beside || !boxes_share_a_row(look));
    return (1.0f + (beside ? 0 : 1) + (more ? 1 : 0)) * row + 2 * ImGui::GetStyle().ItemSpacing.y + look.px(9 + kProgressHeight);
}

}  // namespace warpwise::ui
