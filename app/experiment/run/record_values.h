// What a record says, as named numbers for expressions: predictions, gates and prose all speak of these.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/record/record.h"

namespace warpwise {

// What the write maps of a run come to; nothing where it has none.
std::optional<WriteSummary> summary_of(const std::vector<WriteMap>&);

// Every counter under its own name, every numeric parameter, and (docs/writing-lessons.md explains each)
//   threads blocks warps work grid_x.. block_x..   of the launch
//   compared differing max_abs_error               of the comparison with the reference; absent when there was none
//   written first_written last_written             of the first array that anybody wrote; needs trace full
//   writers most_by_one_writer                     how many threads wrote it, and how many elements the busiest of them wrote
//   warp_instructions lane_instructions            run by the emulator; 32 times the first is what the lanes could have done
//   most_by_one_warp                               warp instructions of the warp that executed the most
//   active_lanes                                   lanes per warp instruction, on average
//   array_bytes                                    bytes of the arrays that the kernel gets
//   fault                                          1 when the run ended in one, else 0
// No times: what a lesson claims must be the same on every machine.
std::map<std::string, double> values_of(const Lesson& lesson, const RunRecord& record);

}  // namespace warpwise
