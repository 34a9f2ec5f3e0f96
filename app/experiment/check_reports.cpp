// An exercise's result for machines (JSON, JUnit XML) and for handing in (one HTML page).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "experiment/check_exercise.h"
#include "experiment/record_json.h"
#include "lesson/formula.h"

namespace warpwise {
using nlohmann::json;

namespace {

// For element content and attributes, in XML 1.0 and HTML: control characters have no place in either.
std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            case '\n':
            case '\t': safe += c; break;
            default: safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return safe;
}

json to_json(const ShapeVerdict& shape) {
    json first = nullptr;
    if (shape.check && shape.check->first_difference) {
        const auto& difference = *shape.check->first_difference;
        first = {{"array", difference.array},
                 {"index", difference.index},
                 {"expected", difference.expected},
                 {"found", difference.found}};
    }
    return {{"parameters", warpwise::to_json(shape.parameters)},
            {"seed", shape.seed},
            {"status", name_of(shape.status)},
            {"passed", shape.passed()},
            {"explained", shape.explained},
            {"fault", shape.fault ? warpwise::to_json(*shape.fault) : json(nullptr)},
            {"first_difference", first},
            {"wall_s", shape.wall_s}};
}

json to_json(const GateVerdict& gate) {
    return {{"counter", gate.gate.counter.empty() ? json(nullptr) : json(gate.gate.counter)},
            {"at_most", gate.gate.at_most ? json(*gate.gate.at_most) : json(nullptr)},
            {"at_least", gate.gate.at_least ? json(*gate.gate.at_least) : json(nullptr)},
            {"value", gate.value ? json(*gate.value) : json(nullptr)},
            {"say", gate.gate.say},
            {"explained", gate.explained},
            {"passed", gate.passed}};
}

std::string junit_case(const std::string& name, double seconds, bool passed, const std::string& explained) {
    const std::string open =
        fmt::format("    <testcase classname=\"exercise\" name=\"{}\" time=\"{:.6f}\"", escaped(name), seconds);
    if (passed) return open + "/>\n";
    return fmt::format("{}>\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n", open,
                       escaped(explained.substr(0, explained.find('\n'))), escaped(explained));
}

constexpr std::string_view page_style = R"(
  :root { color-scheme: light dark; --line: #8885; --good: #1a7f37; --bad: #c3342f; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
  h1 { font-size: 1.5em; margin-bottom: 0; } .quiet { opacity: .7; margin-top: 0; }
  .verdict { font-size: 1.2em; font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .3em .6em; border-bottom: 1px solid var(--line); vertical-align: top; }
  pre { border: 1px solid var(--line); border-radius: 6px; padding: 1em; overflow-x: auto; font: 14px/1.45 ui-monospace, monospace; }
  td pre { border: 0; padding: 0; margin: 0; white-space: pre-wrap; }
)";

std::string html_row(bool passed, const std::string& what, const std::string& explained) {
    return fmt::format("<tr><td class=\"{}\">{}</td><td>{}</td><td><pre>{}</pre></td></tr>\n", passed ? "good" : "bad",
                       passed ? "&#10003; passed" : "&#10007; failed", escaped(what), escaped(explained));
}

}  // namespace

json to_json(const ExerciseResult& result) {
    json shapes = json::array(), gates = json::array();
    for (const ShapeVerdict& shape : result.shapes) shapes.push_back(to_json(shape));
    for (const GateVerdict& gate : result.gates) gates.push_back(to_json(gate));
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
            {"date", result.date},
            {"version", result.version},
            {"wall_s", result.wall_s}};
}

std::string to_junit(const ExerciseResult& result) {
    std::size_t failures = 0;
    std::string cases;
    for (const ShapeVerdict& shape : result.shapes) {
        cases += junit_case(shape.name, shape.wall_s, shape.passed(), shape.explained);
        failures += shape.passed() ? 0 : 1;
    }
    for (const GateVerdict& gate : result.gates) {
        cases += junit_case(gate.gate.say, 0, gate.passed, gate.explained);
        failures += gate.passed ? 0 : 1;
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
        "time=\"{:.6f}\" "
        "timestamp=\"{}\">\n{}  </testsuite>\n</testsuites>\n",
        escaped(result.lesson), result.shapes.size() + result.gates.size(), failures, result.wall_s, escaped(result.date), cases);
}

std::string to_html(const ExerciseResult& result) {
    std::string rows;
    for (const ShapeVerdict& shape : result.shapes)
        rows += html_row(
            shape.passed(), shape.name,
            shape.passed() ? fmt::format("compared with the CPU's result, random data with seed {}", shape.seed) : shape.explained);
    for (const GateVerdict& gate : result.gates)
        rows += html_row(
            gate.passed, gate.gate.say,
            gate.passed && gate.value ? fmt::format("{} = {}", gate.gate.counter, number_text(*gate.value)) : gate.explained);
    const std::string verdict =
        result.passed ? "<p class=\"verdict good\">Passed</p>"
                      : fmt::format("<p class=\"verdict bad\">Not passed yet</p>\n<pre>{}</pre>", escaped(result.first_failure));
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width\">\n"
        "<title>{0}: exercise</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{2}</h1>\n<p class=\"quiet\">{0} &middot; {3} "
        "&middot; {4} "
        "&middot; Warpwise {5}</p>\n{6}\n<table>\n<tr><th>Verdict</th><th>What</th><th>Details</th></tr>\n{7}</table>\n"
        "<h2>The code that was graded</h2>\n<pre>{8}</pre>\n</body>\n</html>\n",
        escaped(result.lesson), page_style, escaped(result.title), escaped(result.source), escaped(result.date),
        escaped(result.version), verdict, rows, escaped(result.text));
}

}  // namespace warpwise
