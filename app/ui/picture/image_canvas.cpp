// The picture itself. Scrolling zooms and a drag pans: the lesson's own parameters where it names them, so that the kernel computes
// the new view, else the picture. A click chooses a pixel. Only what the screen shows is coloured.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/picture/image_view.h"

namespace warpwise::ui {
namespace {

constexpr double kWheelFactor = 1.25;
// After the last turn of the wheel the view has come to rest, and the whole run follows.
constexpr double kRestS = 0.35;
constexpr double kLeastSpan = 4;                        // elements across the canvas
constexpr float kCellToClick = 14, kCellWithLines = 8;  // unscaled edges

double real_of(const ParameterValues& values, const std::string& id) {
    const auto found = values.find(id);
    if (found == values.end()) return 0;
    if (const auto* whole = std::get_if<std::int64_t>(&found->second)) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&found->second);
    return real != nullptr ? *real : 0;
}

// The span with which all of the picture is seen.
double whole_span(const ImageScene& s) {
    const double width = static_cast<double>(s.width()), height = static_cast<double>(s.height());
    return std::max(s.spec.width / width, s.spec.height / height) * width;
}

// The middle stays within the picture, or in its middle where all of it is seen.
double kept(double middle, double seen, double extent) {
    return seen >= extent ? extent / 2 : std::clamp(middle, seen / 2, extent - seen / 2);
}

ImageWindow kept_in(const ImageScene& s, ImageWindow window) {
    window.span = std::clamp(window.span, std::min(kLeastSpan, whole_span(s)), whole_span(s));
    const double tall = window.span * static_cast<double>(s.height()) / static_cast<double>(s.width());
    return {kept(window.centre_x, window.span, s.spec.width), kept(window.centre_y, tall, s.spec.height), window.span};
}

// The middle of what lives in a start; of the board where nothing does.
std::array<double, 2> focus_of(const PixelValues& values, const ImageSpec& spec) {
    int left = spec.width, top = spec.height, right = 0, bottom = 0;
    for (int y = 0; y < spec.height; ++y)
        for (int x = 0; x < spec.width; ++x) {
            const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(spec.width) + static_cast<std::size_t>(x);
            if (i >= values.size() || values.value(i) == 0) continue;
            left = std::min(left, x), right = std::max(right, x + 1);
            top = std::min(top, y), bottom = std::max(bottom, y + 1);
        }
    if (right == 0) return {spec.width / 2.0, spec.height / 2.0};
    return {(left + right) / 2.0, (top + bottom) / 2.0};
}

void zoom_at(ImageScene& s, ImVec2 at, double factor) {
    const double x = s.plane_x(at.x), y = s.plane_y(at.y);
    ImageWindow window = s.window;
    const Parameter* parameter = s.wb.lesson->find_parameter(s.spec.zoom);
    const double least = parameter != nullptr ? parameter->min : std::min(kLeastSpan, whole_span(s)),
                 most = parameter != nullptr ? parameter->max : whole_span(s);
    const double span = std::clamp(window.span / factor, least, most), share = span / window.span;
    set_window(s, {x + (window.centre_x - x) * share, y + (window.centre_y - y) * share, span});
}

void pan(ImageScene& s) {
    s.state.dragging = true;
    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    ImageWindow window = s.window;
    window.centre_x -= static_cast<double>(delta.x) * s.plane_per_point();
    window.centre_y -= static_cast<double>(delta.y) * s.plane_per_point();
    if (delta.x != 0 || delta.y != 0) set_window(s, window);
}

void choose(ImageScene& s, std::array<int, 2> pixel) {
    s.state.chosen = pixel;
    if (!s.state.drawer) s.state.drawer = true;  // a learner who folded it keeps it folded
}

void handle_mouse(ImageScene& s, bool hovered, bool active) {
    const ImGuiIO& io = ImGui::GetIO();
    if (hovered) ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    if (hovered && io.MouseWheel != 0) zoom_at(s, io.MousePos, std::pow(kWheelFactor, static_cast<double>(io.MouseWheel)));
    const bool pans = active && (ImGui::IsMouseDragging(ImGuiMouseButton_Right) || ImGui::IsMouseDragging(ImGuiMouseButton_Middle));
    if (pans) pan(s);
    if (mouse_draws(s) && !s.state.dragging) {
        draw_with_mouse(s, active);
        if (hovered && !active && ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip) && s.pixel_at(io.MousePos))
            text_tooltip(s.wb.look, s.spec.paints_cells      ? "Click to turn this cell on or off"
                                    : s.spec.brushes.empty() ? "Drag to draw"
                                                             : "Drag to draw: " + s.spec.brushes[s.state.draws_low ? 1 : 0]);
        return;
    }
    s.state.animation.brush.reset();
    if (active && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) pan(s);
    const auto pixel = s.pixel_at(io.MousePos);
    const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseDown(ImGuiMouseButton_Right) ||
                      ImGui::IsMouseDown(ImGuiMouseButton_Middle);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && hovered && !s.state.dragging && pixel && s.values.size() > 0)
        choose(s, *pixel);
    if (!held) s.state.dragging = false;
    if (hovered && pixel && !s.state.dragging && s.values.size() > 0) show_pixel_tooltip(s, *pixel);
}

