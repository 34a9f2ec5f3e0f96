#include "ui/debugger/memory_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "base/number_text.h"
#include "ui/debugger/memory_layout.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

struct MemoryScene {
    DebugView& view;
    const DebugAccess& access;
    std::vector<MemoryLine> lines;
    MemoryGrid grid;
    std::optional<std::uint64_t> start;  // of the array
    std::optional<MissedArray> missed;   // where a lane accesses what is outside of it
    bool costs = false;
    ImDrawList& list;
    float left = 0, top = 0;  // of the first line
    float tile_height = 0, row_pitch = 0, run_gap = 0, sector_gap = 0;

    const Look& look() const { return view.look; }
    ImVec2 tile(std::size_t line) const {
        return {left + grid.tile_x[static_cast<std::size_t>(grid.column_of(line))],
                top + static_cast<float>(grid.row_of(line)) * row_pitch};
    }
    float x_in(std::size_t line, std::uint32_t byte) const { return tile(line).x + byte_x(grid.tile_width, sector_gap, byte); }
    float byte_width() const { return byte_x(grid.tile_width, sector_gap, 1); }
    // Only global and local memory are fetched by sectors.
    bool has_sectors() const { return access.space == MemorySpace::global; }
};

// Bytes first .. last - 1 that the same lanes ask for.
struct Run {
    std::uint32_t first = 0, last = 0, lanes = 0;
};
std::vector<Run> runs_of(const MemoryLine& line) {
    std::vector<Run> runs;
    for (std::uint32_t byte = 0; byte < kMemoryLineBytes; ++byte) {
        const std::uint32_t lanes = line.users[byte];
        if (lanes == 0) continue;
        if (!runs.empty() && runs.back().lanes == lanes && runs.back().last == byte && byte % kSectorBytes != 0)
            ++runs.back().last;
        else
            runs.push_back({byte, byte + 1, lanes});
    }
    return runs;
}

void draw_sector(MemoryScene& s, std::size_t line, std::uint32_t sector) {
    const Theme& t = s.look().theme;
    const float top = s.tile(line).y;
    const ImVec2 min{std::round(s.x_in(line, sector * kSectorBytes)), top};
    const ImVec2 max{std::round(s.x_in(line, (sector + 1) * kSectorBytes - 1) + s.byte_width()), top + s.tile_height};
    const bool touched = (s.lines[line].sectors >> sector & 1) != 0;
    const ImU32 ground = mix(t.panel, cell_ground(t), touched ? 0.5f : 1.0f);
    // the elements, where they can be told apart
    const std::uint32_t unit = std::clamp(s.access.element_bytes, 1u, kSectorBytes);
    const bool apart = static_cast<float>(unit) * s.byte_width() >= s.look().px(3) && kSectorBytes % unit == 0;
    if (!apart) s.list.AddRectFilled(min, max, ground, s.look().px(1));
    for (std::uint32_t byte = 0; apart && byte < kSectorBytes; byte += unit) {
        const float x = s.x_in(line, sector * kSectorBytes) + static_cast<float>(byte) * s.byte_width();
        s.list.AddRectFilled({std::round(x), min.y}, {std::round(x + static_cast<float>(unit) * s.byte_width()) - 1, max.y},
                             ground);
    }
    if (touched && s.has_sectors())
        draw_hatch(s.list, min, max, mix(t.panel, s.costs ? t.bad : t.muted, s.costs ? 0.75f : 0.45f), s.look().px(5));
}

void draw_used(MemoryScene& s, std::size_t line) {
    const Theme& t = s.look().theme;
    const float top = s.tile(line).y, size = s.look().px(Fonts::kSmall);
    const int marked = s.view.state.shown_lane();
    const float number_width = text_width(s.look().fonts.mono, size, std::to_string(std::ranges::max(s.access.elements)));
    for (const Run& run : runs_of(s.lines[line])) {
        const float x = std::round(s.x_in(line, run.first));
        float end = std::round(s.x_in(line, run.last - 1) + s.byte_width());
        if (end - x > s.look().px(4)) end -= 1;
        const bool is_marked = marked >= 0 && (run.lanes >> marked & 1) != 0;
        const bool faults = (run.lanes & s.access.faulting) != 0;
        s.list.AddRectFilled({x, top}, {std::max(end, x + 1), top + s.tile_height}, faults ? t.bad : is_marked ? t.accent : t.good);
        // the element's number, where the whole access lies in the run
        const auto lane = static_cast<std::size_t>(std::countr_zero(run.lanes));
        if (s.access.array.empty() || s.lines[line].address + run.first != s.access.addresses[lane]) continue;
        if (number_width + s.look().px(3) <= end - x)
            put_text(s.list, s.look().fonts.mono, size, {(x + end) / 2, top + (s.tile_height - size) / 2 - s.look().px(1)},
                     faults ? t.panel : t.accent_ink, std::to_string(s.access.elements[lane]), 0.5f);
    }
}

