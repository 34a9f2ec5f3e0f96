#include "ui/debugger/memory_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "ui/debugger/access_pattern.h"

namespace warpwise::ui {
namespace {

constexpr std::uint32_t kSectorsPerLine = kMemoryLineBytes / kSectorBytes;

std::size_t line_of(const std::vector<MemoryLine>& lines, std::uint64_t address) {
    const std::uint64_t begin = address / kMemoryLineBytes * kMemoryLineBytes;
    return static_cast<std::size_t>(std::ranges::lower_bound(lines, begin, {}, &MemoryLine::address) - lines.begin());
}

// The left edge of a channel, 0 to `columns`.
float channel_x(const MemoryGrid& grid, int channel) {
    return channel == 0 ? 0 : grid.tile_x[static_cast<std::size_t>(channel) - 1] + grid.tile_width;
}

// The channel on the shortest way from a lane past the rows above its line, beside the line rather than beside the lane.
int nearest_channel(const MemoryGrid& grid, float from, float to) {
    int nearest = 0;
    float least = std::numeric_limits<float>::max();
    for (int channel = 0; channel <= grid.columns; ++channel) {
        const float x = channel_x(grid, channel), length = std::abs(x - from) + 3 * std::abs(x - to);
        if (length < least) least = length, nearest = channel;
    }
    return nearest;
}

void place_columns(MemoryGrid& grid, float width, const std::vector<int>& tracks, const GridSizes& sizes) {
    float taken = 0;
    std::vector<float> channels;
    for (std::size_t c = 0; c < tracks.size(); ++c) {
        const bool edge = c == 0 || c + 1 == tracks.size();
        channels.push_back((edge && tracks[c] == 0 ? 0 : sizes.gap) + static_cast<float>(tracks[c]) * sizes.track);
        taken += channels.back();
    }
    grid.tile_width = std::floor((width - taken) / static_cast<float>(grid.columns));
    grid.tile_x.clear();
    float x = 0;
    for (int column = 0; column < grid.columns; ++column) {
        x += channels[static_cast<std::size_t>(column)];
        grid.tile_x.push_back(std::round(x));
        x += grid.tile_width;
    }
}

// The middle of the lane's bytes, from the left edge.
float target_of(const DebugAccess& access, const std::vector<MemoryLine>& lines, const MemoryGrid& grid,
                const MemoryGrid::Path& path, const GridSizes& sizes) {
    const std::uint64_t begin = access.addresses[static_cast<std::size_t>(path.lane)];
    const auto byte = static_cast<std::uint32_t>(begin - lines[path.line].address);
    const std::uint32_t last = std::min(byte + access.bytes, kMemoryLineBytes) - 1;
    const float from = byte_x(grid.tile_width, sizes.sector_gap, byte), to = byte_x(grid.tile_width, sizes.sector_gap, last);
    const float per_byte = byte_x(grid.tile_width, sizes.sector_gap, 1);
    return grid.tile_x[static_cast<std::size_t>(grid.column_of(path.line))] + (from + to + per_byte) / 2;
}

// Within a channel, the nearest to a tile turns off first: no track crosses another one there.
void place_tracks(MemoryGrid& grid, const std::vector<int>& channel_of, const GridSizes& sizes) {
    for (int channel = 0; channel <= grid.columns; ++channel) {
        const float left = channel_x(grid, channel) + (channel == 0 ? 0 : sizes.gap / 2);
        std::vector<std::pair<int, std::size_t>> order;  // by the place from left to right
        for (std::size_t p = 0; p < grid.paths.size(); ++p) {
            if (channel_of[p] != channel) continue;
            const int row = grid.row_of(grid.paths[p].line);
            const bool turns_left = grid.paths[p].target_x < left;
            order.emplace_back(turns_left ? row : 2 * grid.rows - row, p);
        }
        std::ranges::sort(order);
        for (std::size_t i = 0; i < order.size(); ++i)
            grid.paths[order[i].second].track_x = left + (static_cast<float>(i) + 0.5f) * sizes.track;
    }
}

}  // namespace

std::vector<MemoryLine> memory_lines(const DebugAccess& access, std::optional<std::uint64_t> with) {
    std::map<std::uint64_t, MemoryLine> lines;
    if (with) lines[*with / kMemoryLineBytes * kMemoryLineBytes].address = *with / kMemoryLineBytes * kMemoryLineBytes;
    for (const TouchedSector& sector : touched_sectors(access.mask, access.addresses.data(), access.bytes)) {
        const std::uint64_t start = sector.address / kMemoryLineBytes * kMemoryLineBytes, first = sector.address - start;
        MemoryLine& line = lines[start];
        line.address = start;
        line.sectors |= 1u << first / kSectorBytes;
        std::ranges::copy(sector.users, line.users.begin() + static_cast<std::ptrdiff_t>(first));
    }
    std::vector<MemoryLine> in_order;
    for (auto& [start, line] : lines) {
        if (!in_order.empty()) line.gap = (start - in_order.back().address) / kMemoryLineBytes - 1;
        in_order.push_back(line);
    }
    return in_order;
}

float byte_x(float tile_width, float sector_gap, std::uint32_t byte) {
    const float per_byte = (tile_width - sector_gap * (kSectorsPerLine - 1)) / kMemoryLineBytes;
    const std::uint32_t gaps = std::min(byte / kSectorBytes, kSectorsPerLine - 1);
    return static_cast<float>(byte) * per_byte + static_cast<float>(gaps) * sector_gap;
}

MemoryGrid memory_grid(const DebugAccess& access, const std::vector<MemoryLine>& lines, float width,
                       const std::array<float, kDebugLanes>& lane_x, const GridSizes& sizes) {
    MemoryGrid grid;
    const int count = std::max<int>(1, static_cast<int>(lines.size()));
    // all tracks that there may be are taken off first, so that the number of columns is known before the tracks are
    int room = std::clamp(static_cast<int>((width + sizes.gap) / (sizes.least_tile + sizes.gap)), 1, count);
    if (room < count)
        room = std::max(1, static_cast<int>((width - sizes.track * kDebugLanes - sizes.gap) / (sizes.least_tile + sizes.gap)));
    grid.rows = (count + room - 1) / room;
    grid.columns = (count + grid.rows - 1) / grid.rows;
    std::vector<int> tracks(static_cast<std::size_t>(grid.columns) + 1, 0);
    place_columns(grid, width, tracks, sizes);
    std::vector<int> channel_of;
    for (const int lane : lanes_of(access.mask)) {
        const auto i = static_cast<std::size_t>(lane);
        MemoryGrid::Path path{.lane = lane, .line = line_of(lines, access.addresses[i])};
        path.has_track = grid.row_of(path.line) > 0;
        channel_of.push_back(path.has_track ? nearest_channel(grid, lane_x[i], target_of(access, lines, grid, path, sizes)) : -1);
        if (path.has_track) ++tracks[static_cast<std::size_t>(channel_of.back())];
        grid.paths.push_back(path);
    }
    place_columns(grid, width, tracks, sizes);
    for (MemoryGrid::Path& path : grid.paths) path.target_x = target_of(access, lines, grid, path, sizes);
    place_tracks(grid, channel_of, sizes);
    return grid;
}

}  // namespace warpwise::ui
