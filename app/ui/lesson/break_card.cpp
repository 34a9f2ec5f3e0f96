// Break it: the learner changes sizes, block or order until a kernel that passes by luck fails; the smaller the case, the better.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <memory>

#include "lesson/formula.h"
#include "ui/kit/markdown.h"
#include "ui/kit/row_label.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/medal.h"
#include "ui/lesson/prose_links.h"
#include "ui/lesson/prose_parts.h"
#include "ui/lesson/puzzle_cards.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {
namespace {

// One row per parameter that may be changed.
bool parameter_row(const Look& look, const Parameter& parameter, ParameterValue& value) {
    if (auto* whole = std::get_if<std::int64_t>(&value); whole != nullptr && parameter.kind != ParameterKind::flag)
        return number_row(
            look, parameter.label.c_str(), *whole,
            {static_cast<std::int64_t>(parameter.min), static_cast<std::int64_t>(parameter.max), parameter.powers_of_two}, {},
            parameter.help);
    auto* text = std::get_if<std::string>(&value);
    if (text == nullptr || parameter.choices.empty()) return false;
    int chosen = static_cast<int>(std::ranges::find(parameter.choices, *text) - parameter.choices.begin());
    row_label(look, parameter.label.c_str(), parameter.help);
    if (!segmented(look, ("##" + parameter.id).c_str(), parameter.choices, chosen)) return false;
    *text = parameter.choices[static_cast<std::size_t>(chosen)];
    return true;
}

void controls(Workbench& bench, const BreakIt& puzzle, BreakCard& card) {
    const ParameterValues now = values_of(*bench.lesson, puzzle, card.changed);
    for (const std::string& id : puzzle.vary) {
        const Parameter* parameter = bench.lesson->find_parameter(id);
        const auto found = now.find(id);
        if (parameter == nullptr || found == now.end()) continue;
        const IdScope scope(id.c_str());
        ParameterValue value = found->second;
        if (parameter_row(bench.look, *parameter, value)) card.changed[id] = value;
    }
    if (!puzzle.schedules) return;
    static const std::array<std::string, 2> orders{"usual order", "reversed"};
    static const std::array<std::string, 2> help{"Blocks and warps run from the first to the last",
                                                 "Blocks and warps run from the last to the first: a GPU promises no order"};
    segmented(bench.look, "##order", orders, card.order, help);
}

void start(Workbench& bench, const BreakIt& puzzle, BreakCard& card) {
    card.problem.clear();
    const auto order = card.order == 1 ? std::optional(ScheduleChoice{Schedule::reversed}) : std::nullopt;
    // copies: the course may be read again while it runs
    auto lesson = std::make_shared<const Lesson>(*bench.lesson);
    card.run.start([lesson, puzzle, changed = card.changed, order, &devices = bench.devices.set](const std::stop_token& stop) {
        RunHooks hooks;
        hooks.stop = stop;
        return try_to_break(*lesson, puzzle, changed, order, devices, hooks);
    });
}

void take_result(Workbench& bench, const BreakIt& puzzle, BreakCard& card) {
    auto ended = card.run.take();
    if (!ended) return;
    card.last.reset();
    if (!*ended) {
        card.problem = ended->error().text();
        return;
    }
    card.last = std::move(**ended);
    if (!card.last->broken) return;
    if (bench.lessons.progress[bench.lesson->id].note_broken(puzzle, {card.last->size, card.last->settings}))
        bench.post(ask::SaveSettings{});
}

// What the views beside the lesson show of it.
void look_at(Workbench& bench, const BreakAttempt& attempt) {
    ExperimentRequest& draft = bench.draft.request;
    draft.parameters = attempt.request.parameters;
    draft.grid = draft.block = std::nullopt;
    draft.schedule = attempt.request.schedule;
    bench.draft.grid_automatic = true;
    if (draft.kernel != attempt.request.kernel) bench.post(ask::ChooseKernel{attempt.request.kernel});
    bench.post(ask::TakeDraft{});
    bench.post(ask::Run{});
}

// "Elements n = 3, Blocks = 1" of "n = 3, grid_blocks = 1": settings are kept by ids, and told by the labels of the rows.
std::string with_labels(const Lesson& lesson, std::string_view settings) {
    std::string text;
    while (!settings.empty()) {
        const std::size_t comma = std::min(settings.find(", "), settings.size());
        std::string part(settings.substr(0, comma));
        const std::size_t sign = part.find(" = ");
        const Parameter* const parameter = sign == std::string::npos ? nullptr : lesson.find_parameter(part.substr(0, sign));
        if (parameter != nullptr) part.replace(0, sign, parameter->label);
        text += (text.empty() ? "" : ", ") + part;
        settings.remove_prefix(std::min(comma + 2, settings.size()));
    }
    return text;
}

std::string size_text(const BreakIt& puzzle, double size) { return fmt::format("{} {}", number_text(size), puzzle.size.say); }

std::string smallest_text(const Lesson& lesson, const BreakIt& puzzle) {
    const ParameterValues values = values_of(lesson, puzzle, puzzle.smallest);
    std::string text;
    for (const std::string& id : puzzle.vary)
        if (const auto value = values.find(id); value != values.end())
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", id, text_of(value->second));
    if (!puzzle.smallest_schedule.empty()) text += fmt::format("{}{} order", text.empty() ? "" : ", ", puzzle.smallest_schedule);
    return with_labels(lesson, text);
}

void verdict(Workbench& bench, const BreakIt& puzzle, BreakCard& card) {
    const Look& look = bench.look;
    if (!card.problem.empty()) return text_in(look, look.theme.bad, card.problem);
    if (!card.last) return;
    const BreakAttempt& attempt = *card.last;
    const std::string settings = with_labels(*bench.lesson, attempt.settings);
    if (!attempt.refused.empty())
        return text_in(look, look.theme.warn,
                       fmt::format("{}  Nothing ran with {}: {}", icon::kWarning, settings, attempt.refused));
    if (!attempt.broken) {
        text_in(look, look.theme.text, fmt::format("It passes with {}. {}", settings, attempt.told));
        return;
    }
    draw_medal(look, attempt.medal);
    const bool smallest = attempt.size <= puzzle.size.best;
    text_in(look, look.theme.text,
            smallest
                ? fmt::format("{}: you broke it with {}, and no smaller case does.", medal_words(attempt.medal), settings)
                : fmt::format("{}: you broke it with {}. A smaller case breaks it too.", medal_words(attempt.medal), settings));
    muted_text(look, attempt.told);
    if (small_button(look, "Look at this run##break")) look_at(bench, attempt);
    explain(look, "Sets these values for the launch and runs the kernel, so that the other views show it");
}

}  // namespace

