#include "ui/debugger/bank_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "ui/debugger/access_pattern.h"

namespace warpwise::ui {

std::uint32_t BankGroup::passes_of(std::size_t bank, bool is_atomic) const {
    if (!is_atomic) return static_cast<std::uint32_t>(banks[bank].size());
    std::uint32_t passes = 0;
    for (const BankWord& word : banks[bank]) passes += static_cast<std::uint32_t>(std::popcount(word.lanes));
    return passes;
}

std::vector<BankGroup> bank_groups(const DebugAccess& access) {
    const int lanes_per_group =
        access.is_atomic ? kDebugLanes : shared_group_lanes(access.mask, access.addresses.data(), access.bytes, access.is_store);
    std::vector<BankGroup> groups;
    for (int first = 0; first < kDebugLanes; first += lanes_per_group) {
        BankGroup group{.first_lane = first, .last_lane = first + lanes_per_group - 1};
        for (const int lane : lanes_of(access.mask)) {
            if (lane < group.first_lane || lane > group.last_lane) continue;
            group.lanes |= 1u << lane;
            const std::uint64_t address = access.addresses[static_cast<std::size_t>(lane)];
            const std::uint64_t last = access.is_atomic ? address : address + access.bytes - 1;
            for (std::uint64_t word = address / kBytesPerBankWord; word <= last / kBytesPerBankWord; ++word) {
                std::vector<BankWord>& bank = group.banks[word % kBankCount];
                const auto found = std::ranges::find(bank, word * kBytesPerBankWord, &BankWord::address);
                if (found != bank.end())
                    found->lanes |= 1u << lane;
                else
                    bank.push_back({word * kBytesPerBankWord, 1u << lane});
            }
        }
        if (group.lanes == 0) continue;
        for (std::size_t bank = 0; bank < kBankCount; ++bank) {
            std::ranges::sort(group.banks[bank], {}, &BankWord::address);
            group.wavefronts = std::max(group.wavefronts, group.passes_of(bank, access.is_atomic));
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

std::size_t worst_group(const std::vector<BankGroup>& groups) {
    return static_cast<std::size_t>(std::ranges::max_element(groups, {}, &BankGroup::wavefronts) - groups.begin());
}

std::string name_of_group(const BankGroup& group) { return fmt::format("lanes {} to {}", group.first_lane, group.last_lane); }

}  // namespace warpwise::ui
