#include "ui/shell/views.h"

#include <algorithm>

#include "ui/compare/panels.h"
#include "ui/debugger/panels.h"
#include "ui/file/panels.h"
#include "ui/lesson/panels.h"
#include "ui/numbers/panels.h"
#include "ui/picture/panels.h"
#include "ui/run/panels.h"
#include "ui/source/panels.h"
#include "ui/threads/panels.h"
#include "ui/timing/panels.h"

namespace warpwise::ui {
namespace {

using enum Place;
using enum Shown;

constexpr Places kEverywhereLeft{left, left, left}, kEverywhereMiddle{middle, middle, middle};

// id, title, what draws it, who shows it, and its place in Study, Study without room, and Code
constexpr View kViews[] = {
    {"lesson", "Lesson", lesson_panel, always, kEverywhereLeft},
    {"course", "Course", course_panel, on_request, kEverywhereLeft},
    {"arguments", "Arguments", arguments_panel, of_file, kEverywhereLeft},
    {"launch", "Launch", launch_panel, always, {right, below, below}},
    {"result", "Result", result_panel, always, {below_right, left, below}},
    {"image", "Image", image_panel, by_lesson, kEverywhereMiddle},
    {"points", "Particles", points_panel, by_lesson, kEverywhereMiddle},
    {"thread_grid", "Thread grid", thread_grid_panel, by_lesson, kEverywhereMiddle},
    {"array_strip", "Arrays", array_strip_panel, by_lesson, kEverywhereMiddle},
    {"compare", "Compare", compare_panel, on_request, kEverywhereMiddle},
    {"source", "Source", source_panel, by_lesson, {middle, middle, left}},
    {"timings", "Timings", timings_panel, always, {below, below, middle}},
    {"sweep", "Sweep", sweep_panel, by_lesson, kEverywhereMiddle},
    {"roofline", "Roofline", roofline_panel, by_lesson, kEverywhereMiddle},
    {"timeline", "Timeline", timeline_panel, by_lesson, kEverywhereMiddle},
    {"ranks", "Ranks", ranks_panel, by_lesson, kEverywhereMiddle},
    {"occupancy", "Occupancy", occupancy_panel, by_lesson, kEverywhereMiddle},
    {"latency_schedule", "Latency", latency_panel, by_lesson, kEverywhereMiddle},
    {"limits", "Limits", limits_panel, by_lesson, kEverywhereMiddle},
    {"bits", "Bits", bits_panel, by_lesson, kEverywhereMiddle},
    {"sum_race", "Summation", sum_race_panel, by_lesson, kEverywhereMiddle},
    {"estimate", "Estimate", estimate_panel, by_lesson, kEverywhereMiddle},
    {"address_map", "Address map", address_map_panel, by_lesson, kEverywhereMiddle},
    {"request", "Request", request_panel, by_lesson, kEverywhereMiddle},
    {"lanes", "Lanes", lanes_panel, in_debugger, kEverywhereMiddle},
    {"memory", "Memory", memory_panel, in_debugger, kEverywhereMiddle},
    {"banks", "Banks", banks_panel, in_debugger, kEverywhereMiddle},
    {"masks", "Masks", masks_panel, in_debugger, kEverywhereMiddle},
    {"accesses", "Accesses", accesses_panel, in_debugger, kEverywhereMiddle},
    {"flow", "Flow", flow_panel, by_lesson, kEverywhereMiddle},
    {"tile", "Tile", tile_panel, by_lesson, kEverywhereMiddle},
    {"bins", "Bins", bins_panel, by_lesson, kEverywhereMiddle},
    {"cause", "Cause", cause_panel, on_request, {right, below, below}},
    {"debugger", "Debugger", debugger_panel, in_code, {below, below, below}},
    {"warp_timeline", "Warps", warp_timeline_panel, on_request, {below, below, below}},
    {"program", "Program", program_panel, of_program, {middle, middle, below}},
    {"messages", "Messages", messages_panel, always, {below, below, below}},
};

}  // namespace

const char* name_of(Room room) {
    switch (room) {
        case Room::compact: return "compact";
        case Room::narrow: return "narrow";
        case Room::wide: break;
    }
    return "wide";
}

Place View::place(LayoutName layout, Room room) const {
    if (room == Room::compact && std::string_view(id) == "launch") return none;
    switch (layout) {
        case LayoutName::study:
            if (room == Room::wide) return places.study;
            return room == Room::compact && places.study_narrow == below ? middle : places.study_narrow;
        case LayoutName::code: return places.code;
        case LayoutName::present: break;
    }
    return none;
}

std::span<const View> all_views() { return kViews; }

const View* find_view(std::string_view id) {
    const auto found = std::ranges::find_if(kViews, [&](const View& view) { return id == view.id; });
    return found != std::end(kViews) ? found : nullptr;
}

std::string window_name(const View& view) { return std::string(view.title) + "###" + view.id; }

bool has_place(LayoutName layout, Room room, Place place) {
    if (place == none || layout == LayoutName::present) return false;
    if (place == right || place == below_right) return layout == LayoutName::study && room == Room::wide;
    return place != below || layout != LayoutName::study || room != Room::compact;
}

}  // namespace warpwise::ui
