// A prediction on a page of its own: the question, and answers that the last row can read. Each names a letter to vote for.
#include <fmt/format.h>

#include <algorithm>

#include "ui/kit/draw.h"
#include "ui/kit/markdown.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/prose_links.h"
#include "ui/present/present.h"

namespace warpwise::ui {
namespace {

constexpr float kAnswerSize = 17.6f;  // unscaled: 30 pixels of a page
constexpr float kUsualHeight = 64, kLeastHeight = 52, kLetterRadius = 24, kLetterRoom = 88, kAnswerGap = 14;

struct AnswerBox {
    std::string letter, text, why;
    ImU32 edge = 0, badge = 0, ink = 0;
    bool marked = false;
};

AnswerBox open_box(const Look& look, const Answer& answer, bool chosen) {
    const Theme& t = look.theme;
    return {{},
            answer.text,
            {},
            chosen ? t.accent : t.line,
            chosen ? t.accent : mix(t.raised, t.text, 0.2f),
            chosen ? t.accent_ink : t.text,
            chosen};
}

AnswerBox closed_box(const Look& look, const Answer& answer, bool mine) {
    const Theme& t = look.theme;
    const bool told = answer.right || mine;
    const ImU32 colour = answer.right ? t.good : mine ? t.bad : mix(t.raised, t.text, 0.2f);
    return {told ? (answer.right ? icon::kCheck : icon::kCross) : std::string(),
            answer.text,
            told ? answer.why : std::string(),
            told ? colour : t.line,
            colour,
            told ? t.panel : t.text,
            told};
}

float wrapped_height(ImFont* font, float size, float width, const std::string& text) {
    return text.empty() ? 0 : font->CalcTextSizeA(size, 1e9f, width, text.c_str()).y;
}

// True when it was clicked, or chosen by the keyboard.
bool draw_box(const PresentPage& page, const char* id, const AnswerBox& box, float lowest) {
    const Look& look = page.bench.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, size = std::round(look.px(kAnswerSize)),
                small = std::round(look.px(13.6f));
    const float wrap = width - page.px(kLetterRoom + 24);
    const float answer = wrapped_height(look.fonts.regular, size, wrap, box.text);
    const float why = wrapped_height(look.fonts.regular, small, wrap, box.why), text = answer + (why > 0 ? why + page.px(4) : 0);
    const float height = std::max(lowest, text + page.px(16));
    const bool pressed = ImGui::InvisibleButton(id, {width, height}, ImGuiButtonFlags_EnableNav);
    const bool pointed = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + width, at.y + height};
    list.AddRectFilled(at, end, box.marked ? mix(look.theme.raised, box.edge, 0.14f) : look.theme.raised, page.px(12));
    list.AddRect(at, end, pointed && !box.marked ? look.theme.accent : box.edge, page.px(12), page.px(box.marked ? 3.0f : 1.5f));
    const ImVec2 middle{at.x + page.px(46), at.y + height / 2};
    list.AddCircleFilled(middle, page.px(kLetterRadius), box.badge);
    put_text(list, look.fonts.semibold, look.px(Fonts::kBody), {middle.x, middle.y - look.px(Fonts::kBody) * 0.6f}, box.ink,
             box.letter, 0.5f);
    const ImVec2 pen{at.x + page.px(kLetterRoom), std::round(at.y + (height - text) / 2)};
    list.AddText(look.fonts.regular, size, pen, look.theme.text, box.text.c_str(), nullptr, wrap);
    if (why > 0)
        list.AddText(look.fonts.regular, small, {pen.x, pen.y + answer + page.px(4)}, look.theme.muted, box.why.c_str(), nullptr,
                     wrap);
    return pressed;
}

}  // namespace

void present_question(const PresentPage& page) {
    Workbench& bench = page.bench;
    const Prediction* prediction = asked_prediction(bench, page.step.prediction);
    if (prediction == nullptr) return muted_text(bench.look, "The lesson has no prediction '" + page.step.prediction + "'");
    LessonPanelState& answers = bench.state<LessonPanelState>();
    const std::optional<int> committed = committed_answer(bench, *prediction);
    {
        const FontScope font(bench.look.fonts.semibold, bench.look.px(Fonts::kBody));
        text_in(bench.look, bench.look.theme.accent,
                bench.lessons.progress[bench.lesson->id].has_committed(*prediction) ? "You predicted" : "Predict, then run");
    }
    Look large = bench.look;
    large.scale *= kQuestionText * page.state.text_factor;
    bench.state<Markdown>().draw(large, with_term_links(prediction->ask, bench.lesson), bench.lesson->folder,
                                 [&](const std::string& target) { follow_link(bench, target); });
    ImGui::Dummy({0, page.px(4)});
    if (prediction->asks_sketch()) {  // at the left of the axes
        constexpr float kShareOfWords = 0.38f;
        if (ImGui::BeginChild("##sketch_words", {ImGui::GetContentRegionAvail().x * kShareOfWords, 0},
                              ImGuiChildFlags_NavFlattened))
            sketch_prediction(bench, answers, *prediction);
        ImGui::EndChild();
        return ImGui::SameLine();
    }
    if (prediction->asks_bar()) return bar_prediction(bench, answers, *prediction);
    if (prediction->asks_number()) return number_prediction(bench, answers, *prediction);
    int& chosen = chosen_answer(bench, answers, *prediction);
    // lower boxes where the question is long, so that all answers are on the page
    const float count = static_cast<float>(prediction->answers.size());
    const float lowest = std::clamp((ImGui::GetContentRegionAvail().y + page.px(kAnswerGap)) / count - page.px(kAnswerGap),
                                    page.px(kLeastHeight), page.px(kUsualHeight));
    char letter = 'A';
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, page.px(kAnswerGap)));
    for (const std::size_t i : shown_order(bench, answers, *prediction)) {
        const Answer& answer = prediction->answers[i];
        const int number = static_cast<int>(i);
        AnswerBox box =
            committed ? closed_box(bench.look, answer, *committed == number) : open_box(bench.look, answer, chosen == number);
        if (box.letter.empty()) box.letter = std::string(1, letter);
        ++letter;
        if (draw_box(page, fmt::format("answer_{}", i).c_str(), box, lowest) && !committed) chosen = number;
    }
    ImGui::PopStyleVar();
    if (const std::string shown = committed ? shown_by_run(bench, *prediction) : std::string(); !shown.empty()) {
        const FontScope font(bench.look.fonts.semibold, bench.look.px(Fonts::kBody));
        text_in(bench.look, bench.look.theme.text, "The run showed: " + shown);
    }
}

}  // namespace warpwise::ui
