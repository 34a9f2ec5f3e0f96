// Accesses of many lanes at once: what most accesses are, and no race. races.cpp finds out the rest, lane by lane.
#pragma once

#include <cstdint>

#include "simt/memory/race_party.h"

namespace warpwise::simt::race {

// Records the access; false: it may be that it races, or it is of another kind. Then it is to be recorded lane by lane.
bool touch_together(const RaceCells&, std::uint64_t base, RaceScope, const BlockIntervals&, const WarpTouch&);

// From now on the words, by their indices, are looked at one by one (RacePiece).
void open_pieces(const RaceCells&, std::uint64_t first, std::uint64_t last, const BlockIntervals&);
void open_piece(const RaceCells&, std::uint64_t index, std::uint64_t time);

WARPWISE_IN_EACH bool is_open(const RaceCells& cells, const RacePiece& piece, std::uint64_t start) {
    return piece.opened >= (cells.close_at_barriers ? start : 1);
}

// Lanes of a piece's parties that accessed two words each have this bit, and the first one's number is even.
inline constexpr std::uint64_t kTwoWords = std::uint64_t{1} << kLaneShift;

// ---- The commonest accesses in two halves, recorded in a few instructions. False: it is one of the others, and touch() has to
// record all of it; what is done by then is done once more without harm. ----

// Of a word or a piece: a party that is none or over, or of this very thread and time.
template <RaceScope scope>
WARPWISE_IN_EACH bool is_harmless(std::uint64_t party, std::uint64_t mine, const Moment& moment) {
    return party < (scope == RaceScope::block ? moment.start : 1) || ((party ^ mine) & ~kLineMask) == 0;
}

template <RaceScope scope>
WARPWISE_IN_EACH bool read_simply(std::uint64_t writer, std::uint64_t& reader, std::uint64_t& other, std::uint64_t mine,
                                  const Moment& moment) {
    if (!is_harmless<scope>(writer, mine & kSeveral ? 0 : mine, moment)) return false;
    if (is_harmless<scope>(reader, mine, moment)) {
        reader = mine;
    } else if (is_of_other_warp<scope>(reader, mine, moment)) {
        if (gives_way<scope>(other, mine, moment)) other = mine;
    } else {
        return false;
    }
    return true;
}

// `mine`: of the first lane, with all bytes.
template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool read_half_simply(const RaceCells& cells, std::uint64_t word, bool is_row, std::uint64_t mine,
                                       const Moment& moment) {
    RacePiece* piece = cells.pieces + word / kWordsOfPiece;
    if (!is_row) {
        if (words != 1 || !is_open(cells, *piece, moment.start)) return false;
        return read_simply<scope>(cells.writer[word], cells.reader[word], cells.other_reader[word], mine | kSeveral, moment);
    }
    if (word % kWordsOfPiece != 0) return false;
    for (std::uint64_t i = 0; i < words; ++i, ++piece) {
        const std::uint64_t own = words == 1 ? mine : (mine + (i * 8 << kLaneShift)) | kTwoWords;
        if (is_open(cells, *piece, moment.start) ||
            !read_simply<scope>(piece->writer, piece->reader, piece->other_reader, own, moment))
            return false;
    }
    return true;
}

template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool read_halves_simply(const RaceCells& cells, std::uint64_t base, const Half* halves, std::uint64_t mine,
                                         const Moment& moment) {
    const bool is_one = halves[0].first == halves[1].first && halves[0].step == halves[1].step;
    if (!read_half_simply<scope, words>(cells, (halves[0].first - base) / 4, halves[0].step != 0, is_one ? mine | kSeveral : mine,
                                        moment))
        return false;
    return is_one || read_half_simply<scope, words>(cells, (halves[1].first - base) / 4, halves[1].step != 0,
                                                    mine | std::uint64_t{16} << kLaneShift, moment);
}

// Two rows of words of their own (are_rows_apart); both are looked at before one is changed.
template <RaceScope scope, std::uint64_t words>
WARPWISE_IN_EACH bool write_halves_simply(const RaceCells& cells, std::uint64_t base, const Half* halves, std::uint64_t mine,
                                          const Moment& moment) {
    const auto own = [&](std::uint64_t i) {
        return words == 1 ? mine | i * 16 << kLaneShift : (mine | i * 8 << kLaneShift) | kTwoWords;
    };
    RacePiece* pieces[2];
    for (std::uint64_t h = 0; h < 2; ++h) {
        const std::uint64_t word = (halves[h].first - base) / 4;
        if (word % kWordsOfPiece != 0) return false;
        pieces[h] = cells.pieces + word / kWordsOfPiece;
    }
    for (std::uint64_t i = 0; i < 2 * words; ++i) {
        const RacePiece& piece = pieces[i / words][i % words];
        if (is_open(cells, piece, moment.start) || !is_harmless<scope>(piece.writer, own(i), moment) ||
            !is_harmless<scope>(piece.reader, own(i), moment) || !is_harmless<scope>(piece.other_reader, 0, moment))
            return false;
    }
    for (std::uint64_t i = 0; i < 2 * words; ++i) pieces[i / words][i % words].writer = own(i);
    return true;
}

}  // namespace warpwise::simt::race
