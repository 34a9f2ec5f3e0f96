// Both texts over several sizes: of one count, a bar for each text and size.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/number_text.h"
#include "ui/compare/compare_view.h"
#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/widgets.h"
#include "ui/timing/sweep.h"
#include "ui/workbench/older_tag.h"
#include "ui/workbench/swept_name.h"

namespace warpwise::ui {
namespace {

struct Bar {
    std::int64_t size = 0;
    std::optional<double> yours, lessons;
};

std::optional<double> cost_of(const std::optional<RunRecord>& record, const std::string& label) {
    if (!record) return std::nullopt;
    for (const CompareRow& row : compare_costs(*record, *record))
        if (row.label == label) return row.yours;
    return 0;  // left out where there are none
}

std::vector<Bar> bars_of(const ComparedSweep& sweep, const std::string& cost) {
    std::vector<Bar> out;
    for (const std::int64_t value : sweep.values) {
        const auto point = sweep.points.find(value);
        if (point == sweep.points.end())
            out.push_back({.size = value});
        else
            out.push_back({value, cost_of(point->second.yours, cost), cost_of(point->second.lessons, cost)});
    }
    return out;
}

// The draft has other values than the sweep, apart from the swept one.
bool has_other_values(const ComparedSweep& sweep, const ExperimentRequest& draft) {
    ParameterValues at_its_size = sweep.request.parameters;
    if (const auto size = draft.parameters.find(sweep.over); size != draft.parameters.end()) at_its_size[sweep.over] = size->second;
    return at_its_size != draft.parameters || sweep.request.block != draft.block || sweep.request.seed != draft.seed;
}

// What of the shown sweep is from before an edit, or before a change of the values.
struct Older {
    bool yours = false, lessons = false;
};

// Which count: those of the table.
void choose_cost(const CompareScene& scene) {
    const Look& look = scene.look();
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::SetNextItemWidth(std::min(look.px(230), ImGui::GetContentRegionAvail().x));
    if (!ImGui::BeginCombo("##swept_cost", scene.state.cost.c_str())) return;
    for (const CompareRow& row : scene.facts.rows)
        if (ImGui::Selectable(row.label.c_str(), row.label == scene.state.cost)) scene.state.cost = row.label;
    ImGui::EndCombo();
}

struct Plot {
    ImVec2 at, size;  // of the area of the bars
    double most = 1;
    float y_of(double value) const { return at.y + size.y * static_cast<float>(1 - value / most); }
};

void draw_axes(const Look& look, ImDrawList& list, const Plot& plot) {
    const float text = look.px(Fonts::kSmall);
    for (const double tick : linear_ticks(plot.most, 4)) {
        if (tick > plot.most) continue;
        const float y = std::round(plot.y_of(tick));
        list.AddLine({plot.at.x, y}, {plot.at.x + plot.size.x, y}, look.theme.line);
        put_text(list, look.fonts.mono, text, {plot.at.x - look.px(8), y - text / 2}, look.theme.muted, value_text(tick), 1);
    }
}

void draw_bar(const CompareScene& scene, ImDrawList& list, const Plot& plot, float x, float width, std::optional<double> value,
              ImU32 colour, bool older) {
    if (!value) return;
    const Look& look = scene.look();
    const float bottom = plot.at.y + plot.size.y, top = std::min(plot.y_of(*value), bottom - look.px(1));
    list.AddRectFilled({x, top}, {x + width, bottom}, scene.faded(colour, older), look.px(2), ImDrawFlags_RoundTop);
    if (older) draw_hatch(list, {x, top}, {x + width, bottom}, look.theme.panel, look.px(5));
}

void draw_bars(const CompareScene& scene, const ComparedSweep& sweep, Older older, ImVec2 size) {
    const Look& look = scene.look();
    const std::vector<Bar> bars = bars_of(sweep, scene.state.cost);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("##both_swept", size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    double most = 0;
    for (const Bar& bar : bars) most = std::max({most, bar.yours.value_or(0), bar.lessons.value_or(0)});
    const float text = look.px(Fonts::kSmall), left = look.px(64), below = look.px(24);
    const Plot plot{{from.x + left, from.y + look.px(8)}, {size.x - left, size.y - below - look.px(8)}, most > 0 ? most * 1.08 : 1};
    draw_axes(look, list, plot);
    const ImU32 yours = look.theme.series[0], lessons = look.theme.series[1];
    const float step = plot.size.x / static_cast<float>(std::max<std::size_t>(bars.size(), 1));
    const float width = std::clamp(step * 0.3f, look.px(4), look.px(28));
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const float middle = plot.at.x + step * (static_cast<float>(i) + 0.5f);
        draw_bar(scene, list, plot, middle - width - look.px(1), width, bars[i].yours, yours, older.yours);
        draw_bar(scene, list, plot, middle + look.px(1), width, bars[i].lessons, lessons, older.lessons);
        put_text(list, look.fonts.mono, text, {middle, plot.at.y + plot.size.y + look.px(6)}, look.theme.muted,
                 size_text(static_cast<double>(bars[i].size)), 0.5f);
        const bool here = ImGui::IsItemHovered() && std::abs(ImGui::GetMousePos().x - middle) < step / 2;
        const auto text_of_bar = [](std::optional<double> value) { return value ? value_text(*value) : std::string("no count"); };
        if (here && (bars[i].yours || bars[i].lessons))
            ImGui::SetTooltip("%s", fmt::format("{} = {}\nyours: {}\nthe lesson's: {}", sweep.over, with_separators(bars[i].size),
                                                text_of_bar(bars[i].yours), text_of_bar(bars[i].lessons))
                                        .c_str());
    }
}

void draw_legend(const CompareScene& scene, const ComparedSweep& sweep, Older older) {
    const Look& look = scene.look();
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const auto entry = [&](const char* label, ImU32 colour, bool is_older) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float edge = look.px(11), y = at.y + (ImGui::GetTextLineHeight() - edge) / 2;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled({at.x, y}, {at.x + edge, y + edge}, scene.faded(colour, is_older), look.px(2));
        if (is_older) draw_hatch(list, {at.x, y}, {at.x + edge, y + edge}, look.theme.panel, look.px(4));
        ImGui::Dummy({edge, edge});
        ImGui::SameLine(0, look.px(6));
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", label);
    };
    entry(older.yours && !older.lessons ? "your earlier version" : "yours", look.theme.series[0], older.yours);
    ImGui::SameLine(0, look.px(18));
    entry("the lesson's", look.theme.series[1], older.lessons);
    if (sweep.running)
        muted_text(look, fmt::format("Counting: {} of {} runs", sweep.done, sweep.asked));
    else if (sweep.done < sweep.asked)
        muted_text(look, fmt::format("Cancelled after {} of {} runs", sweep.done, sweep.asked));
    else if (sweep.failed > 0)
        muted_text(look, fmt::format("{} of {} runs did not complete. {}", sweep.failed, sweep.asked, sweep.first_failed));
}

}  // namespace

