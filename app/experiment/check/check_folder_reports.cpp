// What a folder of hand-ins came to, for a terminal, a spreadsheet, a browser and a script.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "experiment/check/check_folder.h"
#include "experiment/file/program_page.h"
#include "experiment/record/report_page.h"

namespace warpwise {
using nlohmann::json;

namespace {

std::string_view verdict_of(const GradedHandIn& one) { return one.passed() ? "passed" : one.result ? "failed" : "not graded"; }

const std::string& told_to(const GradedHandIn& one) { return one.result ? one.result->first_failure : one.problem; }

// One line of it. Of a text that does not compile, the compiler's first error.
std::string brief_of(const GradedHandIn& one) {
    if (one.result)
        for (const Diagnostic& each : one.result->diagnostics)
            if (each.severity == Severity::error) return fmt::format("it does not compile: line {}: {}", each.line, each.message);
    return told_to(one).substr(0, told_to(one).find('\n'));
}

std::size_t passed_shapes(const ExerciseResult& result) {
    return static_cast<std::size_t>(std::ranges::count(result.shapes, true, &ShapeVerdict::passed));
}

std::string counted(const FolderResult& result) {
    const std::size_t failed = result.hand_ins.size() - result.passed() - result.not_graded();
    std::string text = fmt::format("{} hand-in{}: {} passed, {} failed", result.hand_ins.size(),
                                   result.hand_ins.size() == 1 ? "" : "s", result.passed(), failed);
    if (result.not_graded() > 0) text += fmt::format(", {} not graded", result.not_graded());
    return text;
}

std::string html_section(const GradedHandIn& one, std::size_t number) {
    std::string html = fmt::format("<h2 id=\"h{}\">{}</h2>\n<p class=\"verdict {}\">{}</p>\n", number, html_escaped(one.name),
                                   one.passed() ? "good" : "bad", verdict_of(one));
    if (!told_to(one).empty()) html += fmt::format("<pre>{}</pre>\n", html_escaped(told_to(one)));
    if (!one.result) return html;
    if (!one.result->hint.empty()) html += fmt::format("<p>Hint: {}</p>\n", html_escaped(one.result->hint));
    if (!one.passed() && !one.result->programs.empty()) html += program_steps_html(one.result->programs.back(), one.result->text);
    const std::string code = fmt::format("<pre>{}</pre>\n", html_escaped(one.result->text));
    return html + (one.passed() ? "<details><summary>The code</summary>\n" + code + "</details>\n" : code);
}

// Mistakes first, then what else is not right, then what could not be graded, and at the end what passed.
int place_on_wall(const GradedHandIn& one) {
    if (one.passed()) return 3;
    if (!one.result) return 2;
    const bool has_mistake =
        std::ranges::any_of(one.result->programs, [](const ProgramReport& r) { return r.mistake_count() > 0; });
    return has_mistake ? 0 : 1;
}

// Programs at a glance: a card for each, with the grid of its first launch or of the one with a fault.
std::string wall_html(const FolderResult& result) {
    const auto is_program = [](const GradedHandIn& one) { return one.result && !one.result->programs.empty(); };
    if (std::ranges::none_of(result.hand_ins, is_program)) return {};
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < result.hand_ins.size(); ++i) order.push_back(i);
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(place_on_wall(result.hand_ins[i]), i); });
    std::string cards;
    for (const std::size_t i : order) {
        const GradedHandIn& one = result.hand_ins[i];
        std::string thumbnail = is_program(one) ? program_thumbnail_html(one.result->programs.back()) : "";
        if (thumbnail.empty()) thumbnail = "<br>";  // a picture is a block of its own
        cards += fmt::format("<li class=\"{}\"><a href=\"#h{}\">{}</a>{}{}</li>\n", one.passed() ? "good" : "bad", i,
                             html_escaped(one.name), thumbnail, html_escaped(one.passed() ? "passed" : brief_of(one)));
    }
    return fmt::format("<style>{}</style>\n<ul class=\"wall\">\n{}</ul>\n", program_style(), cards);
}

}  // namespace

json to_json(const FolderResult& result) {
    json hand_ins = json::array();
    for (const GradedHandIn& one : result.hand_ins)
        hand_ins.push_back({{"name", one.name},
                            {"verdict", verdict_of(one)},
                            {"problem", one.problem.empty() ? json(nullptr) : json(one.problem)},
                            {"check", one.result ? to_json(*one.result) : json(nullptr)}});
    return {{"schema", "warpwise.check-folder/1"},
            {"lesson", result.lesson},
            {"title", result.title},
            {"exercise", result.exercise.empty() ? json(nullptr) : json(result.exercise)},
            {"passed", result.passed()},
            {"not_graded", result.not_graded()},
            {"hand_ins", hand_ins},
            {"date", result.date},
            {"version", result.version},
            {"wall_s", result.wall_s}};
}

std::string to_csv(const FolderResult& result) {
    std::string csv = "name,verdict,failure,told,hint,shapes_passed,shapes,gates_passed,gates\n";
    for (const GradedHandIn& one : result.hand_ins) {
        csv += fmt::format("{},{},", csv_field(one.name), verdict_of(one));
        if (!one.result) {
            csv += fmt::format(",{},,,,,\n", csv_field(one.problem));
            continue;
        }
        const ExerciseResult& graded = *one.result;
        csv += fmt::format("{},{},{},{},{},{},{}\n", csv_field(graded.failure), csv_field(graded.first_failure),
                           csv_field(graded.hint), passed_shapes(graded), graded.shapes.size(),
                           std::ranges::count(graded.gates, true, &GateVerdict::passed), graded.gates.size());
    }
    return csv;
}

std::string to_html(const FolderResult& result) {
    std::string rows, sections;
    for (std::size_t i = 0; i < result.hand_ins.size(); ++i) {
        const GradedHandIn& one = result.hand_ins[i];
        rows += fmt::format("<tr><td class=\"mark {}\">{} {}</td><td class=\"name\"><a href=\"#h{}\">{}</a></td><td>{}</td></tr>\n",
                            one.passed() ? "good" : "bad", one.passed() ? "&#10003;" : "&#10007;", verdict_of(one), i,
                            html_escaped(one.name), html_escaped(brief_of(one)));
        sections += html_section(one, i);
    }
    return html_page(
        fmt::format("{}: {} hand-ins", result.lesson, result.hand_ins.size()),
        fmt::format(
            "<h1>{}</h1>\n<p class=\"quiet\">{} &middot; {} &middot; Warpwise {}</p>\n<p class=\"verdict\">{}</p>\n{}<table>\n"
            "<tr><th>Verdict</th><th>Hand-in</th><th>Message</th></tr>\n{}</table>\n{}",
            html_escaped(result.title), html_escaped(result.lesson), html_date(result.date), html_escaped(result.version),
            counted(result), wall_html(result), rows, sections));
}

std::string text_of(const FolderResult& result) {
    std::size_t widest = 0;
    for (const GradedHandIn& one : result.hand_ins) widest = std::max(widest, one.name.size());
    std::string text = fmt::format("{}: {}\n", result.lesson, result.title);
    for (const GradedHandIn& one : result.hand_ins) {
        text += fmt::format("  {:<10}  ", verdict_of(one));
        text += one.passed() ? one.name : fmt::format("{:<{}}  {}", one.name, std::min<std::size_t>(widest, 40), brief_of(one));
        text += "\n";
    }
    return text + fmt::format("{}, in {:.1f} s\n", counted(result), result.wall_s);
}

}  // namespace warpwise
