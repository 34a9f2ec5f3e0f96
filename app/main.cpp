// The shell: parse the command line, run what it says.
#include "base/standard_streams.h"
#include "cli/command_line.h"

int main(int argc, char** argv) {
    warpwise::occupy_closed_streams();
    warpwise::ignore_file_size_limit();
    warpwise::WindowCommands window;
#ifdef WARPWISE_HAS_WINDOW
    window = {warpwise::run_window, warpwise::run_shot, warpwise::bench_frames, warpwise::bench_pictures, warpwise::write_summary};
#endif
    return warpwise::run_command_line(argc, argv, window);
}
