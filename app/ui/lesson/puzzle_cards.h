// The cards of [[step]], [[break_it]], [[be_the_warp]] and [[ladder]] in the prose.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/check/be_the_warp.h"
#include "experiment/check/break_it.h"
#include "experiment/check/ladder.h"
#include "ui/kit/background_job.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct BreakCard {
    ParameterValues changed;  // what the learner chose
    int order = 0;            // 0: usual, 1: reversed
    std::optional<BreakAttempt> last;
    bool shows_smallest = false;  // the learner has asked for it, and for the explanation
    std::string problem;
    BackgroundJob<Result<BreakAttempt>> run;
};

struct WarpCard {
    std::optional<SeenWalk> walk;
    std::string problem;
    std::uint64_t chosen = 0;     // at the stop that is open
    bool stepped = false;         // the newest answer is shown beside what the warp did
    std::optional<bool> painted;  // while the mouse is down: what the cells that it comes over become
    BackgroundJob<Result<SeenWalk>> walking;
};

struct RungCard {
    bool loaded = false;  // the line is what the learner had, or the rung's first one
    std::string line;
    std::optional<DrawnWrites> target;
    std::optional<RungResult> result;
    std::string problem;
    struct Ran {
        std::optional<DrawnWrites> target;
        std::optional<Result<RungResult>> result;
    };
    BackgroundJob<Ran> run;
};
struct LadderCard {
    int open = -1;                          // which rung; -1: not chosen yet
    std::map<std::string, RungCard> rungs;  // by id
};

// By "lesson/puzzle".
struct PuzzleCards {
    std::map<std::string, BreakCard> breaks;
    std::map<std::string, WarpCard> warps;
    std::map<std::string, LadderCard> ladders;
};

void break_card(Workbench&, const std::string& id);
void step_card(Workbench&, const std::string& id);
void warp_card(Workbench&, const std::string& id);
void ladder_card(Workbench&, const std::string& id);

// The heading of a card: "Break it: A guard that is missing", with a tick when it is done.
void puzzle_heading(const Look&, const char* kind, const std::string& title, bool done);
// Text with links, as everywhere in a lesson.
void puzzle_text(Workbench&, const std::string& markdown);
void puzzle_gap(const Look&);  // between the parts of a card: question, code, buttons, explanation

// warp_cells.cpp: the cells of lanes or warps
enum class CellMark : std::uint8_t {
    none,    // can be chosen
    absent,  // not to choose
    right,   // chosen, and right
    wrong,   // chosen, and wrong
    missed,  // right, and not chosen
};
struct WarpCells {
    bool lanes = true;
    std::size_t count = 32;
    std::uint64_t chosen = 0, choosable = 0;
    std::vector<CellMark> marks;      // empty: still to be chosen
    std::vector<std::string> states;  // of warps: where each of them is
};
// True when `chosen` changed. `painted` is the card's.
bool warp_cells(const Look&, const WarpCells&, std::uint64_t& chosen, std::optional<bool>& painted);
std::string places_text(std::uint64_t mask);  // "0 to 3 and 8"

// drawn_writes.cpp: who writes the elements of an array; `target`: what they are compared with
void draw_writes(const Look&, const DrawnWrites&, const DrawnWrites* target);

}  // namespace warpwise::ui
