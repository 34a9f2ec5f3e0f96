#include "experiment/run/life_patterns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "experiment/run/random_bits.h"

namespace warpwise {
namespace {

constexpr std::array<std::string_view, 3> kGlider{
    ".#.",
    "..#",
    "###",
};

constexpr std::array<std::string_view, 9> kGun{
    "........................#...........", "......................#.#...........", "............##......##............##",
    "...........#...#....##............##", "##........#.....#...##..............", "##........#...#.##....#.#...........",
    "..........#.....#.......#...........", "...........#...#....................", "............##......................",
};

constexpr std::array<std::string_view, 5> kReplicator{
    "..###", ".#..#", "#...#", "#..#.", "###..",
};

struct Board {
    std::vector<std::uint8_t> cells;
    std::int64_t width, height;

    void put(std::span<const std::string_view> rows, std::int64_t left, std::int64_t top) {
        for (std::size_t y = 0; y < rows.size(); ++y)
            for (std::size_t x = 0; x < rows[y].size(); ++x) {
                const std::int64_t column = left + static_cast<std::int64_t>(x), row = top + static_cast<std::int64_t>(y);
                if (rows[y][x] == '#' && column < width && row < height) cells[static_cast<std::size_t>(row * width + column)] = 1;
            }
    }
};

}  // namespace

Result<std::vector<std::uint8_t>> life_cells(std::string_view pattern, std::int64_t width, std::int64_t height,
                                             std::uint64_t seed) {
    Board board{std::vector<std::uint8_t>(static_cast<std::size_t>(width * height), 0), width, height};
    const auto in_the_middle = [&](std::span<const std::string_view> rows) {
        const auto columns = static_cast<std::int64_t>(rows.front().size()), count = static_cast<std::int64_t>(rows.size());
        board.put(rows, std::max<std::int64_t>(0, (width - columns) / 2), std::max<std::int64_t>(0, (height - count) / 2));
    };
    if (pattern == "soup") {
        std::uint64_t i = 0;
        for (std::uint8_t& cell : board.cells) cell = random_bits(seed, 0, i++) % 8 < 3;
    } else if (pattern == "glider") {
        board.put(kGlider, 1, 1);
    } else if (pattern == "gun") {
        board.put(kGun, 1, 1);
    } else if (pattern == "replicator") {
        in_the_middle(kReplicator);
    } else if (pattern != "empty") {
        return usage_error(fmt::format("there is no pattern '{}'", pattern),
                           "The patterns are soup, glider, gun, replicator and empty.");
    }
    return std::move(board.cells);
}

}  // namespace warpwise
