// Acts on what the panels ask for: opens lessons, runs and sweeps on the worker's thread, undoes, keeps the results. Called
// once a frame; nothing here waits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <vector>

#include "ui/lesson/lesson_watch.h"
#include "ui/shell/workbench.h"

namespace warpwise::ui {

class Actions {
  public:
    explicit Actions(Workbench& bench);

    // `editing`: a control is being dragged or typed into; a change then counts as one step for undo once it ends.
    // True when something changed that a next frame must show.
    bool update(bool editing);
    // Something runs that ends by itself; a round of the live loop is followed by the next.
    bool busy() const;
    bool live() const { return bench_.views.live.on; }

  private:
    struct Ticket {
        DeviceId device = DeviceKind::emulated;
        bool of_sweep = false;
        bool of_frame = false;  // of a picture that is being moved
        bool of_live = false;   // of the live loop
        std::int64_t sweep_value = 0;
    };
    // What undo brings back.
    struct Step {
        ExperimentRequest draft;
        bool grid_automatic = true;
    };

    void open_lesson(const std::string& id);
    void choose_kernel(const std::string& id);
    void take_lessons();
    Result<std::string> lesson_of_folder(const std::filesystem::path&);
    void read_again_if_changed(const Lesson&, bool at_once);
    void replace(const Lesson& old, Lesson fresh);
    void carry_over(const Lesson& before, const Lesson& now);
    void apply_preset(const std::string& name);
    void forget_results();
    void take_recordings();
    void show_recordings();
    void draft_settled();
    void step_back();
    void step_forward();
    void restore(const Step&);
    void refresh_resolved();

    void run();
    void run_frame();
    bool computes_frame() const;
    void sweep();
    void run_live();
    void take_live(const Ticket&, const RunRecord&);
    void load_known_ceilings();
    void measure_ceilings();
    void take_ceilings();
    void cancel();
    void collect();
    void take_run(const Ticket&, RunRecord);
    void take_point(const Ticket&, const RunRecord&);
    std::vector<DeviceId> chosen_devices() const;
    std::vector<DeviceId> swept_devices() const;
    ExperimentRequest request_for(const DeviceId&) const;

    Workbench& bench_;
    std::vector<Step> past_, future_;
    Step settled_;            // the draft as undo knows it
    bool unsettled_ = false;  // the draft changed since
    std::optional<DeviceId> frame_due_;
    std::map<std::uint64_t, Ticket> tickets_;
    LessonWatch watch_;
    std::chrono::steady_clock::time_point live_began_, live_round_;
    std::future<std::vector<Ceilings>> ceilings_;
    bool live_goes_ = false;  // as the loop was left in the frame before
    Worker worker_;           // last: joins before what it calls into goes
};

// How much of its past the live plot shows.
inline constexpr double live_seconds = 20;
// Of the chosen devices those that are there and have times.
std::vector<DeviceId> live_devices(const Workbench&);

// The parameter that a sweep varies unless the learner says otherwise: that of the lesson's sweep view, else the first size.
const Parameter* sweep_parameter(const Lesson&);
// The values a sweep runs over: those of the lesson's sweep view, else powers of two up to where a point takes a second.
std::vector<std::int64_t> sweep_values(const Lesson&, const Parameter&);

}  // namespace warpwise::ui
