// What the learner has done in the whole course: the page after its last lesson, from the Course menu and the front door; and the
// same as a file.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <string>

#include "base/files.h"
#include "cli/window_options.h"
#include "lesson/course_summary.h"
#include "ui/export/figure_course.h"
#include "ui/export/figure_of_view.h"
#include "ui/export/save_figure.h"
#include "ui/kit/draw.h"
#include "ui/kit/overlay.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/course_list.h"
#include "ui/shell/shell.h"

namespace warpwise::ui {
namespace {

void save_page(const Workbench& bench, const CourseSummary& summary, SummaryState& state) {
    const auto fonts = figure::FontSet::load();
    if (!fonts) {
        state.said = fonts.error().text();
        return;
    }
    FigureChoice choice;
    choice.format = figure::Format::pdf;
    choice.scale = 1;
    const auto saved =
        save_figure(bench, "course", figure::course_figure(*fonts, summary, state.name, day_of_export()), choice, **fonts);
    state.said = saved ? fmt::format("Saved as {}", saved->string()) : saved.error().text();
}

void lesson_lines(const Look& look, const LessonSummary& each) {
    const FontScope font(each.finished ? look.fonts.semibold : look.fonts.regular, look.px(Fonts::kBody));
    ImGui::TextColored(to_vec4(each.finished ? look.theme.good : look.theme.muted), "%s",
                       each.finished ? icon::kCheck : icon::kCircleEmpty);
    ImGui::SameLine(0, look.px(8));
    text_in(look, each.finished ? look.theme.text : look.theme.muted, numbered_title(*each.lesson));
    if (!each.finished) return;
    ImGui::Indent(look.px(26));
    for (const std::string& goal : each.lesson->goals) {
        ImGui::Bullet();
        muted_text(look, goal);
    }
    ImGui::Unindent(look.px(26));
}

void part_lines(const Look& look, const PartSummary& part) {
    section_label(look, fmt::format("{}: {} of {} lessons", part_title(part.part), part.lessons.done, part.lessons.all).c_str());
    for (const LessonSummary& each : part.each) lesson_lines(look, each);
}

void saving_row(const Workbench& bench, const CourseSummary& summary, SummaryState& state) {
    const Look& look = bench.look;
    ImGui::SetNextItemWidth(look.px(220));
    ImGui::InputTextWithHint("##summary_name", "Your name, for the page", &state.name);
    place_beside(button_width("Save as PDF"));
    if (primary_button(look, "Save as PDF##summary")) save_page(bench, summary, state);
    explain(look, "Saves what is listed here as a page to print or hand in");
    if (!state.said.empty()) muted_text(look, state.said);
}

}  // namespace

void summary_window(Shell& shell) {
    SummaryState& state = shell.bench.state<SummaryState>();
    if (!state.is_open) return;
    const Look& look = shell.bench.look;
    centre_next_window(look, 680, 640);
    if (begin_overlay(look, "What you can do now###summary", &state.is_open)) {
        const CourseSummary summary = course_summary(shell.bench.lessons.course.lessons, shell.bench.lessons.progress);
        text_in(look, look.theme.text, summary_sentence(summary));
        saving_row(shell.bench, summary, state);
        for (const PartSummary& part : summary.parts) part_lines(look, part);
        section_label(look, "Where to go from here");
        for (const Onward& each : onward()) key_value(look, each.name, each.sentence);
    }
    ImGui::End();
}

}  // namespace warpwise::ui

namespace warpwise {

Result<void> write_summary(const SummaryOptions& options, const CourseSummary& summary) {
    const std::string extension = options.output.extension().string();
    const auto format = extension.empty() ? std::nullopt : ui::figure::format_from_name(extension.substr(1));
    if (!format) return usage_error("a summary is written as .pdf, .svg or .png", "End the file's name in one of these.");
    if (auto possible = check_output_file(options.output); !possible) return possible;
    const auto fonts = ui::figure::FontSet::load();
    if (!fonts) return std::unexpected(fonts.error());
    const double scale = *format == ui::figure::Format::png ? 2 : 1;
    const auto bytes =
        ui::figure::write(ui::figure::course_figure(*fonts, summary, options.name, ui::day_of_export()), *format, scale, **fonts);
    if (!bytes) return std::unexpected(bytes.error());
    return write_file_atomically(options.output, *bytes);
}

}  // namespace warpwise
