// What panels, menus and keys ask for by name: `bench.post(ask::OpenLesson{"transfers"})`. Nothing happens at once; the next
// update() acts on all of it in the order in which it was asked. Actions does the work, App changes the window.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "debug/debug_state.h"
#include "device/interface/device.h"
#include "device/interface/schedule.h"
#include "experiment/file/file_arguments.h"
#include "lesson/lesson.h"
#include "ui/kit/theme.h"
#include "ui/workbench/settings.h"

namespace warpwise::ui {

namespace ask {

struct OpenLesson {
    std::string id;
};
struct OpenLessonFolder {  // a lesson by its place on the disk
    std::filesystem::path path;
};
struct CloseLesson {};
struct UsePicture {  // in place of the picture that the open lesson's kernels read; an empty path: the lesson's own again
    std::filesystem::path path;
};

struct OpenCudaFile {  // its kernels, as a lesson that is made of it
    std::filesystem::path path;
};
struct ChangeFileKernel {  // the arguments and the launch of a kernel of the open file, by its name
    FileKernel kernel;
};
struct TakeDataFile {  // an array of a kernel of the open file comes from a .npy file
    std::string kernel;
    std::size_t argument = 0;
    std::filesystem::path file;
};
struct SaveAsLesson {  // the open file, in a folder that is not there yet
    std::filesystem::path folder;
};
struct RunProgram {};  // main() of the open file
struct StopProgram {};
struct FindSmallestProgram {};  // that shows the first mistake of the program that ran
// A launch of the program that ran becomes the draft: its kernel, its shape, and what its arguments and their arrays held. The
// program runs once more up to there.
struct OpenProgramLaunch {
    std::size_t launch = 0;  // index in the report
    bool debug = false;      // and the debugger opens it
};
struct ProposeArguments {};  // of the open file, anew: what was chosen or taken from a launch is gone

struct ChooseKernel {
    std::string id;
};
// Which text Run takes: the learner's version of the exercise, or the kernel that was chosen before it. Each keeps its results.
struct ChooseText {
    bool exercise = false;
};
struct ApplyPreset {
    std::string name;
};
struct ShowScene {  // of the lesson: its values, what it points out, and its run
    std::size_t number = 0;
};
struct TakeDraft {};  // a panel changed the draft
struct Undo {};
struct Redo {};

struct Run {};
struct RunFrame {  // the draft's output alone, at once: a picture is being moved
    DeviceId device = DeviceKind::cpu_threads;
};
struct RunSweep {
    std::string over;        // empty: the parameter that the lesson says
    std::int64_t up_to = 0;  // leaves larger values out; 0: none
};
struct SweepBoth {};  // the learner's text and the lesson's, up to the draft's size
struct MeasureCeilings {};
struct FindOtherOutcome {};  // of the draft on the emulator, in other orders
struct FindSmallestCase {};  // of the draft; what is found becomes the draft
struct Cancel {};            // whatever runs

// The learner's text for the lesson's exercise, in place of the draft's kernel.
struct DebugExercise {
    // Of a check that failed, with its random data; nothing: the draft's values.
    std::optional<ParameterValues> parameters;
    std::uint64_t seed = 1;
    // The element to go to: just before its last write in the block that is entered.
    std::string array;  // empty: none
    std::int64_t element = 0;
    std::size_t pass = 0;  // with which data the exercise was checked (ShapeVerdict::pass)
};
struct Debug {  // opens the draft's kernel in the debugger; replaces a session that is open
    Dim3 block{0, 0, 0};
    std::uint32_t warp = 0;
    int lane = -1;  // to be pinned; -1: none
    // Where it goes from the block's start; at most one of them.
    std::optional<int> line;                // until the warp is about to execute it
    int visits = 1;                         // of that line: the how many-th
    std::optional<std::uint64_t> position;  // to that moment
    bool before_fault = false;              // until the block cannot run on
    // ... of a run: where the order that was chosen in the debugger does not end in this thread's fault, the run's order does.
    std::optional<Dim3> fault_thread = {};
    // Under this order, after the blocks that it puts before this one; nothing: as was chosen in the debugger.
    std::optional<ScheduleChoice> schedule = std::nullopt;
    std::optional<DebugExercise> exercise = {};  // nothing: the kernel, also where the exercise is looked at
    std::string look = {};                       // what a lesson says to look at there
    std::string view = {};                       // which view of the debugger comes to the front then; empty: the usual one
};
struct ShowStep {  // of the lesson: its values become the draft, and the debugger goes to its moment
    std::string id;
};
struct DebugStep {
    DebugCommand command;  // DebugControl adds the breakpoints
};
// Back to just before the last write of an element: from where the session stands, or from the end of the block that holds its
// writer, which is then entered.
struct DebugLastWrite {
    std::string array;  // as the lesson names it
    std::int64_t element = 0;
    std::optional<Dim3> block;  // of the writer; nothing: the session's
};
struct DebugClose {};
struct ToggleBreakpoint {
    int line = 0;
};

struct OpenRecording {
    std::filesystem::path file;
};
struct KeepRecording {
    std::filesystem::path file;
};
struct CloseRecording {
    std::filesystem::path file;
};
struct ShowRecordings {};  // one was hidden or is shown again

struct FocusView {  // brings a view to the front, and opens it
    std::string id;
};
struct ShowSourceLine {  // of the kernel
    int line = 1;
    bool stepped = false;  // of the text that the debugger steps
    bool edit = false;     // and the keyboard goes to the text
};
struct ShowExerciseSource {
    int line = 0;  // of it; 0: where it is
};
struct UseLayout {
    LayoutName layout = LayoutName::study;
};
struct ResetLayout {};
struct UseTheme {
    ThemeName theme = ThemeName::dark;
};
struct Zoom {
    float to = 1;
};
struct SavePicture {
    std::string view;  // empty: the whole window
};
struct SaveSettings {};  // or progress: something of it changed
struct Quit {};

}  // namespace ask

using WorkRequest =
    std::variant<ask::OpenLesson, ask::OpenLessonFolder, ask::CloseLesson, ask::UsePicture, ask::ChooseKernel, ask::ChooseText,
                 ask::ApplyPreset, ask::ShowScene, ask::TakeDraft, ask::Undo, ask::Redo, ask::Run, ask::RunFrame, ask::RunSweep,
                 ask::SweepBoth, ask::MeasureCeilings, ask::FindOtherOutcome, ask::FindSmallestCase, ask::Cancel, ask::Debug,
                 ask::ShowStep, ask::DebugStep, ask::DebugLastWrite, ask::DebugClose, ask::ToggleBreakpoint, ask::OpenRecording,
                 ask::KeepRecording, ask::CloseRecording, ask::ShowRecordings, ask::OpenCudaFile, ask::ChangeFileKernel,
                 ask::TakeDataFile, ask::SaveAsLesson, ask::RunProgram, ask::StopProgram, ask::FindSmallestProgram,
                 ask::OpenProgramLaunch, ask::ProposeArguments>;
using WindowRequest = std::variant<ask::FocusView, ask::ShowSourceLine, ask::ShowExerciseSource, ask::UseLayout, ask::ResetLayout,
                                   ask::UseTheme, ask::Zoom, ask::SavePicture, ask::SaveSettings, ask::Quit>;

class Requests {
  public:
    Requests();
    ~Requests();
    Requests(const Requests&) = delete;
    Requests& operator=(const Requests&) = delete;
    template <typename Request>
    void post(Request request) {
        if constexpr (std::is_constructible_v<WorkRequest, std::in_place_type_t<Request>, Request>)
            work_.emplace_back(std::in_place_type<Request>, std::move(request));
        else
            window_.emplace_back(std::in_place_type<Request>, std::move(request));
    }
    // The oldest that is still open; nothing when all is done.
    std::optional<WorkRequest> take_work();
    std::optional<WindowRequest> take_window();

  private:
    std::deque<WorkRequest> work_;
    std::deque<WindowRequest> window_;
};

// What goes on in this frame; set anew in each by what causes it.
struct Ongoing {
    bool gesture = false;          // the draft settles after it
    bool animates = false;         // a picture moves: the next frame needs no event
    bool debugging = false;        // a debugger session is open or being opened: its keys are then its own
    bool picture_awaited = false;  // the first picture of an animation has not come yet
};

}  // namespace warpwise::ui