void handle_keys(ImageScene& s, ImGuiID id) {
    const auto pressed = [&](ImGuiKey key) {
        ImGui::SetKeyOwner(key, id);
        return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id);
    };
    std::array<int, 2> to = s.state.chosen.value_or(std::array{s.spec.width / 2, s.spec.height / 2});
    const std::array<int, 2> from = to;
    to[0] += pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow);
    to[1] += pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_UpArrow);
    if (to != from) choose(s, {std::clamp(to[0], 0, s.spec.width - 1), std::clamp(to[1], 0, s.spec.height - 1)});
    const ImVec2 middle{(s.min.x + s.max.x) / 2, (s.min.y + s.max.y) / 2};
    if (pressed(ImGuiKey_PageUp)) zoom_at(s, middle, kWheelFactor);
    if (pressed(ImGuiKey_PageDown)) zoom_at(s, middle, 1 / kWheelFactor);
}

// True when another picture than before is coloured, and not only another part of it.
bool refresh_picture(ImageScene& s, const gl::PicturePart& part) {
    ImageState& state = s.state;
    const bool is_new = state.shown != s.record->outputs;
    const bool same_values = !is_new && state.shown_spec == s.spec;
    const std::uint64_t map_used = state.waste ? state.map_version : 0;
    const bool same_waste = same_values && state.shown_waste == state.waste && state.shown_map == map_used;
    if (same_waste && state.shown_part == part) return false;
    const auto begin = Clock::now();
    if (!same_values) state.range = range_of(s.values, s.spec);
    if (state.waste && !same_waste) state.wastes = waste_of_pixels(state.map, s.values);
    std::vector<std::uint32_t> colours =
        state.waste ? waste_colours_of(state.wastes, s.spec, kEvenWarp, kUnevenWarp, part)
                    : colours_of(s.values, s.spec, *palette_table(s.spec.palette), kPictureGround, part, state.range);
    state.picture.set(part.columns, part.rows, std::move(colours));
    state.host_times.colours_ms = ms_since(begin);
    state.host_times.upload_ms.reset();
    state.shown = s.record->outputs;
    state.shown_spec = s.spec;
    state.shown_part = part;
    state.shown_waste = state.waste;
    state.shown_map = map_used;
    return is_new;
}

// Of a frame without a check: what its device took.
std::optional<double> computed_ms(const RunRecord& record) {
    const RecordedPhase* kernel = record.find_phase("kernel");
    if (kernel == nullptr) return std::nullopt;
    return kernel->measurement.samples_ms.empty() ? kernel->cold_ms : std::optional(kernel->measurement.median_ms);
}

std::uint32_t host_texture(ImageScene& s, const gl::PicturePart& part) {
    ImageState& state = s.state;
    const bool is_new = refresh_picture(s, part);
    const auto begin = Clock::now();
    const std::uint32_t texture = state.picture.texture();
    if (!state.host_times.upload_ms) state.host_times.upload_ms = ms_since(begin);
    const bool is_frame = state.moves ? state.animation.newest.frames > 0 : state.frame && s.record == &*state.frame;
    if (is_frame && !state.moves) state.host_times.kernel_ms = computed_ms(*s.record);
    note_costs(s.wb, state, false, is_new && is_frame, fmt::format("image {} x {}", s.spec.width, s.spec.height));
    return texture;
}

void draw_refusal(const ImageScene& s) {
    const Look& look = s.wb.look;
    const ImVec2 at{s.min.x + look.px(12), s.min.y + look.px(12)};
    ImGui::GetWindowDrawList()->AddText(look.fonts.regular, look.px(14), at, IM_COL32(255, 200, 80, 255),
                                        s.state.picture.refusal().c_str(), nullptr,
                                        std::max(look.px(80), s.max.x - at.x - look.px(12)));
}

