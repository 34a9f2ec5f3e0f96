// Which way a picture goes from its kernel to the screen: written by the GPU where OpenGL draws it, copied from the GPU by way of
// the host, or computed by a device that gives its arrays to the host. What cannot be chosen says why.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "ui/array_colours.h"
#include "ui/image_view.h"
#include "ui/view_draw.h"
#include "ui/widgets.h"

namespace warpwise::ui {
namespace {

constexpr std::array<PictureWay, 3> ways{PictureWay::interop, PictureWay::copy, PictureWay::host};

const char* title_of(PictureWay way) {
    switch (way) {
        case PictureWay::interop: return "No copy (interop)";
        case PictureWay::copy: return "Copy";
        case PictureWay::host: break;
    }
    return "CPU or emulator";
}

const char* help_of(PictureWay way) {
    switch (way) {
        case PictureWay::interop: return "The kernel writes into memory of OpenGL, which draws it from there.";
        case PictureWay::copy: return "The kernel's array is copied to the host and from there to OpenGL.";
        case PictureWay::host: break;
    }
    return "A CPU routine, the emulator or the GPU's own process computes an array on the host, which is then uploaded.";
}

// Why no kernel may run in the window's own process; empty: it may.
std::string why_not_here(const Workbench& wb, const ImageState& state) {
    if (!wb.can_draw) return "nothing is drawn here";
    if (std::ranges::find(wb.present_devices, DeviceKind::cuda, &DeviceInfo::kind) == wb.present_devices.end())
        return wb.cuda_missing.empty() ? "there is no GPU here" : wb.cuda_missing;
    const KernelSpec* kernel = wb.kernel();
    if (kernel == nullptr) return "the lesson has no kernel";
    if (wb.edited_source.contains(kernel->id))
        return "an edited kernel runs in a process of its own, so that its faults are no faults of the window";
    if (kernel->expect_fault || !kernel->guarded) return "this kernel may fault, so it runs in a process of its own";
    const RunRecord* clean = wb.latest(DeviceKind::cuda);
    const bool ran = clean != nullptr && clean->request.kernel == kernel->id && !clean->fault && clean->diagnostics.empty() &&
                     !clean->request.edited_source && clean->request.grid == wb.draft.grid &&
                     clean->request.block == wb.draft.block;
    if (!ran) return "run it once on the GPU (F5): what has not run without a fault runs in a process of its own";
    if (state.waste) return "waste is computed on the host";
    return {};
}

GraphicsPicture::Order order_of(const Workbench& wb, const ImageState& state) {
    GraphicsPicture::Order order;
    order.lesson = wb.lesson;
    order.request = wb.draft;
    order.path = state.way == PictureWay::copy ? PicturePath::copy : PicturePath::interop;
    order.moves = state.moves;
    return order;
}

std::string part(const char* name, const std::optional<double>& ms) {
    return ms ? fmt::format("{} {:.3g}   ", name, *ms) : std::string();
}

std::string times_text(ImageScene& s) {
    if (s.by_graphics) {
        const PictureTimes t = s.state.graphics->times();
        return part("map", t.gpu.map_ms) + part("kernel", t.gpu.kernel_ms) + part("unmap", t.gpu.unmap_ms) +
               part("copy out", t.gpu.copy_out_ms) + part("upload", t.upload_ms) + part("draw", s.state.graphics->draw_ms());
    }
    if (!s.state.moves || s.state.animation.newest.frames == 0) return {};
    const HostTimes& t = s.state.host_times;
    return part("kernel", t.kernel_ms) + part("colours", t.colours_ms) + part("upload", t.upload_ms);
}

}  // namespace

bool use_graphics(Workbench& wb, ImageState& state) {
    state.way_why = state.way == PictureWay::host ? std::string() : why_not_here(wb, state);
    if (state.way == PictureWay::host || !state.way_why.empty()) {
        if (state.graphics) state.graphics->drop();
        return false;
    }
    if (!state.graphics) state.graphics = std::make_unique<GraphicsPicture>();
    switch (state.graphics->keep(order_of(wb, state))) {
        case GraphicsPicture::Stage::ready: return true;
        case GraphicsPicture::Stage::failed: state.way_why = state.graphics->why_not(); return false;
        case GraphicsPicture::Stage::preparing: break;
    }
    wb.requests.animates = true;
    state.way_why = "the kernel is being compiled for it";
    return false;
}

const Array& graphics_values(ImageState& state, const ImageSpec& spec) {
    // While it plays and nobody asks, reading would only slow it down.
    const bool asked = !state.graphics->playing() || state.chosen || ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const Array* array = asked || state.graphics_cells.size() == 0 ? state.graphics->state() : nullptr;
    if (array != nullptr && (state.graphics_cells_version != state.graphics->state_version() || state.graphics_cells.size() == 0)) {
        state.graphics_cells = spec.packed ? unpacked(*array, spec) : *array;
        state.graphics_cells_version = state.graphics->state_version();
    }
    return state.graphics_cells;
}

std::uint32_t graphics_texture(ImageScene& s) {
    ImageState& state = s.state;
    if (!state.array_colours || state.array_colours_spec != s.spec) {
        double low = s.spec.low.value_or(INFINITY), high = s.spec.high.value_or(-INFINITY);
        for (std::size_t i = 0; i < s.array->size() && !(s.spec.low && s.spec.high); ++i) {
            low = std::min(low, s.array->value(i));
            high = std::max(high, s.array->value(i));
        }
        state.array_colours = array_colours(s.spec, *palette_table(s.spec.palette), low, high, IM_COL32(16, 17, 24, 255));
        state.array_colours_spec = s.spec;
    }
    const float shown = s.at_pixel(s.spec.width, 0).x - s.at_pixel(0, 0).x;
    return state.graphics->frame(s.spec, *state.array_colours, state.animation.steps_per_frame, static_cast<int>(shown));
}

void way_choice(ImageScene& s) {
    const Look& look = s.wb.look;
    const std::string never = why_not_here(s.wb, s.state);
    ImGui::SetNextItemWidth(look.px(150));
    if (ImGui::BeginCombo("##way", title_of(s.by_graphics ? s.state.way : PictureWay::host))) {
        for (const PictureWay way : ways) {
            const DisabledScope disabled(way != PictureWay::host && !never.empty());
            if (ImGui::Selectable(title_of(way), way == s.state.way)) {
                s.state.way = way;
                if (s.state.graphics) s.state.graphics->retry();
            }
            explain(look, way != PictureWay::host && !never.empty() ? sentence(never) + "." : help_of(way));
        }
        ImGui::EndCombo();
    }
    explain(look, "The way of the picture from the kernel to the screen");
}

void way_line(ImageScene& s) {
    const Look& look = s.wb.look;
    std::string text;
    if (const std::string times = times_text(s); !times.empty()) text = "Measured here, ms:   " + times;
    // Without a GPU there is one way, and nothing to explain.
    const bool has_gpu = std::ranges::find(s.wb.present_devices, DeviceKind::cuda, &DeviceInfo::kind) != s.wb.present_devices.end();
    if (!s.by_graphics && has_gpu && !s.state.way_why.empty()) text += fmt::format("By way of the host: {}.", s.state.way_why);
    if (!text.empty()) muted_text(look, text);
}

}  // namespace warpwise::ui
