// Which commands there are and what each takes: its options, their ranges, its help.
#pragma once

#include <optional>
#include <string>

#include "cli/commands.h"
#include "cli/shot_debug_options.h"

namespace CLI {
class App;
}

namespace warpwise {

// The parsed command line. command_line.cpp passes it to the command that was named.
struct ParsedCommands {
    WindowOptions window;
    std::optional<std::string> open_lesson;
    ShotOptions shot;
    std::string shot_lesson;
    std::string shot_size;
    DebugWords shot_debug;
    RunOptions run;
    SweepOptions sweep;
    std::optional<std::string> sweep_csv;
    KernelOptions kernel;
    std::string kernel_file;
    ExecCommand exec;
    MakeCommand make;
    CheckOptions check;
    std::string check_file;
    CourseVerifyOptions verify;
    SummaryOptions summary;
    AnswersOptions answers;
    PollOptions poll;
    std::string new_lesson;
    RecordOptions record;
    RecordingsOptions recordings;
    OccupancyOptions occupancy;
    CodeOptions code;
    bool list_json = false, doctor_json = false, doctor_links = false, bench_json = false, bench_interop = false,
         bench_workloads = false;
    bool bench_ceilings = false, bench_frames = false;
    PictureBenchOptions pictures;
    BenchWorkloadsOptions workloads;
    TraceOptions trace;
    std::string trace_target;
};

// The options point into the struct, which is to live as long as the App.
void add_commands(CLI::App&, ParsedCommands&);

}  // namespace warpwise
