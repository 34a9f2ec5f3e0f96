// A few elements of the arrays that a launch is given, before it and after it, for the pictures of a report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "program/compile/compile_program.h"
#include "program/runtime/device_heap.h"
#include "simt/execute/execute.h"

namespace warpwise {

class LaunchThumbnails {
  public:
    LaunchThumbnails(DeviceHeap&, const simt::CompiledKernel&, const std::vector<simt::ArgumentBytes>&);
    // [{"name": "a", "elements": 1000, "before": [...], "after": [...]}]: values at equal distances, null where there is no number.
    // "before" is null where nothing has been written yet.
    nlohmann::json after() const;

    static constexpr std::size_t kValues = 96;     // of an array
    static constexpr std::size_t kMostArrays = 4;  // of a launch
    static constexpr int kMostLaunches = 400;      // of a program; beyond them, as many with a fault

  private:
    struct Array {
        std::string name, type;
        const HeapBlock* block = nullptr;
        std::size_t offset = 0, element_bytes = 1;
        bool is_output = false, was_written = false;
        std::vector<double> before;
    };
    static std::vector<double> values_of(const Array&);
    std::vector<Array> arrays_;
};

}  // namespace warpwise