Headline headline_of_miss(const DebugAccess& access) {
    const bool is_one = std::has_single_bit(access.faulting);
    return {fmt::format("{} {}{} outside of {}", sentence(lanes_text(access.faulting)), verb_of(access), is_one ? "s" : "",
                        access.array),
            true};
}

// The address of a line of memory, without the array's name where that leaves no room.
std::string line_label(const MemoryScene& s, std::size_t line) {
    const std::uint64_t address = s.lines[line].address;
    std::string whole = address_text(s.access, s.start, address);
    const bool fits = text_width(s.look().fonts.mono, s.look().px(Fonts::kSmall), whole) <= s.grid.tile_width;
    return fits || !s.start || address < *s.start ? whole : fmt::format("+ 0x{:x}", address - *s.start);
}

// A wall where the array begins or ends, with its words below.
void draw_edge(MemoryScene& s, std::size_t line, std::uint64_t at, const std::string& words) {
    const Theme& t = s.look().theme;
    const std::uint64_t from = s.lines[line].address;
    if (at < from || at > from + kMemoryLineBytes || (at == from && line > 0 && s.lines[line].gap == 0)) return;
    const ImVec2 tile = s.tile(line);
    const float out = s.look().px(3), thick = std::max(2.0f, s.look().px(2)), size = s.look().px(Fonts::kSmall);
    const auto byte = static_cast<std::uint32_t>(at - from);
    const float x = std::round(byte == kMemoryLineBytes ? tile.x + s.grid.tile_width : s.x_in(line, byte));
    s.list.AddRectFilled({x - thick, tile.y - out}, {x, tile.y + s.tile_height + out}, t.bad);
    // below the wall, and right of the line's address where both fit
    const float width = text_width(s.look().fonts.regular, size, words),
                last = std::max(tile.x, tile.x + s.grid.tile_width - width),
                address = text_width(s.look().fonts.mono, size, line_label(s, line)) + s.look().px(8);
    const float left = std::clamp(x - width / 2, std::min(tile.x + address, last), last);
    s.list.AddRectFilled({left - s.look().px(2), tile.y + s.tile_height + out},
                         {left + width + s.look().px(2), tile.y + s.tile_height + out + size + s.look().px(3)}, t.panel);
    put_text(s.list, s.look().fonts.regular, size, {left, tile.y + s.tile_height + out}, t.bad, words);
}

void draw_edges(MemoryScene& s) {
    if (!s.missed) return;
    for (std::size_t line = 0; line < s.lines.size(); ++line) {
        if (s.missed->is_past_end) draw_edge(s, line, s.missed->end, s.access.array + " ends here");
        if (s.missed->is_before_start) draw_edge(s, line, s.missed->start, s.access.array + " begins here");
    }
}