// Where a cell ends and the next begins, once cells are large enough to be clicked.
void draw_cell_lines(const ImageScene& s, const gl::PicturePart& part) {
    if (!s.spec.paints_cells || 1 / s.pixels_per_point() < static_cast<double>(s.wb.look.px(kCellWithLines))) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    constexpr ImU32 colour = IM_COL32(70, 76, 88, 255);
    const ImVec2 first = s.at_pixel(0, 0), last = s.at_pixel(s.spec.width, s.spec.height);
    const float top = std::max(s.min.y, first.y), bottom = std::min(s.max.y, last.y), left = std::max(s.min.x, first.x),
                right = std::min(s.max.x, last.x);
    for (int x = part.left; x <= part.left + part.columns; ++x) {
        const float at = std::floor(s.at_pixel(x, 0).x);
        if (at >= left && at <= right) list.AddRectFilled({at, top}, {at + 1, bottom}, colour);
    }
    for (int y = part.top; y <= part.top + part.rows; ++y) {
        const float at = std::floor(s.at_pixel(0, y).y);
        if (at >= top && at <= bottom) list.AddRectFilled({left, at}, {right, at + 1}, colour);
    }
}

// Why there is no picture and none is on its way.
std::optional<Error> problem(const ImageScene& s) {
    const ImageState& state = s.state;
    if (s.by_graphics) return std::nullopt;
    if (state.moves) return state.animation.player ? state.animation.player->error() : std::nullopt;
    const bool frame_failed = state.frame && state.frame->request.kernel == s.wb.draft.request.kernel && !state.frame->outputs;
    if (s.has_picture()) return std::nullopt;
    if (state.frame_error) return state.frame_error;
    if (!s.wb.results.refused.empty()) return s.wb.results.refused.front().error;
    if (!frame_failed && s.wb.results.any_latest() == nullptr) return std::nullopt;
    if (const KernelSpec* kernel = s.wb.kernel();
        kernel != nullptr && std::ranges::find(kernel->arguments, s.spec.array) == kernel->arguments.end())
        return Error{ErrorKind::failure, "This kernel writes no picture", "The result says what it writes."};
    return Error{ErrorKind::failure, "The kernel left no picture", "Run it (F5): the result says why."};
}

void draw_picture(ImageScene& s) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(s.min, s.max, kPictureGround, s.wb.look.px(2));
    const std::optional<Error> error = problem(s);
    if (!s.has_picture() || error) return no_picture(s.wb.look, s.state, s.min, s.max, error);
    s.state.awaited_s = 0;
    const gl::PicturePart part = s.shown_part();
    if (!s.wb.can_draw || part.columns < 1 || part.rows < 1) return;
    const std::uint32_t texture = s.by_graphics ? graphics_texture(s, part) : host_texture(s, part);
    if (texture == 0 && s.by_graphics) return;  // it failed, and the next frame goes through the host
    if (texture == 0) return draw_refusal(s);
    if (s.by_graphics) note_costs(s.wb, s.state, true, true, fmt::format("image {} x {}", s.spec.width, s.spec.height));
    const auto& platform = ImGui::GetPlatformIO();
    const bool enlarged = s.pixels_per_point() < 1;
    list.PushClipRect(s.min, s.max, true);
    if (enlarged && platform.DrawCallback_SetSamplerNearest) list.AddCallback(platform.DrawCallback_SetSamplerNearest, nullptr);
    // The last squares may be cut by the picture's edge: their texture pixels still are whole squares.
    list.AddImage(static_cast<ImTextureID>(texture), s.at_pixel(part.left, part.top),
                  s.at_pixel(part.left + part.columns * part.box, part.top + part.rows * part.box));
    if (enlarged && platform.DrawCallback_SetSamplerLinear) list.AddCallback(platform.DrawCallback_SetSamplerLinear, nullptr);
    draw_cell_lines(s, part);
    if (s.divides()) draw_before(s, part);
    list.PopClipRect();
}

}  // namespace

ImVec2 ImageScene::at_pixel(double x, double y) const {
    const double per_pixel = plane_per_pixel(), per_point = plane_per_point();
    const double tall = covers.span * spec.height / spec.width, window_tall = per_point * static_cast<double>(height());
    const double plane_left = covers.centre_x - covers.span / 2 + x * per_pixel,
                 plane_top = covers.centre_y - tall / 2 + y * per_pixel;
    return {min.x + static_cast<float>((plane_left - (window.centre_x - window.span / 2)) / per_point),
            min.y + static_cast<float>((plane_top - (window.centre_y - window_tall / 2)) / per_point)};
}

double ImageScene::plane_x(float screen_x) const {
    return window.centre_x - window.span / 2 + static_cast<double>(screen_x - min.x) * plane_per_point();
}

double ImageScene::plane_y(float screen_y) const {
    const double tall = plane_per_point() * static_cast<double>(height());
    return window.centre_y - tall / 2 + static_cast<double>(screen_y - min.y) * plane_per_point();
}

