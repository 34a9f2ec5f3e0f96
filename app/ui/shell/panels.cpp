#include "ui/shell/panels.h"

#include "ui/kit/widgets.h"
#include "ui/lesson/glossary.h"

namespace warpwise::ui {

Panels& panels_of(Workbench& bench) {
    if (!bench.panels) bench.panels = std::make_shared<Panels>();
    return *bench.panels;
}

void report_rect(Workbench& bench, const char* name) {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    bench.panel_rects[name] = {at.x, at.y, size.x, size.y};
}

bool small_button(const Look& look, const char* label) {
    const FontScope font(look.fonts.regular, look.px(Fonts::small));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(8), look.px(3)));
    const bool pressed = ImGui::Button(label);
    ImGui::PopStyleVar();
    return pressed;
}

void focus_view(Workbench& bench, std::string_view name) { bench.requests.focus_panel = std::string(name); }

void open_term(Workbench& bench, std::string_view word) {
    LessonPanelState& state = panels_of(bench).lesson;
    state.asked_term = std::string(word);
    state.open_glossary = true;
}

void draw_glossary_popup(Workbench& bench) {
    LessonPanelState& state = panels_of(bench).lesson;
    if (state.open_glossary) {
        ImGui::OpenPopup("glossary##term");
        state.open_glossary = false;
    }
    ImGui::SetNextWindowSize({bench.look.px(320), 0});
    if (!ImGui::BeginPopup("glossary##term")) return;
    if (const GlossaryTerm* term = find_term(state.asked_term)) {
        {
            const FontScope font(bench.look.fonts.semibold, bench.look.px(Fonts::body));
            ImGui::TextUnformatted(term->name.data(), term->name.data() + term->name.size());
        }
        text_in(bench.look, bench.look.theme.text, term->text);
        const Lesson* lesson = term->lesson.empty() ? nullptr : bench.course.find(term->lesson);
        if (lesson != nullptr && lesson != bench.lesson && ImGui::TextLink(("Lesson: " + lesson->title + "##term").c_str())) {
            bench.requests.open_lesson = lesson->id;
            ImGui::CloseCurrentPopup();
        }
    }
    ImGui::EndPopup();
}

}  // namespace warpwise::ui