void draw_line(MemoryScene& s, std::size_t line) {
    const Theme& t = s.look().theme;
    for (std::uint32_t sector = 0; sector < kMemoryLineBytes / kSectorBytes; ++sector) draw_sector(s, line, sector);
    draw_used(s, line);
    const ImVec2 at = s.tile(line);
    if (s.has_sectors())
        for (std::uint32_t sector = 0; sector < kMemoryLineBytes / kSectorBytes; ++sector) {
            if ((s.lines[line].sectors >> sector & 1) == 0) continue;
            const float out = std::max(1.0f, s.look().px(1.5f));
            s.list.AddRect(
                {std::round(s.x_in(line, sector * kSectorBytes)) - out, at.y - out},
                {std::round(s.x_in(line, (sector + 1) * kSectorBytes - 1) + s.byte_width()) + out - 1, at.y + s.tile_height + out},
                s.costs ? t.bad : t.good, s.look().px(3), std::max(1.0f, s.look().px(1.5f)));
        }
    put_text_cut(s.list, s.look().fonts.mono, s.look().px(Fonts::kSmall), {at.x, at.y + s.tile_height + s.look().px(3)}, t.muted,
                 line_label(s, line), s.grid.tile_width);
    const bool skips = line + 1 < s.lines.size() && s.lines[line + 1].gap > 0;
    if (!skips) return;
    // memory between this line and the next one that is not shown
    const float middle = at.y + s.tile_height + s.look().px(11), dot = std::max(1.0f, s.look().px(1.2f));
    for (const float step : {-1.0f, 0.0f, 1.0f})
        s.list.AddCircleFilled({at.x + s.grid.tile_width - s.look().px(3), middle + step * s.look().px(4)}, dot, t.muted);
}

// Down the track, along the gap above the line, and down to the bytes.
void draw_tracked_path(MemoryScene& s, const MemoryGrid::Path& path, ImVec2 from, ImU32 colour, bool marked) {
    const float x = s.left + path.track_x, to_x = s.left + path.target_x, to_y = s.tile(path.line).y - s.look().px(3);
    const float run_y = to_y - s.run_gap, enter = s.top - s.look().px(10),
                radius = std::min(s.look().px(4), std::abs(to_x - x) / 2);
    const float side = to_x > x ? 1.0f : -1.0f, bend = (enter - from.y) * 0.55f;
    const auto stroke = [&](ImU32 ink, float thickness) {
        s.list.PathLineTo(from);
        s.list.PathBezierCubicCurveTo({from.x, from.y + bend}, {x, enter - bend}, {x, enter});
        s.list.PathLineTo({x, run_y - radius});
        s.list.PathBezierQuadraticCurveTo({x, run_y}, {x + side * radius, run_y});
        s.list.PathLineTo({to_x - side * radius, run_y});
        s.list.PathBezierQuadraticCurveTo({to_x, run_y}, {to_x, run_y + radius});
        s.list.PathLineTo({to_x, to_y});
        s.list.PathStroke(ink, thickness);
    };
    if (marked) stroke(s.look().theme.panel, s.look().px(5));
    stroke(colour, marked ? s.look().px(2.5f) : std::max(1.0f, s.look().px(1.1f)));
}

void draw_paths(MemoryScene& s, const LaneStrip& strip) {
    const Theme& t = s.look().theme;
    const ImU32 plain = mix(t.panel, s.costs ? t.bad : t.good, t.dark ? 0.7f : 0.75f);
    const int marked = s.view.state.shown_lane();
    for (const bool pass : {false, true})
        for (const MemoryGrid::Path& path : s.grid.paths) {
            if ((path.lane == marked) != pass) continue;
            const ImVec2 from{strip.middle[static_cast<std::size_t>(path.lane)], strip.bottom + s.look().px(2)};
            const ImVec2 to{s.left + path.target_x, s.tile(path.line).y - s.look().px(3)};
            const ImU32 colour = pass ? t.accent : plain;
            if (path.has_track)
                draw_tracked_path(s, path, from, colour, pass);
            else
                draw_lane_curve(s.list, s.look(), from, to, colour, pass);
            const float tip = s.look().px(pass ? 5 : 3);
            if (pass)
                s.list.AddTriangleFilled({to.x - tip, to.y - tip}, {to.x + tip, to.y - tip}, {to.x, to.y + s.look().px(2)}, colour);
        }
}

struct Spot {
    std::size_t line = 0;
    std::uint32_t byte = 0;
};
std::optional<Spot> spot_at(const MemoryScene& s, ImVec2 mouse) {
    for (std::size_t line = 0; line < s.lines.size(); ++line) {
        const ImVec2 at = s.tile(line);
        if (mouse.x < at.x || mouse.x >= at.x + s.grid.tile_width || mouse.y < at.y || mouse.y >= at.y + s.tile_height) continue;
        for (std::uint32_t byte = kMemoryLineBytes; byte-- > 0;)
            if (mouse.x >= s.x_in(line, byte)) return Spot{line, byte};
    }
    return std::nullopt;
}

