// What the three faces of the timings view share: a device's name and a phase's look.
#pragma once

#include <imgui.h>
#include <implot.h>

#include <string>
#include <string_view>

#include "ui/kit/theme.h"
#include "ui/timing/device_look.h"
#include "ui/timing/timings_rows.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// That of the device, or of the recording it stands in.
ImU32 row_colour(const Theme&, const TimingRow&);
// As the launch panel and the sweep call it: "CPU vector"; a GPU by its own name.
std::string device_title(const DeviceId&, const std::string& name);
std::string row_title(const TimingRow&);

// As phase_look.h says; `kernel` is the device's colour.
void draw_phase(ImDrawList&, const Look&, std::string_view phase, ImU32 kernel, ImVec2 min, ImVec2 max);

// A frame in dashes says: recorded elsewhere.
void draw_dashed_line(ImDrawList&, ImVec2 from, ImVec2 to, ImU32 colour, float dash, float thickness);
void draw_dashed_frame(ImDrawList&, ImVec2 min, ImVec2 max, ImU32 colour, float dash, float thickness);

// The faces, each in a file of its own; they fill what is left of the window.
void timing_phases(Workbench&, const std::vector<TimingRow>&);   // timings_phases.cpp
void timing_samples(Workbench&, const std::vector<TimingRow>&);  // timings_samples.cpp
void timing_live(Workbench&);                                    // timings_live.cpp

}  // namespace warpwise::ui