void puzzle_heading(const Look& look, const char* kind, const std::string& title, bool done) {
    const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
    if (done) {
        text_in(look, look.theme.good, icon::kCheck);
        ImGui::SameLine();
    }
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted((title.empty() ? std::string(kind) : fmt::format("{}: {}", kind, title)).c_str());
    ImGui::PopTextWrapPos();
}

void puzzle_gap(const Look& look) { ImGui::Dummy({0, look.px(4)}); }

void puzzle_text(Workbench& bench, const std::string& markdown) {
    const IdScope part(markdown.c_str());  // two texts of one card are two places, not one that is written to twice
    bench.state<Markdown>().draw(bench.look, with_term_links(markdown, bench.lesson), bench.lesson->folder,
                                 [&](const std::string& target) { follow_link(bench, target); });
}

void break_card(Workbench& bench, const std::string& id) {
    const auto& all = bench.lesson->breaks;
    const auto puzzle = std::ranges::find(all, id, &BreakIt::id);
    if (puzzle == all.end()) return muted_text(bench.look, fmt::format("The lesson has nothing to break called '{}'", id));
    const Look& look = bench.look;
    const IdScope scope(id.c_str());
    BreakCard& state = bench.state<PuzzleCards>().breaks[bench.lesson->id + "/" + id];
    take_result(bench, *puzzle, state);
    const auto& broken = bench.lessons.progress[bench.lesson->id].broken;
    const auto best = broken.find(id);
    const ImU32 edge = best != broken.end() ? look.theme.good : look.theme.warn;
    const Card card(look, "break_it", mix(look.theme.panel, edge, look.theme.dark ? 0.09f : 0.07f), edge);
    puzzle_heading(look, "Break it", puzzle->title, best != broken.end());
    puzzle_text(bench, puzzle->ask);
    puzzle_gap(look);
    controls(bench, *puzzle, state);
    const bool running = state.run.is_running();
    if (running) bench.ongoing.animates = true;
    if (primary_button(look, "Run##break", nullptr, 0, !running)) start(bench, *puzzle, state);
    explain(look, "Runs the kernel in the emulator with these values and compares every element");
    ImGui::SameLine();
    if (ImGui::Button("Show the kernel##break", {0, ImGui::GetFrameHeight() + look.px(6)})) {
        if (bench.draft.request.kernel != puzzle->kernel) bench.post(ask::ChooseKernel{puzzle->kernel});
        focus_view(bench, "source");
    }
    if (running)
        muted_text(look, "Running ...");
    else
        verdict(bench, *puzzle, state);
    if (best == broken.end()) return;
    puzzle_gap(look);
    const Medal medal = medal_of(puzzle->size, best->second.size);
    muted_text(look,
               fmt::format("Your smallest case so far: {} ({}{})", with_labels(*bench.lesson, best->second.settings),
                           size_text(*puzzle, best->second.size), medal == Medal::none ? "" : fmt::format(", {}", name_of(medal))));
    const bool is_smallest = best->second.size <= puzzle->size.best;
    if (!is_smallest && !state.shows_smallest) {
        if (small_button(look, "Show the smallest case##break")) state.shows_smallest = true;
        explain(look, "Shows the smallest case that breaks the kernel, and why. Look for it yourself first.");
        return;
    }
    if (!is_smallest)
        text_in(look, look.theme.text, fmt::format("The smallest case is {}.", smallest_text(*bench.lesson, *puzzle)));
    puzzle_text(bench, puzzle->why);
}

}  // namespace warpwise::ui
