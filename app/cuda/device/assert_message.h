// What the driver prints when an assert in a kernel fails: it tells file, line, block and thread to standard error and nothing of
// them to the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/fault.h"

namespace warpwise {

struct AssertMessage {
    FaultPlace place;
    std::string expression;
    std::size_t threads = 0;  // that printed one
};
// The first such message in a text, and how many there are; nothing when there is none.
std::optional<AssertMessage> parse_assert_messages(std::string_view text);
// The text without them: what was printed elsewhere meanwhile.
std::string without_assert_messages(std::string_view text);

// Puts place and expression into a fault of kind assert_failed, in the emulator's words.
void add_assert_message(Fault&, const AssertMessage&);

}  // namespace warpwise
