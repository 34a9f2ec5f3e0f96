#include "simt/memory/race_rows.h"

#include <bit>
#include <utility>

// Compiled for each level; the system picks one when it loads the program.
#if __has_feature(thread_sanitizer)  // the choice is made while the program is loaded, before the sanitizer is ready
#define WARPWISE_CLONES
#else
#define WARPWISE_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif

namespace warpwise::simt::race {
namespace {

// ---- words: false where lane by lane must find out ----

// What a load of a whole word leaves.
template <RaceScope scope>
WARPWISE_IN_EACH bool read_whole_word(const RaceCells& cells, std::uint64_t word, std::uint64_t mine, const Moment& moment) {
    const std::uint64_t writer = cells.writer[word], reader = cells.reader[word], other = cells.other_reader[word];
    const bool free = !is_of_other_warp<scope>(reader, mine, moment);
    const bool of_parts = both((reader & kAllBytes) != kAllBytes, is_of_own_warp<scope>(reader, mine, moment));
    cells.reader[word] = free ? mine | kept_of_reader<scope>(reader, mine, moment) : reader;
    cells.other_reader[word] = both(!free, gives_way<scope>(other, mine, moment)) ? mine : other;
    // Of several lanes that read the word, another than this one may be told of its own warp's writer.
    const bool of_own = both((mine & kSeveral) != 0, is_of_own_warp<scope>(writer, mine, moment));
    return !either(either(may_race<scope>(writer, mine, moment, 0), of_own), of_parts);
}

// The same for one word. The simple check comes first: branches that always go the same way cost less than all of it.
template <RaceScope scope>
WARPWISE_IN_EACH bool read_scattered_word(const RaceCells& cells, std::uint64_t word, std::uint64_t mine, const Moment& moment) {
    return read_simply<scope>(cells.writer[word], cells.reader[word], cells.other_reader[word], mine, moment) ||
           read_whole_word<scope>(cells, word, mine, moment);
}

// Words side by side, the first `count` of those that lanes from the one of `mine` on read, `words` each.
template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool read_words_in_row(const RaceCells& cells, std::uint64_t word, std::uint64_t count, std::uint64_t mine,
                                        const Moment& moment) {
    bool good = true;
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint64_t i = 0; i < count; ++i)
        good &= read_whole_word<scope>(cells, word + i, mine + (i / words << kLaneShift), moment);
    return good;
}

template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool may_write_words(const RaceCells& cells, std::uint64_t word, std::uint64_t count, std::uint64_t mine,
                                      const Moment& moment) {
    std::uint64_t any = 0;
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t own = mine + (i / words << kLaneShift);
        const bool of_readers = either(may_race<scope>(cells.reader[word + i], own, moment, kSeveral),
                                       is_of_other_warp<scope>(cells.other_reader[word + i], own, moment));
        any |= either(may_race<scope>(cells.writer[word + i], own, moment, 0), of_readers) ? 1 : 0;
    }
    return any == 0;
}

template <std::uint64_t words>
WARPWISE_IN_EACH void write_words(const RaceCells& cells, std::uint64_t word, std::uint64_t count, std::uint64_t mine) {
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint64_t i = 0; i < count; ++i) cells.writer[word + i] = mine + (i / words << kLaneShift);
}

// ---- pieces ----

WARPWISE_IN_EACH void open_pieces_of(const RaceCells& cells, std::uint64_t first, std::uint64_t last, const Moment& moment) {
    if (!cells.pieces) return;
    for (std::uint64_t at = first / kWordsOfPiece; at <= last / kWordsOfPiece; ++at)
        if (!is_open(cells, cells.pieces[at], moment.start)) open_piece(cells, at, moment.end);
}

// One party stands for sixteen. Of two of one warp it can be said whether their lanes are the same only if both gave each lane as
// many words.
template <RaceScope scope>
WARPWISE_IN_EACH bool can_compare(std::uint64_t party, std::uint64_t mine, const Moment& moment) {
    return either(((party ^ mine) & kTwoWords) == 0, !is_of_own_warp<scope>(party, mine, moment));
}

