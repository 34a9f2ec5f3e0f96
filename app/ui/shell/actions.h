// Acts on what the panels ask for: opens lessons, runs and sweeps on the worker's thread, undoes, keeps the results. Called
// once per frame; nothing here waits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/file/kept_launch.h"
#include "experiment/record/ceilings.h"
#include "experiment/run/measure_ceilings.h"
#include "ui/debugger/debug_control.h"
#include "ui/file/file_state.h"
#include "ui/lesson/lesson_watch.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

class Actions {
  public:
    // `shipped`: the recordings that the program ships, where they have been read; else they are read.
    Actions(Workbench& bench, const Recordings* shipped);

    // `editing`: a control is being dragged or typed into; a change then counts as one step for undo once it ends.
    // True when something changed that a next frame must show.
    bool update(bool editing);
    // Something runs that ends by itself; a round of the live loop is followed by the next.
    bool busy() const;
    bool live() const;
    bool checking() const;  // the emulator checks, after everything that was asked for

  private:
    // What a run is for.
    enum class Purpose { run, frame, live, sweep, check, beside, both };
    struct Ticket {
        DeviceId device{};
        Purpose purpose = Purpose::run;
        std::int64_t swept_value = 0;  // of a sweep's parameter
        bool lessons = false;          // of two that are compared
    };
    // What undo brings back.
    struct Step {
        ExperimentRequest draft;
        bool grid_automatic = true;
    };

    // The text that is not looked at now: what is known of it, and how it is launched.
    struct OtherText {
        bool exercise = false;
        Step step;
        Results results;
    };

    // A request of each kind, as it comes.
    void act(const ask::OpenLesson&);
    void act(const ask::OpenLessonFolder&);
    void act(const ask::UsePicture&);
    void act(const ask::CloseLesson&);
    void act(const ask::ChooseKernel&);
    void act(const ask::ChooseText&);
    void act(const ask::ApplyPreset&);
    void act(const ask::ShowScene&);
    void act(const ask::TakeDraft&);
    void act(const ask::Undo&);
    void act(const ask::Redo&);
    void act(const ask::Run&);
    void act(const ask::RunFrame&);
    void act(const ask::RunSweep&);
    void act(const ask::SweepBoth&);
    void act(const ask::MeasureCeilings&);
    void act(const ask::FindOtherOutcome&);
    void act(const ask::FindSmallestCase&);
    void act(const ask::Cancel&);
    void act(const ask::Debug&);
    void act(const ask::ShowStep&);
    void act(const ask::DebugStep&);
    void act(const ask::DebugLastWrite&);
    void act(const ask::DebugClose&);
    void act(const ask::ToggleBreakpoint&);
    void act(const ask::OpenRecording&);
    void act(const ask::KeepRecording&);
    void act(const ask::CloseRecording&);
    void act(const ask::ShowRecordings&);
    void act(const ask::OpenCudaFile&);
    void act(const ask::ChangeFileKernel&);
    void act(const ask::TakeDataFile&);
    void act(const ask::SaveAsLesson&);
    void act(const ask::RunProgram&);
    void act(const ask::StopProgram&);
    void act(const ask::FindSmallestProgram&);
    void act(const ask::OpenProgramLaunch&);
    void act(const ask::ProposeArguments&);

    void open_lesson(const std::string& id);
    void leave_debugger_layout();
    void choose_kernel(const std::string& id);
    void choose_text(bool exercise);
    void use_values(const std::string& kernel, const ParameterValues&);
    Result<std::string> lesson_of_folder(const std::filesystem::path&);
    void read_again_if_changed(const Lesson&, bool at_once);
    void replace(const Lesson& old, Lesson fresh);
    void carry_over(const Lesson& before, const Lesson& now);
    Result<void> show_file(const std::string& id, OpenedFile);
    void change_file(OpenedFile);
    void note_file_run(const RunRecord&);
    void watch_file();
    bool runs_program() const;
    bool take_program();
    void show_program_result();
    bool take_program_launch();
    bool take_smallest_program();
    void step_launch(int number);
    void use_launch(const OpenedLaunch&, const ask::Debug&);
    void apply_preset(const std::string& name);
    void show_scene(std::size_t number);
    void forget_results();
    void show_recordings();
    void draft_settled();
    void run_if_wanted();
    bool is_long_in_emulator() const;
    void step_back();
    void step_forward();
    void restore(const Step&);
    void refresh_resolved();

    void run();
    void run_frame();
    bool computes_frame() const;
    bool frame_takes_long() const;
    bool runs() const;  // what was asked for by Run or a sweep, or ceilings are measured
    void take_frame(Result<RunRecord>);
    void sweep(const ask::RunSweep&);
    void sweep_both();
    void take_both(const Ticket&, Result<RunRecord>&&);
    void run_live();
    void take_live(const Ticket&, const RunRecord&);
    void load_known_ceilings();
    void measure_ceilings();
    void take_ceilings();
    void search(std::function<void(KernelSearch&, const Lesson&, const RunHooks&)>);
    void take_search();
    void use_case(const SmallestCase&);
    void cancel();
    void collect();
    void take_run(const Ticket&, RunRecord);
    bool compares(const DeviceId&) const;
    void run_beside();
    ExperimentRequest request_of_lessons(const DeviceId&) const;
    void take_beside(RunRecord, bool lessons);
    void take_point(const Ticket&, const RunRecord&);
    void count_point(const Ticket&, const Result<RunRecord>&);
    void check_in_emulator(const RunRecord& ran_on_gpu);
    void take_check(const Result<RunRecord>&);
    std::vector<DeviceId> chosen_devices() const;
    std::vector<DeviceId> swept_devices() const;
    ExperimentRequest request_for(const DeviceId&) const;
    std::uint64_t submit(ExperimentRequest of_draft);

    Workbench& bench_;
    std::vector<Step> past_, future_;
    Step settled_;            // the draft as undo knows it
    bool unsettled_ = false;  // the draft changed since
    std::optional<OtherText> other_text_;
    std::optional<RunRecord> yours_, lessons_;  // of two that are compared, until both are there
    bool run_due_ = false;
    std::optional<DeviceId> frame_due_;
    bool both_due_ = false;
    std::optional<ask::RunSweep> sweep_due_;
    std::map<std::uint64_t, Ticket> tickets_;
    LessonWatch watch_;
    std::chrono::steady_clock::time_point file_looked_at_;
    std::optional<std::int64_t> program_changed_;  // when the text of the program that runs had last been changed
    std::chrono::steady_clock::time_point live_began_, live_round_, frame_began_;
    std::future<std::vector<Ceilings>> ceilings_;
    std::future<KernelSearch> search_;
    bool live_goes_ = false;  // as the loop was left in the frame before
    DebugControl debugger_;   // joins before the lessons go, too
    Worker worker_;           // last: joins before what it calls into goes
};

}  // namespace warpwise::ui