// The element that holds an address, as the program would name it.
std::string element_at(const MemoryScene& s, std::uint64_t address) {
    if (!s.start || s.access.element_bytes == 0) return fmt::format("0x{:x}", address);
    const auto offset = static_cast<std::int64_t>(address - *s.start), size = static_cast<std::int64_t>(s.access.element_bytes);
    return fmt::format("{}[{}]", s.access.array, offset >= 0 ? offset / size : (offset - size + 1) / size);
}

void explain_spot(MemoryScene& s, const Spot& spot, MemoryViewState& state) {
    const MemoryLine& line = s.lines[spot.line];
    const std::uint32_t lanes = line.users[spot.byte], sector = spot.byte / kSectorBytes;
    const std::uint64_t address = line.address + spot.byte;
    if (lanes != 0) point_at_lane(s.view, std::countr_zero(lanes));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        const std::uint64_t size = std::max(s.access.element_bytes, 1u);
        state.asked_element = element_at(s, address);
        state.asked_address = s.start ? *s.start + (address - *s.start) / size * size : address;
        ImGui::OpenPopup("##element_menu");
    }
    if (!begin_tooltip(s.look())) return;
    ImGui::TextUnformatted(element_at(s, address).c_str());
    if (s.missed && !s.missed->holds(address))
        ImGui::Text("Outside of %s, which has %s elements", s.access.array.c_str(), with_separators(s.missed->elements).c_str());
    if (lanes != 0)
        ImGui::Text(
            "%s %s it", sentence(lanes_text(lanes)).c_str(),
            std::popcount(lanes) == 1 ? fmt::format("{}s", verb_of(s.access)).c_str() : std::string(verb_of(s.access)).c_str());
    else
        ImGui::TextUnformatted((line.sectors >> sector & 1) != 0 && s.has_sectors() ? "Fetched with its sector, but not accessed"
                                                                                    : "Not accessed");
    if (s.has_sectors() && (line.sectors >> sector & 1) != 0) {
        const auto used =
            std::count_if(line.users.begin() + sector * kSectorBytes, line.users.begin() + (sector + 1) * kSectorBytes,
                          [](std::uint32_t users) { return users != 0; });
        ImGui::Text("Sector at %s: %d of 32 bytes used",
                    address_text(s.access, s.start, line.address + sector * kSectorBytes).c_str(), static_cast<int>(used));
    }
    ImGui::EndTooltip();
}

void element_menu(MemoryScene& s, const MemoryViewState& state) {
    if (!ImGui::BeginPopup("##element_menu")) return;
    if (ImGui::MenuItem(fmt::format("Run back to the last write to {}", state.asked_element).c_str()))
        s.view.command = DebugCommand{.go = DebugGo::back_to_write, .address = state.asked_address};
    ImGui::EndPopup();
}

// "A line has 128 bytes. 31 lines without an access are left out between any two of these."
std::string gaps_text(const std::vector<MemoryLine>& lines) {
    std::uint64_t least = UINT64_MAX, most = 0, gaps = 0;
    for (const MemoryLine& line : lines) {
        if (line.gap == 0) continue;
        ++gaps;
        least = std::min(least, line.gap), most = std::max(most, line.gap);
    }
    if (gaps == 0) return {};
    const std::string skipped = least == most ? fmt::format("{} line{}", with_separators(most), most == 1 ? "" : "s")
                                              : fmt::format("{} to {} lines", with_separators(least), with_separators(most));
    return fmt::format("A line has 128 bytes. {} without an access {} left out {}.", skipped,
                       least == most && most == 1 ? "is" : "are",
                       gaps == 1                  ? "in one place"
                       : gaps + 1 == lines.size() ? "between any two of these"
                                                  : fmt::format("in each of {} places", gaps));
}

