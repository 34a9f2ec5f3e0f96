#include "ui/present/present_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "lesson/number_views.h"
#include "ui/kit/prose_lines.h"

namespace warpwise::ui {
namespace {

constexpr int kColumnsOfRow = 66;  // characters, at the size of a page's text
constexpr int kMostRows = 11, kMostRowsWithView = 4, kMostRowsWithThreads = 2, kMostRowsOfLead = 2;

// Threads, with their array below them, need more room than a picture that shrinks.
int most_rows_with(std::string_view view) { return view == "thread_grid" ? kMostRowsWithThreads : kMostRowsWithView; }

// Lines that end where they end, and are not filled up as a paragraph is.
bool stands_alone(std::string_view line) { return line.starts_with('|') || line.starts_with("- ") || line.starts_with("> "); }

int rows_for(std::size_t characters) { return static_cast<int>((characters + kColumnsOfRow - 1) / kColumnsOfRow); }

// Paragraphs, code blocks, tables, formulas and headings: what no page break may cut.
std::vector<std::string> blocks_of(std::string_view markdown) {
    std::vector<std::string> blocks;
    std::string block;
    bool code = false;
    const auto close = [&] {
        if (!trimmed(block).empty()) blocks.push_back(std::move(block));
        block.clear();
    };
    for (const std::string_view line : lines_of(markdown)) {
        if (is_fence(line)) code = !code;
        const bool heading = !code && line.starts_with('#');
        const bool blank = !code && trimmed(line).empty();
        if (heading || blank) close();
        if (blank) continue;
        block += std::string(line) + "\n";
        if (heading) close();
    }
    close();
    return blocks;
}

std::string heading_of(std::string_view block) {
    block.remove_prefix(std::min(block.find_first_not_of('#'), block.size()));
    return std::string(trimmed(block));
}

class Pages {
  public:
    explicit Pages(std::string title) : title_(std::move(title)) {}

    void heading(std::string text) {
        end_page();
        title_ = std::move(text);
        shown_.clear();
    }
    void text(const std::string& block) {
        if (!view_.empty()) end_page();
        const int rows = rows_of_text(block);
        if (!text_.empty() && rows_ + rows > kMostRows) {
            std::string announcing = trimmed(text_).ends_with(':') ? take_last_block() : std::string();
            end_page();
            text_ = std::move(announcing);
            rows_ = text_.empty() ? 0 : rows_of_text(text_) + 1;
        }
        last_block_ = text_.size();
        text_ += block + "\n";
        rows_ += rows + 1;
    }
    // What comes next in the prose is not presented: a sentence that announces it goes, too.
    void leave_out() {
        if (trimmed(text_).ends_with(':')) take_last_block();
    }
    // What it announces stands elsewhere.
    void end_announcement() {
        const std::size_t end = text_.find_last_not_of(" \n");
        if (end != std::string::npos && text_[end] == ':') text_[end] = '.';
    }
    void view(const std::string& kind) {
        if (!view_.empty() || rows_ - 1 > most_rows_with(kind)) end_page();
        view_ = shown_ = kind;
    }
    void step(PresentStep step) {
        const bool leads = step.kind == StepKind::question || step.kind == StepKind::card;
        if (leads && view_.empty()) {
            if (is_plain(text_) && rows_of_text(text_) <= kMostRowsOfLead)
                step.lead = std::exchange(text_, {});
            else if (trimmed(text_).ends_with(':'))  // what is announced stays with the sentence that announces it
                step.lead = take_last_block();
        }
        end_page();
        steps_.push_back(std::move(step));
    }
    const std::string& title() const { return title_; }
    std::vector<PresentStep> take() {
        end_page();
        return std::move(steps_);
    }

  private:
    static bool is_plain(std::string_view text) { return text.find("```") == std::string_view::npos && !text.contains('|'); }
    std::string take_last_block() {
        std::string block = text_.substr(last_block_);
        text_.resize(last_block_);
        rows_ = text_.empty() ? 0 : rows_of_text(text_) + 1;
        return block;
    }
    void end_page() {
        // A short text after a picture speaks of it.
        if (view_.empty() && !text_.empty() && is_plain(text_) && rows_ - 1 <= most_rows_with(shown_)) view_ = shown_;
        if (!text_.empty() || !view_.empty()) steps_.push_back({StepKind::page, title_, std::move(text_), std::move(view_), {}});
        text_.clear();
        view_.clear();
        rows_ = 0;
    }

