// All accesses of one warp, for a lesson's views "accesses" and "flow", or of all warps of a block, for "tile" and "bins":
// collected in a session of its own, which runs the warp to its end without the learner stepping it.
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "experiment/run/debug_run.h"
#include "lesson/access_view.h"
#include "ui/debugger/debugger_state.h"

namespace warpwise::ui {

struct Workbench;

struct AccessSurvey {
    Dim3 block{0, 0, 0};
    std::uint32_t warp = 0;
    LaunchShape shape;
    std::string array;  // the wanted one, as the program names it
    std::string from;   // ... and the one that "flow" shows the reads of
    MemorySpace space = MemorySpace::global;
    std::vector<DebugAccess> accesses;              // ascending by position; of all warps: empty
    std::vector<std::vector<DebugAccess>> by_warp;  // of a survey of all warps
    std::vector<DebugArray> arrays;
    std::shared_ptr<const DebugState> end;  // the last stop
    bool complete = false;                  // false: the warp goes on, or was stopped by a fault
    std::optional<Error> problem;           // why there is nothing
};

enum class Surveyed : std::uint8_t {
    warp,
    warp_with_values,  // what each access read and wrote; slower
    block,
};
AccessSurvey survey_accesses(const DebugRun&, const AccessView&, Surveyed, const std::stop_token&);
// The lesson's array as the program names it: by the kernel's argument.
std::string name_in_program(const KernelSpec*, std::span<const DebugArray>, const std::string& array);
// "Block 1, warp 0"
std::string place_of(const AccessSurvey&);

// The survey of the draft, made again when the draft changes. A state of the bench.
class AccessSurveys {
  public:
    explicit AccessSurveys(Surveyed what = Surveyed::warp) : what_(what) {}
    ~AccessSurveys() { worker_.request_stop(); }
    AccessSurveys(const AccessSurveys&) = delete;
    AccessSurveys& operator=(const AccessSurveys&) = delete;

    // In every frame in which the view is seen. Null while it is being made. `options`: those of the learner's session, so that the
    // positions are the same; null: the block is the view's.
    const AccessSurvey* want(Workbench&, const ViewSpec&, const DebugOptions* options = nullptr);
    bool update();  // true when one has come
    bool busy() const { return coming_.valid(); }

    DebuggerState shown;  // what the picture draws from
    int array = -1;       // chosen among the accessed ones; -1: the lesson's

  private:
    void begin(Workbench&, const ViewSpec&, const DebugOptions*);

    Surveyed what_;
    std::string key_, coming_key_;  // of what they are
    std::optional<AccessSurvey> survey_;
    AccessSurvey refused_;  // why the draft has none
    std::future<AccessSurvey> coming_;
    std::jthread worker_;  // last: joins first
};

// That of the view "flow".
struct FlowSurveys : AccessSurveys {
    FlowSurveys() : AccessSurveys(Surveyed::warp_with_values) {}
};

// That of the view "tile".
struct TileSurveys : AccessSurveys {
    TileSurveys() : AccessSurveys(Surveyed::block) {}
};

// That of the view "bins".
struct BinSurveys : AccessSurveys {
    BinSurveys() : AccessSurveys(Surveyed::block) {}
};

// The panel: the picture, or why there is none.
void draw_access_survey(Workbench&, const ViewSpec&);

}  // namespace warpwise::ui
