#include "ui/picture/export_popup.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/animation_export.h"
#include "ui/picture/export_state.h"
#include "ui/picture/screenshot.h"

namespace warpwise::ui {
namespace {

constexpr int kMostFrames = 2000;

void begin_export(Workbench& wb, const ExportOffer& offer) {
    ExportState& state = wb.state<ExportState>();
    ExportOrder order = offer.order();
    order.lesson = wb.lesson;
    order.frames = state.frames;
    order.frames_per_s = state.frames_per_s;
    order.steps_per_frame = offer.steps_per_frame;
    order.path = (pictures_dir() / picture_name(wb, "animation")).replace_extension(".apng");
    order.texts = picture_texts(wb, offer.view);
    state.told.clear();
    state.running = std::make_unique<AnimationExport>(std::move(order), wb.devices.set);
}

void choices(const Look& look, ExportState& state, const ExportOffer& offer) {
    ImGui::SetNextItemWidth(look.px(200));
    ImGui::SliderInt("frames", &state.frames, 2, kMostFrames, "%d", ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    ImGui::SetNextItemWidth(look.px(200));
    ImGui::SliderInt("frames per second", &state.frames_per_s, 1, 60, "%d", ImGuiSliderFlags_AlwaysClamp);
    muted_text(look, fmt::format("{:.1f} s, {} step{} per frame, {}. It begins with the picture that is shown.",
                                 static_cast<double>(state.frames) / state.frames_per_s, offer.steps_per_frame,
                                 offer.steps_per_frame == 1 ? "" : "s", offer.size));
}

void progress(const Look& look, AnimationExport& running, const std::string& view) {
    const float share = static_cast<float>(running.frames_done()) / static_cast<float>(std::max(1, running.frames()));
    ImGui::ProgressBar(share, {-1, 0}, fmt::format("{} of {} frames", running.frames_done(), running.frames()).c_str());
    if (quiet_button(look, fmt::format("Stop###{}_export_stop", view).c_str())) running.cancel();
}

}  // namespace

void export_popup(Workbench& wb, const ExportOffer& offer) {
    const Look& look = wb.look;
    ExportState& state = wb.state<ExportState>();
    const std::string name = fmt::format("Export animation###{}_export_popup", offer.view);
    if (std::exchange(wb.state<ExportState>().asked, false)) {
        if (!state.running) state.told.clear();
        ImGui::OpenPopup(name.c_str());
    }
    ImGui::SetNextWindowSize({look.px(380), 0});
    if (!ImGui::BeginPopup(name.c_str())) return;
    heading(look, "Export animation");
    if (state.running) {
        progress(look, *state.running, offer.view);
    } else {
        choices(look, state, offer);
        if (primary_button(look, fmt::format("Save###{}_export_save", offer.view).c_str(), nullptr, 0, offer.possible))
            begin_export(wb, offer);
    }
    if (!state.told.empty()) text_in(look, state.failed ? look.theme.bad : look.theme.good, state.told);
    ImGui::EndPopup();
}

void collect_export(Workbench& wb) {
    ExportState& state = wb.state<ExportState>();
    if (!state.running) return;
    state.running->serve();
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

void export_button(Workbench& wb, const ExportOffer& offer) {
    if (quiet_button(wb.look, fmt::format("Export...###{}_export", offer.view).c_str(), offer.possible))
        wb.state<ExportState>().asked = true;
    explain(wb.look, "Saves the moving picture as a file (APNG), from here on");
}

}  // namespace warpwise::ui
