#include "ui/export/figure_of_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>

#include "ui/compare/compare_view.h"
#include "ui/kit/widgets.h"
#include "ui/picture/screenshot.h"
#include "ui/threads/array_strip.h"
#include "ui/threads/shown_request.h"
#include "ui/timing/count_sweep.h"
#include "ui/timing/timings_state.h"

namespace warpwise::ui {
namespace {

using namespace figure;

Figure grid_of(Workbench& wb, const Setting& setting, bool strip) {
    const LaunchFacts launch = launch_facts(wb);
    if (launch.facts == nullptr) return thread_grid_figure(setting, {});
    const ThreadsScene scene{launch.facts, launch.record, array_name(launch), wb.pointing.chosen_thread};
    return strip ? array_strip_figure(setting, scene) : thread_grid_figure(setting, scene);
}

Figure timings_of(Workbench& wb, const Setting& setting) {
    const bool samples = wb.state<TimingsState>().face == TimingsFace::samples;
    const TimingsScene scene = shown_timings(wb);
    return samples ? timing_samples_figure(setting, scene) : timing_phases_figure(setting, scene);
}

Result<Figure> occupancy_of_view(Workbench& wb, const Setting& setting) {
    const auto scene = shown_occupancy(wb);
    if (!scene) return std::unexpected(scene.error());
    return occupancy_figure(setting, *scene);
}

Result<Figure> address_map_of(Workbench& wb, const Setting& setting) {
    const auto scene = shown_address_map(wb);
    if (!scene) return std::unexpected(scene.error());
    return address_map_figure(setting, *scene);
}

Result<Figure> accesses_of_view(Workbench& wb, const Setting& setting) {
    const auto shown = shown_accesses(wb);
    if (!shown) return std::unexpected(shown.error());
    return accesses_figure(setting, *shown);
}

Result<Figure> flow_of_view(Workbench& wb, const Setting& setting) {
    const auto shown = shown_flow(wb);
    if (!shown) return std::unexpected(shown.error());
    return flow_figure(setting, *shown);
}

Result<Figure> tile_of_view(Workbench& wb, const Setting& setting) {
    const auto shown = shown_tile(wb);
    if (!shown) return std::unexpected(shown.error());
    return tile_figure(setting, *shown);
}

Result<Figure> bins_of_view(Workbench& wb, const Setting& setting) {
    const auto shown = shown_bins(wb);
    if (!shown) return std::unexpected(shown.error());
    return bins_figure(setting, *shown);
}

Result<Figure> estimate_of_view(Workbench& wb, const Setting& setting) {
    const auto shown = shown_estimate(wb);
    if (!shown) return std::unexpected(shown.error());
    return estimate_figure(setting, *shown);
}

Result<Figure> compared(Workbench& wb, const Setting& setting) {
    const CompareFacts* facts = shown_comparison(wb);
    if (facts == nullptr) return compare_figure(setting, {});
    return compare_figure(setting, {facts, wb.results.compared->yours.launch, wb.results.compared->lessons.launch});
}

Result<Figure> sweep_of_view(Workbench& wb, const Setting& setting) {
    return sweeps_counts(wb) ? counts_figure(setting, shown_counts(wb)) : sweep_figure(setting, shown_sweep(wb));
}

struct Maker {
    std::string_view view;
    Result<Figure> (*make)(Workbench&, const Setting&);
    bool is_timed;  // its numbers depend on the machine
};
constexpr std::array<Maker, 16> kMakers{{
    {"thread_grid", [](Workbench& wb, const Setting& s) -> Result<Figure> { return grid_of(wb, s, false); }, false},
    {"array_strip", [](Workbench& wb, const Setting& s) -> Result<Figure> { return grid_of(wb, s, true); }, false},
    {"timings", [](Workbench& wb, const Setting& s) -> Result<Figure> { return timings_of(wb, s); }, true},
    {"sweep", sweep_of_view, true},
    {"roofline", [](Workbench& wb, const Setting& s) -> Result<Figure> { return roofline_figure(s, shown_roofline(wb)); }, true},
    {"timeline", [](Workbench& wb, const Setting& s) -> Result<Figure> { return timeline_figure(s, shown_timeline(wb)); }, false},
    {"ranks", [](Workbench& wb, const Setting& s) -> Result<Figure> { return ranks_figure(s, shown_job(wb)); }, false},
    {"occupancy", occupancy_of_view, false},
    {"address_map", address_map_of, false},
    {"compare", compared, false},
    {"request", [](Workbench& wb, const Setting& s) -> Result<Figure> { return request_figure(s, shown_request(wb)); }, false},
    {"accesses", accesses_of_view, false},
    {"flow", flow_of_view, false},
    {"tile", tile_of_view, false},
    {"bins", bins_of_view, false},
    {"estimate", estimate_of_view, false},
}};

const Maker* find_maker(std::string_view view) {
    const auto found = std::ranges::find(kMakers, view, &Maker::view);
    return found != kMakers.end() ? &*found : nullptr;
}

std::string dim_text(const Dim3& d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); }

// "Lesson 2, Which element is mine? Kernel add_one<float>, n = 100, block (32, 1, 1), grid (4, 1, 1)"
std::string about_text(const Workbench& wb, std::string_view view) {
    const Lesson& lesson = *wb.lesson;
    const char last = lesson.title.empty() ? '.' : lesson.title.back();
    std::string text = (lesson.number > 0 ? fmt::format("Lesson {}, ", lesson.number) : "Lesson ") + lesson.title +
                       (last == '.' || last == '?' || last == '!' ? " " : ". ");
    const char* const whose = wb.draft.runs_exercise ? "Own version of" : wb.own_text() != nullptr ? "Edited kernel" : "Kernel";
    text += fmt::format("{} {}", whose, wb.draft.resolved ? wb.draft.resolved->entry : wb.draft.request.kernel);
    const Sweep* sweep = view == "sweep" && wb.results.sweep ? &*wb.results.sweep : nullptr;
    for (const Parameter& parameter : lesson.parameters) {
        const auto value = wb.draft.request.parameters.find(parameter.id);
        if (value == wb.draft.request.parameters.end()) continue;
        if (sweep != nullptr && sweep->over == parameter.id && !sweep->values.empty())
            text += fmt::format(", {} = {} to {}", parameter.id, with_separators(std::ranges::min(sweep->values)),
                                with_separators(std::ranges::max(sweep->values)));
        else if (const auto* whole = std::get_if<std::int64_t>(&value->second))
            text += fmt::format(", {} = {}", parameter.id, with_separators(*whole));
        else
            text += fmt::format(", {} = {}", parameter.id, text_of(value->second));
    }
    if (!wb.draft.resolved) return text;
    text += ", block " + dim_text(wb.draft.resolved->shape.block);
    if (sweep == nullptr) text += ", grid " + dim_text(wb.draft.resolved->shape.grid);
    return text;
}

// Which machine "here" is: the one whose runs are shown, which a reader of a paper cannot know.
std::string machine_text(const Workbench& wb) {
    Machine machine = describe_machine();
    std::string date;
    for (const auto& [device, runs] : wb.results.runs)
        if (runs.latest && runs.latest->date > date) {
            machine = runs.latest->machine;
            date = runs.latest->date;
        }
    std::string text = "Here: " + (machine.cpu.empty() ? std::string("a CPU") : machine.cpu);
    if (machine.cores > 0) text += fmt::format(", {} core{}", machine.cores, machine.cores == 1 ? "" : "s");
    if (!machine.gpu.empty()) text += ", " + machine.gpu;
    return text + ".";
}

bool shows_own_times(Workbench& wb, std::string_view view) {
    if (view == "timings")
        return std::ranges::any_of(shown_timings(wb).rows, [](const TimingRow& row) { return !row.recorded && !row.counted_only; });
    if (view == "sweep")
        return std::ranges::any_of(shown_sweep(wb).curves, [](const SweepCurve& curve) { return !curve.recording; });
    const RooflineScene scene = shown_roofline(wb);
    const auto is_own = [](const auto& thing) { return !thing.recorded; };
    return std::ranges::any_of(scene.roofs, is_own) || std::ranges::any_of(scene.points, is_own);
}

Setting setting_of(const Workbench& wb, std::string_view view, const Options& options, std::shared_ptr<const FontSet> fonts) {
    Setting setting;
    setting.fonts = std::move(fonts);
    setting.options = options;
    setting.words.title = wb.lesson->title;
    setting.words.about = about_text(wb, view);
    setting.day = day_of_export();
    setting.made_with = picture_texts(wb, std::string(view));
    return setting;
}

}  // namespace