// As read_whole_word(); false: nothing is done.
template <RaceScope scope>
WARPWISE_IN_EACH bool read_piece(RacePiece& piece, std::uint64_t mine, const Moment& moment) {
    const std::uint64_t writer = piece.writer, reader = piece.reader, other = piece.other_reader;
    const bool of_own = both((mine & kSeveral) != 0, is_of_own_warp<scope>(writer, mine, moment));
    if (either(either(may_race<scope>(writer, mine, moment, 0), of_own),
               !both(can_compare<scope>(writer, mine, moment), can_compare<scope>(reader, mine, moment))))
        return false;
    if (!is_of_other_warp<scope>(reader, mine, moment))
        piece.reader = mine | kept_of_reader<scope>(reader, mine, moment);
    else if (gives_way<scope>(other, mine, moment))
        piece.other_reader = mine;
    return true;
}

template <RaceScope scope>
WARPWISE_IN_EACH bool may_write_piece(const RacePiece& piece, std::uint64_t mine, const Moment& moment) {
    const std::uint64_t writer = piece.writer, reader = piece.reader;
    const bool of_readers =
        either(may_race<scope>(reader, mine, moment, kSeveral), is_of_other_warp<scope>(piece.other_reader, mine, moment));
    return !either(either(may_race<scope>(writer, mine, moment, 0), of_readers),
                   !both(can_compare<scope>(writer, mine, moment), can_compare<scope>(reader, mine, moment)));
}

// ---- halves of a warp ----

// The words of sixteen lanes side by side, and the parties of the pieces that they are.
template <std::uint64_t words>
struct HalfRow {
    std::uint64_t word, mine;
    WARPWISE_IN_EACH bool is_in_pieces(const RaceCells& cells) const { return cells.pieces && word % kWordsOfPiece == 0; }
    WARPWISE_IN_EACH std::uint64_t mine_of_piece(std::uint64_t i) const {
        return words == 1 ? mine : (mine + (i * kWordsOfPiece / words << kLaneShift)) | kTwoWords;
    }
    WARPWISE_IN_EACH std::uint64_t mine_of_words(std::uint64_t i) const { return mine + (i * kWordsOfPiece / words << kLaneShift); }
};

template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool read_half_row(const RaceCells& cells, const HalfRow<words>& row, const Moment& moment) {
    if (!row.is_in_pieces(cells)) {
        open_pieces_of(cells, row.word, row.word + 16 * words - 1, moment);
        return read_words_in_row<scope, words>(cells, row.word, 16 * words, row.mine, moment);
    }
    bool good = true;
    for (std::uint64_t i = 0; i < words; ++i) {
        const std::uint64_t word = row.word + i * kWordsOfPiece;
        RacePiece& piece = cells.pieces[word / kWordsOfPiece];
        if (!is_open(cells, piece, moment.start)) {
            if (read_piece<scope>(piece, row.mine_of_piece(i), moment)) continue;
            open_piece(cells, word / kWordsOfPiece, moment.end);
        }
        good &= read_words_in_row<scope, words>(cells, word, kWordsOfPiece, row.mine_of_words(i), moment);
    }
    return good;
}

template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool may_write_half_row(const RaceCells& cells, const HalfRow<words>& row, const Moment& moment) {
    if (!row.is_in_pieces(cells)) {
        open_pieces_of(cells, row.word, row.word + 16 * words - 1, moment);
        return may_write_words<scope, words>(cells, row.word, 16 * words, row.mine, moment);
    }
    for (std::uint64_t i = 0; i < words; ++i) {
        const std::uint64_t word = row.word + i * kWordsOfPiece;
        const RacePiece& piece = cells.pieces[word / kWordsOfPiece];
        if (!is_open(cells, piece, moment.start)) {
            if (may_write_piece<scope>(piece, row.mine_of_piece(i), moment)) continue;
            open_piece(cells, word / kWordsOfPiece, moment.end);
        }
        if (!may_write_words<scope, words>(cells, word, kWordsOfPiece, row.mine_of_words(i), moment)) return false;
    }
    return true;
}