void compare_sweep(const CompareScene& scene, float width) {
    Workbench& bench = scene.wb;
    const Look& look = scene.look();
    const Parameter* over = sweep_parameter(*bench.lesson);
    if (over == nullptr) return;
    const auto& sweep = bench.results.compared_sweep;
    const bool is_shown = sweep && sweep->over == over->id && sweep->request.kernel == bench.draft.request.kernel;
    const bool is_edited = is_shown && (bench.own_text() == nullptr || *bench.own_text() != sweep->text);
    const bool is_changed = is_shown && has_other_values(*sweep, bench.draft.request);
    const Older older{is_edited || is_changed, is_changed};
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        ImGui::TextUnformatted(fmt::format("Counts over {}", swept_name(bench.lesson, over->id)).c_str());
    }
    if (older.yours) {
        ImGui::SameLine();
        older_tag(look, is_edited ? kOlderThanEdit : kOlderThanChange);
    }
    if (is_shown)
        choose_cost(scene);
    else
        muted_text(look, "How the counts of both texts grow with the size.");
    const bool running = is_shown && sweep->running;
    const char* const label = running ? "Cancel###sweep_both" : is_shown ? "Sweep again###sweep_both" : "Sweep both###sweep_both";
    if (is_shown) place_beside(button_width(label));
    {
        const DisabledScope disabled(!running && (bench.results.status.busy || bench.own_text() == nullptr));
        if (small_button(look, label)) {
            if (running)
                bench.post(ask::Cancel{});
            else
                bench.post(ask::SweepBoth{});
        }
    }
    explain(look, "Runs both texts in the emulator at several sizes");
    if (!is_shown) return;
    draw_bars(scene, *sweep, older, {width, look.px(170)});
    draw_legend(scene, *sweep, older);
}

}  // namespace warpwise::ui