bool has_figure(std::string_view view) { return find_maker(view) != nullptr; }
bool has_picture(std::string_view view) { return view == "image" || view == "points"; }

std::string views_with_figures() {
    std::string names;
    for (const Maker& maker : kMakers) names += std::string(maker.view) + ", ";
    return names + "image, points";
}

Result<Figure> figure_of_view(Workbench& wb, std::string_view view, const Options& options) {
    const Maker* maker = find_maker(view);
    if (maker == nullptr)
        return usage_error(fmt::format("the view '{}' has no figure", view), "Views with one: " + views_with_figures());
    if (wb.lesson == nullptr) return usage_error("a figure is of a lesson, and none is open");
    auto fonts = FontSet::load();
    if (!fonts) return std::unexpected(fonts.error());
    Setting setting = setting_of(wb, view, options, std::move(*fonts));
    if (maker->is_timed && shows_own_times(wb, view)) setting.words.source = machine_text(wb);
    return maker->make(wb, setting);
}

Figure figure_of_picture(Workbench& wb, std::string_view view, const Image& image, double pixels_per_unit, const Options& options,
                         std::shared_ptr<const FontSet> fonts) {
    return picture_figure(setting_of(wb, view, options, std::move(fonts)),
                          {image, pixels_per_unit, view == "image" ? shown_lanes(wb) : std::nullopt});
}

Result<Image> picture_in(const Workbench& wb, std::string_view view, const Image& window) {
    const auto rect = wb.panel_rects.find(std::string(view) + "_canvas");
    if (rect == wb.panel_rects.end()) return failure("there is no picture to export yet", "Run the lesson first.");
    const auto& [x, y, width, height] = rect->second;
    Image picture = window.crop(static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y)),
                                static_cast<int>(std::lround(width)), static_cast<int>(std::lround(height)));
    if (picture.width < 8 || picture.height < 8) return failure("there is no picture to export yet", "Run the lesson first.");
    return picture;
}

std::string day_of_export() {
    std::time_t now = std::time(nullptr);
    if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH"); fixed != nullptr && *fixed != '\0') {
        char* end = nullptr;
        const long long seconds = std::strtoll(fixed, &end, 10);
        if (*end == '\0' && seconds >= 0) now = static_cast<std::time_t>(seconds);
    }
    std::tm utc{};
    gmtime_r(&now, &utc);
    char day[16];
    std::strftime(day, sizeof day, "%Y-%m-%d", &utc);
    return day;
}

}  // namespace warpwise::ui
