// What happened, newest first, with what to do about it.
#include <imgui.h>

#include <string>

#include "ui/kit/widgets.h"
#include "ui/run/panels.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

struct Mark {
    const char* icon;
    ImU32 colour;
};

Mark mark_of(const Theme& theme, Severity severity) {
    switch (severity) {
        case Severity::error: return {icon::kWarning, theme.bad};
        case Severity::warning: return {icon::kWarning, theme.warn};
        case Severity::note: break;
    }
    return {icon::kInfo, theme.accent};
}

void message_row(const Look& look, const Message& message) {
    const Mark mark = mark_of(look.theme, message.severity);
    ImGui::TextColored(to_vec4(mark.colour), "%s", mark.icon);
    ImGui::SameLine();
    const float left = ImGui::GetCursorPosX();
    text_in(look, look.theme.text, message.text);
    if (ImGui::BeginPopupContextItem("message")) {
        if (ImGui::MenuItem("Copy"))
            ImGui::SetClipboardText((message.text + (message.hint.empty() ? "" : "\n" + message.hint)).c_str());
        ImGui::EndPopup();
    }
    ImGui::SetCursorPosX(left);
    muted_text(look, message.hint.empty() ? message.time : message.time + "   " + message.hint);
}

}  // namespace

void messages_panel(Workbench& bench) {
    if (bench.messages.empty()) {
        empty_state(bench.look, "Nothing to report.", "Errors and what to do about them appear here and stay here.");
        return;
    }
    if (ImGui::SmallButton("Copy all")) {
        std::string all;
        for (const Message& message : bench.messages)
            all += message.time + " " + message.text + (message.hint.empty() ? "" : ". " + message.hint) + "\n";
        ImGui::SetClipboardText(all.c_str());
    }
    ImGui::SameLine();
    const bool clear = ImGui::SmallButton("Clear");
    int row = 0;
    for (auto message = bench.messages.rbegin(); message != bench.messages.rend(); ++message) {
        const IdScope scope(row++);
        message_row(bench.look, *message);
    }
    if (clear) bench.messages.clear();
}

}  // namespace warpwise::ui
