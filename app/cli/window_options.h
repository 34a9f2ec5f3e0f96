// What the command line asks of the window. Declared here and implemented in app/ui; main.cpp binds the two, so that the
// command line builds and tests without a window system.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpwise {

struct CourseSummary;

// main() of a CUDA file, with what `warpwise exec` was given for it.
struct ProgramToRun {
    std::vector<std::string> arguments, include_dirs, definitions;
    std::vector<std::filesystem::path> more_files = {};  // its other sources
    int launch = 0;                                      // that is opened in the debugger, counted from 1; 0: none
};

// A lesson of the course by its id, one from anywhere by its folder, or a CUDA file; none of them: the welcome page.
struct LessonToOpen {
    std::string id;
    std::filesystem::path folder;
    std::filesystem::path cuda_file = {};
    std::optional<ProgramToRun> program = {};  // of the CUDA file: runs as soon as the window is open
};

// warpwise [open LESSON] [--set K=V]... [--host glfw|egl|null] [--present]
struct WindowOptions {
    LessonToOpen lesson;
    std::vector<std::string> settings;              // "block=64", as apply_setting takes them
    std::string host;                               // "glfw", "egl", "null"; empty: glfw
    bool present = false;                           // the layout for a projector
    std::vector<std::filesystem::path> recordings;  // shown beside those that are known
};

// warpwise shot LESSON --view V [--tab T] [--preset P] [--set K=V]... [--size WxH] [--scale S] [--theme T] -o F.png
// warpwise shot LESSON --frames N [--set K=V]... [--device D] -o F.apng
struct ShotOptions {
    LessonToOpen lesson;
    int step = 1;                 // of the view "present": counted from 1
    std::string view = "window";  // "window" for the whole window, or a panel's stable name: thread_grid, array_strip, source, ...
    std::string tab;              // of the window: the view in front; of a view: which of its tabs; empty: as it opens
    std::string preset;           // of the lesson, by its name; the settings go over it
    std::vector<std::string> settings;
    int width = 0, height = 0;        // pixels of the picture; 0: 1280 x 800 times the scale
    float scale = 1;                  // of text and lines
    std::string theme = "dark";       // dark light high-contrast
    std::string host;                 // as above; empty: egl
    std::string device = "emulated";  // what runs before the picture is taken
    std::vector<std::filesystem::path> recordings;
    std::filesystem::path output;
    bool figure = false;           // the view as a figure for papers and slides, without buttons
    std::string format;            // of a figure: png svg pdf; empty: as the output's name says
    std::string ground = "white";  // of a figure: white transparent transparent-dark
    bool without_title = false, without_caption = false;
    std::optional<std::uint64_t> chosen_thread;  // pointed out in the thread grid
    // The kernel is stepped, to where the warp is about to execute the line for the how many-th time (0: the block's start), and
    // the view is drawn there.
    struct DebugPlace {
        int line = 0, warp = 0, visit = 1;
        std::uint32_t block_x = 0, block_y = 0, block_z = 0;
    };
    std::optional<DebugPlace> debug_at;
    bool runs_program = false;  // main() of a CUDA file, first
    int launch = 0;             // of that program: is opened, counted from 1; 0: none
    int debug_steps = 0;        // more than 0: an animation of that many steps from there
    int frames = 0;             // more than 0: that many frames of the lesson's moving picture, as an animation
};

// Frames of the full layout with a one-million-thread grid, 1280x800.
struct FrameTimes {
    std::string host;  // "egl, llvmpipe (LLVM 15.0.6)"
    int width = 1280, height = 800;
    int frames = 0;  // timed, after warm-up
    double median_ms = 0, p95_ms = 0, max_ms = 0;
    // From a changed block size to the picture of its run, a million elements with full trace; and of this the emulator's run
    // and the frame that draws it. Medians.
    double edit_to_result_ms = 0, edit_run_ms = 0, edit_draw_ms = 0;
    // Of lessons whose picture moves or is zoomed, in the full layout, computed by the CPU routine with threads.
    struct Moving {
        std::string lesson, size;  // "512 x 512", "4,096 particles"
        double pictures_per_s = 0;
        // Medians; a frame draws, and the rest of it. Points are coloured by the shader, and their upload is part of their drawing.
        double compute_ms = 0, colours_ms = 0, upload_ms = 0, frame_ms = 0;
    };
    std::vector<Moving> moving;
};

// One way of a lesson's picture to the screen at one size; medians in milliseconds. A part that this way does not have is empty.
struct PictureCase {
    std::string lesson;
    int edge = 0;      // pixels, both ways
    std::string path;  // "interop", "copy" (GPU, host, OpenGL), "upload" (CPU routine, OpenGL)
    int frames = 0;    // timed, after warm-up
    std::optional<double> map_ms, kernel_ms, unmap_ms, copy_out_ms, routine_ms, upload_ms, draw_ms;
    double frame_ms = 0;  // computed and drawn, until OpenGL is done
    std::string missing;  // why there are no times: the size is refused, memory is short
};
// warpwise bench --interop [--host egl|glfw] [--size EDGE]...
struct PictureBenchOptions {
    std::string host = "egl";
    std::vector<int> edges{512, 2048, 4096};
};
struct PictureTimings {
    std::string host;         // "egl, llvmpipe (LLVM 15.0.6)"
    std::string gpu;          // its name; empty: none
    std::string gpu_missing;  // why
    double open_ms = 0;       // from nothing of CUDA in this process to a GPU that can be asked, or to gpu_missing
    std::vector<PictureCase> cases;
};

// warpwise course summary -o FILE
struct SummaryOptions {
    std::string name;              // of the learner; empty: not said
    std::filesystem::path output;  // .pdf, .svg or .png; empty: text on standard output
    bool json = false;
};

// Both return the exit status and write errors to standard error.
int run_window(const WindowOptions&);
int run_shot(const ShotOptions&);
Result<FrameTimes> bench_frames();
Result<PictureTimings> bench_pictures(const PictureBenchOptions&);
Result<void> write_summary(const SummaryOptions&, const CourseSummary&);

// What main.cpp binds; null in a build without the window.
struct WindowCommands {
    int (*open)(const WindowOptions&) = nullptr;
    int (*shot)(const ShotOptions&) = nullptr;
    Result<FrameTimes> (*bench_frames)() = nullptr;
    Result<PictureTimings> (*bench_pictures)(const PictureBenchOptions&) = nullptr;
    Result<void> (*write_summary)(const SummaryOptions&, const CourseSummary&) = nullptr;
};

}  // namespace warpwise
