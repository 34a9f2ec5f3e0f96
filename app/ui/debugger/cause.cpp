#include "ui/debugger/cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "base/number_text.h"
#include "ui/debugger/bank_layout.h"

namespace warpwise::ui {
namespace {

std::string counted(std::uint64_t n, std::string_view noun) {
    return fmt::format("{} {}{}", with_separators(n), noun, n == 1 ? "" : noun.ends_with("s") ? "es" : "s");
}

std::string sentence_of(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    if (!text.empty() && text.back() != '.') text += '.';
    return text;
}

std::string at_line(int line) { return line > 0 ? fmt::format("Line {}: ", line) : std::string(); }

// "32 lanes read", "1 lane writes"
std::string lanes_do(const DebugAccess& access, const AccessPattern& pattern) {
    return fmt::format("{} {}{}", counted(static_cast<std::uint64_t>(pattern.lanes), "lane"), verb_of(access),
                       pattern.lanes == 1 ? "s" : "");
}

std::string named(const DebugAccess& access) {
    return access.array.empty() ? fmt::format("{} memory", name_of(access.space)) : access.array;
}

std::uint64_t distance(const AccessPattern& pattern) { return static_cast<std::uint64_t>(std::llabs(pattern.stride.value_or(0))); }

std::string apart(const DebugAccess& access, const AccessPattern& pattern) {
    return fmt::format("Consecutive lanes {} addresses {} apart", verb_of(access), counted(distance(pattern), "byte"));
}

// ---- global memory

// The lanes of a row are on neighbouring elements, but lanes in between take no part.
bool has_holes(const DebugAccess& access, const AccessPattern& pattern) {
    return pattern.stride && distance(pattern) == access.bytes && !pattern.lanes_are_consecutive;
}

std::string why_sectors(const DebugAccess& access, const AccessPattern& pattern) {
    const std::string bytes_of_sectors = counted(std::uint64_t{access.sectors} * sector_bytes, "byte"),
                      useful_bytes = with_separators(pattern.useful_bytes);
    const std::string fetched = access.is_store
                                    ? fmt::format("the sectors hold {}, of which {} are written", bytes_of_sectors, useful_bytes)
                                    : fmt::format("{} are fetched, of which {} are used", bytes_of_sectors, useful_bytes);
    if (has_holes(access, pattern))
        return fmt::format("The active lanes are not neighbours, so each sector holds elements that no lane accesses: {}.",
                           fetched);
    if (!pattern.stride)
        return fmt::format("The lanes {} {} with no fixed stride between them: {}.", verb_of(access),
                           counted(pattern.distinct, "address"), fetched);
    const std::uint64_t bytes = distance(pattern);
    if (pattern.row_lanes < kDebugLanes && bytes <= access.bytes)
        return fmt::format(
            "The lanes of the warp form rows of {}. Within a row they access neighbouring elements, but the rows are far apart in "
            "memory: {}.",
            pattern.row_lanes, fetched);
    if (bytes >= sector_bytes) return fmt::format("{}, so no two lanes share a sector: {}.", apart(access, pattern), fetched);
    return fmt::format("{}, so a sector of 32 bytes serves only {}: {}.", apart(access, pattern),
                       counted((sector_bytes + bytes - 1) / bytes, "lane"), fetched);
}

std::string advice_for_sectors(const DebugAccess& access, const AccessPattern& pattern) {
    if (has_holes(access, pattern)) return "Let neighbouring lanes take the same side of the branch.";
    if (!pattern.stride)
        return fmt::format(
            "Sort or group the indices so that neighbouring lanes {} neighbouring elements, or stage the part of {} "
            "that the block needs in shared memory.",
            verb_of(access), named(access));
    const std::uint64_t bytes = distance(pattern);
    if (pattern.row_lanes < kDebugLanes && bytes <= access.bytes)
        return "Make the block at least 32 threads wide, so that a warp is one row.";
    if (access.element_bytes > access.bytes && bytes == access.element_bytes)
        return fmt::format(
            "An element of {} has {}, of which this line {}s {}. Keep each member in an array of its own (structure of "
            "arrays).",
            named(access), counted(access.element_bytes, "byte"), verb_of(access), access.bytes);
    const std::uint64_t elements = access.element_bytes > 0 ? bytes / access.element_bytes : 0;
    std::string text = elements > 1
                           ? fmt::format("The index grows by {} from lane to lane; make it grow by 1. ", with_separators(elements))
                           : "Let the index grow by 1 from lane to lane. ";
    text +=
        bytes >= sector_bytes
            ? "If threadIdx.x selects the row, let it select the column instead. If the layout of the array does not allow that, "
              "load a tile row by row and transpose it in shared memory."
            : "If the lanes access one member of each structure, keep each member in an array of its own (structure of arrays).";
    return text;
}

Cause of_global(const DebugAccess& access, const AccessPattern& pattern) {
    Cause cause{.line = access.line};
    const std::uint32_t least = std::max(pattern.fewest_sectors, 1u);
    if (access.is_atomic && pattern.most_on_one > 1) {
        cause.kind = CauseKind::serial_atomics;
        cause.factor = pattern.most_on_one;
        const bool all = pattern.most_on_one == static_cast<std::uint32_t>(pattern.lanes);
        cause.title = all ? fmt::format("{}{} update one address: {} passes instead of 1", at_line(access.line),
                                        counted(pattern.most_on_one, "lane"), pattern.most_on_one)
                          : fmt::format("{}{} of {} lanes update the same address: {} passes instead of 1", at_line(access.line),
                                        pattern.most_on_one, pattern.lanes, pattern.most_on_one);
        cause.why = fmt::format("Atomic operations on one address are serialized; the {} update {}.",
                                counted(static_cast<std::uint64_t>(pattern.lanes), "lane"), counted(pattern.distinct, "address"));
        cause.advice =
            "Combine the values of the warp first (warp shuffles or __reduce_add_sync) and let one lane add the result, or count "
            "in shared memory and add each block's counts once (privatization).";
        return cause;
    }
    if (access.sectors <= least) {
        cause.title = fmt::format("{}{} {}{}", at_line(access.line), lanes_do(access, pattern), counted(access.sectors, "sector"),
                                  pattern.distinct == 1 && pattern.lanes > 1 ? ", all at the same address"
                                  : pattern.useful_bytes == access.sectors * sector_bytes
                                      ? " and use every byte"
                                      : fmt::format(" for {}, the minimum", counted(pattern.useful_bytes, "byte")));
        return cause;
    }
    cause.factor = static_cast<double>(access.sectors) / least;
    cause.title = fmt::format("{}{} {} instead of {}", at_line(access.line), lanes_do(access, pattern),
                              counted(access.sectors, "sector"), least);
    if (pattern.is_contiguous()) {
        cause.kind = CauseKind::misaligned;
        const std::uint64_t past = pattern.first % sector_bytes;
        cause.why =
            fmt::format("The lanes {} {} consecutive bytes that begin {} past a sector boundary, so they need one more sector.",
                        verb_of(access), with_separators(pattern.useful_bytes), counted(past, "byte"));
        cause.advice = fmt::format("Align the warp's first element to a multiple of 32 bytes{}: shift the index, or pad each row.",
                                   access.element_bytes > 0 && sector_bytes % access.element_bytes == 0 && access.element_bytes < 32
                                       ? fmt::format(" ({} elements)", sector_bytes / access.element_bytes)
                                       : "");
        return cause;
    }
    cause.kind = CauseKind::sectors;
    cause.why = why_sectors(access, pattern);
    cause.advice = advice_for_sectors(access, pattern);
    return cause;
}

// ---- shared memory

struct BankUse {
    std::uint32_t busy = 0;     // banks that any lane asks
    std::uint32_t crowded = 0;  // banks that take the most passes
    std::size_t first = 0;      // of them
    std::uint32_t most = 0;     // passes
};
BankUse use_of(const BankGroup& group, bool is_atomic) {
    BankUse use;
    for (std::size_t bank = 0; bank < bank_count; ++bank) {
        const std::uint32_t passes = group.passes_of(bank, is_atomic);
        use.busy += passes > 0 ? 1 : 0;
        if (passes == use.most && passes > 0) ++use.crowded;
        if (passes > use.most) use = {use.busy, 1, bank, passes};
    }
    return use;
}

std::string why_banks(const DebugAccess& access, const AccessPattern& pattern, const BankUse& use) {
    if (!pattern.stride || distance(pattern) == 0)
        return fmt::format("A bank serves one word at a time, and up to {} of the words that the lanes {} are in one bank.",
                           use.most, verb_of(access));
    const std::uint64_t bytes = distance(pattern);
    if (bytes % bytes_per_bank_word != 0) return fmt::format("{}, and a bank serves one word at a time.", apart(access, pattern));
    const std::uint64_t words = bytes / bytes_per_bank_word;
    const std::string where = words % bank_count == 0 ? "the same bank" : counted(use.busy, "bank");
    return fmt::format("Consecutive lanes {} words {} apart. There are 32 banks, each one word wide, so all these words are in {}.",
                       verb_of(access), words, where);
}

std::string advice_for_banks(const DebugAccess& access, const AccessPattern& pattern) {
    const std::uint64_t bytes = distance(pattern);
    if (bytes == 0 || bytes % bytes_per_bank_word != 0)
        return "Spread the indices over the banks: let neighbouring lanes use neighbouring words where the algorithm allows it.";
    const std::uint64_t words = bytes / bytes_per_bank_word;
    if (words % bank_count == 0 && access.element_bytes > 0 && bytes % access.element_bytes == 0) {
        const std::uint64_t row = bytes / access.element_bytes;
        return fmt::format(
            "Pad each row of {} to {} elements instead of {}: a column then spans all banks. Or let consecutive lanes access "
            "consecutive elements.",
            named(access), with_separators(row + 1), with_separators(row));
    }
    return "Let consecutive lanes access consecutive words. If a stride is needed, an odd number of words spreads over all banks.";
}

Cause of_shared(const DebugAccess& access, const AccessPattern& pattern) {
    Cause cause{.line = access.line};
    const std::uint32_t least = std::max(access.wavefronts - std::min(access.conflicts, access.wavefronts), 1u);
    const std::vector<BankGroup> groups = bank_groups(access);
    const BankUse use = use_of(groups[worst_group(groups)], access.is_atomic);
    const std::string who = counted(static_cast<std::uint64_t>(pattern.lanes), "lane");
    if (access.conflicts == 0) {
        cause.title = fmt::format("{}{}, {}", at_line(access.line), who,
                                  pattern.distinct == 1 && pattern.lanes > 1
                                      ? "one word, broadcast to all: 1 wavefront"
                                      : fmt::format("no bank conflict: {}", counted(access.wavefronts, "wavefront")));
        return cause;
    }
    cause.factor = static_cast<double>(access.wavefronts) / least;
    if (access.is_atomic && pattern.most_on_one > 1) {
        cause.kind = CauseKind::serial_atomics;
        cause.title = fmt::format("{}{} of {} lanes update the same word: {} instead of 1", at_line(access.line),
                                  pattern.most_on_one, pattern.lanes, counted(access.wavefronts, "wavefront"));
        cause.why =
            fmt::format("Atomic operations in one bank are serialized; the {} update {}.", who, counted(pattern.distinct, "word"));
        cause.advice =
            "Combine the values of the warp first (warp shuffles or __reduce_add_sync), or give each warp or lane its own copy and "
            "add the copies at the end.";
        return cause;
    }
    cause.kind = CauseKind::bank_conflict;
    cause.title = fmt::format("{}{}, {}: {} instead of {}", at_line(access.line), who,
                              use.busy == 1 ? std::string("one bank") : counted(use.busy, "bank"),
                              counted(access.wavefronts, "wavefront"), least);
    cause.why = why_banks(access, pattern, use);
    cause.advice = advice_for_banks(access, pattern);
    return cause;
}

Cause of_constant(const DebugAccess& access, const AccessPattern& pattern) {
    Cause cause{.line = access.line};
    if (pattern.distinct == 1) {
        cause.title = fmt::format("{}{} one constant, which is broadcast", at_line(access.line), lanes_do(access, pattern));
        return cause;
    }
    cause.kind = CauseKind::serial_constants;
    cause.factor = pattern.distinct;
    cause.title = fmt::format("{}{} {} different constants, one after the other", at_line(access.line), lanes_do(access, pattern),
                              pattern.distinct);
    cause.why = "Constant memory serves one address at a time, for all lanes that read it.";
    cause.advice = "Let all lanes of a warp use the same index, or keep the table in shared or global memory.";
    return cause;
}

// ---- the warp

std::uint32_t lanes_with(const DebugState& state, LaneStatus status) {
    std::uint32_t mask = 0;
    for (std::size_t lane = 0; lane < state.lanes.size(); ++lane)
        if (state.lanes[lane] == status) mask |= 1u << lane;
    return mask;
}

int line_of(const DebugState& state) { return state.frames.empty() ? 0 : state.frames.front().line; }

Cause of_divergence(const DebugState& state, std::uint32_t active, std::uint32_t waiting) {
    const int running = std::popcount(active), all = running + std::popcount(waiting);
    Cause cause{.kind = CauseKind::divergence, .line = line_of(state), .factor = static_cast<double>(all) / running};
    const auto other = std::ranges::find(state.stack, true, &ReconvergenceLevel::is_other_side);
    const std::string rest = fmt::format("the other {} wait", all - running);
    cause.title = other != state.stack.end()
                      ? fmt::format("{}{} of {} lanes execute this side of the branch", at_line(cause.line), running, all)
                      : fmt::format("{}{} of {} lanes execute this line", at_line(cause.line), running, all);
    if (other != state.stack.end())
        cause.why = fmt::format(
            "The lanes of the warp took different sides of a branch, and a warp executes the sides one after the other: {}{}.",
            rest, other->line > 0 ? fmt::format(", {} of them to execute line {}", std::popcount(other->mask), other->line) : "");
    else
        cause.why = fmt::format(
            "The condition did not hold in every lane, or some lanes have left the loop: {} until the lanes reconverge{}.", rest,
            state.stack.empty() || state.stack.front().line == 0 ? "" : fmt::format(" at line {}", state.stack.front().line));
    cause.advice =
        "Give the lanes of a warp the same work: let whole warps take one side, for example by threadIdx.x / 32, or order the data "
        "so that neighbouring threads need about the same number of iterations.";
    return cause;
}

Cause of_barrier(const DebugState& state) {
    const auto arrived = std::ranges::count(state.warps, WarpActivity::at_barrier, &DebugWarp::activity);
    const auto done = std::ranges::count(state.warps, WarpActivity::done, &DebugWarp::activity);
    const auto left = static_cast<std::int64_t>(state.warps.size()) - done - arrived;
    Cause cause{.kind = CauseKind::barrier, .line = line_of(state)};
    cause.title = fmt::format("{}warp {} waits at the barrier", at_line(cause.line), state.warp);
    cause.why = left > 0 ? fmt::format("{} of {} warps of the block have arrived. The barrier opens when the other {} arrive.",
                                       arrived, arrived + left, left)
                         : "All warps of the block have arrived: the barrier opens with the next step.";
    return cause;
}

Cause of_empty_lanes(const DebugState& state, std::uint32_t absent) {
    const int empty = std::popcount(absent), here = kDebugLanes - empty;
    return {.kind = CauseKind::empty_lanes,
            .line = line_of(state),
            .title = fmt::format("Warp {} has {}: {} of its 32 lanes {} empty", state.warp,
                                 counted(static_cast<std::uint64_t>(here), "thread"), empty, empty == 1 ? "is" : "are"),
            .why = "The number of threads per block is not a multiple of 32, and the last warp is only partly filled.",
            .advice = "Make the block a multiple of 32 threads."};
}

Cause of_calm(const DebugState& state, std::uint32_t active) {
    const std::uint32_t here = ~lanes_with(state, LaneStatus::absent) & ~lanes_with(state, LaneStatus::exited);
    const int running = std::popcount(active), all = std::popcount(here);
    return {.line = line_of(state),
            .title = running == all && running > 1
                         ? fmt::format("{}all {} lanes execute it, with no memory access", at_line(line_of(state)), running)
                         : fmt::format("{}{}, with no memory access", at_line(line_of(state)),
                                       running == 1 ? "1 lane executes it" : fmt::format("{} lanes execute it", running))};
}

// Nothing orders two accesses that this block has made so far. At one of their lines it comes first.
std::optional<Cause> of_race(const DebugState& state) {
    const auto found = std::ranges::find(state.findings, Severity::error, &Diagnostic::severity);
    if (found == state.findings.end()) return std::nullopt;
    constexpr double first_of_all = 1000, after_costs = 1.5;
    return Cause{.kind = CauseKind::race,
                 .line = found->line,
                 .factor = found->line == line_of(state) ? first_of_all : after_costs,
                 .title = fmt::format("{}a race between two threads of the block", at_line(found->line)),
                 .why = sentence_of(found->message),
                 .advice = found->hint};
}

// Whether an atomic's result is used is not known here, and the hardware counts the two apart.
std::string counter_of(const DebugAccess& access) {
    if (access.space == MemorySpace::global && !access.is_atomic)
        return access.is_store ? "global_store_sectors" : "global_load_sectors";
    if (access.space != MemorySpace::shared) return "";
    return access.is_atomic ? "shared_atomic_wavefronts" : access.is_store ? "shared_store_wavefronts" : "shared_load_wavefronts";
}

Cause of_access(const DebugAccess& access) {
    const AccessPattern pattern = pattern_of(access);
    switch (access.space) {
        case MemorySpace::global: return of_global(access, pattern);
        case MemorySpace::shared: return of_shared(access, pattern);
        case MemorySpace::constant: return of_constant(access, pattern);
        case MemorySpace::local: break;
    }
    return {.line = access.line,
            .title = fmt::format("{}{} {}, which is private to each thread", at_line(access.line), lanes_do(access, pattern),
                                 named(access))};
}

}  // namespace

Cause cause_of(const DebugAccess& access) {
    Cause cause = of_access(access);
    cause.counter = counter_of(access);
    return cause;
}

std::string_view fix_name(CauseKind kind) {
    switch (kind) {
        case CauseKind::sectors: return "sectors";
        case CauseKind::misaligned: return "misaligned";
        case CauseKind::bank_conflict: return "conflicts";
        case CauseKind::serial_atomics: return "atomics";
        case CauseKind::serial_constants: return "constants";
        case CauseKind::divergence: return "divergence";
        case CauseKind::race: return "barrier";
        case CauseKind::empty_lanes: return "empty_lanes";
        case CauseKind::calm:
        case CauseKind::barrier:
        case CauseKind::ended: break;
    }
    return "";
}

std::vector<Cause> causes_of(const DebugState& state) {
    std::vector<Cause> causes;
    if (const auto race = of_race(state)) causes.push_back(*race);
    if (state.frames.empty()) {
        causes.insert(causes.begin(), {.kind = CauseKind::ended, .title = fmt::format("Warp {} has finished", state.warp)});
        return causes;
    }
    for (const DebugAccess& access : state.next)
        if (access.mask != 0) causes.push_back(cause_of(access));
    const std::uint32_t active = lanes_with(state, LaneStatus::active), waiting = lanes_with(state, LaneStatus::waiting),
                        absent = lanes_with(state, LaneStatus::absent);
    if (active != 0 && waiting != 0) causes.push_back(of_divergence(state, active, waiting));
    if (state.warp < state.warps.size() && state.warps[state.warp].activity == WarpActivity::at_barrier)
        causes.push_back(of_barrier(state));
    else if (std::ranges::all_of(causes, [](const Cause& cause) { return cause.kind == CauseKind::race; }))
        causes.push_back(of_calm(state, active));
    if (absent != 0) causes.push_back(of_empty_lanes(state, absent));
    const auto worst = std::ranges::max_element(causes, {}, &Cause::factor);
    std::rotate(causes.begin(), worst, worst + 1);
    return causes;
}

Headline memory_headline(const DebugAccess& access) {
    if (access.space != MemorySpace::global || access.sectors == 0) {
        const Headline banks = bank_headline(access);
        return access.space == MemorySpace::shared
                   ? Headline{counted(access.wavefronts, "wavefront"), banks.costs}
                   : Headline{fmt::format("{} memory", name_of(access.space)), cause_of(access).costs()};
    }
    const double useful = 100.0 * access.useful_bytes / (static_cast<double>(access.sectors) * sector_bytes);
    return {fmt::format("{}, {:.3g} % useful", counted(access.sectors, "sector"), useful), cause_of(access).costs()};
}

Headline bank_headline(const DebugAccess& access) {
    const std::vector<BankGroup> groups = bank_groups(access);
    if (groups.empty()) return {};
    const BankGroup& group = groups[worst_group(groups)];
    const BankUse use = use_of(group, access.is_atomic);
    const AccessPattern pattern = pattern_of(access);
    const auto of_groups = static_cast<std::uint32_t>(groups.size());
    if (access.conflicts == 0) {
        if (pattern.distinct == 1 && pattern.lanes > 1)
            return {fmt::format("All {} lanes {} the same word: it is broadcast in 1 wavefront.", pattern.lanes, verb_of(access)),
                    false};
        if (of_groups == 1)
            return {use.busy == 1 ? "One word in one bank: 1 wavefront."
                                  : fmt::format("{} banks, one word in each: 1 wavefront.", use.busy),
                    false};
        return {
            fmt::format("{} groups of lanes, no conflict in any of them: {}.", of_groups, counted(access.wavefronts, "wavefront")),
            false};
    }
    const std::string what = access.is_atomic ? counted(use.most, "lane") : counted(use.most, "different word");
    const std::string where = use.crowded == 1 ? "one bank" : fmt::format("each of {} banks", use.crowded);
    if (of_groups == 1)
        return {fmt::format("{} in {}: {} where 1 would do.", what, where, counted(access.wavefronts, "wavefront")), true};
    return {fmt::format("Up to {} in {}: {} for {} groups of lanes where {} would do.", what, where,
                        counted(access.wavefronts, "wavefront"), of_groups, of_groups),
            true};
}

}  // namespace warpwise::ui
