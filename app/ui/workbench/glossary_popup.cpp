#include "ui/workbench/glossary_popup.h"

#include <imgui.h>

#include "lesson/glossary.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {

void open_term(Workbench& bench, std::string_view word) {
    GlossaryState& state = bench.state<GlossaryState>();
    state.asked_term = std::string(word);
    state.open = true;
}

void draw_glossary_popup(Workbench& bench) {
    GlossaryState& state = bench.state<GlossaryState>();
    if (state.open) {
        ImGui::OpenPopup("glossary##term");
        state.open = false;
    }
    ImGui::SetNextWindowSize({bench.look.px(320), 0});
    if (!ImGui::BeginPopup("glossary##term")) return;
    if (const Term* term = find_term(bench.lesson, state.asked_term)) {
        {
            const FontScope font(bench.look.fonts.semibold, bench.look.px(Fonts::kBody));
            ImGui::TextUnformatted(term->name.c_str());
        }
        text_in(bench.look, bench.look.theme.text, term->text);
        const Lesson* lesson = term->lesson.empty() ? nullptr : bench.lessons.course.find(term->lesson);
        if (lesson != nullptr && lesson != bench.lesson && ImGui::TextLink(("Lesson: " + lesson->title + "##term").c_str())) {
            bench.post(ask::OpenLesson{lesson->id});
            ImGui::CloseCurrentPopup();
        }
    }
    ImGui::EndPopup();
}

}  // namespace warpwise::ui
