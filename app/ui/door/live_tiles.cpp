#include "ui/door/live_tiles.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "ui/door/tile_picture.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"
#include "ui/workbench/slow_frames.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr double kBetweenPictures = 1.0 / 15;  // s; software GL takes half of this for a frame of the window on a slow machine
constexpr double kRestsAfter = 90;             // s without a key or the mouse: a window that is not used leaves the processor alone
constexpr float kTileGap = 18, kLargestTile = 260, kHeightOfWidth = 0.77f;  // unscaled; of a tile
constexpr float kClickReach = 3;                                            // a press that moves no further is a click, unscaled
constexpr ImU32 kTileGround = IM_COL32(10, 11, 18, 255), kOnPicture = IM_COL32(12, 14, 20, 190),
                kStartingText = IM_COL32(255, 255, 255, 170);
constexpr const char* kHandIcon = "\xef\x89\x9a";  // of Fork Awesome

struct TileKind {
    const char *lesson, *name, *per, *drag, *what;
    std::unique_ptr<TilePicture> (*make)(const TileOrder&);
};
constexpr TileKind kTileKinds[] = {
    {"heat", "Heat", "one thread per cell", "Drag to heat", "Drag to warm the plate.", make_heat_tile},
    {"mandelbrot", "Mandelbrot", "one thread per pixel", "Drag to move", "Drag to move the view.", make_mandelbrot_tile},
    {"particles", "Galaxies", "one thread per star", "Drag a star", "Drag a star: while you hold it, it is as heavy as 200 others.",
     make_galaxy_tile},
};

struct Tile {
    const Lesson* lesson = nullptr;    // as it is now
    const Lesson* computes = nullptr;  // whose kernel the picture runs
    std::unique_ptr<TilePicture> picture;
    bool moved = false;  // since the button went down: a drag and no click
};

struct LiveTilesState {
    std::array<Tile, std::size(kTileKinds)> tiles;
    double ticked_s = -1, used_s = 0;
    bool lost_focus = false;  // and was not used since
};

// A picture or a test has the same on every machine.
bool is_fixed(const Workbench& bench) { return !bench.keeps_files; }

DeviceId device_for(const Workbench& bench) {
    for (const DeviceInfo& device : bench.devices.present)
        if (traits_of(device.kind).is_gpu && !is_fixed(bench)) return device.id();
    return kind_that(&DeviceTraits::runs_everywhere);
}

void make_pictures(Workbench& bench, LiveTilesState& state) {
    if (bench.devices.present.empty() || (is_fixed(bench) && !bench.can_draw)) return;
    for (std::size_t i = 0; i < state.tiles.size(); ++i) {
        Tile& tile = state.tiles[i];
        const Lesson* lesson = bench.lessons.course.find(kTileKinds[i].lesson);
        if (lesson == tile.computes) continue;
        tile.computes = lesson;
        tile.picture.reset();
        if (lesson != nullptr) tile.picture = kTileKinds[i].make({lesson, &bench.devices.set, device_for(bench), is_fixed(bench)});
    }
}

// A key or a button that goes down; the release of one also comes when the window loses the focus.
bool is_pressed(const ImGuiInputEvent& event) {
    return (event.Type == ImGuiInputEventType_Key && event.Key.Down) ||
           (event.Type == ImGuiInputEventType_MouseButton && event.MouseButton.Down);
}

bool is_used(LiveTilesState& state) {
    const ImGuiIO& io = ImGui::GetIO();
    const double now = ImGui::GetTime();
    const bool used = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 ||
                      std::ranges::any_of(ImGui::GetCurrentContext()->InputEventsTrail, is_pressed);
    if (used || state.used_s == 0) state.used_s = now;
    // Dear ImGui says it for one frame, and never that the focus came back
    if (used) state.lost_focus = false;
    if (io.AppFocusLost) state.lost_focus = true;
    return !state.lost_focus && now - state.used_s < kRestsAfter;
}

