// What the comparison keeps between frames: how elements are compared, and the facts of the two runs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ui/compare/compare_facts.h"

namespace warpwise::ui {

struct CompareState {
    DifferenceKind kind = DifferenceKind::beyond_tolerance;
    std::string array;             // that was chosen; empty: the first that differs
    std::string cost = "sectors";  // the count that the sweep shows
    bool points = false;           // the pointed-at thread is this view's doing
    // What the facts were made from.
    std::shared_ptr<const std::vector<Array>> yours, lessons;
    std::string key;
    CompareFacts facts;
};

}  // namespace warpwise::ui
