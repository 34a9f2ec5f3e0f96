#include "ui/debugger/access_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "base/launch_shape.h"

namespace warpwise::ui {
namespace {

// The step from lane to lane within rows of `row` lanes; nothing where it is not the same everywhere or no row has two lanes.
std::optional<std::int64_t> stride_within(const DebugAccess& access, std::span<const int> lanes, int row) {
    std::optional<std::int64_t> stride;
    for (std::size_t i = 1; i < lanes.size(); ++i) {
        const int before = lanes[i - 1], lane = lanes[i];
        if (before / row != lane / row) continue;
        const auto step = static_cast<std::int64_t>(access.addresses[static_cast<std::size_t>(lane)] -
                                                    access.addresses[static_cast<std::size_t>(before)]);
        if (step % (lane - before) != 0) return std::nullopt;
        if (stride && *stride != step / (lane - before)) return std::nullopt;
        stride = step / (lane - before);
    }
    return stride;
}

}  // namespace

std::vector<int> lanes_of(std::uint32_t mask) {
    std::vector<int> lanes;
    for (; mask != 0; mask &= mask - 1) lanes.push_back(std::countr_zero(mask));
    return lanes;
}

std::string lanes_text(std::uint32_t mask) {
    const std::vector<int> lanes = lanes_of(mask);
    if (lanes.empty()) return "no lane";
    if (lanes.size() == 1) return fmt::format("lane {}", lanes.front());
    if (lanes.size() == static_cast<std::size_t>(lanes.back() - lanes.front() + 1))
        return fmt::format("lanes {} to {}", lanes.front(), lanes.back());
    constexpr std::size_t told = 4;
    std::string text = "lanes ";
    for (std::size_t i = 0; i < std::min(told, lanes.size()); ++i) {
        if (i > 0) text += i + 1 == lanes.size() ? " and " : ", ";
        text += std::to_string(lanes[i]);
    }
    if (lanes.size() > told) text += fmt::format(" and {} more", lanes.size() - told);
    return text;
}

AccessPattern pattern_of(const DebugAccess& access) {
    AccessPattern pattern;
    const std::vector<int> lanes = lanes_of(access.mask);
    pattern.lanes = static_cast<int>(lanes.size());
    if (lanes.empty()) return pattern;
    std::map<std::uint64_t, std::uint32_t> addresses;
    for (const int lane : lanes) ++addresses[access.addresses[static_cast<std::size_t>(lane)]];
    pattern.distinct = static_cast<std::uint32_t>(addresses.size());
    pattern.first = addresses.begin()->first;
    for (const auto& [address, count] : addresses) {
        pattern.most_on_one = std::max(pattern.most_on_one, count);
        const std::uint64_t end = address + access.bytes;
        pattern.useful_bytes += static_cast<std::uint32_t>(end - std::clamp(pattern.end, address, end));
        pattern.end = std::max(pattern.end, end);
    }
    pattern.fewest_sectors = (pattern.useful_bytes + kSectorBytes - 1) / kSectorBytes;
    pattern.lanes_are_consecutive = lanes.back() - lanes.front() + 1 == pattern.lanes;
    for (const int row : {32, 16, 8}) {
        pattern.stride = stride_within(access, lanes, row);
        pattern.row_lanes = row;
        if (pattern.stride) break;
    }
    return pattern;
}

std::string_view verb_of(const DebugAccess& access) { return access.is_atomic ? "update" : access.is_store ? "write" : "read"; }

std::string_view participle_of(const DebugAccess& access) {
    return access.is_atomic ? "updated" : access.is_store ? "written" : "read";
}

std::string element_text(const DebugAccess& access, int lane) {
    const auto i = static_cast<std::size_t>(lane);
    if (!access.array.empty()) return fmt::format("{}[{}]", access.array, access.elements[i]);
    return fmt::format("0x{:x} in {} memory", access.addresses[i], name_of(access.space));
}

std::optional<std::uint64_t> array_start(const DebugAccess& access, std::span<const DebugArray> arrays) {
    if (access.array.empty() || access.mask == 0) return std::nullopt;
    const auto lane = static_cast<std::size_t>(std::countr_zero(access.mask));
    for (const DebugArray& array : arrays)
        if (array.name == access.array && array.space == access.space && access.addresses[lane] >= array.address &&
            access.addresses[lane] < array.address + array.bytes)
            return array.address;
    return access.addresses[lane] - static_cast<std::uint64_t>(access.elements[lane]) * access.element_bytes;
}

std::optional<MissedArray> missed_array(const DebugAccess& access, std::span<const DebugArray> arrays) {
    const auto start = access.faulting != 0 ? array_start(access, arrays) : std::nullopt;
    if (!start) return std::nullopt;
    const auto array = std::ranges::find_if(arrays, [&](const DebugArray& one) {
        return one.name == access.array && one.space == access.space && one.address == *start;
    });
    if (array == arrays.end() || array->element_bytes == 0) return std::nullopt;
    MissedArray missed{.start = *start, .end = *start + array->bytes, .elements = array->bytes / array->element_bytes};
    for (const int lane : lanes_of(access.faulting)) {
        const std::uint64_t address = access.addresses[static_cast<std::size_t>(lane)];
        missed.is_before_start |= address < missed.start;
        missed.is_past_end |= address + access.bytes > missed.end;
    }
    if (!missed.is_before_start && !missed.is_past_end) return std::nullopt;
    return missed;
}

std::string address_text(const DebugAccess& access, std::optional<std::uint64_t> start, std::uint64_t address) {
    if (!start) return fmt::format("0x{:x}", address);
    return address >= *start ? fmt::format("{} + 0x{:x}", access.array, address - *start)
                             : fmt::format("{} - 0x{:x}", access.array, *start - address);
}

}  // namespace warpwise::ui
