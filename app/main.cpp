// The shell: parse the command line, run what it says.
#include "cli/command_line.h"

int main(int argc, char** argv) { return warpwise::run_command_line(argc, argv); }
