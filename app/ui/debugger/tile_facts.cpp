#include "ui/debugger/tile_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/number_text.h"
#include "ui/debugger/access_pattern.h"

namespace warpwise::ui {
namespace {

bool is_of(const DebugAccess& access, const std::string& array, MemorySpace space) {
    return access.array == array && access.space == space;
}

TileEvent event_from(const DebugAccess& access, std::uint32_t warp) {
    TileEvent event{.position = access.position,
                    .warp = warp,
                    .line = access.line,
                    .is_store = access.is_store || access.is_atomic,
                    .mask = access.mask,
                    .elements = access.elements};
    event.sources.fill(-1);
    return event;
}

// What a lane has loaded of the array since its last write to the tile.
struct Loaded {
    std::int64_t element = -1;
    int line = 0;
};

void take_warp(TileFacts& facts, std::span<const DebugAccess> accesses, std::uint32_t warp) {
    std::array<Loaded, kDebugLanes> loaded{};
    for (const DebugAccess& access : accesses) {
        if (access.mask == 0) continue;
        const bool loads = is_of(access, facts.of.from, MemorySpace::global) && !access.is_store;
        const bool writes_own =
            !facts.of.own.empty() && is_of(access, facts.of.own, MemorySpace::global) && (access.is_store || access.is_atomic);
        for (const int lane : lanes_of(access.mask)) {
            const auto at = static_cast<std::size_t>(lane);
            if (loads) loaded[at] = {access.elements[at], access.line};
            if (writes_own) facts.own.push_back(access.elements[at]);
        }
        if (!is_of(access, facts.of.shared, MemorySpace::shared)) continue;
        TileEvent event = event_from(access, warp);
        if (event.is_store)
            for (const int lane : lanes_of(access.mask))
                event.sources[static_cast<std::size_t>(lane)] =
                    std::exchange(loaded[static_cast<std::size_t>(lane)], Loaded()).element;
        facts.events.push_back(event);
    }
}

struct Span {
    std::int64_t low = INT64_MAX, high = INT64_MIN;
    void take(std::int64_t value) { low = std::min(low, value), high = std::max(high, value); }
    bool is_empty() const { return low > high; }
    std::int64_t size() const { return high - low + 1; }
};

int at_most_edge(std::int64_t edge, bool& leaves_out) {
    if (edge > kMostTileEdge) leaves_out = true;
    return static_cast<int>(std::min<std::int64_t>(edge, kMostTileEdge));
}

// One row of elements, wrapped.
TileGrid wrapped(const Span& span, bool& leaves_out) {
    TileGrid grid{.first = span.low, .last = span.high, .stride = kWrappedColumns};
    grid.cols = static_cast<int>(std::min(span.size(), kWrappedColumns));
    grid.rows = at_most_edge((span.size() + kWrappedColumns - 1) / kWrappedColumns, leaves_out);
    return grid;
}

TileGrid in_rows(const Span& rows, const Span& columns, std::int64_t stride, bool& leaves_out) {
    TileGrid grid{
        .first = rows.low * stride + columns.low, .last = rows.high * stride + columns.high, .stride = stride, .in_rows = true};
    grid.rows = at_most_edge(rows.size(), leaves_out);
    grid.cols = at_most_edge(columns.size(), leaves_out);
    return grid;
}

void place_grids(TileFacts& facts) {
    Span of_tile, of_array, rows, columns;
    for (const TileEvent& event : facts.events)
        for (const int lane : lanes_of(event.mask)) {
            of_tile.take(event.elements[static_cast<std::size_t>(lane)]);
            const std::int64_t source = event.sources[static_cast<std::size_t>(lane)];
            if (source < 0) continue;
            of_array.take(source);
            if (facts.of.from_cols > 0) rows.take(source / facts.of.from_cols), columns.take(source % facts.of.from_cols);
        }
    if (!of_tile.is_empty()) {
        of_tile.take(0);
        const std::int64_t cols = facts.of.cols;
        facts.tile = cols > 0 ? in_rows({0, of_tile.high / cols}, {0, cols - 1}, cols, facts.leaves_out)
                              : wrapped(of_tile, facts.leaves_out);
    }
    if (!of_array.is_empty())
        facts.array = facts.of.from_cols > 0 ? in_rows(rows, columns, facts.of.from_cols, facts.leaves_out)
                                             : wrapped(of_array, facts.leaves_out);
}

std::string elements_text(std::size_t count) { return fmt::format("{} element{}", with_separators(count), count == 1 ? "" : "s"); }

std::size_t distinct(const TileEvent& event) {
    std::vector<std::int64_t> elements;
    for (const int lane : lanes_of(event.mask)) elements.push_back(event.elements[static_cast<std::size_t>(lane)]);
    std::ranges::sort(elements);
    return static_cast<std::size_t>(std::ranges::unique(elements).begin() - elements.begin());
}

std::string next_text(const TileNow& now, const TileEvent& next) {
    std::string text = fmt::format(" Next, warp {} {} {} on line {}", next.warp, next.is_store ? "writes" : "reads",
                                   elements_text(distinct(next)), next.line);
    if (const std::size_t early = unwritten(now, next); early > 0)
        text += fmt::format(", {} of which nothing has written yet", early);
    return text + ".";
}

}  // namespace

std::int64_t TileGrid::element(int row, int col) const {
    if (row < 0 || col < 0 || row >= rows || col >= cols) return -1;
    const std::int64_t found = first + row * stride + col;
    return found <= last ? found : -1;
}

std::optional<std::array<int, 2>> TileGrid::place(std::int64_t element) const {
    if (element < first || element > last) return std::nullopt;
    const std::int64_t row = (element - first) / stride, col = (element - first) % stride;
    if (row >= rows || col >= cols) return std::nullopt;
    return std::array{static_cast<int>(row), static_cast<int>(col)};
}

bool TileFacts::is_halo(std::int64_t source) const {
    return !of.own.empty() && (source < 0 || !std::ranges::binary_search(own, source));
}

bool TileFacts::has_halo() const {
    return std::ranges::any_of(events, [&](const TileEvent& event) {
        return event.is_store && std::ranges::any_of(lanes_of(event.mask), [&](int lane) {
                   return is_halo(event.sources[static_cast<std::size_t>(lane)]);
               });
    });
}

TileFacts tile_facts(std::span<const std::vector<DebugAccess>> by_warp, const TileQuestion& question) {
    TileFacts facts{.of = question};
    for (std::size_t warp = 0; warp < by_warp.size(); ++warp) take_warp(facts, by_warp[warp], static_cast<std::uint32_t>(warp));
    std::ranges::sort(facts.events, {}, &TileEvent::position);  // no two warp instructions of a block have one
    std::ranges::sort(facts.own);
    facts.own.erase(std::ranges::unique(facts.own).begin(), facts.own.end());
    place_grids(facts);
    return facts;
}

const TileCell* TileNow::cell(std::int64_t element) const {
    return element >= 0 && static_cast<std::size_t>(element) < cells.size() ? &cells[static_cast<std::size_t>(element)] : nullptr;
}

TileNow tile_after(const TileFacts& facts, std::size_t events) {
    TileNow now{.events = std::min(events, facts.events.size())};
    now.cells.resize(static_cast<std::size_t>(facts.tile.last + 1));
    std::vector<char> is_ever_written(now.cells.size());
    for (std::size_t i = 0; i < facts.events.size(); ++i) {
        const TileEvent& event = facts.events[i];
        for (const int lane : lanes_of(event.mask)) {
            const auto at = static_cast<std::size_t>(lane);
            const std::int64_t element = event.elements[at];
            if (element < 0 || element > facts.tile.last) continue;
            if (event.is_store) is_ever_written[static_cast<std::size_t>(element)] = 1;
            if (i >= now.events) continue;
            TileCell& cell = now.cells[static_cast<std::size_t>(element)];
            if (event.is_store)
                cell = {.is_written = true,
                        .is_halo = facts.is_halo(event.sources[at]),
                        .warp = event.warp,
                        .lane = lane,
                        .line = event.line,
                        .source = event.sources[at]};
            else
                ++cell.reads;
        }
    }
    now.element_of.assign(static_cast<std::size_t>(facts.array.rows) * static_cast<std::size_t>(facts.array.cols), -1);
    for (std::size_t i = 0; i < now.cells.size(); ++i) {
        TileCell& cell = now.cells[i];
        cell.is_never_written = is_ever_written[i] == 0;
        now.never += cell.is_never_written ? 1 : 0;
        if (!cell.is_written) continue;
        ++now.written;
        now.halo += cell.is_halo ? 1 : 0;
        if (const auto place = facts.array.place(cell.source))
            now.element_of[static_cast<std::size_t>((*place)[0] * facts.array.cols + (*place)[1])] = static_cast<std::int64_t>(i);
    }
    return now;
}

std::size_t events_before(const TileFacts& facts, std::uint64_t position) {
    return static_cast<std::size_t>(std::ranges::lower_bound(facts.events, position, {}, &TileEvent::position) -
                                    facts.events.begin());
}

std::size_t first_filled(const TileFacts& facts) {
    const auto read = std::ranges::find(facts.events, false, &TileEvent::is_store);
    return static_cast<std::size_t>(read - facts.events.begin());
}

std::optional<TileEvent> event_of(const TileFacts& facts, const DebugAccess& access, std::uint32_t warp) {
    if (access.mask == 0 || !is_of(access, facts.of.shared, MemorySpace::shared)) return std::nullopt;
    return event_from(access, warp);
}

std::size_t unwritten(const TileNow& now, const TileEvent& event) {
    if (event.is_store) return 0;
    std::vector<std::int64_t> early;
    for (const int lane : lanes_of(event.mask)) {
        const std::int64_t element = event.elements[static_cast<std::size_t>(lane)];
        const TileCell* const cell = now.cell(element);
        if ((cell == nullptr || !cell->is_written) && std::ranges::find(early, element) == early.end()) early.push_back(element);
    }
    return early.size();
}

std::string tile_sentence(const TileFacts& facts, const TileNow& now, const TileEvent* next) {
    const std::size_t all = now.cells.size() - now.never;
    std::string text = fmt::format("{} of {} of {} {} written", with_separators(now.written), elements_text(all), facts.of.shared,
                                   now.written == 1 ? "is" : "are");
    if (now.halo > 0) text += fmt::format(", {} of them halo", now.halo);
    text += ".";
    return next != nullptr ? text + next_text(now, *next) : text;
}

std::string element_name(const std::string& array, std::int64_t element, std::int64_t cols) {
    return cols > 0 ? fmt::format("{}[{}][{}]", array, element / cols, element % cols) : fmt::format("{}[{}]", array, element);
}

std::string tile_text(const TileFacts& facts, const TileNow& now, std::int64_t element) {
    const TileCell* const cell = now.cell(element);
    if (cell == nullptr) return {};
    std::string text = element_name(facts.of.shared, element, facts.of.cols);
    if (cell->is_never_written) return text + ": never written by this block";
    if (!cell->is_written) return text + ": not written so far";
    text += fmt::format(": written by warp {}, lane {} on line {}", cell->warp, cell->lane, cell->line);
    if (cell->source >= 0)
        text += fmt::format("\nloaded from {}{}", element_name(facts.of.from, cell->source, facts.of.from_cols),
                            cell->is_halo ? ", which is not the block's own: halo" : "");
    else
        text += fmt::format("\nnot loaded from {}{}", facts.of.from, cell->is_halo ? ": halo beyond its edge" : "");
    if (cell->reads > 0) text += fmt::format("\nread by {} lane{} since", cell->reads, cell->reads == 1 ? "" : "s");
    return text;
}

}  // namespace warpwise::ui
