#include "ui/picture/picture_way.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/timing/frame_costs_view.h"

namespace warpwise::ui {
namespace {

constexpr float kPathListWidth = 168;  // unscaled

const char* title_of(PictureWay way) { return way == PictureWay::copy ? "Copied from the GPU" : "Stays on the GPU"; }

const char* help_of(PictureWay way) {
    return way == PictureWay::copy ? "The kernel's array is copied to the host, and from there to OpenGL."
                                   : "The kernel writes into memory that OpenGL draws from. Nothing is copied.";
}

// What computes arrays on the host.
std::string host_title(const DeviceId& device) {
    const std::string title = short_title_of(device);
    return traits_of(device).is_gpu ? title + ", in its own process" : title;
}

const char* host_help(const DeviceId& device) {
    const DeviceTraits& traits = traits_of(device);
    if (traits.is_gpu) return "The GPU computes in a process of its own, whose array is copied to this one and uploaded.";
    if (traits.runs_kernels) return "The emulator runs the kernel. It counts, and has no GPU time to show.";
    return "A CPU routine computes the array on the host. What the screen shows of it is coloured and uploaded.";
}

bool computes_frames(const DeviceTraits& traits) {
    return traits.runs_kernels || (traits.runs_routines() && !traits.needs_library);
}

bool has_gpu(const Workbench& wb) {
    return std::ranges::any_of(wb.devices.present, [](const DeviceInfo& info) { return traits_of(info.kind).has_graphics; });
}

// Why no kernel may run in the window's own process; empty: it may.
std::string why_not_here(const Workbench& wb) {
    if (!wb.can_draw) return "nothing is drawn here";
    if (!has_gpu(wb)) return wb.devices.cuda_missing.empty() ? "there is no GPU here" : wb.devices.cuda_missing;
    const KernelSpec* kernel = wb.kernel();
    if (kernel == nullptr) return "the lesson has no kernel";
    if (wb.own_text() != nullptr) return "an edited kernel runs in a process of its own, so that its faults cannot end the window";
    if (kernel->expect_fault || !kernel->guarded) return "this kernel may fault, so it runs in a process of its own";
    const RunRecord* clean = wb.results.latest_that(&DeviceTraits::has_graphics);
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

void path_list(Workbench& wb, MovingState& state) {
    const Look& look = wb.look;
    const std::string never = why_not_here(wb);
    for (const PictureWay way : {PictureWay::interop, PictureWay::copy}) {
        const DisabledScope disabled(!never.empty());
        if (ImGui::Selectable(title_of(way), way == state.way && never.empty())) {
            state.way = way;
            if (state.graphics) state.graphics->retry();
        }
        explain(look, never.empty() ? help_of(way) : sentence(never) + ".");
    }
    for (const DeviceInfo& info : wb.devices.present) {
        if (!computes_frames(traits_of(info.kind))) continue;
        const bool chosen = (state.way == PictureWay::host || !never.empty()) && info.id() == state.frame_device;
        if (ImGui::Selectable(host_title(info.id()).c_str(), chosen)) {
            state.way = PictureWay::host;
            state.frame_device = info.id();
        }
        explain(look, host_help(info.id()));
    }
}

std::string path_help(const Workbench& wb, const MovingState& state, bool by_graphics) {
    std::string text = by_graphics ? help_of(way_taken(*state.graphics)) : host_help(frame_device(wb, state.frame_device));
    if (!by_graphics && frame_device(wb, state.frame_device) != state.frame_device)
        text += "\nA kernel that is edited, wrong on purpose, or without a CPU routine always runs on the emulator or the GPU.";
    return text;
}

PartTimes parts_of(MovingState& state, bool by_graphics) {
    PartTimes parts{};
    const auto set = [&](FramePart part, std::optional<double> ms) { parts[static_cast<std::size_t>(part)] = ms; };
    if (!by_graphics) {
        set(FramePart::kernel, state.host_times.kernel_ms);
        set(FramePart::colours, state.host_times.colours_ms);
        set(FramePart::upload, state.host_times.upload_ms);
        return parts;
    }
    const PictureTimes times = state.graphics->times();
    set(FramePart::map, times.gpu.map_ms);
    set(FramePart::kernel, times.gpu.kernel_ms);
    set(FramePart::unmap, times.gpu.unmap_ms);
    set(FramePart::copy_out, times.gpu.copy_out_ms);
    set(FramePart::upload, times.upload_ms);
    set(FramePart::colours, state.graphics->draw_ms());
    return parts;
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
    for (const auto& [device, runs] : wb.results.runs)
        if (runs.latest && traits_of(device).has_graphics) {
            record.request.device = device;
            break;
        }
    if (wb.draft.resolved) record.launch = wb.draft.resolved->shape;
    if (state.graphics->playing() || state.graphics->is_behind()) wb.ongoing.animates = true;
    wb.results.moving = {record.request.device, state.graphics->steps(), state.graphics->why_not()};
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

std::string path_title(const Workbench& wb, const MovingState& state, bool by_graphics) {
    return by_graphics ? title_of(way_taken(*state.graphics)) : host_title(frame_device(wb, state.frame_device));
}

BarItem path_item(Workbench& wb, MovingState& state, bool by_graphics, const char* id) {
    const float width = bar_label_width(wb.look, "Path") + wb.look.px(kPathListWidth);
    return {width, 3, [&wb, &state, by_graphics, id] {
                const Look& look = wb.look;
                bar_label(look, "Path");
                ImGui::SetNextItemWidth(look.px(kPathListWidth));
                if (ImGui::BeginCombo(id, path_title(wb, state, by_graphics).c_str())) {
                    path_list(wb, state);
                    ImGui::EndCombo();
                }
                explain(look, path_help(wb, state, by_graphics));
            }};
}

std::string path_note(const Workbench& wb, const MovingState& state, bool by_graphics) {
    if (by_graphics)
        return state.graphics->why_copied().empty() ? std::string()
                                                    : fmt::format("Copied through the host: {}.", state.graphics->why_copied());
    // Without a GPU there is one way, and nothing to explain.
    return has_gpu(wb) && !state.way_why.empty() ? fmt::format("Through the host: {}.", state.way_why) : std::string();
}

// The emulator's own time says nothing about a GPU, so its frames have no cost.
void note_costs(Workbench& wb, MovingState& state, bool by_graphics, bool is_new, const std::string& view) {
    if (by_graphics) {
        is_new = state.graphics->frames() != state.costs_noted;
        state.costs_noted = state.graphics->frames();
    }
    if (!is_new || (!by_graphics && !traits_of(frame_device(wb, state.frame_device)).has_times)) return;
    const std::string key =
        fmt::format("{}|{}|{}|{}", wb.lesson->id, wb.draft.request.kernel, state.animation.steps_per_frame, view);
    FrameCostsState& costs = wb.state<FrameCostsState>();
    costs.steps_per_frame = state.animation.steps_per_frame;
    costs.log.note(key, path_title(wb, state, by_graphics), parts_of(state, by_graphics));
}

}  // namespace warpwise::ui
