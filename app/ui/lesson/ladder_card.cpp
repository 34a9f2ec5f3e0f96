// Ladders: kernels with one line to write, a target that is drawn, and a par in counts.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text.h"
#include "lesson/formula.h"
#include "lesson/source_markers.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/code_lines.h"
#include "ui/lesson/medal.h"
#include "ui/lesson/puzzle_cards.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kLongestLine = 300;

Medal reached(const LessonProgress& progress, const Ladder& ladder, const Rung& rung) {
    const auto count = progress.rung_counts.find(rung_key(ladder, rung));
    return count == progress.rung_counts.end() ? Medal::none : medal_of(rung.par, count->second);
}

// Runs the line, and the file's own the first time: what it writes is the target.
void start(Workbench& bench, const Rung& rung, RungCard& card, bool with_line) {
    card.problem.clear();
    auto lesson = std::make_shared<const Lesson>(*bench.lesson);
    card.run.start([lesson, rung, line = card.line, with_line, needs_target = !card.target,
                    &devices = bench.devices.set](const std::stop_token& stop) {
        RunHooks hooks;
        hooks.stop = stop;
        RungCard::Ran ran;
        if (needs_target)
            if (auto own = run_rung(*lesson, rung, line_of(rung), devices, hooks)) ran.target = std::move(own->drawn);
        if (with_line) ran.result = run_rung(*lesson, rung, line, devices, hooks);
        return ran;
    });
}

void take_result(Workbench& bench, const Ladder& ladder, const Rung& rung, RungCard& card) {
    auto ended = card.run.take();
    if (!ended) return;
    if (ended->target) card.target = std::move(ended->target);
    if (!ended->result) return;
    card.result.reset();
    if (!*ended->result) {
        card.problem = ended->result->error().text();
        return;
    }
    card.result = std::move(**ended->result);
    LessonProgress& progress = bench.lessons.progress[bench.lesson->id];
    if (card.result->right) progress.note_rung(ladder, rung, *card.result->count);
    progress.rung_lines[rung_key(ladder, rung)] = card.result->line;
    bench.post(ask::SaveSettings{});
}

// `number` from 1.
std::string with_line(const std::string& text, int number, const std::string& line) {
    std::string out;
    int at = 0;
    for (const std::string_view each : lines_of(text)) out += (++at == number ? line : std::string(each)) + "\n";
    return out;
}

// The kernel with a field in place of the learner's line. True when it is to run.
bool code_with_field(const Look& look, const Rung& rung, RungCard& card) {
    const std::string shown = blank_markers(rung.text);
    const int line = line_number_of(rung), count = static_cast<int>(lines_of(shown).size());
    draw_code_part(look, shown, 1, line - 1);
    bool run = false, is_cut = false;
    {
        const FontScope font(look.fonts.mono, code_size(look));
        const float left = ImGui::GetCursorPosX();
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(to_vec4(look.theme.muted), "%2d", line);
        ImGui::SameLine(0, 0);
        ImGui::SetCursorPosX(left + code_margin(look) - ImGui::GetStyle().FramePadding.x);
        ImGui::SetNextItemWidth(-1);
        const ColourScope edge{{ImGuiCol_Border, look.theme.accent}};
        ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, look.px(1.5f));
        run = ImGui::InputText("##line", &card.line, ImGuiInputTextFlags_EnterReturnsTrue);
        ImGui::PopStyleVar();
        is_cut = ImGui::CalcTextSize(card.line.c_str()).x > ImGui::GetItemRectSize().x - 2 * ImGui::GetStyle().FramePadding.x;
    }
    const bool saved = ImGui::IsItemFocused() && ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_S);
    if (is_cut) draw_code_part(look, with_line(shown, line, card.line), line, line);  // whole, as a part of the kernel
    if (card.line.size() > kLongestLine) card.line.resize(kLongestLine);
    draw_code_part(look, shown, line + 1, count);
    return run || saved;
}

void pictures(const Look& look, const RungCard& card) {
    if (!card.target) return muted_text(look, "The target is being drawn ...");
    muted_text(look, "Target: the thread that writes each element, coloured by its block");
    {
        const IdScope id("target");
        draw_writes(look, *card.target, nullptr);
    }
    if (!card.result || card.result->drawn.writer.empty()) return;
    muted_text(look, "Yours: framed where it differs, a cross where the value is wrong");
    const IdScope id("yours");
    draw_writes(look, card.result->drawn, &*card.target);
}

