// The lesson's views "accesses", "flow" and "bins": whose accesses to which array they show, before anything was stepped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

struct AccessView {
    std::string array;  // as the program names its argument, or its __shared__ array
    bool is_shared = false;
    std::string from;     // of "flow": the array whose reads it shows; empty: the same
    Dim3 block{0, 0, 0};  // index
    std::uint32_t warp = 0;
};

// The names of the views' options.
std::vector<std::string> access_view_options();
std::vector<std::string> flow_view_options();
std::vector<std::string> bins_view_options();
// The first one that is about the kernel; null: the lesson has none.
const ViewSpec* find_access_view(const Lesson&, const std::string& kernel);
const ViewSpec* find_flow_view(const Lesson&, const std::string& kernel);
const ViewSpec* find_bins_view(const Lesson&, const std::string& kernel);
// Its block and warp are not held against a launch here.
Result<AccessView> access_view(const ViewSpec&, const ParameterValues&);

}  // namespace warpwise