template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH void write_half_row(const RaceCells& cells, const HalfRow<words>& row, const Moment& moment) {
    if (!row.is_in_pieces(cells)) return write_words<words>(cells, row.word, 16 * words, row.mine);
    for (std::uint64_t i = 0; i < words; ++i) {
        const std::uint64_t word = row.word + i * kWordsOfPiece;
        RacePiece& piece = cells.pieces[word / kWordsOfPiece];
        if (is_open(cells, piece, moment.start))
            write_words<words>(cells, word, kWordsOfPiece, row.mine_of_words(i));
        else
            piece.writer = row.mine_of_piece(i);
    }
}

// `mine`: of the first lane, with all bytes.
template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool read_halves(const RaceCells& cells, std::uint64_t base, const Half* halves, std::uint64_t mine,
                                  const Moment& moment) {
    const bool is_one = halves[0].first == halves[1].first && halves[0].step == halves[1].step;
    bool good = true;
    for (std::uint64_t h = 0; h < (is_one ? 1 : 2); ++h) {
        const std::uint64_t word = (halves[h].first - base) / 4, own = mine | h * 16 << kLaneShift;
        if (halves[h].step != 0) {
            good &= read_half_row<scope, words>(cells, {word, is_one ? own | kSeveral : own}, moment);
            continue;
        }
        open_pieces_of(cells, word, word + words - 1, moment);
        for (std::uint64_t i = 0; i < words; ++i) good &= read_scattered_word<scope>(cells, word + i, own | kSeveral, moment);
    }
    return good;
}

// Two rows of words of their own; both are looked at before one is changed.
template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool write_halves(const RaceCells& cells, std::uint64_t base, const Half* halves, std::uint64_t mine,
                                   const Moment& moment) {
    if (!are_rows_apart(halves, 4 * words)) return false;
    const HalfRow<words> a{(halves[0].first - base) / 4, mine},
        b{(halves[1].first - base) / 4, mine | std::uint64_t{16} << kLaneShift};
    if (!may_write_half_row<scope>(cells, a, moment) || !may_write_half_row<scope>(cells, b, moment)) return false;
    write_half_row<scope>(cells, a, moment);
    write_half_row<scope>(cells, b, moment);
    return true;
}

// ---- any lanes ----

// The lanes that bring a word of their own: neighbours on one address count once, and so do half-warps on the same addresses.
// Exact for what tiles are made of; where it keeps more lanes than it must, the work is done twice.
struct DistinctLanes {
    std::uint32_t lanes = 0;
    std::uint32_t shared = 0;  // those whose word another lane reads, too
    bool is_row = false;       // eight or sixteen or more lanes side by side, each on the word after the one before
};

WARPWISE_IN_EACH DistinctLanes distinct_lanes(const std::uint64_t* address, std::uint32_t mask, std::uint64_t bytes) {
    std::uint32_t changes = 1, steps = 1, halves_differ = 0;  // one bit per lane: to the lane before it
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint32_t lane = 1; lane < kLanesOfRow; ++lane) {
        changes |= (address[lane] != address[lane - 1] ? 1u : 0u) << lane;
        steps |= (address[lane] - address[lane - 1] == bytes ? 1u : 0u) << lane;
    }
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint32_t lane = 0; lane < kLanesOfRow / 2; ++lane)
        halves_differ |= address[lane] != address[lane + kLanesOfRow / 2] ? 1u : 0u;
    std::uint32_t lanes = mask & (changes | ~(mask << 1));
    std::uint32_t shared = lanes & (mask & ~lanes) >> 1;
    if (mask == ~0u && !halves_differ) {
        lanes &= 0xffffu;
        shared = lanes;
    }
    const bool from_first = (lanes & (lanes + 1)) == 0 && (lanes & 0xff) != 0;  // lanes 0 to n - 1
    return {lanes, shared, from_first && std::popcount(lanes) % 8 == 0 && (lanes & ~steps) == 0};
}

std::uint64_t party_of_word(std::uint64_t party, std::uint64_t i) {
    if (party == 0) return 0;
    return party & kTwoWords ? party - kTwoWords + (i / 2 << kLaneShift) : party + (i << kLaneShift);
}

