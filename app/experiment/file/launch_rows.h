// The launches of a program as rows of a page, and what a row shows of them. The HTML page (program_page) and the window's panel
// of the program draw the same facts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiment/file/program_report.h"

namespace warpwise {

// Launches of one kernel at one place with one shape; never empty.
struct LaunchRow {
    std::vector<std::size_t> launches;  // indices in the report, in their order
    std::vector<std::size_t> findings;  // those of the launches
    bool has_mistake = false;
    std::size_t first() const { return launches.front(); }
    std::size_t last() const { return launches.back(); }
};

// Launches that follow each other, without a copy or a wait between them, are one row. A launch with a finding has its own.
std::vector<LaunchRow> launch_rows(const ProgramReport&);
// Where there are more rows than `most`, all launches that are alike and have no finding are one, in the place of the first of
// them: a loop over two kernels has two rows.
std::vector<LaunchRow> merged_rows(const ProgramReport&, std::vector<LaunchRow>, std::size_t most);

std::string numbers_words(const LaunchRow&);                  // "launch 3", "launches 1 to 10", "launches 1, 3, 5 and 97 more"
std::string shape_words(const ProgramLaunch&);                // "4 blocks of 256 threads"
std::vector<std::string> counts_lines(const ProgramLaunch&);  // "128 load requests", "4.4 sectors each"
// "Line 24: 'a' is ...", "Line 4 of scale.cu: note: ...".
std::string finding_title(const ProgramReport&, const ProgramFinding&);

// A cell for each block, or for several of a large grid, in rows of kPerRow.
struct GridThumbnail {
    static constexpr std::uint64_t kMostCells = 48, kPerRow = 16;
    std::uint64_t blocks = 0, cells = 0;
    std::optional<std::uint64_t> hit;  // the cell with the block of the fault
    std::uint64_t columns() const { return cells < kPerRow ? cells : kPerRow; }
    std::uint64_t rows() const { return (cells + kPerRow - 1) / kPerRow; }
};
GridThumbnail grid_thumbnail(const ProgramLaunch&);

using Rgb = std::array<std::uint8_t, 3>;
// A few elements of an array, in colours from its least value (dark blue) to its greatest (yellow); red is not a number.
struct ArrayStrip {
    std::string name;
    std::optional<std::vector<Rgb>> before;  // nothing: it had not been written
    std::vector<Rgb> after;
    std::string before_words, after_words;
    bool changed = false;
};
// Of the arrays that the launches of a row may write: as the first launch found them, and as the last one left them, of those whose
// elements the report has.
std::vector<ArrayStrip> array_strips(const ProgramReport&, const LaunchRow&);

// A warp with a thread of a fault.
struct FaultLanes {
    static constexpr std::uint64_t kLanes = 32;
    Dim3 block;
    std::uint64_t warp = 0, lanes = 0;   // fewer than kLanes in the last warp of a block
    std::optional<std::uint64_t> lane;   // at fault
    bool is_first = false;               // of the request, the first that fails; more may
    std::optional<std::uint64_t> other;  // of the other thread of a race
    std::string words() const;           // "Warp 1 of block (0, 0, 0): lane 31; lane 3 is the other thread"
};
// The warp of the thread at fault, and behind it that of a race's other thread, if it is another. Empty where the finding is not
// the launch's fault, or no thread of it is known.
std::vector<FaultLanes> fault_lanes(const ProgramLaunch&, const ProgramFinding&);

}  // namespace warpwise
