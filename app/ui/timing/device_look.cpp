#include "ui/timing/device_look.h"

#include <implot.h>

#include <array>
#include <iterator>

#include "ui/kit/draw.h"

namespace warpwise::ui {
namespace {

struct KindLook {
    DeviceKind kind;
    int series;  // which of the theme's colours
    ImPlotMarker marker;
};
// A kind that is not here looks as GPUs do.
constexpr KindLook kKindLooks[] = {
    {DeviceKind::cpu_serial, 0, ImPlotMarker_Circle},   {DeviceKind::cpu_vector, 1, ImPlotMarker_Square},
    {DeviceKind::cpu_threads, 2, ImPlotMarker_Diamond}, {DeviceKind::cpu_library, 5, ImPlotMarker_Cross},
    {DeviceKind::emulated, 4, ImPlotMarker_Up},
};
constexpr int kGpuSeries = 3;
constexpr ImPlotMarker kGpuMarkers[] = {ImPlotMarker_Up, ImPlotMarker_Down, ImPlotMarker_Right, ImPlotMarker_Left};

const KindLook* look_of(DeviceKind kind) {
    for (const KindLook& look : kKindLooks)
        if (look.kind == kind) return &look;
    return nullptr;
}

// Of several GPUs, here or in recordings.
ImU32 gpu_colour(const Theme& t, std::size_t number) {
    const ImU32 own = t.series[kGpuSeries];
    const std::array hues{own, mix(own, t.series[1], 0.7f), mix(own, t.series[2], 0.7f), mix(own, t.series[0], 0.7f)};
    return hues[number % hues.size()];
}

void draw_triangle(ImDrawList& list, ImPlotMarker marker, ImVec2 at, float r, ImU32 fill, ImU32 edge, float line) {
    std::array<ImVec2, 3> corners{ImVec2{0, -r}, {r, r}, {-r, r}};
    for (ImVec2& c : corners) {
        if (marker == ImPlotMarker_Down) c = {-c.x, -c.y};
        if (marker == ImPlotMarker_Left) c = {c.y, -c.x};
        if (marker == ImPlotMarker_Right) c = {-c.y, c.x};
        c = {at.x + c.x, at.y + c.y};
    }
    list.AddTriangleFilled(corners[0], corners[1], corners[2], fill);
    list.AddTriangle(corners[0], corners[1], corners[2], edge, line);
}

}  // namespace

int device_series(DeviceKind kind) {
    const KindLook* look = look_of(kind);
    return look != nullptr ? look->series : kGpuSeries;
}

ImU32 device_colour(const Theme& t, const DeviceId& id) { return recorded_colour(t, 0, id); }
ImPlotMarker device_marker(const DeviceId& id) { return recorded_marker(0, id); }

ImU32 recorded_colour(const Theme& t, std::size_t recording, const DeviceId& id) {
    if (const KindLook* look = look_of(id.kind)) return t.series[look->series];
    return gpu_colour(t, recording + static_cast<std::size_t>(id.ordinal));
}

ImPlotMarker recorded_marker(std::size_t recording, const DeviceId& id) {
    if (const KindLook* look = look_of(id.kind)) return look->marker;
    return kGpuMarkers[(recording + static_cast<std::size_t>(id.ordinal)) % std::size(kGpuMarkers)];
}

void draw_device_mark(ImDrawList& list, const Look& look, ImPlotMarker marker, ImU32 edge, ImVec2 at, float r, bool hollow) {
    const ImU32 fill = hollow ? look.theme.panel : edge;
    const float line = look.px(1.5f);
    switch (marker) {
        case ImPlotMarker_Circle:
            list.AddCircleFilled(at, r, fill);
            list.AddCircle(at, r, edge, 0, line);
            break;
        case ImPlotMarker_Square:
            list.AddRectFilled({at.x - r, at.y - r}, {at.x + r, at.y + r}, fill);
            list.AddRect({at.x - r, at.y - r}, {at.x + r, at.y + r}, edge, 0, line);
            break;
        case ImPlotMarker_Diamond:
            list.AddNgonFilled(at, r * 1.2f, fill, 4);
            list.AddNgon(at, r * 1.2f, edge, 4, line);
            break;
        case ImPlotMarker_Cross: draw_cross(list, at, r, edge, line * 1.4f); break;
        default: draw_triangle(list, marker, at, r, fill, edge, line); break;
    }
}

}  // namespace warpwise::ui
