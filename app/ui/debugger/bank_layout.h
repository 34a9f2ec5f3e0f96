// An access to shared memory by banks: which words of each of the 32 banks each group of lanes accesses. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/shared_memory_groups.h"
#include "debug/debug_state.h"

namespace warpwise::ui {

struct BankWord {
    std::uint64_t address = 0;  // a multiple of 4
    std::uint32_t lanes = 0;    // that ask for it
};

// Lanes that pass over the banks together.
struct BankGroup {
    std::uint32_t lanes = 0;  // that take part
    int first_lane = 0, last_lane = 0;
    std::array<std::vector<BankWord>, kBankCount> banks;  // by address
    std::uint32_t wavefronts = 0;
    // What the bank takes of them: its words, or of an atomic its lanes.
    std::uint32_t passes_of(std::size_t bank, bool is_atomic) const;
};
// The groups with a lane that takes part, in the order of the lanes.
std::vector<BankGroup> bank_groups(const DebugAccess&);

// Index of the group that takes the most wavefronts.
std::size_t worst_group(const std::vector<BankGroup>&);
// "lanes 0 to 15"
std::string name_of_group(const BankGroup&);

}  // namespace warpwise::ui
