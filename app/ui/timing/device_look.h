// How a device looks in every plot: its colour and its mark. The one table of both is in device_look.cpp.
#pragma once

#include <imgui.h>

#include "device/interface/device_id.h"
#include "ui/kit/theme.h"

using ImPlotMarker = int;  // as implot.h has it, which a caller that asks for a colour alone does not need

namespace warpwise::ui {

// Measured here. The GPUs of a machine differ in hue and mark.
ImU32 device_colour(const Theme&, const DeviceId&);
ImPlotMarker device_marker(const DeviceId&);
// Of a recording: its CPU forms have their own colours, the GPUs of several recordings differ.
ImU32 recorded_colour(const Theme&, std::size_t recording, const DeviceId&);
ImPlotMarker recorded_marker(std::size_t recording, const DeviceId&);

// Which of the colours of a palette; the GPUs of several recordings have one here.
int device_series(DeviceKind);

// A mark of `radius` in the device's shape, filled (measured here) or hollow (recorded elsewhere).
void draw_device_mark(ImDrawList&, const Look&, ImPlotMarker, ImU32 colour, ImVec2 at, float radius, bool hollow = false);

}  // namespace warpwise::ui
