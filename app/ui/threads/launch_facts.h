// What is known of the draft's launch, kept while nothing changes: the thread grid, the strips and the pictures read it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ui/threads/thread_grid_facts.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// What the facts were made from; a change of any makes them anew. A run is known by the arrays it left, which it shares with its
// copies and with no other run; they are not kept alive by it.
struct FactsKey {
    std::string lesson, kernel, parameters;
    LaunchShape shape;
    std::uint64_t work = 0;
    std::weak_ptr<const std::vector<Array>> outputs;
    bool has_writes = false;
    double wall_s = 0;
    bool operator==(const FactsKey&) const;
};

struct LaunchFactsState {
    FactsKey key;
    ThreadFacts facts;
    std::uint64_t version = 0;
};

// `record` is the launch's run, or null.
struct LaunchFacts {
    const ThreadFacts* facts = nullptr;
    const RunRecord* record = nullptr;
    std::uint64_t version = 0;
    std::string output_name;  // as the lesson names it
    DType output_dtype = DType::f32;
    // The run is right and no element was written twice: elements that were not written are as they should be.
    bool is_right() const {
        return record != nullptr && record->check && record->check->passed && facts->wrong == 0 && facts->shared == 0;
    }
};
LaunchFacts launch_facts(Workbench&);

}  // namespace warpwise::ui
