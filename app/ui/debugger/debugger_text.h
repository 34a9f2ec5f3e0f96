// The debugger in words: why it stopped, what a command is doing, and where a position is. No window library.
#pragma once

#include <string>

#include "ui/debugger/debugger_state.h"

namespace warpwise::ui {

// "Paused in transpose_tiled at line 13, before the read of tile"
std::string stop_sentence(const DebugState&);
// "Running to the barrier"
std::string doing_text(const DebugCommand&);
// "instruction 1,412 of 2,096"; "instruction 1,412 of more than 65,536" if the block was not counted to its end.
// Whether the block ends within an instruction: it stands behind all that the overview has.
bool faults_in_instruction(const DebugOverview&);
// "This block has a data race: line 11 with line 7"
std::string race_sentence(const Fault&);
std::string position_text(const DebugState&, const DebugOverview*);
// "block (1, 2)", "block 3" of a one-dimensional grid
std::string block_text(const Dim3& block, const Dim3& grid);
// "block 3    warp 1 of 8    24 of 32 lanes active"
std::string place_text(const DebugState&, const LaunchShape&);
// "Out of bounds at line 13"
std::string fault_title(const Fault&);
std::uint32_t warps_of(const LaunchShape&);  // of a block
const char* name_of(Heat);                   // "executions", "sectors", "conflicts"

}  // namespace warpwise::ui
