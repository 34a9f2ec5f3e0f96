#include "ui/picture/picture_way.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

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
std::string why_not_here(const Workbench& wb) {
    if (!wb.can_draw) return "nothing is drawn here";
    if (std::ranges::find(wb.devices.present, DeviceKind::cuda, &DeviceInfo::kind) == wb.devices.present.end())
        return wb.devices.cuda_missing.empty() ? "there is no GPU here" : wb.devices.cuda_missing;
    const KernelSpec* kernel = wb.kernel();
    if (kernel == nullptr) return "the lesson has no kernel";
    if (wb.draft.edited_source.contains(kernel->id))
        return "an edited kernel runs in a process of its own, so that its faults are no faults of the window";
    if (kernel->expect_fault || !kernel->guarded) return "this kernel may fault, so it runs in a process of its own";
    const RunRecord* clean = wb.results.latest(DeviceKind::cuda);
    const bool ran = clean != nullptr && clean->request.kernel == kernel->id && !clean->fault && !has_errors(clean->diagnostics) &&
                     !clean->request.edited_source && clean->request.grid == wb.draft.request.grid &&
                     clean->request.block == wb.draft.request.block;
    if (!ran) return "run it once on the GPU (F5): what has not run without a fault runs in a process of its own";
    return {};
}

GraphicsPicture::Order order_of(const Workbench& wb, const MovingState& state) {
    GraphicsPicture::Order order;
    order.lesson = wb.lesson;
    order.request = wb.draft.request;
    order.path = state.way == PictureWay::copy ? PicturePath::copy : PicturePath::interop;
    order.moves = state.moves;
    return order;
}

PictureWay way_taken(const GraphicsPicture& graphics) {
    return graphics.path() == PicturePath::copy ? PictureWay::copy : PictureWay::interop;
}

std::string part(const char* name, const std::optional<double>& ms) {
    return ms ? fmt::format("{} {:.3g}   ", name, *ms) : std::string();
}

std::string times_text(MovingState& state, bool by_graphics) {
    if (by_graphics) {
        const PictureTimes t = state.graphics->times();
        return part("map", t.gpu.map_ms) + part("kernel", t.gpu.kernel_ms) + part("unmap", t.gpu.unmap_ms) +
               part("copy out", t.gpu.copy_out_ms) + part("upload", t.upload_ms) + part("draw", state.graphics->draw_ms());
    }
    if (!state.moves || state.animation.newest.frames == 0) return {};
    const HostTimes& t = state.host_times;
    return part("kernel", t.kernel_ms) + part("colours", t.colours_ms) + part("upload", t.upload_ms);
}

}  // namespace

bool use_graphics(Workbench& wb, MovingState& state) {
    state.way_why = state.way == PictureWay::host ? std::string() : why_not_here(wb);
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
    wb.ongoing.animates = true;
    state.way_why = "the kernel is being compiled for it";
    return false;
}

const RunRecord& graphics_record(Workbench& wb, MovingState& state) {
    take_declared_steps(wb, state.animation);
    if (state.animation.player) state.animation.player->pause();
    RunRecord& record = state.graphics_record;
    record.request = wb.draft.request;
    record.request.lesson = wb.lesson->id;
    record.request.device = DeviceKind::cuda;
    if (const auto launch = resolve_launch(*wb.lesson, record.request)) record.launch = launch->shape;
    if (state.graphics->playing() || state.graphics->is_behind()) wb.ongoing.animates = true;
    return record;
}

Transport transport_of(MovingState& state, bool by_graphics) {
    if (!by_graphics) return transport_of(state.animation);
    GraphicsPicture* const graphics = state.graphics.get();
    Transport transport;
    transport.playing = graphics->playing();
    transport.progress = progress_text(graphics->steps(), graphics->frames(), transport.playing ? graphics->frames_per_s() : 0);
    transport.toggle = [graphics] { graphics->play(!graphics->playing()); };
    transport.step = [graphics] { graphics->step(); };
    transport.reset = [graphics] { graphics->reset(); };
    transport.steps_per_frame = &state.animation.steps_per_frame;
    return transport;
}

void way_choice(Workbench& wb, MovingState& state, bool by_graphics) {
    const Look& look = wb.look;
    const std::string never = why_not_here(wb);
    ImGui::SetNextItemWidth(look.px(150));
    if (ImGui::BeginCombo("##way", title_of(by_graphics ? way_taken(*state.graphics) : PictureWay::host))) {
        for (const PictureWay way : ways) {
            const DisabledScope disabled(way != PictureWay::host && !never.empty());
            if (ImGui::Selectable(title_of(way), way == state.way)) {
                state.way = way;
                if (state.graphics) state.graphics->retry();
            }
            explain(look, way != PictureWay::host && !never.empty() ? sentence(never) + "." : help_of(way));
        }
        ImGui::EndCombo();
    }
    explain(look, "The way of the picture from the kernel to the screen");
}

void way_line(Workbench& wb, MovingState& state, bool by_graphics) {
    const Look& look = wb.look;
    std::string text;
    if (const std::string times = times_text(state, by_graphics); !times.empty()) text = "Measured here, ms:   " + times;
    // Without a GPU there is one way, and nothing to explain.
    const bool has_gpu = std::ranges::find(wb.devices.present, DeviceKind::cuda, &DeviceInfo::kind) != wb.devices.present.end();
    if (!by_graphics && has_gpu && !state.way_why.empty()) text += fmt::format("By way of the host: {}.", state.way_why);
    if (!text.empty()) muted_text(look, text);
    if (by_graphics && !state.graphics->why_copied().empty())
        muted_text(look, fmt::format("Copied by way of the host: {}.", state.graphics->why_copied()));
}

}  // namespace warpwise::ui
