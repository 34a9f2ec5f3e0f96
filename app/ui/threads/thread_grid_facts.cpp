#include "ui/threads/thread_grid_facts.h"

#include <algorithm>
#include <cmath>

#include "base/thread_name.h"
#include "experiment/record/record_text.h"

namespace warpwise::ui {
namespace {

// A state a thread is kept up to here; above, only what the linear index says is drawn.
constexpr std::uint64_t kMostThreadsLookedAt = (std::uint64_t{1} << 24) + 1023;  // 2^24 elements in blocks of any size
constexpr std::uint64_t kMostElementsLookedAt = std::uint64_t{1} << 28;

// Calls f(thread, element or nothing) for every thread in counting order, without dividing once a thread.
template <typename F>
void for_each_thread(const ThreadFacts& facts, F f) {
    const Dim3 grid = facts.shape.grid, block = facts.shape.block;
    ThreadPlace p;
    for (p.block.z = 0; p.block.z < grid.z; ++p.block.z)
        for (p.block.y = 0; p.block.y < grid.y; ++p.block.y)
            for (p.block.x = 0; p.block.x < grid.x; ++p.block.x)
                for (p.thread.z = 0; p.thread.z < block.z; ++p.thread.z)
                    for (p.thread.y = 0; p.thread.y < block.y; ++p.thread.y)
                        for (p.thread.x = 0; p.thread.x < block.x; ++p.thread.x, ++p.linear) f(p.linear, facts.index_at(p));
}

bool has_element(const ThreadFacts& facts, std::optional<std::int64_t> element) {
    return element && *element >= 0 && static_cast<std::uint64_t>(*element) < facts.work;
}

bool has_edges(const ThreadFacts& facts) { return facts.columns || facts.rows; }

bool counts_straight(const ThreadFacts& facts) {
    if (has_edges(facts)) return false;
    if (!facts.formula) return true;
    const AffineIndex straight{0, {facts.shape.block.x, 0, 0, 1, 0, 0}};
    const Dim3 &g = facts.shape.grid, &b = facts.shape.block;
    return facts.formula->affine() == straight && g.y == 1 && g.z == 1 && b.y == 1 && b.z == 1;
}

void bind_formula(const FactsInput& in, ThreadFacts& facts) {
    if (in.formula.empty()) return;
    const auto parsed = ThreadFormula::parse(in.formula);
    if (!parsed) {
        facts.formula_problem = parsed.error().text();
        return;
    }
    auto bound = parsed->bind(in.shape, in.parameters);
    if (!bound) {
        facts.formula_problem = bound.error().text();
        return;
    }
    facts.terms = parsed->terms();
    facts.formula = std::move(*bound);
}

// Neither a text that does not compile nor a launch that is refused leaves anything behind.
bool has_started(const RunRecord& record) {
    return record.status != RunStatus::error && !was_refused(record) &&
           !(record.fault && record.fault->kind == FaultKind::compile_error);
}

void find_output(const RunRecord& record, ThreadFacts& facts) {
    facts.has_run = true;
    if (record.outputs && !record.outputs->empty()) facts.output = 0;
    // Kernels may also write arrays that are no outputs, such as a matrix that is worked on in place: an output is shown if any is
    // written, so that the writers and the values are of one array.
    std::optional<std::size_t> first_written;
    for (std::size_t i = 0; i < record.writes.size() && !facts.write_map; ++i) {
        if (record.writes[i].writer.empty()) continue;
        if (!first_written) first_written = i;
        const std::size_t argument = record.writes[i].argument;
        if (!record.outputs || argument >= record.argument_names.size()) continue;
        const auto output = std::ranges::find(*record.outputs, record.argument_names[argument], &Array::name);
        if (output == record.outputs->end()) continue;
        facts.output = static_cast<std::size_t>(output - record.outputs->begin());
        facts.write_map = i;
    }
    if (!facts.write_map) facts.write_map = first_written;
    facts.has_writes = facts.write_map.has_value();
    if (facts.has_writes)
        facts.elements = record.writes[*facts.write_map].writer.size();
    else if (facts.output)
        facts.elements = (*record.outputs)[*facts.output].size();
}

// A learner's own index makes the lesson's formula untrue; then what was written counts, not the formula.
bool formula_agrees(const ThreadFacts& facts, const std::vector<std::uint32_t>& writer) {
    constexpr std::size_t looked_at = 4096;
    const std::size_t step = std::max<std::size_t>(1, writer.size() / looked_at);
    for (std::size_t element = 0; element < writer.size(); element += step) {
        if (writer[element] == 0) continue;
        // of a thread past the data, too: without a guard it writes where its index says
        const auto aim = facts.index_at(place_of(facts.shape, writer[element] - 1));
        if (!aim || static_cast<std::uint64_t>(*aim) != element) return false;
    }
    return true;
}

void count_aims(ThreadFacts& facts) {
    facts.aims.assign(facts.elements, 0);
    for_each_thread(facts, [&](std::uint64_t, std::optional<std::int64_t> element) {
        if (!has_element(facts, element) || static_cast<std::uint64_t>(*element) >= facts.elements) return;
        std::uint8_t& count = facts.aims[static_cast<std::size_t>(*element)];
        if (count < 255) ++count;
    });
}

void mark_unwritten_and_shared(const std::vector<std::uint32_t>& writer, ThreadFacts& facts) {
    facts.element_flags.assign(facts.elements, 0);
    for (std::size_t i = 0; i < writer.size(); ++i) {
        if (writer[i] == 0) {
            facts.element_flags[i] |= element_flag::kUnwritten;
            ++facts.unwritten;
        } else if (!facts.aims.empty() && facts.aims[i] > 1) {
            facts.element_flags[i] |= element_flag::kShared;
            ++facts.shared;
        }
    }
}

void mark_wrong(const RunRecord& record, ThreadFacts& facts) {
    if (!facts.output || !record.expected || *facts.output >= record.expected->size() || !record.check || record.check->passed)
        return;
    const Array &found = (*record.outputs)[*facts.output], &expected = (*record.expected)[*facts.output];
    const std::size_t count = std::min<std::size_t>({found.size(), expected.size(), facts.elements});
    facts.element_flags.resize(facts.elements, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const double a = found.value(i), b = expected.value(i);
        const bool same = a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= record.check->tolerance;
        if (same) continue;
        facts.element_flags[i] |= element_flag::kWrong;
        ++facts.wrong;
    }
}

void find_first_written(const std::vector<std::uint32_t>& writer, ThreadFacts& facts) {
    facts.first_written.assign(facts.threads, 0);
    for (std::size_t i = writer.size(); i-- > 0;)
        if (writer[i] != 0 && writer[i] <= facts.threads) facts.first_written[writer[i] - 1] = static_cast<std::uint32_t>(i) + 1;
}

// As many threads as have work left a value, so the others are the idle ones, whichever index the kernel takes.
bool all_workers_are_known(const ThreadFacts& facts, const std::vector<bool>& left_a_value) {
    return static_cast<std::uint64_t>(std::ranges::count(left_a_value, true)) == facts.work;
}

void set_states_after_run(const std::vector<std::uint32_t>& writer, bool agrees, ThreadFacts& facts) {
    std::vector<bool> left_a_value(facts.threads);
    for (const std::uint32_t w : writer)
        if (w != 0 && w <= facts.threads) left_a_value[w - 1] = true;
    const bool others_are_idle = !agrees && all_workers_are_known(facts, left_a_value);
    for_each_thread(facts, [&](std::uint64_t thread, std::optional<std::int64_t> element) {
        ThreadState state = ThreadState::works;
        if (left_a_value[thread]) {
            facts.strays += agrees && facts.work_is_said && !has_element(facts, element);
        } else {
            const bool aims_inside = has_element(facts, element) && static_cast<std::uint64_t>(*element) < facts.elements;
            if (facts.work_is_said && (others_are_idle || !has_element(facts, element)))
                state = ThreadState::idle;
            else if (agrees && aims_inside && writer[static_cast<std::size_t>(*element)] != 0)
                state = ThreadState::overwritten;
            else
                state = ThreadState::silent;
        }
        facts.idle += state == ThreadState::idle;
        facts.overwritten += state == ThreadState::overwritten;
        facts.silent += state == ThreadState::silent;
        facts.states[thread] = static_cast<std::uint8_t>(state);
    });
}

void set_states_before_run(ThreadFacts& facts) {
    for_each_thread(facts, [&](std::uint64_t thread, std::optional<std::int64_t> element) {
        const bool idle = facts.work_is_said && !has_element(facts, element);
        facts.states[thread] = static_cast<std::uint8_t>(idle ? ThreadState::idle : ThreadState::works);
        facts.idle += idle;
    });
}

std::uint64_t threads_along(std::uint32_t grid, std::uint32_t block, const std::optional<std::uint64_t>& edge) {
    const std::uint64_t threads = std::uint64_t{grid} * block;
    return edge ? std::min(threads, *edge) : threads;
}

// Without looking at any thread: the right index is taken for granted.
std::uint64_t count_idle(const ThreadFacts& facts) {
    if (!has_edges(facts)) return facts.threads > facts.work ? facts.threads - facts.work : 0;
    const Dim3 &grid = facts.shape.grid, &block = facts.shape.block;
    const std::uint64_t working = threads_along(grid.x, block.x, facts.columns) * threads_along(grid.y, block.y, facts.rows) *
                                  threads_along(grid.z, block.z, {});
    return facts.threads - working;
}

// A traced run that no access past the end stopped: an edited kernel may have got its guard.
bool ran_within_bounds(const RunRecord& record) {
    return !record.writes.empty() && has_started(record) && !(record.fault && record.fault->kind == FaultKind::out_of_bounds);
}

}  // namespace

bool ThreadFacts::is_past_edge(const ThreadPlace& p) const {
    return (columns && std::uint64_t{p.block.x} * shape.block.x + p.thread.x >= *columns) ||
           (rows && std::uint64_t{p.block.y} * shape.block.y + p.thread.y >= *rows);
}

std::optional<std::int64_t> ThreadFacts::index_at(const ThreadPlace& p) const {
    if (is_past_edge(p)) return std::nullopt;
    if (formula) return formula->at(p);
    if (!has_edges(*this)) return static_cast<std::int64_t>(p.linear);
    const std::uint64_t column = std::uint64_t{p.block.x} * shape.block.x + p.thread.x,
                        row = std::uint64_t{p.block.y} * shape.block.y + p.thread.y;
    return static_cast<std::int64_t>(row * columns.value_or(std::uint64_t{shape.grid.x} * shape.block.x) + column);
}

ThreadState ThreadFacts::state_of(std::uint64_t thread) const {
    if (is_refused) return ThreadState::silent;
    if (thread < states.size()) return static_cast<ThreadState>(states[thread]);
    if (has_edges(*this)) return is_past_edge(place_of(shape, thread)) ? ThreadState::idle : ThreadState::works;
    return thread >= work ? ThreadState::idle : ThreadState::works;
}

bool ThreadFacts::is_stray(std::uint64_t thread) const {
    return strays > 0 && state_of(thread) == ThreadState::works && !has_element(*this, index_at(place_of(shape, thread)));
}

std::optional<std::int64_t> ThreadFacts::element_of(std::uint64_t thread) const {
    if (thread >= threads) return std::nullopt;
    if (!first_written.empty()) {
        const std::uint32_t first = first_written[thread];
        return first ? std::optional<std::int64_t>(first - 1) : std::nullopt;
    }
    if (!formula) return std::nullopt;
    const auto element = index_at(place_of(shape, thread));
    return has_element(*this, element) ? element : std::nullopt;
}

std::optional<std::uint64_t> ThreadFacts::writer_of(std::int64_t element, const RunRecord* record) const {
    if (element < 0 || static_cast<std::uint64_t>(element) >= elements) return std::nullopt;
    if (has_writes && record && *write_map < record->writes.size()) {
        const auto& writer = record->writes[*write_map].writer;
        const std::uint32_t who = static_cast<std::size_t>(element) < writer.size() ? writer[static_cast<std::size_t>(element)] : 0;
        return who ? std::optional<std::uint64_t>(who - 1) : std::nullopt;
    }
    const auto index = static_cast<std::uint64_t>(element);
    return formula && counts_straight(*this) && index < std::min(threads, work) ? std::optional(index) : std::nullopt;
}

std::uint64_t working_threads(const ThreadFacts& facts) {
    if (facts.is_refused) return 0;
    return facts.threads - facts.idle - facts.overwritten - facts.silent - facts.strays;
}

const char* work_words(const ThreadFacts& facts) {
    if (!facts.has_writes) return "works on an element";
    const bool counted = !facts.element_flags.empty();  // not in a launch that is too large
    return counted && facts.elements - facts.unwritten > working_threads(facts) + facts.strays ? "wrote its elements"
                                                                                               : "wrote its element";
}

ThreadFacts find_facts(const FactsInput& in) {
    ThreadFacts facts;
    facts.shape = in.shape;
    facts.threads = in.shape.thread_count();
    facts.work_is_said = in.work_is_said;
    facts.work = in.work_is_said ? in.work : facts.threads;
    facts.columns = in.columns;
    facts.rows = in.rows;
    facts.guarded = in.guarded || (in.record && ran_within_bounds(*in.record));
    facts.elements = in.elements;
    bind_formula(in, facts);
    if (in.record && has_started(*in.record)) find_output(*in.record, facts);
    facts.is_refused = in.record && was_refused(*in.record);
    if (facts.is_refused) return facts;

    const bool few_enough = facts.threads <= kMostThreadsLookedAt && facts.elements <= kMostElementsLookedAt;
    if (facts.has_writes && few_enough) {
        const auto& writer = in.record->writes[*facts.write_map].writer;
        const bool agrees = facts.formula && formula_agrees(facts, writer);
        if (agrees) count_aims(facts);
        mark_unwritten_and_shared(writer, facts);
        facts.states.resize(facts.threads);
        set_states_after_run(writer, agrees, facts);
        if (!agrees) find_first_written(writer, facts);
    } else if (!counts_straight(facts) && few_enough) {
        facts.states.resize(facts.threads);
        set_states_before_run(facts);
    } else {
        facts.idle = count_idle(facts);
    }
    if (in.record && few_enough) mark_wrong(*in.record, facts);
    // a run that left every thread's value where it should be needs no table
    const bool is_plain = facts.overwritten == 0 && facts.silent == 0 && facts.idle == count_idle(facts);
    if (is_plain && counts_straight(facts)) facts.states = {};
    return facts;
}

std::optional<std::uint64_t> linear_thread(const RunRecord& record, const std::optional<Dim3>& block,
                                           const std::optional<Dim3>& thread) {
    if (!block || !thread) return std::nullopt;
    return warpwise::linear_thread(record.launch, *block, *thread);
}

}  // namespace warpwise::ui
