#include "ui/threads/request_facts.h"

#include <fmt/format.h>

#include <bit>

#include "base/number_text.h"

namespace warpwise::ui {
namespace {

constexpr std::uint64_t kStart = std::uint64_t{1} << 40;  // of the array: a multiple of 32, far from both ends

std::string counted_things(std::uint64_t count, const char* thing) {
    return fmt::format("{} {}{}", with_separators(count), thing, count == 1 ? "" : "s");
}

std::string share_text(std::uint32_t used, std::uint32_t moved) {
    if (used == moved) return "all of them are used";
    if (used * 2 == moved) return "half of them are used";
    if (used * 4 == moved) return "a quarter of them are used";
    if (used * 8 == moved) return "an eighth of them are used";
    return fmt::format("{} of them {} used", used, used == 1 ? "is" : "are");
}

std::string bytes_text(std::int64_t first, std::int64_t count) {
    return count == 1 ? fmt::format("byte {}", with_separators(first))
                      : fmt::format("bytes {} to {}", with_separators(first), with_separators(first + count - 1));
}

}  // namespace

std::uint64_t RequestFacts::gap_before(std::size_t index) const {
    return index == 0 ? 0 : (touched[index].address - touched[index - 1].address) / kSectorBytes - 1;
}
std::int64_t RequestFacts::byte_of(std::uint64_t address) const { return static_cast<std::int64_t>(address - kStart); }
std::int64_t RequestFacts::element_of(std::uint64_t address) const {
    // the start is a multiple of every size
    return static_cast<std::int64_t>(address / static_cast<std::uint64_t>(shape.element)) -
           static_cast<std::int64_t>(kStart / static_cast<std::uint64_t>(shape.element));
}

RequestFacts request_facts(const RequestShape& shape) {
    RequestFacts facts{.shape = shape};
    facts.mask = shape.lanes >= 32 ? ~0u : (1u << shape.lanes) - 1;
    for (std::size_t lane = 0; lane < facts.addresses.size(); ++lane)
        facts.addresses[lane] =
            kStart + static_cast<std::uint64_t>((shape.stride * static_cast<std::int64_t>(lane) + shape.offset) * shape.element);
    const auto bytes = static_cast<std::uint32_t>(shape.element);
    facts.touched = touched_sectors(facts.mask, facts.addresses.data(), bytes);
    facts.sectors = count_sectors(facts.mask, facts.addresses.data(), bytes);
    facts.useful_bytes = count_useful_bytes(facts.mask, facts.addresses.data(), bytes);
    return facts;
}

std::string index_text(const RequestShape& shape) {
    std::string text = shape.stride == 0    ? ""
                       : shape.stride == 1  ? "i"
                       : shape.stride == -1 ? "-i"
                                            : fmt::format("{} * i", shape.stride);
    if (text.empty()) return std::to_string(shape.offset);
    if (shape.offset != 0) text += fmt::format(" {} {}", shape.offset < 0 ? '-' : '+', std::abs(shape.offset));
    return text;
}

std::string request_sentence(const RequestFacts& facts) {
    const bool is_one = facts.shape.lanes == 1, is_shared = facts.shape.stride == 0 && !is_one;
    return fmt::format("{} read{} {}{} from {}: {} bytes are moved, and {}.",
                       counted_things(static_cast<std::uint64_t>(facts.shape.lanes), "lane"), is_one ? "s" : "",
                       is_shared ? "the same " : "", counted_things(facts.useful_bytes, "byte"),
                       counted_things(facts.sectors, "sector"), with_separators(facts.moved_bytes()),
                       share_text(facts.useful_bytes, facts.moved_bytes()));
}

std::string best_case_sentence(const RequestFacts& facts) {
    if (facts.sectors == facts.fewest_sectors()) return "No fewer sectors can hold so many bytes.";
    return fmt::format("Side by side, and from the beginning of a sector, these bytes would be in {}.",
                       counted_things(facts.fewest_sectors(), "sector"));
}

std::string byte_text(const RequestFacts& facts, const TouchedSector& sector, std::uint32_t byte) {
    const std::int64_t element = facts.element_of(sector.address + byte);
    const std::uint32_t users = sector.users[byte];
    const std::string who = users == 0 ? "moved with its sector, but no lane reads it"
                            : std::has_single_bit(users)
                                ? fmt::format("read by lane {}", std::countr_zero(users))
                                : fmt::format("read by lanes {} to {}", std::countr_zero(users), 31 - std::countl_zero(users));
    return fmt::format("a[{}], {}: {}.\nThe sector begins at byte {}; {} of its 32 bytes are used.", element,
                       bytes_text(element * facts.shape.element, facts.shape.element), who,
                       with_separators(facts.byte_of(sector.address)), sector.used_bytes());
}

std::string lane_text(const RequestFacts& facts, int lane) {
    if ((facts.mask >> lane & 1) == 0) return fmt::format("Lane {} is not active.", lane);
    const std::uint64_t address = facts.addresses[static_cast<std::size_t>(lane)];
    std::size_t place = 0;
    while (place + 1 < facts.touched.size() && facts.touched[place + 1].address <= address) ++place;
    return fmt::format("Lane {} reads a[{}], {}, in sector {} of {}.", lane, facts.element_of(address),
                       bytes_text(facts.byte_of(address), facts.shape.element), place + 1, facts.touched.size());
}

}  // namespace warpwise::ui
