#include "device/interface/device_kind_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace warpwise {
namespace {

// Worked out when this is compiled: the makers' names are in no code here.
constexpr auto kAllTraits = [] {
    std::array<DeviceTraits, kDeviceKindTable.size()> traits{};
    for (std::size_t i = 0; i < traits.size(); ++i) traits[i] = kDeviceKindTable[i].traits;
    return traits;
}();

constexpr DeviceTraits kUnknown{
    .name = "unknown", .title = "Unknown device", .short_title = "Unknown", .in_sentence = "an unknown device"};

std::vector<std::string_view> kind_names() {
    std::vector<std::string_view> names;
    for (const DeviceTraits& traits : kAllTraits) names.push_back(traits.name);
    return names;
}

}  // namespace

std::span<const DeviceTraits> all_device_kinds() { return kAllTraits; }

const DeviceTraits& traits_of(DeviceKind kind) {
    const auto place = static_cast<std::size_t>(kind);
    return place < kAllTraits.size() ? kAllTraits[place] : kUnknown;
}

DeviceKind kind_that(bool DeviceTraits::* can) { return std::ranges::find(kAllTraits, true, can)->kind; }

std::string_view name_of(DeviceKind kind) { return traits_of(kind).name; }

std::optional<DeviceKind> device_kind_from_name(std::string_view name) {
    const auto found = std::ranges::find(kAllTraits, name, &DeviceTraits::name);
    return found != kAllTraits.end() ? std::optional(found->kind) : std::nullopt;
}

std::string name_of(const DeviceId& id) {
    return id.ordinal == 0 ? std::string(name_of(id.kind)) : fmt::format("{}:{}", name_of(id.kind), id.ordinal);
}

Result<DeviceId> device_id_from_name(std::string_view name) {
    const auto refused = [&](std::string hint) {
        return std::unexpected(Error{ErrorKind::usage, fmt::format("there is no device '{}'", name), std::move(hint)});
    };
    const std::size_t colon = name.find(':');
    const auto kind = device_kind_from_name(name.substr(0, colon));
    if (!kind) return refused(fmt::format("The devices are {}.", fmt::join(kind_names(), ", ")));
    if (colon == std::string_view::npos) return DeviceId(*kind);
    const std::string_view digits = name.substr(colon + 1);
    int ordinal = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
    if (error != std::errc{} || end != digits.data() + digits.size() || digits.front() == '-')
        return refused(fmt::format("After the colon comes a number: {0} or {0}:0 is the first, {0}:1 the second.", name_of(*kind)));
    if (ordinal > 0 && !traits_of(*kind).may_be_several) return refused(fmt::format("There is one {}.", name_of(*kind)));
    return DeviceId(*kind, ordinal);
}

Error no_such_device(const DeviceId& id, const std::vector<DeviceInfo>& present) {
    std::vector<std::string> names;
    for (const DeviceInfo& info : present) names.push_back(fmt::format("{} ({})", name_of(info.id()), info.name));
    return {ErrorKind::device_missing, fmt::format("there is no {} here", name_of(id)),
            names.empty() ? fmt::format("There is no device of the kind {}.", name_of(id.kind))
                          : fmt::format("There {} {}.", names.size() == 1 ? "is" : "are", fmt::join(names, ", "))};
}

std::string full_name_of(const DeviceInfo& info) {
    return info.ordinal == 0 ? info.name : fmt::format("{} ({})", info.name, name_of(info.id()));
}

std::string title_of(const DeviceInfo& info) {
    const DeviceTraits& traits = traits_of(info.kind);
    const bool has_own_name = traits.in_sentence.empty() && !info.name.empty();
    return has_own_name ? full_name_of(info) : std::string(traits.title);
}

std::string words_for(const DeviceInfo& info) {
    const DeviceTraits& traits = traits_of(info.kind);
    return traits.in_sentence.empty() ? title_of(info) : std::string(traits.in_sentence);
}

std::string short_title_of(const DeviceId& id) {
    const std::string title(traits_of(id).short_title);
    return id.ordinal == 0 ? title : fmt::format("{} {}", title, id.ordinal);
}

}  // namespace warpwise
