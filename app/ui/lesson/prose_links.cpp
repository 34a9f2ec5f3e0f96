#include "ui/lesson/prose_links.h"

#include <imgui.h>

#include "ui/workbench/glossary_popup.h"
#include "ui/workbench/panel.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

void follow_link(Workbench& bench, const std::string& target) {
    const auto after = [&](std::string_view prefix) { return target.substr(prefix.size()); };
    if (target.starts_with("term:")) return open_term(bench, after("term:"));
    if (target.starts_with("view:")) return focus_view(bench, after("view:"));
    if (target.starts_with("preset:")) {
        bench.post(ask::ApplyPreset{after("preset:")});
        return;
    }
    if (target.starts_with("lesson:") && bench.lessons.course.find(after("lesson:")) != nullptr) {
        bench.post(ask::OpenLesson{after("lesson:")});
        return;
    }
    // a lesson from anywhere opens no browser: the address goes where the reader can judge it
    ImGui::SetClipboardText(target.c_str());
    bench.say(Severity::note, "Copied the address " + target, "Paste it into a browser to open it");
}

}  // namespace warpwise::ui
