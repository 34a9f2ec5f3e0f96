// The state behind the window and what panels may ask of it. Panels are free functions over a Workbench: they read it, draw,
// and request; update() acts once a frame. Nothing here blocks.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiment/ceilings.h"
#include "experiment/runner.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "ui/kit/theme.h"
#include "ui/shell/view_state.h"

namespace warpwise::ui {

enum class LayoutName { study, code, present };

// Kept across runs (config_dir()/settings.json and user_data_dir()/progress.json, both written atomically).
struct Settings {
    ThemeName theme = ThemeName::dark;
    LayoutName layout = LayoutName::study;
    float zoom = 1, code_zoom = 1;
    float dpi_override = 0;  // 0: automatic
    std::string last_lesson;
    bool live_run = true;  // once a kernel has run, a changed parameter runs it again
};

// One device's newest record of the current kernel and the ones before it.
struct DeviceRuns {
    std::optional<RunRecord> latest;
    std::deque<RunRecord> history;  // newest last, at most 64: the rolling bars
};

// A sweep in progress or done: series by device, x = parameter value.
struct Sweep {
    std::string over;           // parameter id
    ExperimentRequest request;  // the draft it is of
    std::vector<std::int64_t> values;
    struct Point {
        double x = 0, kernel_ms = 0, total_ms = 0, mad_ms = 0;
        bool recorded = false;
        std::string device_name, date;
    };
    std::map<DeviceId, std::vector<Point>> series;
    struct RecordedSeries {
        std::size_t recording = 0;  // its place in Workbench::recordings
        DeviceId device = DeviceKind::cuda;
        std::string label;  // "NVIDIA H200, recorded 2026-11-21"
        std::vector<Point> points;
    };
    std::vector<RecordedSeries> recorded;  // dashed
    bool running = false;
};

struct Message {
    Severity severity = Severity::note;
    std::string text, hint, time;
};

// A run of a recording that was made with the draft's exact values.
struct RecordedRun {
    std::size_t recording = 0;  // its place in Workbench::recordings
    const RunRecord* record = nullptr;
};

// What this frame's hover and selection point at, shared by all views.
struct Pointing {
    std::optional<std::uint64_t> hovered_thread, chosen_thread;  // linear thread index
    std::optional<std::int64_t> hovered_element;
    std::size_t element_array = 0;
};

struct Panels;  // ui/shell/panels.h: what the lesson, exercise and source panels keep between frames

struct Workbench {
    Look look;
    Settings settings;
    std::map<std::string, LessonProgress> progress;
    Course course;
    std::list<Lesson> earlier_lessons;     // as they were before their files changed; runs and pictures may still hold them
    std::set<std::string> opened_lessons;  // ids of those that were opened from a folder
    bool course_changed = false;           // lessons came or were read again: what lists them is made anew
    std::optional<Error> open_problem;     // why the folder that was asked for is not open
    bool folder_opened = false;            // a lesson was just opened from a folder
    DeviceSet devices;
    std::vector<DeviceInfo> present_devices;
    bool can_draw = false;     // a GL context is current: views may make textures
    std::string cuda_missing;  // why there is no GPU; empty when there is one

    bool keeps_files = true;  // false: a picture or a test, which leaves the user's folders alone

    const Lesson* lesson = nullptr;  // null: the welcome page
    ExperimentRequest draft;         // what Run would run; the launch panel edits it
    bool grid_automatic = true;      // grid follows the lesson's formula
    std::set<DeviceId> run_on{DeviceKind::emulated, DeviceKind::cpu_serial};
    Result<ResolvedLaunch> resolved = failure("no lesson is open");  // of the draft, refreshed on change

    // Whether the draft's kernel has a CPU routine with a library form, which is then offered beside the other devices.
    bool has_library_form() const;

    std::map<DeviceId, DeviceRuns> runs;  // of the current lesson and kernel
    std::optional<Sweep> sweep;
    // Measured here, one a device; kept across runs. Recordings have their own.
    std::vector<Ceilings> ceilings;
    bool measuring_ceilings = false;
    Recordings recordings;                              // shipped, kept and opened ones, in this order
    std::set<std::filesystem::path> hidden_recordings;  // files that are not shown
    std::vector<RecordedRun> recorded;                  // of the draft's exact values, refreshed with it: timings of others
    Worker::Status status;
    std::deque<Message> messages;
    Pointing pointing;
    ViewState views;  // of the thread grid, the array strip, timings and sweep