// The pictures go on, a step at each tick. One that is awaited in a picture of the window is waited for there.
void tick_tiles(Workbench& bench, LiveTilesState& state) {
    const double now = ImGui::GetTime();
    const bool is_due = is_fixed(bench) || now - state.ticked_s >= kBetweenPictures;
    if (!is_used(state)) return;
    if (is_due) state.ticked_s = now;
    bool moves = false;
    for (const Tile& tile : state.tiles) {
        if (!tile.picture || tile.picture->error()) continue;
        if (is_due) tile.picture->tick();
        moves |= !tile.picture->is_still();
    }
    if (moves && is_fixed(bench)) bench.ongoing.picture_awaited = true;
    if (moves) bench.state<SlowFrames>().due_s = std::max(0.001, state.ticked_s + kBetweenPictures - now);
}

void drag_hint(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max, const char* text) {
    const float size = look.px(Fonts::kSmall), height = look.px(26), pad = look.px(9);
    const std::string shown = fmt::format("{}  {}", kHandIcon, text);
    const float width = text_width(look.fonts.regular, size, shown) + 2 * pad;
    if (width > max.x - min.x - look.px(12)) return;
    const ImVec2 at(min.x + look.px(6), max.y - look.px(6) - height);
    list.AddRectFilled(at, {at.x + width, at.y + height}, kOnPicture, height / 2);
    put_text(list, look.fonts.regular, size, {at.x + pad, at.y + (height - size * 1.2f) / 2}, IM_COL32_WHITE, shown);
}

void react(Workbench& bench, Tile& tile, bool pressed, ImVec2 min, ImVec2 size) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (ImGui::IsItemActivated()) tile.moved = false;
    if (held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, bench.look.px(kClickReach))) tile.moved = true;
    if (held && tile.moved && tile.picture)
        tile.picture->drag((io.MousePos.x - min.x) / size.x, (io.MousePos.y - min.y) / size.y, io.MouseDelta.x / size.x,
                           io.MouseDelta.y / size.y);
    if (ImGui::IsItemDeactivated() && tile.picture) tile.picture->release();
    if (pressed && !tile.moved) bench.post(ask::OpenLesson{tile.lesson->id});
}

void draw_tile_picture(const Workbench& bench, ImDrawList& list, Tile& tile, ImVec2 min, ImVec2 max) {
    const Look& look = bench.look;
    const float rounding = look.px(7);
    list.AddRectFilled(min, max, kTileGround, rounding);
    const auto error = tile.picture ? tile.picture->error() : std::nullopt;
    if (error)
        put_text_cut(list, look.fonts.regular, look.px(Fonts::kSmall), {min.x + look.px(12), min.y + look.px(12)}, IM_COL32_WHITE,
                     "Not running: " + error->message, max.x - min.x - look.px(24));
    const std::uint32_t texture = tile.picture && bench.can_draw && !error
                                      ? tile.picture->texture(static_cast<int>(max.x - min.x), static_cast<int>(max.y - min.y))
                                      : 0;
    if (texture == 0) {
        if (!error)
            put_text_cut(list, look.fonts.regular, look.px(Fonts::kSmall), {min.x + look.px(12), min.y + look.px(12)},
                         kStartingText, "Starting ...", max.x - min.x - look.px(24));
        return;
    }
    const bool flips = tile.picture->is_upside_down();
    const ImGuiPlatformIO& platform = ImGui::GetPlatformIO();  // its pixels are not those of the screen
    if (platform.DrawCallback_SetSamplerLinear != nullptr) list.AddCallback(platform.DrawCallback_SetSamplerLinear, nullptr);
    list.AddImageRounded(static_cast<ImTextureID>(texture), min, max, {0, flips ? 1.0f : 0.0f}, {1, flips ? 0.0f : 1.0f},
                         IM_COL32_WHITE, rounding);
    if (platform.DrawCallback_SetSamplerFromTex != nullptr) list.AddCallback(platform.DrawCallback_SetSamplerFromTex, nullptr);
}