    std::vector<PresentStep> steps_;
    std::string title_, text_, view_;
    std::string shown_;           // the view that the section has shown last
    std::size_t last_block_ = 0;  // where it begins in `text_`
    int rows_ = 0;
};

void add_markdown(Pages& pages, const std::string& markdown) {
    for (const std::string& block : blocks_of(markdown)) {
        if (block.starts_with('#'))
            pages.heading(heading_of(block));
        else
            pages.text(block);
    }
}

// The threads are shown with their array, so the array alone is no further page.
void add_views(Pages& pages, const std::string& body) {
    const std::vector<std::string> views = words_of(body);
    const bool threads = std::ranges::find(views, "thread_grid") != views.end();
    for (const std::string& view : views)
        if (!threads || view != "array_strip") pages.view(view);
}

// A line alone is the page; else it stands above what is shown.
std::vector<PresentStep> steps_of_scenes(const Lesson& lesson) {
    std::vector<PresentStep> steps;
    for (const Scene& scene : lesson.scenes) {
        const StepKind kind = scene.prediction.empty() ? StepKind::page : StepKind::question;
        const bool alone = scene.view.empty() && scene.prediction.empty();
        steps.push_back({kind, alone ? lesson.title : scene.say, alone ? scene.say : std::string(), scene.view, scene.prediction,
                         steps.size()});
    }
    return steps;
}

}  // namespace

const Preset* preset_for_view(const Lesson& lesson, const std::vector<PresentStep>& steps, std::size_t at,
                              const std::string& chosen_kernel) {
    const auto kernels = kernels_with_view(lesson, steps[at].view);
    const auto has_view = [&](const std::string& id) { return std::ranges::find(kernels, id, &KernelSpec::id) != kernels.end(); };
    if (has_view(chosen_kernel)) return nullptr;
    std::vector<const Preset*> presets;
    for (const Preset& each : lesson.presets)
        if (has_view(each.kernel)) presets.push_back(&each);
    for (std::size_t page = at + 1; page-- > 0;) {
        const std::string& text = steps[page].text;
        const Preset* named = nullptr;
        std::size_t last = 0;
        for (const Preset* each : presets)
            for (const std::string& link : {fmt::format("(<preset:{}>)", each->name), fmt::format("(preset:{})", each->name)})
                if (const std::size_t place = text.rfind(link); place != std::string::npos && place >= last) {
                    last = place;
                    named = each;
                }
        if (named != nullptr) return named;
    }
    return presets.empty() ? nullptr : presets.front();
}

int rows_of_text(const std::string& markdown) {
    int rows = 0;
    std::size_t paragraph = 0;
    bool code = false;
    for (const std::string_view line : lines_of(markdown)) {
        const bool fence = is_fence(line);
        if (fence) code = !code;
        if (fence || code || trimmed(line).empty() || stands_alone(line)) {
            rows += rows_for(std::exchange(paragraph, 0)) + (fence ? 0 : trimmed(line).empty() && !code ? 0 : 1);
            continue;
        }
        paragraph += seen_length(line) + 1;
    }
    return rows + rows_for(paragraph);
}

std::vector<PresentStep> present_steps(const Lesson& lesson, const std::vector<ProsePart>& parts) {
    if (!lesson.scenes.empty()) return steps_of_scenes(lesson);
    Pages pages(lesson.title);
    for (const ProsePart& part : parts) {
        switch (part.kind) {
            case ProsePartKind::markdown: add_markdown(pages, part.text); break;
            case ProsePartKind::view: add_views(pages, part.text); break;
            case ProsePartKind::predict: pages.step({StepKind::question, pages.title(), {}, {}, part.text}); break;
            case ProsePartKind::remember: pages.step({StepKind::remember, "What to remember", {}, {}, {}}); break;
            case ProsePartKind::break_it:
            case ProsePartKind::step:
            case ProsePartKind::be_the_warp: pages.step({StepKind::card, pages.title(), part.text, {}, {}, {}, part.kind}); break;
            case ProsePartKind::ladder: pages.leave_out(); break;         // is written by one person at a keyboard
            case ProsePartKind::params: pages.end_announcement(); break;  // the bar has the controls
            case ProsePartKind::exercise: break;                          // comes last
        }
    }
    for (const Exercise& exercise : lesson.exercises)
        pages.step(
            {StepKind::exercise, exercise.title.empty() ? "Exercise" : "Exercise: " + exercise.title, exercise.task, {}, {}});
    return pages.take();
}

}  // namespace warpwise::ui
