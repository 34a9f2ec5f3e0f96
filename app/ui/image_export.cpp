// The pop-up that saves a picture that moves as an APNG.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ui/image_view.h"
#include "ui/screenshot.h"
#include "ui/view_draw.h"
#include "ui/widgets.h"

namespace warpwise::ui {
namespace {

constexpr const char* popup_name = "Export animation###image_export_popup";
constexpr int most_frames = 2000;

ExportOrder order_of(const ImageScene& s) {
    const ExportState& wanted = s.state.exporting;
    ExportOrder order;
    order.lesson = s.wb.lesson;
    order.request = s.record->request;
    const Array* state = s.by_graphics ? s.state.graphics->state() : &s.record->outputs->front();
    if (state != nullptr) order.from = *state;
    order.spec = s.spec;
    order.frames = wanted.frames;
    order.frames_per_s = wanted.frames_per_s;
    order.steps_per_frame = s.state.animation.steps_per_frame;
    order.path = (pictures_dir() / picture_name(s.wb, "animation")).replace_extension(".apng");
    order.texts = picture_texts(s.wb, "image");
    return order;
}

void begin_export(ImageScene& s) {
    ExportState& state = s.state.exporting;
    state.told.clear();
    state.running = std::make_unique<AnimationExport>(order_of(s), s.wb.devices);
}

void choices(ImageScene& s) {
    const Look& look = s.wb.look;
    ExportState& state = s.state.exporting;
    ImGui::SetNextItemWidth(look.px(200));
    ImGui::SliderInt("frames", &state.frames, 2, most_frames, "%d", ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    ImGui::SetNextItemWidth(look.px(200));
    ImGui::SliderInt("frames a second", &state.frames_per_s, 1, 60, "%d", ImGuiSliderFlags_AlwaysClamp);
    muted_text(look, fmt::format("{:.1f} s, {} steps a frame, {} x {} cells. It begins with the picture that is shown.",
                                 static_cast<double>(state.frames) / state.frames_per_s, s.state.animation.steps_per_frame,
                                 s.spec.width, s.spec.height));
}

void progress(const Look& look, AnimationExport& running) {
    const float share = static_cast<float>(running.frames_done()) / static_cast<float>(std::max(1, running.frames()));
    ImGui::ProgressBar(share, {-1, 0}, fmt::format("{} of {} frames", running.frames_done(), running.frames()).c_str());
    if (quiet_button(look, "Stop###image_export_stop")) running.cancel();
}

void export_popup(ImageScene& s) {
    const Look& look = s.wb.look;
    ExportState& state = s.state.exporting;
    if (std::exchange(s.wb.requests.export_animation, false)) {
        if (!state.running) state.told.clear();
        ImGui::OpenPopup(popup_name);
    }
    ImGui::SetNextWindowSize({look.px(380), 0});
    if (!ImGui::BeginPopup(popup_name)) return;
    heading(look, "Export animation");
    if (state.running) {
        progress(look, *state.running);
    } else {
        choices(s);
        if (primary_button(look, "Save###image_export_save")) begin_export(s);
    }
    if (!state.told.empty()) text_in(look, state.failed ? look.theme.bad : look.theme.good, state.told);
    ImGui::EndPopup();
}

}  // namespace

void collect_export(Workbench& wb) {
    ExportState& state = wb.views.image.exporting;
    if (!state.running) return;
    const auto outcome = state.running->outcome();
    if (!outcome) return;
    state.failed = !*outcome;
    state.told = state.failed ? outcome->error().text() : "Saved: " + state.running->path().string();
    if (state.failed)
        wb.say(Severity::error, "The animation was not saved: " + outcome->error().message, outcome->error().hint);
    else
        wb.say(Severity::note, "Animation saved: " + state.running->path().string());
    state.running.reset();
}

void export_button(ImageScene& s) {
    place_beside(button_width("Export..."));
    if (quiet_button(s.wb.look, "Export...###image_export", !s.state.animation.player->error()))
        s.wb.requests.export_animation = true;
    explain(s.wb.look, "Saves the picture that moves as a file (APNG), from here on");
    export_popup(s);
}

}  // namespace warpwise::ui
