#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "lesson/prose.h"
#include "ui/kit/draw.h"
#include "ui/kit/markdown.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/prose_links.h"
#include "ui/lesson/puzzle_cards.h"
#include "ui/present/present.h"
#include "ui/workbench/glossary_popup.h"
#include "ui/workbench/outcome.h"
#include "ui/workbench/panel.h"

namespace warpwise::ui {
namespace {

constexpr float kMargin = 28, kBarHeight = 104, kStatusHeight = 40;
constexpr float kTitleSize = 26.5f;      // unscaled: 42 pixels of a page
constexpr float kLargeText = 1.35f;      // text alone on a page is set larger, as far as it fits
constexpr float kLeastQuestion = 0.72f;  // of the usual size: what is said before a question and the question, with its answers

bool replace_all(std::string& text, std::string_view what, std::string_view by) {
    bool found = false;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
        found = true;
    }
    return found;
}

void refresh_steps(Workbench& bench, PresentState& state) {
    const LessonPanelState& prose = lesson_parts(bench);
    if (state.key == prose.key && state.read == bench.lesson) return;
    if (state.lesson != bench.lesson->id) state = {};
    state.lesson = bench.lesson->id;
    state.key = prose.key;
    if (state.read != bench.lesson) state.entered.reset();  // its author may have changed what it sets
    state.read = bench.lesson;
    state.steps = present_steps(*bench.lesson, prose.parts);
    for (PresentStep& step : state.steps) {  // in large type the words would fill the page
        const bool text = replace_all(step.text, kValueUnknownText, "?"), lead = replace_all(step.lead, kValueUnknownText, "?");
        step.awaits_run = text || lead;
    }
    if (state.steps.empty()) state.steps.push_back({StepKind::page, bench.lesson->title, {}, {}, {}});
    state.at = std::min(state.at, state.steps.size() - 1);
}

// A scene is set when its step is reached, not again while it is shown: the lecturer may change what it set.
void enter_step(Workbench& bench, PresentState& state) {
    if (state.entered == state.at) return;
    state.entered = state.at;
    const PresentStep& step = state.steps[state.at];
    if (step.scene) return bench.post(ask::ShowScene{*step.scene});
    const KernelSpec* kernel = bench.kernel();
    const Preset* preset = preset_for_view(*bench.lesson, state.steps, state.at, kernel != nullptr ? kernel->id : "");
    if (preset != nullptr) bench.post(ask::ApplyPreset{preset->name});
}

// The clicker's keys belong to the presentation, whatever has the focus. The arrows are those of the page's view, of an open list
// or of a control where one has the focus.
void take_keys(Workbench& bench) {
    const ImGuiID id = ImGui::GetID("keys");
    const auto take = [&](ImGuiKey key, int steps) {
        ImGui::SetKeyOwner(key, id);
        if (ImGui::IsKeyPressed(key, ImGuiInputFlags_None, id)) present_go(bench, steps);
    };
    take(ImGuiKey_PageDown, 1);
    take(ImGuiKey_PageUp, -1);
    // as in slide programs, and on the keys of a clicker; in a field they are text
    const bool plain = !ImGui::GetIO().WantTextInput && ImGui::GetIO().KeyMods == ImGuiMod_None;
    for (const ImGuiKey key : {ImGuiKey_B, ImGuiKey_Period, ImGuiKey_KeypadDecimal})
        if (plain && ImGui::IsKeyPressed(key, false)) blank_present(bench);
    const bool page_has_focus = !ImGui::IsWindowFocused() || ImGui::IsAnyItemActive();
    if (page_has_focus || ImGui::GetIO().KeyMods != ImGuiMod_None) return;
    take(ImGuiKey_RightArrow, 1);
    take(ImGuiKey_LeftArrow, -1);
}

bool any_press() {
    for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key) {
        const bool modifier = key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper;
        const bool reserved = key >= ImGuiKey_ReservedForModCtrl && key <= ImGuiKey_ReservedForModSuper;
        const bool wheel = key == ImGuiKey_MouseWheelX || key == ImGuiKey_MouseWheelY;
        if (!modifier && !reserved && !wheel && ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), false)) return true;
    }
    return false;
}

void draw_blank(PresentState& state, const ImGuiViewport& viewport) {
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    ImGui::SetNextWindowFocus();
    ImGui::Begin(
        "###present_blank", nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking);
    ImGui::End();
    ImGui::GetForegroundDrawList()->AddRectFilled(
        viewport.Pos, {viewport.Pos.x + viewport.Size.x, viewport.Pos.y + viewport.Size.y}, IM_COL32_BLACK);
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    if (any_press()) state.blank = false;
}

bool leave_button(const PresentPage& page, float right, float top) {
    const Look& look = page.bench.look;
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(page.px(12), page.px(6)));
    const std::string label = std::string(icon::kCross) + " Leave";
    ImGui::SetCursorScreenPos({right - button_width(label.c_str()), top});
    const bool pressed = ImGui::Button((label + "###leave_present").c_str());
    ImGui::PopStyleVar();
    explain(look, "Leaves Present and restores the layout, the zoom and the theme (Esc)");
    return pressed;
}

