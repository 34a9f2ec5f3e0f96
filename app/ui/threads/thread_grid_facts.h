// What is known about the threads of a launch and the elements they were to write: from the launch alone before a run, from
// what the run wrote afterwards. No window library in here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/record/record.h"
#include "ui/threads/thread_formula.h"

namespace warpwise::ui {

// The values index the palette of gl::CellGrid.
enum class ThreadState : std::uint8_t {
    works,        // has an element; after a run: its value stands there
    idle,         // past the data: a guard keeps it out
    overwritten,  // wrote an element that another thread wrote after it
    silent,       // has an element, and left nothing in it
};

namespace element_flag {
inline constexpr std::uint8_t kUnwritten = 1, kShared = 2, kWrong = 4;
}

struct FactsInput {
    LaunchShape shape;
    std::uint64_t work = 0;
    bool work_is_said = true;                    // false: the lesson does not say which threads have an element
    std::optional<std::uint64_t> columns, rows;  // of threads with an element, for a 2-D kernel
    bool guarded = true;
    std::string formula;  // of the kernel; may be empty
    ParameterValues parameters;
    std::uint64_t elements = 0;         // of the output, as the lesson says
    const RunRecord* record = nullptr;  // of this very launch, else null
};

struct ThreadFacts {
    LaunchShape shape;
    std::uint64_t threads = 0, work = 0;
    bool work_is_said = true;  // false: no thread is called idle, since the lesson does not say which are
    std::optional<std::uint64_t> columns, rows;
    std::uint64_t idle = 0;       // past the data
    std::uint64_t strays = 0;     // after a run: past the data, and wrote there
    bool guarded = true;          // false: nothing keeps those threads out
    bool is_refused = false;      // the launch: no thread ran
    std::string formula_problem;  // why the formula could not be used
    std::vector<FormulaTerm> terms;
    std::optional<BoundFormula> formula;  // absent, or untrue for an edited kernel: the run alone tells

    bool has_run = false, has_writes = false;
    // Which array the strip shows: places in the record's outputs and writes.
    std::optional<std::size_t> output, write_map;
    std::uint64_t elements = 0;
    std::uint64_t unwritten = 0, shared = 0, wrong = 0, overwritten = 0, silent = 0;

    // A state a thread, or empty when the linear index alone says it (a right, flat launch of any size).
    std::vector<std::uint8_t> states;
    // element_flag bits; empty before a run.
    std::vector<std::uint8_t> element_flags;
    // Formula counts: how many threads aim at an element, 255 meaning that many or more; empty when unknown.
    std::vector<std::uint8_t> aims;
    // Without a formula that holds: the first element a thread wrote, + 1; 0 for none. Empty otherwise.
    std::vector<std::uint32_t> first_written;

    // Whether a 2-D kernel's guard keeps the thread out. The index alone does not tell: past a row's end it names an element
    // of the next row.
    bool is_past_edge(const ThreadPlace&) const;
    // What the kernel's formula gives as the thread's index; without a formula its number, in a picture counted row by row.
    // Nothing past an edge.
    std::optional<std::int64_t> index_at(const ThreadPlace&) const;
    ThreadState state_of(std::uint64_t thread) const;
    bool is_stray(std::uint64_t thread) const;
    // The element a thread works on; nothing for an idle thread.
    std::optional<std::int64_t> element_of(std::uint64_t thread) const;
    // The thread that wrote an element last, or that will: nothing when no thread does or it is not known.
    std::optional<std::uint64_t> writer_of(std::int64_t element, const RunRecord*) const;
};

ThreadFacts find_facts(const FactsInput&);

// How many threads are in the state `works`, and what a legend calls them: one thread may have written several elements.
std::uint64_t working_threads(const ThreadFacts&);
const char* work_words(const ThreadFacts&);

// Linear index of a fault's thread in the launch, for the views' selection.
std::optional<std::uint64_t> linear_thread(const RunRecord& record, const std::optional<Dim3>& block,
                                           const std::optional<Dim3>& thread);

}  // namespace warpwise::ui