void verdict(Workbench& bench, const Rung& rung, const RungCard& card) {
    const Look& look = bench.look;
    if (!card.problem.empty()) return text_in(look, look.theme.bad, card.problem);
    if (!card.result) return;
    const RungResult& result = *card.result;
    if (result.line != card.line) muted_text(look, "The line has changed since it ran.");
    if (!result.right) {
        text_in(look, look.theme.bad, fmt::format("{}  {}", icon::kCross, result.told));
        for (const Diagnostic& said : result.diagnostics)
            muted_text(look, fmt::format("{}{}: {}", said.severity == Severity::error ? "Line " : "Warning, line ", said.line,
                                         said.message));
        return;
    }
    draw_medal(look, result.medal);
    text_in(look, look.theme.text,
            fmt::format("{} {} {} {}, par is {}.", result.told,
                        result.medal == Medal::none ? "No medal yet:" : sentence(std::string(name_of(result.medal))) + ":",
                        number_text(*result.count), rung.par.say, number_text(rung.par.best)));
    if (result.medal != Medal::gold) return;
    puzzle_gap(look);
    puzzle_text(bench, rung.why);
}

void draw_rung(Workbench& bench, const Ladder& ladder, const Rung& rung, RungCard& card) {
    const Look& look = bench.look;
    if (!std::exchange(card.loaded, true)) {
        const auto& kept = bench.lessons.progress[bench.lesson->id].rung_lines;
        const auto own = kept.find(rung_key(ladder, rung));
        card.line = own == kept.end() ? rung.start : own->second;
    }
    take_result(bench, ladder, rung, card);
    const bool running = card.run.is_running();
    if (running) bench.ongoing.animates = true;
    const bool in_sight = ImGui::IsRectVisible({1, look.px(120)});
    if (!card.target && !running && in_sight && card.problem.empty()) start(bench, rung, card, false);
    puzzle_gap(look);
    puzzle_text(bench, rung.ask);
    puzzle_gap(look);
    bool run = code_with_field(look, rung, card);
    puzzle_gap(look);
    run = primary_button(look, "Run##ladder", nullptr, 0, !running) || run;
    explain(look, "Runs the kernel with your line in the emulator (Enter or Ctrl+S in the line)");
    if (card.line != rung.start) {
        ImGui::SameLine();
        if (ImGui::Button("Begin again##ladder", {0, ImGui::GetFrameHeight() + look.px(6)})) {
            card.line = rung.start;
            card.result.reset();
        }
    }
    if (run && !running) start(bench, rung, card, true);
    puzzle_gap(look);
    pictures(look, card);
    if (running && card.target)
        muted_text(look, "Running ...");
    else
        verdict(bench, rung, card);
}

}  // namespace

void ladder_card(Workbench& bench, const std::string& id) {
    const auto& all = bench.lesson->ladders;
    const auto ladder = std::ranges::find(all, id, &Ladder::id);
    if (ladder == all.end() || ladder->rungs.empty())
        return muted_text(bench.look, fmt::format("The lesson has no ladder '{}'", id));
    const Look& look = bench.look;
    const IdScope scope(id.c_str());
    const LessonProgress& progress = bench.lessons.progress[bench.lesson->id];
    LadderCard& state = bench.state<PuzzleCards>().ladders[bench.lesson->id + "/" + id];
    const auto at_par = [&](const Rung& rung) { return reached(progress, *ladder, rung) == Medal::gold; };
    const bool done = std::ranges::all_of(ladder->rungs, at_par);
    const auto count = static_cast<int>(ladder->rungs.size());
    if (state.open < 0 || state.open >= count) {
        const auto next = std::ranges::find_if_not(ladder->rungs, at_par);
        state.open = next == ladder->rungs.end() ? 0 : static_cast<int>(next - ladder->rungs.begin());
    }
    const ImU32 edge = done ? look.theme.good : look.theme.warn;
    const Card card(look, "ladder", mix(look.theme.panel, edge, look.theme.dark ? 0.09f : 0.07f), edge);
    puzzle_heading(look, "Ladder", ladder->title, done);
    std::vector<std::string> names, help;
    for (int i = 0; i < count; ++i) {
        const Rung& rung = ladder->rungs[static_cast<std::size_t>(i)];
        const Medal medal = reached(progress, *ladder, rung);
        names.push_back(fmt::format("{}. {}{}{}", i + 1, rung.title, at_par(rung) ? "  " : "", at_par(rung) ? icon::kCheck : ""));
        help.push_back(medal == Medal::none ? "No medal yet" : medal_words(medal));
    }
    segmented(look, "##rungs", names, state.open, help);
    const Rung& rung = ladder->rungs[static_cast<std::size_t>(state.open)];
    const IdScope open(rung.id.c_str());
    draw_rung(bench, *ladder, rung, state.rungs[rung.id]);
}

}  // namespace warpwise::ui
