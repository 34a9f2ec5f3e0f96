// An exercise's result for machines (JSON, JUnit XML) and for handing in (one HTML page).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "experiment/check/check_exercise.h"
#include "experiment/file/program_page.h"
#include "experiment/record/record_json.h"
#include "experiment/record/report_page.h"
#include "lesson/formula.h"

namespace warpwise {
using nlohmann::json;

namespace {

json to_json(const ShapeVerdict& shape) {
    json first = nullptr;
    if (shape.check && shape.check->first_difference) {
        const auto& difference = *shape.check->first_difference;
        first = {{"array", difference.array},
                 {"index", difference.index},
                 {"expected", difference.expected},
                 {"found", difference.found}};
    }
    return {{"name", shape.name},
            {"parameters", warpwise::to_json(shape.parameters)},
            {"seed", shape.seed},
            {"status", name_of(shape.status)},
            {"passed", shape.passed()},
            {"explained", shape.explained},
            {"fault", shape.fault ? warpwise::to_json(*shape.fault) : json(nullptr)},
            {"first_difference", first},
            {"wall_s", shape.wall_s}};
}

// A run of a program exercise, without its launches' counters: what a teacher looks at.
json run_json(const ProgramReport& report) {
    json findings = json::array();
    for (const ProgramFinding& each : report.findings)
        findings.push_back({{"kind", each.kind},
                            {"severity", each.is_note ? "note" : "mistake"},
                            {"line", each.line},
                            {"message", each.message},
                            {"hint", each.hint}});
    return {{"exit_code", report.exit_code},     {"output", report.output},        {"findings", findings},
            {"launches", report.launch_count()}, {"copies", report.copies.size()}, {"waits", report.waits.size()}};
}

json to_json(const GateVerdict& gate) {
    return {{"counter", gate.gate.counter.empty() ? json(nullptr) : json(gate.gate.counter)},
            {"at_most", gate.gate.at_most ? json(*gate.gate.at_most) : json(nullptr)},
            {"at_least", gate.gate.at_least ? json(*gate.gate.at_least) : json(nullptr)},
            {"value", gate.value ? json(*gate.value) : json(nullptr)},
            {"say", gate.gate.say},
            {"explained", gate.explained},
            {"judged", gate.judged},
            {"passed", gate.passed}};
}

json to_json(const ScoreVerdict& score) {
    return {{"of", score.score.of},
            {"say", score.score.say},
            {"value", score.value ? json(*score.value) : json(nullptr)},
            {"best", score.score.best},
            {"silver", score.score.silver},
            {"bronze", score.score.bronze},
            {"medal", score.medal == Medal::none ? json(nullptr) : json(name_of(score.medal))}};
}

std::string junit_case(const std::string& name, double seconds, bool passed, const std::string& explained) {
    const std::string open =
        fmt::format("    <testcase classname=\"exercise\" name=\"{}\" time=\"{:.6f}\"", html_escaped(name), seconds);
    if (passed) return open + "/>\n";
    return fmt::format("{}>\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n", open,
                       html_escaped(explained.substr(0, explained.find('\n'))), html_escaped(explained));
}

std::string junit_skipped(const std::string& name, const std::string& why) {
    return fmt::format(
        "    <testcase classname=\"exercise\" name=\"{}\" time=\"0\">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
        html_escaped(name), html_escaped(why));
}

std::string html_row(bool passed, const std::string& what, const std::string& explained, bool judged = true) {
    return fmt::format("<tr><td class=\"mark {}\">{}</td><td>{}</td><td><pre>{}</pre></td></tr>\n",
                       !judged  ? "quiet"
                       : passed ? "good"
                                : "bad",
                       !judged  ? "not judged"
                       : passed ? "&#10003; passed"
                                : "&#10007; failed",
                       html_escaped(what), html_escaped(explained));
}

// What each run of a program did, what was found, and what it printed.
std::string runs_html(const ExerciseResult& result) {
    std::string html = result.programs.empty() ? "" : fmt::format("<style>{}</style>\n", program_style());
    for (std::size_t i = 0; i < result.programs.size(); ++i) {
        const ProgramReport& report = result.programs[i];
        html += fmt::format("<h2>Run: {}</h2>\n", html_escaped(result.shapes[i].name));
        html += program_steps_html(report, result.text);
        html += report.output.empty() ? "<p class=\"quiet\">It prints nothing.</p>\n"
                                      : fmt::format("<pre>{}</pre>\n", html_escaped(report.output));
    }
    return html;
}

}  // namespace

json to_json(const ExerciseResult& result) {
    json shapes = json::array(), gates = json::array(), scores = json::array(), programs = json::array();
    for (const ProgramReport& report : result.programs) programs.push_back(run_json(report));
    for (const ShapeVerdict& shape : result.shapes) shapes.push_back(to_json(shape));
    for (const GateVerdict& gate : result.gates) gates.push_back(to_json(gate));
    for (const ScoreVerdict& score : result.scores) scores.push_back(to_json(score));
    return {{"schema", "warpwise.check/1"},
            {"lesson", result.lesson},
            {"title", result.title},
            {"exercise", result.exercise.empty() ? json(nullptr) : json(result.exercise)},
            {"source", result.source},
            {"passed", result.passed},
            {"first_failure", result.passed ? json(nullptr) : json(result.first_failure)},
            {"failure", result.failure.empty() ? json(nullptr) : json(result.failure)},
            {"hint", result.hint.empty() ? json(nullptr) : json(result.hint)},
            {"diagnostics", to_json(result.diagnostics)},
            {"shapes", shapes},
            {"gates", gates},
            {"programs", programs},
            {"scores", scores},
            {"counted", result.scores.empty() ? json(nullptr) : json(result.counted_shape)},
            {"date", result.date},
            {"version", result.version},
            {"wall_s", result.wall_s}};
}

std::string to_junit(const ExerciseResult& result) {
    std::size_t failures = 0, skipped = 0;
    std::string cases;
    for (const ShapeVerdict& shape : result.shapes) {
        cases += junit_case(shape.name, shape.wall_s, shape.passed(), shape.explained);
        failures += shape.passed() ? 0 : 1;
    }
    for (const GateVerdict& gate : result.gates) {
        cases +=
            gate.judged ? junit_case(gate.gate.say, 0, gate.passed, gate.explained) : junit_skipped(gate.gate.say, gate.explained);
        failures += gate.passed || !gate.judged ? 0 : 1;
        skipped += gate.judged ? 0 : 1;
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
        "skipped=\"{}\" time=\"{:.6f}\" "
        "timestamp=\"{}\">\n{}  </testsuite>\n</testsuites>\n",
        html_escaped(result.lesson), result.shapes.size() + result.gates.size(), failures, skipped, result.wall_s,
        html_escaped(result.date), cases);
}

std::string to_html(const ExerciseResult& result) {
    std::string rows;
    for (const ShapeVerdict& shape : result.shapes)
        rows +=
            html_row(shape.passed(), shape.name,
                     !shape.passed()           ? shape.explained
                     : result.programs.empty() ? fmt::format("compared with the CPU's result, random data with seed {}", shape.seed)
                                               : std::string("it ends as it should, and prints what it should"));
    for (const GateVerdict& gate : result.gates)
        rows += html_row(gate.passed, gate.gate.say, gate.passed && gate.value ? "counted by the emulator" : gate.explained,
                         gate.judged);
    std::string scores;
    for (const ScoreVerdict& score : result.scores)
        scores += fmt::format("<li>{}{}</li>\n", html_escaped(text_of(score)),
                              score.medal == Medal::none ? "" : fmt::format(" ({})", name_of(score.medal)));
    if (!scores.empty())
        scores = fmt::format("<h2>Scores</h2>\n<p>Counted by the emulator for {}; lower is better.</p>\n<ul>\n{}</ul>\n",
                             html_escaped(result.counted_shape), scores);
    const std::string runs = runs_html(result);
    const std::string doubt = warnings_after_pass(result);
    const std::string verdict =
        result.passed
            ? "<p class=\"verdict good\">Passed</p>" + (doubt.empty() ? "" : "\n<pre>" + html_escaped(doubt) + "</pre>")
            : fmt::format("<p class=\"verdict bad\">Not passed yet</p>\n<pre>{}</pre>", html_escaped(result.first_failure));
    return html_page(
        fmt::format("{}: exercise", result.lesson),
        fmt::format("<h1>{}</h1>\n<p class=\"quiet\">{} &middot; {} &middot; {} &middot; Warpwise {}</p>\n{}\n"
                    "<table>\n<tr><th>Verdict</th><th>What</th><th>Details</th></tr>\n{}</table>\n{}{}"
                    "<h2>The code that was graded</h2>\n<pre>{}</pre>\n",
                    html_escaped(result.title), html_escaped(result.lesson), html_escaped(result.source), html_date(result.date),
                    html_escaped(result.version), verdict, rows, runs, scores, html_escaped(result.text)));
}

std::string gate_values_text(const ExerciseResult& result) {
    std::string text;
    for (const GateVerdict& each : result.gates) {
        if (each.gate.counter.empty() || !each.value) continue;
        text += fmt::format("{}{} is {}", text.empty() ? "" : "; ", each.gate.counter, number_text(*each.value));
        if (each.gate.at_least) text += fmt::format(", at least {} is required", number_text(*each.gate.at_least));
        if (each.gate.at_most) text += fmt::format(", at most {} is allowed", number_text(*each.gate.at_most));
    }
    return text.empty() ? "The exercise has no gate on a count." : fmt::format("Its gates: {}.", text);
}

}  // namespace warpwise
