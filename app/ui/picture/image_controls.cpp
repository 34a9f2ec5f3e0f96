// The bar above an image: how it moves, what the mouse does, what is shown and how it comes to the screen.
#include <fmt/format.h>
#include <imgui.h>

#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/export_popup.h"
#include "ui/picture/image_painter.h"
#include "ui/picture/image_view.h"
#include "ui/picture/own_picture.h"

namespace warpwise::ui {
namespace {

// "Mouse [Draw][Inspect]"
BarItem choice_item(const Look& look, const char* label, const char* id, int rank, std::vector<std::string> names, int chosen,
                    std::function<void(int)> choose, std::vector<std::string> help) {
    const float width = bar_label_width(look, label) + segmented_width(look, names);
    return {width, rank,
            [&look, label, id, names = std::move(names), chosen, choose = std::move(choose), help = std::move(help)]() mutable {
                bar_label(look, label);
                ImGui::BeginGroup();
                if (segmented(look, id, names, chosen, help)) choose(chosen);
                ImGui::EndGroup();
            }};
}

constexpr const char* kInspects = "A click shows the thread that computes a pixel; a drag pans (with Shift: draws)";

BarItem mouse_item(ImageScene& s) {
    return choice_item(s.wb.look, "Mouse", "##image_mouse", 2, {"Draw", "Inspect"}, s.state.inspects ? 1 : 0,
                       [&state = s.state](int chosen) { state.inspects = chosen == 1; },
                       {s.spec.paints_cells ? "A click turns a cell on or off; a drag draws (with Shift: inspects)"
                                            : "A drag draws (with Shift: inspects)",
                        kInspects});
}

// "Mouse [Bright][Dark][Inspect]": of a picture with two brushes.
BarItem brushes_item(ImageScene& s) {
    std::vector<std::string> names = s.spec.brushes;
    const auto drags = [&](std::size_t brush, std::optional<double> value) {
        return fmt::format("Drag to draw {} ({}); hold Shift to inspect", s.spec.brushes[brush], *value);
    };
    names.emplace_back("Inspect");
    const int chosen = s.state.inspects ? 2 : s.state.draws_low ? 1 : 0;
    return choice_item(s.wb.look, "Mouse", "##image_mouse", 2, std::move(names), chosen,
                       [&state = s.state](int now) {
                           state.inspects = now == 2;
                           if (now < 2) state.draws_low = now == 1;
                       },
                       {drags(0, s.spec.high), drags(1, s.spec.low), kInspects});
}

BarItem zoom_item(ImageScene& s) {
    const int chosen = s.state.window ? -1 : s.state.whole ? 1 : 0;
    return choice_item(s.wb.look, "Zoom", "##image_zoom", 3, {"Cells", "All"}, chosen,
                       [&state = s.state](int zoom) {
                           state.whole = zoom == 1;
                           state.window.reset();
                       },
                       {"Cells that are large enough to click, around those that are alive at the start", "The whole board"});
}

BarItem show_item(ImageScene& s) {
    return choice_item(
        s.wb.look, "Show", "##image_show", 1, {sentence(s.spec.lanes), "Waste"}, s.state.waste ? 1 : 0,
        [&state = s.state](int chosen) { state.waste = chosen == 1; },
        {fmt::format("The {} that each pixel's thread took", s.spec.lanes),
         fmt::format("For each warp, the share of its lanes' {} that is spent waiting: brighter means more", s.spec.lanes)});
}

BarItem before_item(ImageScene& s) {
    return choice_item(
        s.wb.look, "Show", "##image_before", 1, {"Before | after", "After"}, s.state.divides ? 0 : 1,
        [&state = s.state](int chosen) { state.divides = chosen == 0; },
        {fmt::format("Left of the line {}, which the kernel read; right of it what it wrote. Drag the line", s.spec.before),
         "What the kernel wrote"});
}

BarItem picture_item(ImageScene& s) {
    const ArraySpec* const array = picture_array(*s.wb.lesson);
    const bool is_own = array != nullptr && !array->own_picture.empty();
    const char* const label = is_own ? "Lesson's picture" : "Your picture...";
    return {button_width(label), 4, [&s, is_own, label] {
                if (quiet_button(s.wb.look, fmt::format("{}###own_picture", label).c_str())) {
                    if (is_own)
                        s.wb.post(ask::UsePicture{});
                    else
                        s.wb.state<OwnPictureState>().asks = true;
                }
                explain(s.wb.look, is_own ? "The kernels read the lesson's own picture again."
                                          : "The kernels read a PNG file of yours in place of the lesson's picture.");
            }};
}

BarItem reset_item(ImageScene& s) {
    return {button_width("Reset view"), 6, [&s] {
                if (quiet_button(s.wb.look, "Reset view##image")) {
                    if (zooms_parameters(s.spec))
                        set_window(s, window_of(s.spec, s.wb.lesson->defaults()));
                    else
                        s.state.window.reset();
                }
                explain(s.wb.look, "The part of the picture that the lesson begins with");
            }};
}

ExportOrder export_order(const ImageScene& s) {
    ExportOrder order;
    order.request = s.record->request;
    const Array* state = s.by_graphics ? s.state.graphics->state() : &s.record->outputs->front();
    if (state != nullptr) order.from = {*state};
    order.painter = std::make_unique<ImagePainter>(s.spec);
    return order;
}

ExportOffer export_offer(const ImageScene& s, const Transport& transport) {
    return {.view = "image",
            .size = fmt::format("{} × {} cells", s.spec.width, s.spec.height),
            .steps_per_frame = *transport.steps_per_frame,
            .possible = !transport.error && s.has_picture(),
            .order = [&s] { return export_order(s); }};
}

}  // namespace

void image_bar(ImageScene& s, const StageLayout& layout) {
    const Look& look = s.wb.look;
    std::vector<BarItem> items;
    if (s.state.moves) items.push_back(transport_item(look, transport_of(s.state, s.by_graphics), "image"));
    if (s.state.moves) items.push_back(s.spec.brushes.empty() ? mouse_item(s) : brushes_item(s));
    if (!s.spec.lanes.empty()) items.push_back(show_item(s));
    // before what comes and goes with the result, so that it stays where it is pressed
    if (picture_array(*s.wb.lesson) != nullptr) items.push_back(picture_item(s));
    if (s.before.size() > 0) items.push_back(before_item(s));
    if (s.spec.paints_cells) items.push_back(zoom_item(s));
    if (zooms_parameters(s.spec) || s.state.moves) items.push_back(path_item(s.wb, s.state, s.by_graphics, "##way"));
    if (s.state.moves) items.push_back(speed_item(look, transport_of(s.state, s.by_graphics)));
    items.push_back(palette_item(look, "##palette", s.spec.palette, s.state.palette));
    if (!s.spec.paints_cells) items.push_back(reset_item(s));
    if (s.state.moves)
        items.push_back(
            {button_width("Export..."), 7, [&s] { export_button(s.wb, export_offer(s, transport_of(s.state, s.by_graphics))); }});
    const BarItem details = drawer_item(look, "image", layout.open, s.state.drawer);
    picture_bar(look, "image", items, &details);
    if (s.state.moves) export_popup(s.wb, export_offer(s, transport_of(s.state, s.by_graphics)));
}

}  // namespace warpwise::ui
