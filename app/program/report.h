// What a program did, told as it happens: one line of JSON for each event to a descriptor, so that nothing is lost however the
// program ends. docs/programs.md describes the report that `warpwise exec --json` makes of them.
#pragma once

#include <cstdint>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <tuple>

#include "program/jit.h"

namespace warpwise {

struct Finding {
    std::string kind;  // "leak", or the name of a fault's kind
    CodePlace place;
    std::string message, hint;
    int launch = -1;  // index of the launch that it belongs to; -1: none
};

class Report {
  public:
    explicit Report(int descriptor) : descriptor_(descriptor) {}
    void event(const nlohmann::json&);
    // A finding is told once for its kind and place; later ones are only counted.
    void finding(const Finding&);
    void end(int exit_code);

  private:
    void write_line(std::string);
    int descriptor_;
    std::mutex mutex_;
    std::set<std::tuple<std::string, std::string, int>> told_;
};

}  // namespace warpwise