// Loads of one, two or four whole words per lane.
template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool read_words(const RaceCells& cells, std::uint64_t base, const WarpTouch& access, std::uint64_t whole,
                                 const Moment& moment) {
    const DistinctLanes distinct = distinct_lanes(access.address, access.mask, 4 * words);
    bool good = true;
    if (distinct.is_row && (distinct.shared == 0 || distinct.shared == distinct.lanes)) {
        const std::uint64_t word = (access.address[0] - base) / 4;
        const std::uint64_t all = whole | (distinct.shared ? kSeveral : 0);
        const std::uint64_t count = static_cast<std::uint64_t>(std::popcount(distinct.lanes)) * words;
        open_pieces_of(cells, word, word + count - 1, moment);
        return read_words_in_row<scope, words>(cells, word, count, all, moment);
    }
    for (std::uint32_t left = distinct.lanes; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint64_t word = (access.address[lane] - base) / 4;
        const std::uint64_t mine = whole | static_cast<std::uint64_t>(lane) << kLaneShift;
        open_pieces_of(cells, word, word + words - 1, moment);
        const std::uint64_t own = mine | (distinct.shared >> lane & 1 ? kSeveral : 0);
        for (std::uint64_t i = 0; i < words; ++i) good &= read_scattered_word<scope>(cells, word + i, own, moment);
    }
    return good;
}

// Stores of one or two whole words per lane, no two lanes to the same word. False: nothing is noted.
template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool write_scattered(const RaceCells& cells, std::uint64_t base, const WarpTouch& access, std::uint64_t whole,
                                      const Moment& moment) {
    const auto word_of = [&](std::uint64_t lane) { return (access.address[lane] - base) / 4; };
    for (std::uint32_t left = access.mask; left; left &= left - 1) {
        const auto lane = static_cast<std::uint64_t>(std::countr_zero(left));
        const std::uint64_t word = word_of(lane);
        open_pieces_of(cells, word, word + words - 1, moment);
        for (std::uint64_t i = word; i < word + words; ++i) {
            const std::uint64_t own = whole | lane << kLaneShift;
            if (is_harmless<scope>(cells.writer[i], own, moment) && is_harmless<scope>(cells.reader[i], own, moment) &&
                is_harmless<scope>(cells.other_reader[i], 0, moment))
                continue;
            if (!may_write_words<scope, 1>(cells, i, 1, own, moment)) return false;
        }
    }
    std::uint64_t before[kLanesOfRow * words];
    std::uint64_t* at = before;
    for (std::uint32_t left = access.mask; left; left &= left - 1) {
        const auto lane = static_cast<std::uint64_t>(std::countr_zero(left));
        const std::uint64_t word = word_of(lane);
        for (std::uint64_t i = word; i < word + words; ++i) *at++ = std::exchange(cells.writer[i], whole | lane << kLaneShift);
    }
    std::uint64_t differs = 0;  // not 0 if two lanes stored to one word
    for (std::uint32_t left = access.mask; left; left &= left - 1) {
        const auto lane = static_cast<std::uint64_t>(std::countr_zero(left));
        const std::uint64_t word = word_of(lane);
        for (std::uint64_t i = word; i < word + words; ++i) differs |= cells.writer[i] ^ (whole | lane << kLaneShift);
    }
    if (differs == 0) return true;
    for (std::uint32_t left = access.mask; left;) {
        const int lane = 31 - std::countl_zero(left);
        left &= ~(1u << lane);
        const std::uint64_t word = word_of(static_cast<std::uint64_t>(lane));
        for (std::uint64_t i = word + words; i > word; --i) cells.writer[i - 1] = *--at;
    }
    return false;
}

