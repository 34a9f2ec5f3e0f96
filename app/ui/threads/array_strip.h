// The elements of an array as a strip, coloured by the block that wrote them; for the thread grid and for its own panel.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "ui/threads/array_strip_state.h"
#include "ui/threads/launch_facts.h"
#include "ui/threads/strip_columns.h"
#include "ui/threads/thread_text.h"

namespace warpwise::ui {

struct StripGeometry {
    ImVec2 min, max;  // of the bar
    std::uint64_t elements = 0;
    float x_of(double element) const;  // its middle
    std::optional<std::int64_t> element_at(ImVec2) const;
};
// Draws the label, the bar and its ticks into size.x by size.y; `id` names the bar for tests.
StripGeometry draw_array_strip(Workbench&, const LaunchFacts&, ArrayStripState&, const char* id, ImVec2 at, ImVec2 size,
                               float gutter);
inline constexpr float kStripHeight = 64;  // unscaled: bar, ticks and air

std::string array_name(const LaunchFacts&);       // "a"
std::string array_size_text(const LaunchFacts&);  // "100 x f32"
// "a[71]: 1.0 -> 2.0, written by thread 7 of block 2", a fact a line
std::vector<std::string> describe_element(const LaunchFacts&, std::int64_t element);

}  // namespace warpwise::ui