void draw_legend_of(MemoryScene& s) {
    const Theme& t = s.look().theme;
    std::vector<LegendEntry> entries;
    const int marked = s.view.state.shown_lane();
    const std::string lane = fmt::format("lane {}", marked);
    if (marked >= 0) entries.push_back({LegendEntry::Shape::filled, t.accent, lane});
    entries.push_back({LegendEntry::Shape::filled, t.good, "used"});
    const std::string outside = "outside of " + s.access.array;
    if (s.missed) entries.push_back({LegendEntry::Shape::filled, t.bad, outside});
    if (s.has_sectors()) {
        const ImU32 cost = s.costs ? t.bad : t.muted;
        entries.push_back(
            {LegendEntry::Shape::hatched, cost, s.access.is_store ? "in the same sector, not used" : "fetched, not used"});
    }
    entries.push_back({LegendEntry::Shape::filled, mix(cell_ground(t), t.muted, 0.15f), "not accessed"});
    draw_legend(s.look(), entries);
}

}  // namespace

void draw_memory_view(DebugView& view, MemoryViewState& state) {
    const Look& look = view.look;
    const DebugAccess* access = shown_access(view.state);
    if (access == nullptr || access->mask == 0)
        return empty_state(look, "This line accesses no memory", "Step to a line that reads or writes an array.");
    const std::span<const DebugArray> arrays = view.state.arrays ? std::span(*view.state.arrays) : std::span<const DebugArray>();
    const std::optional<MissedArray> missed = missed_array(*access, arrays);
    const Headline headline = missed ? headline_of_miss(*access) : memory_headline(*access);
    access_header(view, *access, headline);
    if (!ImGui::BeginChild("##memory_map", {0, 0}, ImGuiChildFlags_NavFlattened)) return ImGui::EndChild();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float gutter = label_gutter(look), width = ImGui::GetContentRegionAvail().x - gutter - look.px(4);
    MemoryScene s{.view = view,
                  .access = *access,
                  .lines = memory_lines(
                      *access, missed ? std::optional(missed->is_past_end ? missed->end - 1 : missed->start) : std::nullopt),
                  .start = array_start(*access, arrays),
                  .missed = missed,
                  .costs = headline.costs,
                  .list = *ImGui::GetWindowDrawList()};
    s.left = at.x + gutter;
    s.tile_height = look.px(22), s.run_gap = look.px(6), s.sector_gap = look.px(5);
    s.row_pitch = s.tile_height + look.px(Fonts::kSmall + 4) + s.run_gap + look.px(4);
    const LaneStrip strip = draw_lane_strip(view, "##memory_lanes", {s.left, at.y + look.px(2)}, width, access->mask);
    std::array<float, kDebugLanes> lane_x{};
    for (std::size_t lane = 0; lane < lane_x.size(); ++lane) lane_x[lane] = strip.middle[lane] - s.left;
    s.grid = memory_grid(*access, s.lines, width, lane_x,
                         {.least_tile = look.px(92), .gap = look.px(14), .track = look.px(4), .sector_gap = s.sector_gap});
    const std::string gaps = gaps_text(s.lines);
    const float below = look.px(gaps.empty() ? 30 : 56), free = at.y + ImGui::GetContentRegionAvail().y - strip.bottom - below;
    s.top = strip.bottom + std::clamp(free - static_cast<float>(s.grid.rows) * s.row_pitch, look.px(56), look.px(96));
    const float height = s.top - at.y + static_cast<float>(s.grid.rows) * s.row_pitch;
    ImGui::SetCursorScreenPos({s.left, s.top});
    ImGui::InvisibleButton("##memory", {width, static_cast<float>(s.grid.rows) * s.row_pitch});
    if (const auto spot = ImGui::IsItemHovered() ? spot_at(s, ImGui::GetMousePos()) : std::nullopt) explain_spot(s, *spot, state);
    put_text(s.list, look.fonts.regular, look.px(Fonts::kSmall), {at.x, at.y + look.px(4)}, look.theme.muted, "lanes");
    put_text_cut(s.list, look.fonts.regular, look.px(Fonts::kSmall), {at.x, s.top + look.px(4)}, look.theme.muted,
                 access->array.empty() ? name_of(access->space) : std::string_view(access->array), gutter - look.px(6));
    for (std::size_t line = 0; line < s.lines.size(); ++line) draw_line(s, line);
    draw_paths(s, strip);
    draw_edges(s);
    element_menu(s, state);
    ImGui::SetCursorScreenPos({s.left, at.y + height});
    ImGui::BeginGroup();
    if (!gaps.empty()) muted_text(look, gaps);
    draw_legend_of(s);
    ImGui::EndGroup();
    ImGui::EndChild();
}

}  // namespace warpwise::ui