// Atomics of one or two whole words per lane. They do not race with other atomics. False, and nothing is noted, if any other writer
// or any reader counts: they are looked at lane by lane. Of several lanes on one word, the last one stays noted.
template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool update_words(const RaceCells& cells, std::uint64_t base, const WarpTouch& access, std::uint64_t whole,
                                   const Moment& moment) {
    const auto counts = [&](std::uint64_t party) {
        return either(is_of_other_warp<scope>(party, whole, moment), is_of_own_warp<scope>(party, whole, moment));
    };
    std::uint32_t last = 0;  // lanes whose address is not that of the next lane
    for (std::uint32_t lane = 0; lane + 1 < kLanesOfRow; ++lane)
        last |= (access.address[lane] != access.address[lane + 1] ? 1u : 0u) << lane;
    const std::uint32_t lanes = access.mask & (last | ~(access.mask >> 1));
    for (std::uint32_t left = lanes; left; left &= left - 1) {
        const std::uint64_t word = (access.address[std::countr_zero(left)] - base) / 4;
        open_pieces_of(cells, word, word + words - 1, moment);
        for (std::uint64_t i = word; i < word + words; ++i) {
            const std::uint64_t writer = cells.writer[i];
            const bool is_atomic = (writer & kAtomic) != 0 && (writer & kAllBytes) == kAllBytes;
            if ((!is_atomic && counts(writer)) || counts(cells.reader[i]) || counts(cells.other_reader[i])) return false;
        }
    }
    for (std::uint32_t left = lanes; left; left &= left - 1) {
        const auto lane = static_cast<std::uint64_t>(std::countr_zero(left));
        const std::uint64_t word = (access.address[lane] - base) / 4;
        for (std::uint64_t i = word; i < word + words; ++i) cells.writer[i] = whole | lane << kLaneShift;
    }
    return true;
}

template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool touch_at_once(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block,
                                    const WarpTouch& access) {
    const std::uint64_t mine = party_of(block, access) | kAllBytes;
    const Moment moment = moment_of(block, access);
    if constexpr (words < 4)
        if (access.is_atomic) return access.is_store && update_words<scope, words>(cells, base, access, mine, moment);
    if constexpr (words == 4) return !access.is_store && read_words<scope, words>(cells, base, access, mine, moment);
    if (access.is_store)
        return access.halves ? write_halves<scope, words>(cells, base, access.halves, mine, moment)
                             : write_scattered<scope, words>(cells, base, access, mine, moment);
    return access.halves ? read_halves<scope, words>(cells, base, access.halves, mine, moment)
                         : read_words<scope, words>(cells, base, access, mine, moment);
}
template <RaceScope scope>
WARPWISE_IN_EACH bool touch_by_width(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block,
                                     const WarpTouch& access) {
    switch (access.bytes) {
        case 4: return touch_at_once<scope, 1>(cells, base, block, access);
        case 8: return touch_at_once<scope, 2>(cells, base, block, access);
        case 16: return touch_at_once<scope, 4>(cells, base, block, access);
        default: return false;
    }
}
WARPWISE_CLONES bool touch_at_once_of_block(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block,
                                            const WarpTouch& access) {
    return touch_by_width<RaceScope::block>(cells, base, block, access);
}
WARPWISE_CLONES bool touch_at_once_of_launch(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block,
                                             const WarpTouch& access) {
    return touch_by_width<RaceScope::launch>(cells, base, block, access);
}

}  // namespace

bool touch_together(const RaceCells& cells, std::uint64_t base, RaceScope scope, const BlockIntervals& block,
                    const WarpTouch& access) {
    return scope == RaceScope::block ? touch_at_once_of_block(cells, base, block, access)
                                     : touch_at_once_of_launch(cells, base, block, access);
}

void open_piece(const RaceCells& cells, std::uint64_t index, std::uint64_t time) {
    RacePiece& piece = cells.pieces[index];
    if ((piece.writer | piece.reader | piece.other_reader) != 0) {
        const std::uint64_t first = index * kWordsOfPiece;
        for (std::uint64_t i = 0; i < kWordsOfPiece; ++i) {
            set(cells.writer[first + i], party_of_word(piece.writer, i));
            set(cells.reader[first + i], party_of_word(piece.reader, i));
            set(cells.other_reader[first + i], party_of_word(piece.other_reader, i));
        }
    }
    set(piece.opened, time);
    if (cells.is_any_open) __atomic_store_n(cells.is_any_open, true, __ATOMIC_RELAXED);
}

void open_pieces(const RaceCells& cells, std::uint64_t first, std::uint64_t last, const BlockIntervals& block) {
    open_pieces_of(cells, first, last, moment_of(block, {}));
}

}  // namespace warpwise::simt::race