std::string tile_help(const Workbench& bench, const Tile& tile, const TileKind& kind) {
    const DeviceId device = device_for(bench);
    std::string name = "the emulator";
    for (const DeviceInfo& info : bench.devices.present)
        if (info.id() == device && traits_of(info.kind).is_gpu) name = info.name;
    return fmt::format("{} Click or press Enter for lesson {}.\nThe lesson's own kernel computes this picture on {}.", kind.what,
                       numbered_title(*tile.lesson), name);
}

// How much the tile's kernel does per thread stands beside its name, or below it where one of the tiles has no room for that.
bool captions_fit_beside(const Look& look, float width) {
    return std::ranges::all_of(kTileKinds, [&](const TileKind& kind) {
        return text_width(look.fonts.semibold, look.px(14), kind.name) + look.px(10) +
                   text_width(look.fonts.regular, look.px(Fonts::kSmall), kind.per) <=
               width;
    });
}

void draw_caption(const Look& look, const TileKind& kind, ImVec2 at, float width, bool beside) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float small = look.px(Fonts::kSmall);
    put_text(list, look.fonts.semibold, look.px(14), at, look.theme.text, kind.name);
    if (beside)
        put_text(list, look.fonts.regular, small, {at.x + width, at.y + look.px(1)}, look.theme.muted, kind.per, 1);
    else
        put_text_cut(list, look.fonts.regular, small, {at.x, at.y + look.px(19)}, look.theme.muted, kind.per, width);
    ImGui::Dummy({width, look.px(beside ? 20 : 38)});
}

void draw_tile(Workbench& bench, Tile& tile, const TileKind& kind, ImVec2 size, bool caption_beside) {
    const Look& look = bench.look;
    ImGui::BeginGroup();
    const ImVec2 min = ImGui::GetCursorScreenPos(), max(min.x + size.x, min.y + size.y);
    const bool pressed = ImGui::InvisibleButton(fmt::format("###tile_{}", kind.lesson).c_str(), size, ImGuiButtonFlags_EnableNav);
    react(bench, tile, pressed, min, size);
    const bool held = ImGui::IsItemActive() && tile.moved, hovered = ImGui::IsItemHovered();
    if (!held) explain(look, tile_help(bench, tile, kind));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_tile_picture(bench, list, tile, min, max);
    list.AddRect(min, max, hovered ? look.theme.accent : mix(look.theme.line, look.theme.text, 0.15f), look.px(7),
                 std::max(1.0f, look.scale));
    if (!held) drag_hint(look, list, min, max, kind.drag);
    draw_caption(look, kind, {min.x, max.y + look.px(8)}, size.x, caption_beside);
    ImGui::LogText("%s, %s. %s", kind.name, kind.per, kind.drag);  // drawn by hand, so logged by hand
    ImGui::EndGroup();
}

}  // namespace

void live_tiles(Workbench& bench, float width) {
    const Look& look = bench.look;
    LiveTilesState& state = bench.state<LiveTilesState>();
    make_pictures(bench, state);
    tick_tiles(bench, state);
    std::size_t count = 0;
    for (std::size_t i = 0; i < state.tiles.size(); ++i) {
        state.tiles[i].lesson = bench.lessons.course.find(kTileKinds[i].lesson);
        count += state.tiles[i].lesson != nullptr;
    }
    if (count == 0) return;
    const float gap = look.px(width >= look.px(480) ? kTileGap : 8), n = static_cast<float>(count);
    const float each = std::floor(std::min(look.px(kLargestTile), (width - gap * (n - 1)) / n));
    const bool beside = captions_fit_beside(look, each);
    bool first = true;
    for (std::size_t i = 0; i < state.tiles.size(); ++i) {
        Tile& tile = state.tiles[i];
        if (tile.lesson == nullptr) continue;
        if (!std::exchange(first, false)) ImGui::SameLine(0, gap);
        draw_tile(bench, tile, kTileKinds[i], {each, std::round(each * kHeightOfWidth)}, beside);
    }
}

}  // namespace warpwise::ui
