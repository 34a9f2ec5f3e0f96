// What one access costs, and why.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>

#include "base/number_text.h"
#include "ui/debugger/bank_layout.h"
#include "ui/debugger/cause.h"
#include "ui/debugger/cause_words.h"

namespace warpwise::ui {
namespace {

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
    const std::string bytes = counted(distance(pattern), "byte");
    if (!pattern.lanes_are_consecutive)
        return fmt::format("The addresses that the lanes {} are multiples of {} apart", verb_of(access), bytes);
    if (pattern.row_lanes < kDebugLanes)
        return fmt::format("In each row of {} lanes, consecutive lanes {} addresses {} apart", pattern.row_lanes, verb_of(access),
                           bytes);
    return fmt::format("Consecutive lanes {} addresses {} apart", verb_of(access), bytes);
}

// ---- global memory

// The lanes of a row are on neighbouring elements, but lanes in between take no part.
bool has_holes(const DebugAccess& access, const AccessPattern& pattern) {
    return pattern.stride && distance(pattern) == access.bytes && !pattern.lanes_are_consecutive;
}

// Of the sectors that the lanes touch, the most lanes that have bytes in one.
int most_lanes_in_a_sector(const DebugAccess& access) {
    std::map<std::uint64_t, int> lanes;
    int most = 0;
    for (const int lane : lanes_of(access.mask)) {
        const std::uint64_t first = access.addresses[static_cast<std::size_t>(lane)], last = first + access.bytes - 1;
        for (std::uint64_t sector = first / kSectorBytes; sector <= last / kSectorBytes; ++sector)
            most = std::max(most, ++lanes[sector]);
    }
    return most;
}

std::string why_sectors(const DebugAccess& access, const AccessPattern& pattern) {
    const std::string bytes_of_sectors = counted(std::uint64_t{access.sectors} * kSectorBytes, "byte"),
                      useful_bytes = with_separators(pattern.useful_bytes);
    const std::string fetched =
        access.is_store
            ? fmt::format("the sectors hold {}, of which {} are {}", bytes_of_sectors, useful_bytes, participle_of(access))
            : fmt::format("{} are fetched, of which {} are used", bytes_of_sectors, useful_bytes);
    if (has_holes(access, pattern))
        return fmt::format("Some lanes in between make no access, so the sectors hold bytes that no lane {}s: {}.", verb_of(access),
                           fetched);
    if (!pattern.stride)
        return fmt::format("The lanes {} {} with no fixed stride between them: {}.", verb_of(access),
                           counted(pattern.distinct, "address"), fetched);
    const std::uint64_t bytes = distance(pattern);
    if (pattern.row_lanes < kDebugLanes && (bytes == access.bytes || bytes == 0))
        return fmt::format("The lanes of the warp form rows of {}. Within a row they {} {}, but the rows lie apart in memory: {}.",
                           pattern.row_lanes, verb_of(access), bytes == 0 ? "the same element" : "neighbouring elements", fetched);
    const int together = most_lanes_in_a_sector(access);
    if (together == 1) return fmt::format("{}, so no two lanes share a sector: {}.", apart(access, pattern), fetched);
    return fmt::format("{}, and no sector of 32 bytes serves more than {} lanes: {}.", apart(access, pattern), together, fetched);
}

std::string advice_for_sectors(const DebugAccess& access, const AccessPattern& pattern) {
    if (has_holes(access, pattern)) return "Let neighbouring lanes take the same side of the branch.";
    if (!pattern.stride)
        return fmt::format(
            "Sort or group the indices so that neighbouring lanes {} neighbouring elements, or stage the part of {} "
            "that the block needs in shared memory.",
            verb_of(access), named(access));
    const std::uint64_t bytes = distance(pattern);
    if (pattern.row_lanes < kDebugLanes && (bytes == access.bytes || bytes == 0))
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
        bytes >= kSectorBytes
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
                                  : pattern.useful_bytes == access.sectors * kSectorBytes
                                      ? " and use every byte"
                                      : fmt::format(" for {}, the minimum", counted(pattern.useful_bytes, "byte")));
        return cause;
    }
    cause.factor = static_cast<double>(access.sectors) / least;
    cause.title = fmt::format("{}{} {} instead of {}", at_line(access.line), lanes_do(access, pattern),
                              counted(access.sectors, "sector"), least);
    if (pattern.is_contiguous() && access.sectors == least + 1) {
        cause.kind = CauseKind::misaligned;
        const std::uint64_t past = pattern.first % kSectorBytes;
        cause.why =
            fmt::format("The lanes {} {} consecutive bytes that begin {} past a sector boundary, so they need one more sector.",
                        verb_of(access), with_separators(pattern.useful_bytes), counted(past, "byte"));
        cause.advice = fmt::format("Align the warp's first element to a multiple of 32 bytes{}: shift the index, or pad each row.",
                                   access.element_bytes > 0 && kSectorBytes % access.element_bytes == 0 && access.element_bytes < 32
                                       ? fmt::format(" ({} elements)", kSectorBytes / access.element_bytes)
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
    for (std::size_t bank = 0; bank < kBankCount; ++bank) {
        const std::uint32_t passes = group.passes_of(bank, is_atomic);
        use.busy += passes > 0 ? 1 : 0;
        if (passes == use.most && passes > 0) ++use.crowded;
        if (passes > use.most) use = {use.busy, 1, bank, passes};
    }
    return use;
}

// Of the whole access, over all groups of lanes.
std::uint32_t busy_banks(const std::vector<BankGroup>& groups) {
    std::uint32_t busy = 0;
    for (std::size_t bank = 0; bank < kBankCount; ++bank)
        busy += std::ranges::any_of(groups, [&](const BankGroup& group) { return !group.banks[bank].empty(); }) ? 1 : 0;
    return busy;
}

std::string why_banks(const DebugAccess& access, const AccessPattern& pattern, const BankUse& use, std::uint32_t busy) {
    const std::uint64_t bytes = distance(pattern);
    const bool in_words = pattern.stride && bytes != 0 && bytes % kBytesPerBankWord == 0;
    const bool is_one_row = pattern.lanes_are_consecutive && pattern.row_lanes == kDebugLanes;
    if (access.is_atomic)
        return fmt::format("For an atomic operation, a bank serves one lane at a time, and {} lanes have their words in one bank.",
                           use.most);
    if (!in_words || !is_one_row)
        return fmt::format("A bank serves one word at a time, and {} different words that the lanes {} are in one bank.", use.most,
                           verb_of(access));
    return fmt::format("Consecutive lanes {} words {} apart. There are 32 banks, each one word wide, so all these words are in {}.",
                       verb_of(access), bytes / kBytesPerBankWord, busy == 1 ? "the same bank" : counted(busy, "bank"));
}

std::string advice_for_banks(const DebugAccess& access, const AccessPattern& pattern) {
    const std::uint64_t bytes = distance(pattern);
    if (bytes == 0 || bytes % kBytesPerBankWord != 0)
        return "Spread the indices over the banks: let neighbouring lanes use neighbouring words where the algorithm allows it.";
    const std::uint64_t words = bytes / kBytesPerBankWord;
    if (words % kBankCount == 0 && access.element_bytes > 0 && bytes % access.element_bytes == 0) {
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
        const std::string one = fmt::format("one {}", access.bytes <= kBytesPerBankWord ? "word" : "address"),
                          wavefronts = counted(access.wavefronts, "wavefront");
        const bool is_shared_by_all = pattern.distinct == 1 && pattern.lanes > 1;
        cause.title =
            is_shared_by_all && access.is_store
                ? fmt::format("{}{} {}: {}", at_line(access.line), lanes_do(access, pattern), one, wavefronts)
                : fmt::format("{}{}, {}: {}", at_line(access.line), who,
                              is_shared_by_all ? one + ", broadcast to all" : std::string("no bank conflict"), wavefronts);
        return cause;
    }
    cause.factor = static_cast<double>(access.wavefronts) / least;
    if (access.is_atomic && pattern.most_on_one > 1) {
        cause.kind = CauseKind::serial_atomics;
        cause.title = fmt::format("{}{} of {} lanes update the same word: {} instead of 1", at_line(access.line),
                                  pattern.most_on_one, pattern.lanes, counted(access.wavefronts, "wavefront"));
        cause.why = fmt::format("Atomic operations in one bank are serialized; the {} update {}.", who,
                                counted(pattern.distinct, "address"));
        cause.advice =
            "Combine the values of the warp first (warp shuffles or __reduce_add_sync), or give each warp or lane its own copy and "
            "add the copies at the end.";
        return cause;
    }
    cause.kind = CauseKind::bank_conflict;
    const std::uint32_t busy = busy_banks(groups);
    const std::string what = access.is_atomic ? fmt::format(" update {}", counted(pattern.distinct, "address"))
                             : busy == 1      ? std::string(", one bank")
                                              : ", " + counted(busy, "bank");
    cause.title =
        fmt::format("{}{}{}: {} instead of {}", at_line(access.line), who, what, counted(access.wavefronts, "wavefront"), least);
    cause.why = why_banks(access, pattern, use, busy);
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

Headline memory_headline(const DebugAccess& access) {
    if (access.space != MemorySpace::global || access.sectors == 0) {
        const Headline banks = bank_headline(access);
        return access.space == MemorySpace::shared
                   ? Headline{counted(access.wavefronts, "wavefront"), banks.costs}
                   : Headline{fmt::format("{} memory", name_of(access.space)), cause_of(access).costs()};
    }
    const double useful = 100.0 * access.useful_bytes / (static_cast<double>(access.sectors) * kSectorBytes);
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
            return {access.is_store ? fmt::format("All {} lanes {} the same address: {}.", pattern.lanes, verb_of(access),
                                                  counted(access.wavefronts, "wavefront"))
                                    : fmt::format("All {} lanes {} the same {}: it is broadcast in {}.", pattern.lanes,
                                                  verb_of(access), access.bytes <= kBytesPerBankWord ? "word" : "address",
                                                  counted(access.wavefronts, "wavefront")),
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