void draw_markdown(const PresentPage& page, const std::string& text, float factor) {
    Look look = page.bench.look;
    look.scale *= factor;
    page.bench.state<Markdown>().draw(look, text, page.bench.lesson->folder,
                                      [&](const std::string& target) { follow_link(page.bench, target); });
}

// The title, or a scene's line, over its width, wrapped where it is long.
void draw_title(const PresentPage& page, float width) {
    const Look& look = page.bench.look;
    const bool line_to_say = page.step.scene && page.step.text.empty();
    const FontScope font(look.fonts.semibold, look.px(line_to_say ? Fonts::kBody : kTitleSize));
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::TextUnformatted(page.step.title.c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, page.px(6)});
}

void draw_view(const PresentPage& page, const std::string& view, const DrawView& draw) {
    Workbench& bench = page.bench;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    if (ImGui::BeginChild("##view", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        if (view == "thread_grid" && has_countable_threads(bench)) {
            report_rect(bench, "thread_grid");
            present_threads(page);
        } else {
            draw(view);
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

void draw_remember(const PresentPage& page) {
    const Look& look = page.bench.look;
    const FontScope font(look.fonts.regular, look.px(Fonts::kBody * kLargeText));
    int number = 0;
    for (const std::string& line : page.bench.lesson->remember) {
        const float left = ImGui::GetCursorPosX();
        text_in(look, look.theme.accent, fmt::format("{}", ++number));
        ImGui::SameLine();
        ImGui::SetCursorPosX(left + page.px(44));  // digits differ in width
        ImGui::BeginGroup();
        text_in(look, look.theme.text, line);
        ImGui::EndGroup();
        ImGui::Dummy({0, page.px(10)});
    }
}

// Where rows break depends on the type, so the height of a text is known only once it is drawn. It begins large and shrinks until
// it fits, within a few frames, and does not grow again on the same page. `draw` takes its factor from the state.
template <typename Draw>
void draw_as_large_as_fits(const PresentPage& page, const std::string& text, float largest, float least, const Draw& draw) {
    PresentState& state = page.state;
    const ImVec2 room = ImGui::GetWindowSize();
    if (state.sized_text != text || state.sized_width != room.x || state.sized_height != room.y) {
        state.sized_text = text;
        state.sized_width = room.x;
        state.sized_height = room.y;
        state.text_factor = largest;
    }
    draw();
    const float used = ImGui::GetCursorPosY();
    if (used > room.y) state.text_factor = std::max(least, state.text_factor * std::min(0.96f, std::sqrt(room.y / used)));
}

// A pointer that rests where the lecturer left it points at nothing: it counts while it moves and a moment longer.
constexpr double kPointerRests_s = 2;

bool pointer_counts(Workbench& bench, PresentState& state, bool entered) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool moves = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsAnyMouseDown() || io.MouseWheel != 0;
    if (entered) state.pointer_moved_s = -1e9;
    if (moves) state.pointer_moved_s = ImGui::GetTime();
    const bool counts = ImGui::GetTime() - state.pointer_moved_s < kPointerRests_s;
    if (counts)
        bench.ongoing.animates = true;  // the frame in which it is hidden comes without an event
    else
        ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    return counts;
}

// While the views of a page are drawn, without a pointer where it does not count.
class PointerScope {
  public:
    explicit PointerScope(bool counts) : was_(ImGui::GetIO().MousePos) {
        if (!counts) ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    }
    ~PointerScope() { ImGui::GetIO().MousePos = was_; }
    PointerScope(const PointerScope&) = delete;
    PointerScope& operator=(const PointerScope&) = delete;

  private:
    ImVec2 was_;
};

// What is drawn with the panels' own type, at the size of a page's text.
class LargerType {
  public:
    LargerType(Look& look, float factor) : look_(look), was_(look.scale) { look.scale *= factor; }
    ~LargerType() { look_.scale = was_; }
    LargerType(const LargerType&) = delete;
    LargerType& operator=(const LargerType&) = delete;

  private:
    Look& look_;
    float was_;
};

void draw_exercise(const PresentPage& page) {
    draw_markdown(page, page.step.text, kLargeText);
    ImGui::Dummy({0, page.px(10)});
    if (primary_button(page.bench.look, "Work on it###present_exercise")) {
        page.bench.post(ask::ShowExerciseSource{});
        page.state.leaves = true;
    }
    explain(page.bench.look, "Leaves Present, and opens your version in the editor");
}

void draw_lead(const PresentPage& page, float factor) {
    if (page.step.lead.empty()) return;
    const IdScope lead("lead");
    draw_markdown(page, page.step.lead, factor);
    ImGui::Dummy({0, page.px(8)});
}

void draw_page(const PresentPage& page, const DrawView& draw, bool pointer) {
    const PresentStep& step = page.step;
    const PointerScope scope(pointer);
    if (step.kind == StepKind::question) {
        const Prediction* asked = asked_prediction(page.bench, step.prediction);
        const auto question = [&] {
            draw_lead(page, kQuestionText * page.state.text_factor);
            present_question(page);
        };
        draw_as_large_as_fits(page, step.lead + "\n" + step.prediction, 1, kLeastQuestion, question);
        if (asked != nullptr && asked->asks_sketch()) draw_view(page, "sweep", draw);  // its axes are what the curve is drawn on
        return;
    }
    draw_lead(page, kQuestionText);
    if (step.kind == StepKind::remember) return draw_remember(page);
    if (step.kind == StepKind::card) {
        const LargerType larger(page.bench.look, kLargeText);
        const FontScope font(page.bench.look.fonts.regular, page.bench.look.px(Fonts::kBody));
        if (step.card == ProsePartKind::step) return step_card(page.bench, step.text);
        return step.card == ProsePartKind::break_it ? break_card(page.bench, step.text) : warp_card(page.bench, step.text);
    }
    if (step.kind == StepKind::exercise) return draw_exercise(page);
    if (step.view.empty())
        return draw_as_large_as_fits(page, step.text, kLargeText, 1,
                                     [&] { draw_markdown(page, step.text, page.state.text_factor); });
    if (!step.text.empty()) draw_markdown(page, step.text, 1);
    draw_view(page, step.view, draw);
}

// One line on what runs or, below a view, on what the last run was; always in the same place.
void draw_status(const PresentPage& page, ImVec2 at, float width) {
    const Look& look = page.bench.look;
    const Results& results = page.bench.results;
    std::string text;
    ImU32 colour = look.theme.muted;
    const bool shows_a_run = !page.step.view.empty() || page.step.scene;
    if (results.status.busy) {
        text = "Running ...";
    } else if (page.step.awaits_run) {
        text = "Run fills in each ?";
    } else if (!shows_a_run) {
        return;
    } else if (const Outcome outcome = outcome_of(page.bench); outcome.subject != Subject::nothing) {
        const Verdict& verdict = outcome.verdict;
        colour = verdict.tone == VerdictTone::good ? look.theme.good : verdict.tone == VerdictTone::wrong ? look.theme.bad : colour;
        const char* mark = verdict.tone == VerdictTone::good    ? icon::kCheck
                           : verdict.tone == VerdictTone::wrong ? icon::kCross
                                                                : "";
        text = fmt::format("{} {}", mark, verdict.title);
    }
    put_text_cut(*ImGui::GetWindowDrawList(), look.fonts.semibold, look.px(Fonts::kSmall), at, colour, text, width);
}

}  // namespace

float present_scale(float width, float height) {
    return kPresentType * std::clamp(std::min(width / kPresentWidth, height / kPresentHeight), 0.6f, 4.0f);
}

void present_go(Workbench& bench, int steps) {
    PresentState& state = bench.state<PresentState>();
    const auto last = static_cast<int>(state.steps.size()) - 1;
    state.at = static_cast<std::size_t>(std::clamp(static_cast<int>(state.at) + steps, 0, std::max(0, last)));
}

void blank_present(Workbench& bench) { bench.state<PresentState>().blank = true; }
bool present_is_blank(const Workbench& bench) { return bench.state<PresentState>().blank; }

bool present_window(Workbench& bench, const DrawView& draw) {
    PresentState& state = bench.state<PresentState>();
    refresh_steps(bench, state);
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    if (state.blank) {
        draw_blank(state, viewport);
        return false;
    }
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::Begin("###present", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    take_keys(bench);
    const std::size_t was_at = std::exchange(state.pointed_at, state.at);
    const bool counts = pointer_counts(bench, state, was_at != state.at);
    enter_step(bench, state);
    const PresentPage page{bench, state, state.steps[state.at]};
    const ImVec2 at = viewport.Pos, size = viewport.Size;
    bench.panel_rects["present"] = {at.x, at.y, size.x, size.y};
    const float left = at.x + page.px(kMargin), right = at.x + size.x - page.px(kMargin), bar = at.y + size.y - page.px(kBarHeight);

    const bool leaves = leave_button(page, right, at.y + page.px(16));
    ImGui::SetCursorScreenPos({left, at.y + page.px(14)});
    draw_title(page, right - left - page.px(140));
    const float top = ImGui::GetCursorScreenPos().y;
    ImGui::SetCursorScreenPos({left, top});
    ImGui::PushID(static_cast<int>(state.at));
    if (ImGui::BeginChild("##page", {right - left, bar - page.px(kStatusHeight) - top}, ImGuiChildFlags_NavFlattened))
        draw_page(page, draw, counts || page.step.kind == StepKind::question);
    ImGui::EndChild();
    ImGui::PopID();
    draw_status(page, {left, bar - page.px(kStatusHeight - 6)}, right - left);

    ImGui::GetWindowDrawList()->AddRectFilled({at.x, bar}, {at.x + size.x, at.y + size.y}, bench.look.theme.raised);
    ImGui::GetWindowDrawList()->AddLine({at.x, bar}, {at.x + size.x, bar}, bench.look.theme.line);
    ImGui::SetCursorScreenPos({left, bar + page.px(22)});
    present_bar(page);
    draw_glossary_popup(bench);
    ImGui::End();
    return leaves || std::exchange(state.leaves, false);
}

}  // namespace warpwise::ui
