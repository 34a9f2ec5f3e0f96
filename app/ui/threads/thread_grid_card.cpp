#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/threads/formula_lines.h"
#include "ui/threads/thread_grid.h"

namespace warpwise::ui {
namespace {

ImU32 term_colour(const Theme& t, FormulaTerm::Kind kind) {
    switch (kind) {
        case FormulaTerm::Kind::block_index: return t.block_term;
        case FormulaTerm::Kind::block_dim:
        case FormulaTerm::Kind::grid_dim: return t.dim_term;
        case FormulaTerm::Kind::thread_index: return t.thread_term;
        case FormulaTerm::Kind::symbol: return t.muted;
        case FormulaTerm::Kind::number:
        case FormulaTerm::Kind::parameter: break;
    }
    return t.text;
}

struct CardText {
    std::string title, place;  // "Thread 7 of block 2", "lane 7 of warp 0"
    std::vector<FormulaColumn> formula;
    std::string effect;
};

CardText card_text(const Workbench& wb, const LaunchFacts& launch, std::uint64_t thread) {
    const ThreadFacts& facts = *launch.facts;
    const ThreadPlace p = place_of(facts.shape, thread);
    CardText text;
    text.title = thread_name(facts.shape, thread);
    text.title[0] = 'T';
    text.place = fmt::format("lane {} of warp {}", p.lane(), p.warp());
    if (facts.formula) {
        const auto index = facts.formula->at(p);
        text.formula = lay_out_formula("i", index ? std::to_string(*index) : "?", facts.terms, facts.formula->values_at(p));
    }
    text.effect = thread_effect(wb, launch, thread);
    return text;
}

// The ranges of the terms under them: what the formula holds for all threads together.
std::vector<FormulaColumn> every_threads_formula(const LaunchFacts& launch) {
    const ThreadFacts& facts = *launch.facts;
    const auto first = facts.formula->values_at(place_of(facts.shape, 0)),
               last = facts.formula->values_at(place_of(facts.shape, facts.threads - 1));
    std::vector<std::string> ranges;
    for (std::size_t i = 0; i < first.size(); ++i)
        ranges.push_back(first[i] == last[i] ? first[i] : fmt::format("{}..{}", first[i], last[i]));
    const auto low = facts.formula->at(place_of(facts.shape, 0)),
               high = facts.formula->at(place_of(facts.shape, facts.threads - 1));
    const std::string all = low && high ? fmt::format("{}..{}", std::min(*low, *high), std::max(*low, *high)) : "?";
    return lay_out_formula("i", all, facts.terms, ranges);
}

constexpr int kTooltipCharacters = 60;
constexpr float kCardPadding = 12;
constexpr float kFormulaSize = 14, kLeastFormulaSize = 13, kFormulaLine = 42;  // unscaled

// In one line where that fits in type that can be read, else broken before + and -.
std::vector<std::vector<FormulaColumn>> lines_in(const Look& look, const std::vector<FormulaColumn>& columns, float width) {
    const float advance = text_width(look.fonts.mono, look.px(kLeastFormulaSize), "0000000000") / 10;
    return formula_lines(columns, static_cast<int>(width / advance));
}

int characters_of(const std::vector<std::vector<FormulaColumn>>& lines) {
    int widest = 1;
    for (const auto& line : lines)
        if (!line.empty()) widest = std::max(widest, line.back().first + line.back().width);
    return widest;
}

// Each value stands under its term, in its colour. Returns the height.
float draw_formula(ImDrawList& list, const Look& look, const std::vector<FormulaColumn>& columns, ImVec2 at, float width) {
    if (columns.empty()) return 0;
    const auto lines = lines_in(look, columns, width);
    const float rough = text_width(look.fonts.mono, 100, "0") / 100;
    const float size = std::clamp(std::floor(width / (rough * static_cast<float>(characters_of(lines)))),
                                  look.px(kLeastFormulaSize), look.px(kFormulaSize));
    const float advance = text_width(look.fonts.mono, size, "0000000000") / 10;  // hinting rounds it
    bool first = true;
    for (const auto& line : lines) {
        for (const FormulaColumn& c : line) {
            const ImU32 colour = first ? look.theme.text : term_colour(look.theme, c.kind);
            first = false;
            put_text(list, look.fonts.mono, size, {at.x + advance * static_cast<float>(c.term_at), at.y}, colour, c.term);
            put_text(list, look.fonts.mono, size, {at.x + advance * static_cast<float>(c.value_at), at.y + look.px(20)}, colour,
                     c.value);
        }
        at.y += look.px(kFormulaLine);
    }
    return look.px(kFormulaLine) * static_cast<float>(lines.size());
}

// "reads and writes a[71] once: 1.0 -> 2.0" when the run watched this thread.
std::string watched_effect(const LaunchFacts& launch, const RunRecord& record) {
    int reads = 0, writes = 0;
    const WatchedAccess* last_store = nullptr;
    const WatchedAccess* first_load = nullptr;
    bool same_place = true;
    const WatchedAccess& first = record.watched.front();
    for (const WatchedAccess& access : record.watched) {
        (access.is_store ? writes : reads) += 1;
        if (access.is_store)
            last_store = &access;
        else if (!first_load)
            first_load = &access;
        same_place &= access.argument == first.argument && access.index == first.index;
    }
    auto times = [](int n) { return n == 1 ? std::string("once") : n == 2 ? "twice" : fmt::format("{} times", n); };
    if (!same_place) return fmt::format("reads {} and writes {}; Enter lists where", times(reads), times(writes));
    const std::string array = first.argument < record.argument_names.size() ? record.argument_names[first.argument] : "element ";
    const std::string what = reads == 0 ? "writes" : writes == 0 ? "reads" : "reads and writes";
    std::string text = fmt::format("{} {}[{}] {}", what, array, first.index, times(std::max(reads, writes)));
    if (first_load && last_store)
        text += fmt::format(": {} -> {}", first_load->value, last_store->value);
    else
        text += ": " + first.value;
    return text;
}

void tooltip_text(const Workbench& wb, const CardText& text) {
    const Look& look = wb.look;
    {
        const FontScope font(look.fonts.semibold, look.px(14));
        ImGui::TextUnformatted(text.title.c_str());
    }
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", text.place.c_str());
    if (!text.formula.empty()) {
        const float advance = text_width(look.fonts.mono, look.px(kFormulaSize), "0000000000") / 10;
        const float width = advance * static_cast<float>(characters_of(formula_lines(text.formula, kTooltipCharacters)) + 1);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({width, draw_formula(*ImGui::GetWindowDrawList(), look, text.formula, at, width)});
    }
    ImGui::TextUnformatted(text.effect.c_str());
}

std::string past_edge_text(const ThreadFacts& facts, const ThreadPlace& place) {
    const Dim3& block = facts.shape.block;
    const std::uint64_t column = std::uint64_t{place.block.x} * block.x + place.thread.x,
                        row = std::uint64_t{place.block.y} * block.y + place.thread.y;
    const bool past_columns = facts.columns && column >= *facts.columns;
    return fmt::format("{} {} is not below {}: past the data, nothing to do", past_columns ? "column" : "row",
                       past_columns ? column : row, past_columns ? *facts.columns : *facts.rows);
}

}  // namespace

std::string thread_effect(const Workbench& wb, const LaunchFacts& launch, std::uint64_t thread) {
    const ThreadFacts& facts = *launch.facts;
    const RunRecord* record = launch.record;
    if (faulty_thread(launch) == thread) return "stopped the run: " + record->fault->message;
    if (record && record->request.watch_thread == thread && !record->watched.empty()) return watched_effect(launch, *record);
    if (facts.is_refused) return "did not run: the launch was refused";
    const bool is_stray = facts.is_stray(thread);
    const auto element = is_stray ? facts.index_at(place_of(facts.shape, thread)) : facts.element_of(thread);
    if (facts.state_of(thread) == ThreadState::idle) {
        const ThreadPlace place = place_of(facts.shape, thread);
        if (facts.is_past_edge(place)) return past_edge_text(facts, place);
        const auto index = facts.index_at(place);
        if (!index) return "its index cannot be computed";
        if (*index < 0) return fmt::format("{} lies before the first element: nothing to do", *index);
        return fmt::format("{} is not below {}: past the data, {}", with_separators(*index),
                           with_separators(static_cast<std::int64_t>(facts.work)),
                           facts.guarded ? "nothing to do" : "and no guard keeps it out");
    }
    if (!element) return record ? "wrote nothing" : "Run (F5) shows what it does";
    const std::string name =
        array_name(launch).empty() ? "element " + with_separators(*element) : fmt::format("{}[{}]", array_name(launch), *element);
    if (!record) return fmt::format("works on element {}; Run (F5) shows what it does", with_separators(*element));
    switch (facts.state_of(thread)) {
        case ThreadState::overwritten: {
            const auto last = facts.writer_of(*element, record);
            return fmt::format("writes {} too, but {} wrote it last", name,
                               last ? thread_name(facts.shape, *last) : "another thread");
        }
        case ThreadState::silent: return fmt::format("left nothing in {}", name);
        default: break;
    }
    const auto index = static_cast<std::size_t>(*element);
    if (!facts.output || index >= (*record->outputs)[*facts.output].size()) return "works on " + name;
    const char* const writes = is_stray ? "past the data, and writes " : "writes ";
    const Array& after = (*record->outputs)[*facts.output];
    // Whether it was read too, only a run that watched the thread can tell. Zeros of an output are not worth a word.
    const auto spec = std::ranges::find(wb.lesson->arrays, after.name, &ArraySpec::id);
    if (record->inputs && spec != wb.lesson->arrays.end() && spec->fill != "zeros")
        for (const Array& before : *record->inputs)
            if (before.name == after.name && index < before.size())
                return fmt::format("{}{}: {} -> {}", writes, name, before.text(index), after.text(index));
    return fmt::format("{}{}: {}", writes, name, after.text(index));
}

float card_height(const Look& look, const LaunchFacts& launch, float width) {
    // ranges are at least as wide as any thread's own values, so the height does not depend on which thread is shown
    const std::size_t lines =
        launch.facts->formula ? lines_in(look, every_threads_formula(launch), width - 2 * look.px(kCardPadding)).size() : 1;
    return look.px(104) + look.px(kFormulaLine) * static_cast<float>(std::max<std::size_t>(1, lines) - 1);
}

void draw_thread_card(Workbench& wb, const LaunchFacts& launch, std::optional<std::uint64_t> thread, ImVec2 min, ImVec2 max) {
    const Look& look = wb.look;
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({min.x + look.px(1), min.y + look.px(3)}, {max.x + look.px(1), max.y + look.px(3)},
                       with_alpha(IM_COL32_BLACK, t.dark ? 0.35f : 0.12f), look.px(8));
    list.AddRectFilled(min, max, t.raised, look.px(8));
    list.AddRect(min, max, t.line, look.px(8), 1);
    const float pad = look.px(kCardPadding), width = max.x - min.x - 2 * pad;
    const ImVec2 at{min.x + pad, min.y + look.px(9)};
    const float last_line = max.y - look.px(25);
    if (!thread || *thread >= launch.facts->threads) {
        put_text_cut(list, look.fonts.semibold, look.px(14), at, t.text, "Every thread", width);
        if (launch.facts->formula)
            draw_formula(list, look, every_threads_formula(launch), {at.x, at.y + look.px(24)}, width);
        else
            put_text_cut(list, look.fonts.mono, look.px(Fonts::kSmall), {at.x, at.y + look.px(28)}, t.text,
                         "computes a number of its own", width);
        put_text_cut(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x, last_line}, t.muted,
                     "Hover over one for its numbers, click to choose it", width);
        return;
    }
    const CardText text = card_text(wb, launch, *thread);
    const float place_width = text_width(look.fonts.regular, look.px(Fonts::kSmall), text.place);
    put_text_cut(list, look.fonts.semibold, look.px(14), at, t.text, text.title, width);
    if (text_width(look.fonts.semibold, look.px(14), text.title) + place_width + look.px(16) < width)
        put_text(list, look.fonts.regular, look.px(Fonts::kSmall), {max.x - pad, at.y + look.px(1)}, t.muted, text.place, 1);
    if (text.formula.empty())
        put_text_cut(list, look.fonts.mono, look.px(Fonts::kSmall), {at.x, at.y + look.px(28)}, t.text,
                     fmt::format("thread number {}", with_separators(static_cast<std::int64_t>(*thread))), width);
    else
        draw_formula(list, look, text.formula, {at.x, at.y + look.px(24)}, width);
    put_text_cut(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x, last_line}, t.muted, text.effect, width);
}

