// The command that opens a program's launch in the debugger of the window, for a page that cannot do it itself.
#pragma once

#include <string>

#include "experiment/file/program_report.h"

namespace warpwise {

// "warpwise exec homework.cu --open --launch 11 -- 1000", for the folder where the report was made. Empty where the window cannot
// run the program as it was run: it takes only sources, -I, -D and arguments.
std::string open_command(const ProgramReport&, std::size_t launch);

}  // namespace warpwise
