#include "simt/races.h"

namespace warpwise::simt {
namespace {

bool same_warp(const RaceCell::Party& party, const RaceAccess& access) {
    return party.block == access.block && (party.thread_plus_1 - 1) / 32 == access.thread / 32;
}

// A barrier of the block lies between two accesses of one block in different epochs.
bool unordered(const RaceCell::Party& party, const RaceAccess& access, std::uint8_t bytes) {
    if (party.thread_plus_1 == 0 || (party.bytes & bytes) == 0) return false;
    if (party.is_atomic && access.is_atomic) return false;
    if (party.block == access.block) return party.epoch == access.epoch && !same_warp(party, access);
    return true;
}

RaceCell::Party party_of(const RaceAccess& access, std::uint8_t bytes) {
    return {access.block, access.thread + 1, access.line, access.epoch, bytes, access.is_atomic};
}

Race race_with(const RaceCell::Party& party, bool is_store) {
    return {{party.block, party.thread_plus_1 - 1, party.line, party.epoch, is_store, party.is_atomic}};
}

// The mask of the bytes of `word` that lie in [first, last].
std::uint8_t bytes_in_word(std::uint64_t word, std::uint64_t first, std::uint64_t last) {
    std::uint8_t mask = 0;
    for (std::uint32_t byte = 0; byte < 4; ++byte) {
        const std::uint64_t at = word * 4 + byte;
        if (at >= first && at <= last) mask = static_cast<std::uint8_t>(mask | 1u << byte);
    }
    return mask;
}

}  // namespace

std::optional<Race> RaceCell::touch(const RaceAccess& access, std::uint8_t bytes) {
    std::optional<Race> race;
    if (unordered(writer, access, bytes)) race = race_with(writer, true);
    if (!race && access.is_store) {
        for (const Party& party : {reader, other_reader}) {
            if (unordered(party, access, bytes)) race = race_with(party, false);
        }
    }
    if (access.is_store) {
        writer = party_of(access, bytes);
    } else if (reader.epoch != access.epoch || reader.block != access.block || same_warp(reader, access)) {
        if (reader.thread_plus_1 != 0 && reader.block != access.block) other_reader = reader;
        reader = party_of(access, bytes);
    } else {
        other_reader = party_of(access, bytes);
    }
    return race;
}

void SharedRaces::reset(std::uint32_t shared_bytes) { cells_.assign((shared_bytes + 3) / 4, {}); }

std::optional<Race> SharedRaces::touch(std::uint64_t offset, std::uint32_t bytes, const RaceAccess& access) {
    for (std::uint64_t word = offset / 4; word <= (offset + bytes - 1) / 4 && word < cells_.size(); ++word) {
        if (auto race = cells_[word].touch(access, bytes_in_word(word, offset, offset + bytes - 1))) return race;
    }
    return std::nullopt;
}

RaceCell* GlobalRaces::cell(std::uint64_t word) {
    const std::uint64_t index = word / words_of_page;
    if (index != last_index_) {
        auto found = pages_.find(index);
        if (found == pages_.end()) {
            if (pages_.size() >= most_pages) return nullptr;
            found = pages_.emplace(index, std::make_unique<Page>()).first;
        }
        last_index_ = index;
        last_page_ = found->second.get();
    }
    return &last_page_->cells[word % words_of_page];
}

std::optional<Race> GlobalRaces::touch(std::uint64_t address, std::uint32_t bytes, const RaceAccess& access) {
    for (std::uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
        RaceCell* found = cell(word);
        if (!found) return std::nullopt;
        if (auto race = found->touch(access, bytes_in_word(word, address, address + bytes - 1))) return race;
    }
    return std::nullopt;
}

}  // namespace warpwise::simt