void show_thread_tooltip(Workbench& wb, const LaunchFacts& launch, std::uint64_t thread) {
    if (!begin_tooltip(wb.look)) return;
    tooltip_text(wb, card_text(wb, launch, thread));
    ImGui::EndTooltip();
}

void thread_popup(Workbench& wb, const LaunchFacts& launch) {
    const Look& look = wb.look;
    if (!ImGui::BeginPopup("##thread_popup")) return;
    const std::uint64_t thread = wb.state<ThreadGridState>().opened_thread.value_or(0);
    const float width = look.px(440);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = card_height(look, launch, width);
    ImGui::Dummy({width, height});
    draw_thread_card(wb, launch, thread, at, {at.x + width, at.y + height});
    const RunRecord* record = launch.record;
    if (record && record->request.watch_thread == thread && !record->watched.empty()) {
        section_label(look, "What it read and wrote");
        const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
        if (ImGui::BeginTable("##accesses", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY, {width, look.px(150)})) {
            for (const char* column : {"line", "access", "element", "value"}) ImGui::TableSetupColumn(column);
            ImGui::TableHeadersRow();
            for (const WatchedAccess& access : record->watched) {
                const std::string array =
                    access.argument < record->argument_names.size() ? record->argument_names[access.argument] : "shared or local";
                for (const std::string& cell : {std::to_string(access.line), std::string(access.is_store ? "writes" : "reads"),
                                                fmt::format("{}[{}]", array, access.index), access.value}) {
                    ImGui::TableNextColumn();
                    ImGui::TextUnformatted(cell.c_str());
                }
            }
            ImGui::EndTable();
        }
    } else if (primary_button(look, "Run and watch this thread", nullptr, width)) {
        wb.pointing.chosen_thread = wb.draft.request.watch_thread = thread;
        wb.draft.request.trace = Trace::full;
        wb.post(ask::Run{});
    }
    if (quiet_button(look, "Step this warp###step_warp", wb.draft.resolved.has_value(), width)) {
        const ThreadPlace place = place_of(launch.facts->shape, thread);
        wb.post(ask::Debug{.block = place.block,
                           .warp = static_cast<std::uint32_t>(place.warp()),
                           .lane = static_cast<int>(place.lane()),
                           .line = {},
                           .position = {},
                           .exercise = wb.debugged_exercise()});
        ImGui::CloseCurrentPopup();
    }
    explain(look, "Opens the debugger at the start of this block, with this thread's lane pinned");
    ImGui::EndPopup();
}

}  // namespace warpwise::ui