std::optional<std::array<int, 2>> ImageScene::pixel_at(ImVec2 p) const {
    if (p.x < min.x || p.y < min.y || p.x >= max.x || p.y >= max.y) return std::nullopt;
    const double tall = covers.span * spec.height / spec.width;
    const double x = (plane_x(p.x) - (covers.centre_x - covers.span / 2)) / plane_per_pixel();
    const double y = (plane_y(p.y) - (covers.centre_y - tall / 2)) / plane_per_pixel();
    if (x < 0 || y < 0 || x >= spec.width || y >= spec.height) return std::nullopt;
    return std::array{static_cast<int>(x), static_cast<int>(y)};
}

gl::PicturePart ImageScene::shown_part() const {
    const double tall = covers.span * spec.height / spec.width, per_point = pixels_per_point();
    const double x = (plane_x(min.x) - (covers.centre_x - covers.span / 2)) / plane_per_pixel(),
                 y = (plane_y(min.y) - (covers.centre_y - tall / 2)) / plane_per_pixel();
    return gl::shown_part(spec.width, spec.height, x, y, static_cast<double>(width()) * per_point,
                          static_cast<double>(height()) * per_point, per_point);
}

bool zooms_parameters(const ImageSpec& spec) { return !spec.zoom.empty() && !spec.pan_x.empty() && !spec.pan_y.empty(); }

ImageWindow window_of(const ImageSpec& spec, const ParameterValues& values) {
    if (zooms_parameters(spec)) return {real_of(values, spec.pan_x), real_of(values, spec.pan_y), real_of(values, spec.zoom)};
    return {spec.width / 2.0, spec.height / 2.0, static_cast<double>(spec.width)};
}

ImageWindow first_window(ImageScene& s) {
    ImageState& state = s.state;
    const ImageWindow whole = kept_in(s, {s.spec.width / 2.0, s.spec.height / 2.0, whole_span(s)});
    if (!s.spec.paints_cells || state.whole) return whole;
    const std::string key = fmt::format("{}|{}|{}", state.animation.key, s.spec.width, s.spec.height);
    if (key != state.focus_key && s.values.size() > 0 && !s.is_before) {
        state.focus = focus_of(s.values, s.spec);
        state.focus_key = key;
    }
    const double span = static_cast<double>(s.width()) / static_cast<double>(s.wb.look.px(kCellToClick));
    if (span >= whole.span || state.focus_key.empty()) return whole;
    return kept_in(s, {state.focus[0], state.focus[1], span});
}

void set_window(ImageScene& s, ImageWindow window) {
    Workbench& wb = s.wb;
    if (!zooms_parameters(s.spec)) {
        s.state.window = kept_in(s, window);
        return;
    }
    for (const auto& [id, value] :
         {std::pair{&s.spec.zoom, window.span}, {&s.spec.pan_x, window.centre_x}, {&s.spec.pan_y, window.centre_y}}) {
        const Parameter* parameter = wb.lesson->find_parameter(*id);
        wb.draft.request.parameters[*id] = std::clamp(value, parameter->min, parameter->max);
    }
    wb.post(ask::TakeDraft{});
    if (wb.settings.live_run && !s.by_graphics) wb.post(ask::RunFrame{frame_device(wb, s.state.frame_device)});
    s.state.gesture_ends_s = ImGui::GetTime() + kRestS;
}

bool mouse_draws(const ImageScene& s) { return s.state.moves && s.state.inspects == ImGui::GetIO().KeyShift; }

void image_canvas(ImageScene& s) {
    s.wb.panel_rects["image_canvas"] = {s.min.x, s.min.y, s.width(), s.height()};
    ImGui::SetCursorScreenPos(s.min);
    ImGui::SetNextItemAllowOverlap();  // the divider lies over it
    ImGui::InvisibleButton("##image_canvas", {s.width(), s.height()},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle | ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive(), focused = ImGui::IsItemFocused();
    const ImGuiID id = ImGui::GetItemID();
    draw_picture(s);
    handle_mouse(s, hovered, active);
    if (focused) handle_keys(s, id);
    if (s.state.moves) transport_keys(transport_of(s.state, s.by_graphics), focused, id);
    if (focused && ImGui::GetIO().NavVisible)
        ImGui::GetWindowDrawList()->AddRect(s.min, s.max, s.wb.look.theme.accent, 0, s.wb.look.px(1.5f));
    if (hovered && mouse_draws(s) && s.has_picture()) draw_brush(s);
    draw_callout(s);
    if (s.divides()) image_divider(s);
}

}  // namespace warpwise::ui