    // source editing, per kernel id
    std::map<std::string, std::string> edited_source;  // only kernels that the learner changed
    Diagnostics diagnostics;                           // of the newest compile of the shown source

    // requests: set by panels, acted on by update()
    struct Requests {
        bool measure_ceilings = false;
        bool run = false, sweep = false, cancel = false, reset_layout = false, screenshot = false, undo = false, redo = false;
        std::string sweep_over;
        std::int64_t sweep_up_to = 0;  // leaves larger values out; 0: none
        std::optional<std::string> open_lesson, choose_kernel, apply_preset, screenshot_panel;
        std::optional<std::string> focus_panel;  // a panel's stable name ("source") or a view's kind ("thread_grid")
        std::optional<LayoutName> layout;
        std::optional<ThemeName> theme;
        std::optional<float> zoom;
        std::vector<std::filesystem::path> open_recordings;
        std::vector<std::filesystem::path> open_folders;  // lessons by their place on the disk
        std::optional<std::filesystem::path> keep_recording, close_recording;
        bool recordings_changed = false;  // one is hidden or shown again
        std::optional<DeviceId> frame;    // the draft's output alone, at once: a picture is being moved
        bool hold_draft = false;          // set every frame while a gesture goes on: the draft then settles after it
        bool animates = false;            // set every frame while a picture moves: the next frame then needs no event
        bool picture_awaited = false;     // set every frame until the first picture of an animation has come
        bool export_animation = false;    // the view that moves asks what to save of it
        bool close_lesson = false, quit = false, settings_changed = false, draft_changed = false;
    } requests;

    std::shared_ptr<Panels> panels;  // made at first use; reset it before the Dear ImGui context goes

    // where panels report their rectangle, so that a panel can be saved as a picture and tests can find it
    std::map<std::string, std::array<float, 4>> panel_rects;  // stable name -> x y w h in pixels

    const KernelSpec* kernel() const;  // of the draft
    std::string shown_source() const;  // edited or original
    const RunRecord* latest(const DeviceId&) const;
    // The newest record of the first device that can do this, in the order of the devices; null: none ran.
    const RunRecord* latest_that(bool DeviceTraits::* can) const;
    const RunRecord* any_latest() const;  // emulated first, then the GPUs, then the CPU
    void say(Severity, std::string text, std::string hint = {});
};

// Panels: each in a file of its own, drawn inside a window or child that the shell opened.
void lesson_panel(Workbench&);       // prose, predictions, exercise (lesson_panel.cpp)
void course_panel(Workbench&);       // list of lessons with progress (course_panel.cpp)
void launch_panel(Workbench&);       // presets, data, launch, devices, Run (launch_panel.cpp)
void result_panel(Workbench&);       // verdict, counters, fault (result_panel.cpp)
void source_panel(Workbench&);       // editor with squiggles (source_panel.cpp)
void messages_panel(Workbench&);     // (messages_panel.cpp)
void image_panel(Workbench&);        // (image_panel.cpp)
void points_panel(Workbench&);       // (points_panel.cpp)
void collect_export(Workbench&);     // once a frame, of the animation that is being saved (export_popup.cpp)
void thread_grid_panel(Workbench&);  // (thread_grid_panel.cpp)
void array_strip_panel(Workbench&);  // (array_strip_panel.cpp)
void timings_panel(Workbench&);      // rolling bars by phase (timings_panel.cpp)
void sweep_panel(Workbench&);        // log-log plot (sweep_panel.cpp)
void roofline_panel(Workbench&);     // rates against ceilings (roofline_panel.cpp)
void timeline_panel(Workbench&);     // operations on streams (timeline_panel.cpp)
void occupancy_panel(Workbench&);    // blocks and warps on one multiprocessor (occupancy_panel.cpp)
void welcome_page(Workbench&);       // (welcome_page.cpp)

}  // namespace warpwise::ui
