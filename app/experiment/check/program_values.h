// What a run of a program comes to, as named numbers for the gates of its exercise (lesson/program_names.h has the names).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiment/file/program_report.h"

namespace warpwise {

//   launches kernels blocks threads                 of all launches; `kernels` counts different ones
//   least_grid most_grid least_block most_block     blocks of a launch, and threads of a block
//   mapped_launches                                 launches that were given pinned memory of the host
//   copies_to_device copies_to_host copies_on_device copies, and bytes_... of each direction
//   waits                                           cudaDeviceSynchronize(), cudaStreamSynchronize(), cudaEventSynchronize()
//   clocks_too_early                                how often the host read a clock while a launch might still be running
//   streams                                         that were given launches or copies
//   overlapping_copies                              copies that may run beside a launch of another stream
//   overlapping_launches                            launches that may run beside work of another stream
//   ranks messages bytes_sent most_messages most_bytes collective_calls  of a program of several ranks; most_: of the busiest rank
//   most_receivers                                  to how many different ranks a rank sends, at most
//   right_without                                   in a gate with a kernel: 1 if it is right though that kernel does nothing
//   right_without_messages                          1 if it is right though messages between its ranks arrive with zeros
//   mistakes notes                                  findings
//   argument_1 ..                                   of the program, where they are numbers
//   global_load_sectors ..                          every counter, summed over the launches
// Of one kernel, where `kernel` names it: what is about launches, and no more than these.
std::map<std::string, double> program_values(const ProgramReport&, const std::vector<std::string>& arguments,
                                             const std::string& kernel = {});

}  // namespace warpwise
