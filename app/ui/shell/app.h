// The window's program: while (app.update()) { app.build(); app.render(); }
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/window_options.h"
#include "gl/host.h"
#include "ui/kit/gui_context.h"
#include "ui/shell/actions.h"
#include "ui/shell/disk_writer.h"
#include "ui/shell/shell.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// What the program ships and reads at its start.
struct ShippedData {
    Course course;
    Recordings recordings;
};
ShippedData read_shipped_data();

struct AppOptions {
    gl::HostOptions host;
    std::string lesson;                             // opened at the start; empty: the welcome page
    std::filesystem::path lesson_folder;            // instead: a lesson from anywhere
    std::filesystem::path cuda_file;                // instead: the lesson that is made of a CUDA file
    std::optional<ProgramToRun> program;            // its main(), at once
    std::string preset;                             // of the lesson, by its name; empty: none
    std::vector<std::string> settings;              // "block=64"; over the preset
    std::vector<std::filesystem::path> recordings;  // opened beside those that are known
    std::optional<ThemeName> theme;
    std::optional<LayoutName> layout;
    float scale = 1;  // on top of the display's and the zoom
    // For pictures and tests: nothing is read from or written to the user's folders, time goes in fixed steps, devices are
    // known before the first frame.
    bool isolated = false;
    std::shared_ptr<const ShippedData> shipped;  // read before, where one process opens many windows; null: it is read
    GpuMaker make_gpu;                           // stand-ins for the GPUs; empty: the GPUs, if there are any
    std::function<bool()> asked_to_end;          // ends the window as its close button does; may be empty
    std::string only_view;                       // draw this view alone; empty: the whole window
};

class App {
  public:
    // An Error when there is no window to open, no such lesson, or a setting that does not fit.
    static Result<std::unique_ptr<App>> make(const AppOptions&);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    bool update();  // waits for events where nothing moves; false: the window was closed
    void build();   // the frame's user interface
    void render();  // draws and shows it, takes pictures

    void save_all();        // settings, progress, exercises, layout; nothing when isolated
    bool lost_gpu() const;  // a kernel that ran in this process ruined it for CUDA: end with std::_Exit

    Workbench& workbench() { return bench_; }
    ShellState& state() { return state_; }
    bool busy() const { return actions_->busy() || bench_.ongoing.picture_awaited; }
    // The frame that render() drew last; only kept when keep_frames was set.
    const std::optional<Image>& last_frame() const { return last_frame_; }
    void keep_frames(bool keep) { keep_frames_ = keep; }
    void draw_equal_frames() { gui_.draw_equal_frames(); }  // for who times the drawing
    gl::Host& host() { return *host_; }

  private:
    using Clock = std::chrono::steady_clock;
    struct Devices {
        std::vector<DeviceInfo> present;
        std::string cuda_missing;
    };

    App(std::unique_ptr<gl::Host> host, const AppOptions& options);
    Result<void> open(const AppOptions&);
    bool open_file(const AppOptions&);  // false: FilesState says why not
    Result<void> run_program(const ProgramToRun&);
    void load_user_files();
    void save_user_files(bool at_once);
    void save_layout();
    bool step();  // acts on requests; true when a frame must show it
    void take_requests();
    // A request of each kind, as it comes.
    void act(const ask::FocusView&);
    void act(const ask::ShowSourceLine&);
    void act(const ask::ShowExerciseSource&);
    void act(const ask::UseLayout&);
    void act(const ask::ResetLayout&);
    void act(const ask::UseTheme&);
    void act(const ask::Zoom&);
    void act(const ask::SavePicture&);
    void act(const ask::SaveSettings&);
    void act(const ask::Quit&);
    void take_devices();
    void refresh_look();
    bool moves() const;  // an animation plays, or its file is being written
    bool picture_moved() const;
    double patience_s() const;
    void take_pictures();

    // Destroyed from the last to the first: what is used outlives its users.
    std::unique_ptr<gl::Host> host_;
    GuiContext gui_;
    Workbench bench_;
    ShellState state_;
    std::unique_ptr<Actions> actions_;
    std::future<Devices> devices_search_;

    std::function<bool()> asked_to_end_;
    bool isolated_;
    float extra_scale_;
    std::string only_view_;
    bool look_applied_ = false;
    std::optional<ThemeName> theme_in_present_;  // chosen there or asked for at the start; else high contrast
    bool quit_ = false;
    int frames_due_ = 3;
    Clock::time_point last_event_ = Clock::now(), last_build_ = Clock::now();
    std::optional<Clock::time_point> save_due_;
    std::optional<Progress> saved_progress_;
    DiskWriter writer_;                          // of settings, progress and layout
    std::optional<std::string> picture_wanted_;  // a panel's name; empty: the window
    int frames_to_picture_ = 0;                  // the menu that asked must be gone first
    bool keep_frames_ = false;
    std::optional<Image> last_frame_;
};

}  // namespace warpwise::ui
