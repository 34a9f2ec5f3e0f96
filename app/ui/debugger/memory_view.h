// Lanes to memory: an access drawn from the lanes to the bytes that they access, in lines of 128 bytes and sectors of 32.
#pragma once

#include <cstdint>
#include <string>

#include "ui/debugger/debug_view.h"

namespace warpwise::ui {

struct MemoryViewState {
    std::uint64_t asked_address = 0;  // of the element whose menu is open
    std::string asked_element;
};

void draw_memory_view(DebugView&, MemoryViewState&);

}  // namespace warpwise::ui
