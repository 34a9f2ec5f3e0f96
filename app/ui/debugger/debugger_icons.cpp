#include "ui/debugger/debugger_icons.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace warpwise::ui {
namespace {

// A square in which an icon is drawn: coordinates from -1 to 1.
struct Pen {
    ImDrawList& list;
    ImVec2 centre;
    float half;
    ImU32 colour;
    float stroke() const { return std::max(1.5f, half * 0.24f); }
    ImVec2 at(float x, float y) const { return {centre.x + x * half, centre.y + y * half}; }
    void line(ImVec2 from, ImVec2 to) const { list.AddLine(at(from.x, from.y), at(to.x, to.y), colour, stroke()); }
    void bar(float left, float top, float right, float bottom) const {
        list.AddRectFilled({std::round(at(left, 0).x), std::round(at(0, top).y)},
                           {std::round(at(right, 0).x), std::round(at(0, bottom).y)}, colour);
    }
    void triangle(ImVec2 a, ImVec2 b, ImVec2 c) const { list.AddTriangleFilled(at(a.x, a.y), at(b.x, b.y), at(c.x, c.y), colour); }
    void dot(float x, float y) const { list.AddCircleFilled(at(x, y), half * 0.2f, colour); }
};

// Points to the right from `left`, or to the left where `width` is negative.
void play(const Pen& pen, float left, float width) { pen.triangle({left, -0.8f}, {left + width, 0}, {left, 0.8f}); }

// An arc over a dot, with its head at the right (forwards) or at the left.
void arc(const Pen& pen, bool forwards) {
    constexpr float pi = std::numbers::pi_v<float>;
    const float sign = forwards ? 1.0f : -1.0f;
    pen.list.PathArcTo(pen.at(0, 0.3f), pen.half * 0.78f, pi * (forwards ? 1.06f : 1.20f), pi * (forwards ? 1.80f : 1.94f));
    pen.list.PathStroke(pen.colour, pen.stroke());
    pen.triangle({sign * 0.95f, -0.62f}, {sign * 0.98f, 0.28f}, {sign * 0.18f, -0.02f});
    pen.dot(0, 0.72f);
}

void arrow_to_dot(const Pen& pen, bool into) {
    const float tip = into ? 0.30f : -0.95f, tail = into ? -0.95f : 0.30f, head = into ? -0.30f : -0.35f;
    pen.line({0, tail}, {0, head});
    pen.triangle({-0.5f, head}, {0.5f, head}, {0, tip});
    pen.dot(0, 0.78f);
}

}  // namespace

void draw_move_icon(ImDrawList& list, DebugGo go, ImVec2 centre, float size, ImU32 colour) {
    const Pen pen{list, centre, size / 2, colour};
    switch (go) {
        case DebugGo::back_to_start: pen.bar(-0.85f, -0.8f, -0.6f, 0.8f); return play(pen, 0.75f, -1.15f);
        case DebugGo::back_to_breakpoint: play(pen, 0, -0.95f); return play(pen, 0.95f, -0.95f);
        case DebugGo::back_over: return arc(pen, false);
        case DebugGo::over: return arc(pen, true);
        case DebugGo::line: return arrow_to_dot(pen, true);
        case DebugGo::out: return arrow_to_dot(pen, false);
        case DebugGo::to_line:  // to the text cursor
            play(pen, -1, 1.05f);
            pen.line({0.62f, -0.85f}, {0.62f, 0.85f});
            pen.line({0.32f, -0.85f}, {0.92f, -0.85f});
            return pen.line({0.32f, 0.85f}, {0.92f, 0.85f});
        case DebugGo::to_barrier:  // to a wall
            play(pen, -1, 1.05f);
            for (const float y : {-0.8f, -0.18f, 0.44f}) {
                pen.bar(0.25f, y, 0.55f, y + 0.38f);
                pen.bar(0.68f, y, 0.98f, y + 0.38f);
            }
            return;
        case DebugGo::to_breakpoint: return play(pen, -0.6f, 1.35f);
        default: return;
    }
}

void draw_stop_icon(ImDrawList& list, ImVec2 centre, float size, ImU32 colour) {
    Pen{list, centre, size / 2, colour}.bar(-0.65f, -0.65f, 0.65f, 0.65f);
}

}  // namespace warpwise::ui
