// What is equal and what differs in two runs of one launch: elements, the threads that wrote them, what each run cost. No window
// library in here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiment/run/comparison.h"

namespace warpwise::ui {

enum class DifferenceKind { beyond_tolerance, exact };

struct CompareSide {
    const Array* array = nullptr;  // the shown output; the record keeps it. Null: the run left none
    std::vector<std::uint8_t>
        thread_differs;  // by thread: an element that it was the last to write is another one on the other side
    std::vector<std::uint32_t> first_written;  // by thread: the first element that it was the last to write, + 1; 0: none
    std::vector<std::uint32_t> writer;         // by element, + 1; empty: not traced
    std::string verdict;                       // "all 256 right", "out of bounds"
    bool is_right = false;
    bool ran = true;  // false: its text does not compile
};

struct CompareRow {
    std::string label;
    double yours = 0, lessons = 0;
    bool more_is_better = false;
    int sign() const { return yours > lessons ? 1 : yours < lessons ? -1 : 0; }
    bool is_better() const { return sign() != 0 && (sign() > 0) == more_is_better; }
};
std::string value_text(double value);            // "1,024", "4.33"
std::string difference_text(const CompareRow&);  // "8 more", "0.33 fewer", "equal"

struct CompareFacts {
    std::vector<std::string> arrays;  // outputs of both
    std::string array;                // the shown one
    std::uint64_t elements = 0, differing = 0;
    std::vector<std::uint8_t> differs;           // by element
    std::vector<std::uint64_t> first_differing;  // at most kMostListed of them
    double low = 0, high = 0;                    // of the values of both
    CompareSide yours, lessons;
    std::vector<CompareRow> rows;
    std::string why_not;  // why no elements are compared; empty: they are
};
inline constexpr std::size_t kMostListed = 64;
// Launches with more threads are not drawn as threads.
inline constexpr std::uint64_t kMostComparedThreads = std::uint64_t{1} << 22;

// What each run cost. Some counts are left out where both have none.
std::vector<CompareRow> compare_costs(const RunRecord& yours, const RunRecord& lessons);
// `array`: the output to show; one that has none such shows the first that differs, or the first.
CompareFacts compare_facts(const RunRecord& yours, const RunRecord& lessons, DifferenceKind, const AllowedError&,
                           const std::string& array = {});
// "count,yours,the lesson's,difference" and a line per row
std::string compare_csv(const CompareFacts&);

}  // namespace warpwise::ui
