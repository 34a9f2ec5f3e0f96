// What a program did, told as it happens: one line of JSON for each event to a descriptor, so that what was told is not lost
// however the program ends. docs/programs.md describes the report that `warpwise exec --json` makes of them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "program/compile/jit.h"

namespace warpwise {

struct Finding {
    std::string kind;  // "leak", or the name of a fault's kind
    CodePlace place;
    std::string message, hint;
    int launch = -1;       // index of the launch that it belongs to; -1: none
    bool is_note = false;  // worth knowing, and no mistake
};

class Report {
  public:
    explicit Report(int descriptor);
    void event(const nlohmann::json&);
    // A finding is told once for its kind and place; later ones are left out.
    void finding(const Finding&);
    void end(int exit_code);
    void forget_told() { told_.clear(); }  // of a test, whose calls have no places
    // A fork of a process tells nothing, unless it says that the report is its own now.
    void belongs_here();
    // Before the program begins: moves to the last descriptor, and sets the limit below it, so that loops which close all
    // descriptors end before it.
    void move_out_of_reach();
    // The process that wrote so far has ended, and may have left half a line.
    void begin_line();
    // False once its reader has ended: nothing is written from then on.
    bool has_reader() const { return has_reader_; }

  private:
    void write_all(std::string_view);
    bool is_still_there();
    int descriptor_;
    // What the descriptor is: a program may close it, and then open a file of its own under its number. It is found again in the
    // process that had it first.
    std::uint64_t device_ = 0, file_ = 0;
    std::string first_;
    pid_t process_;  // that tells
    bool has_reader_ = true;
    std::mutex mutex_;
    std::set<std::tuple<std::string, std::string, int>> told_;
};

}  // namespace warpwise
