// [[prediction]] and [exercise]: what the learner commits to, and what the learner writes.
#include <fmt/format.h>

#include <algorithm>

#include "lesson/formula.h"
#include "lesson/manifest_reader.h"

namespace warpwise {
namespace {

void read_answers(ManifestReader& reader, Fields& fields, Prediction& prediction) {
    for (const toml::table* table : fields.tables("answers", Need::required)) {
        Fields entry(*table, fields.where() + ": answers", reader.log);
        Answer answer;
        answer.text = entry.text("text", Need::required).value_or("");
        answer.right = entry.boolean("right").value_or(false);
        answer.why = entry.text("why", answer.right ? Need::optional : Need::required).value_or("");
        if (answer.right) {
            prediction.measured = entry.text("measured", Need::required).value_or("");
            prediction.expect = entry.text("expect").value_or(answer.text);
        }
        entry.finish();
        prediction.answers.push_back(std::move(answer));
    }
    const auto right = std::ranges::count(prediction.answers, true, &Answer::right);
    if (!prediction.answers.empty() && right != 1)
        fields.error("answers", fmt::format("exactly one answer must be right, but {} are", right),
                     "Give one answer: right = true.");
    if (prediction.answers.size() == 1)
        fields.error("answers", "one answer leaves nothing to choose", "Give at least two answers, each wrong one with a \"why\".");
}

void check_measured(ManifestReader& reader, Fields& fields, const Prediction& prediction) {
    if (prediction.measured.empty()) return;
    const auto parts = split_template(prediction.measured);
    if (!parts) {
        fields.error("answers", fmt::format("measured: {}", parts.error()));
        return;
    }
    for (const TemplatePart& part : *parts)
        if (part.is_expression) reader.check_expression(fields, "answers", part.text);
    const auto right = std::ranges::find(prediction.answers, true, &Answer::right);
    if (right != prediction.answers.end() && right->text.find(prediction.expect) == std::string::npos)
        fields.error("answers", fmt::format("the text of the right answer, \"{}\", does not contain what is expected, \"{}\"",
                                            right->text, prediction.expect));
}

Gate read_gate(ManifestReader& reader, const toml::table& table) {
    Fields fields(table, "[exercise] gates", reader.log);
    Gate gate;
    gate.counter = fields.text("counter").value_or("");
    gate.at_most = fields.number("at_most");
    gate.at_least = fields.number("at_least");
    gate.say = fields.text("say", Need::required).value_or("");
    const auto shapes = fields.text("shapes");
    if (shapes && *shapes != "verify")
        fields.error("shapes", fmt::format("there are no shapes \"{}\"", *shapes), "Write shapes = \"verify\".");
    if (gate.counter.empty() && !shapes)
        fields.error("counter", "a gate needs counter = \"...\" with at_most or at_least, or shapes = \"verify\"");
    if (!gate.counter.empty()) reader.check_expression(fields, "counter", gate.counter);
    if (!gate.counter.empty() && !gate.at_most && !gate.at_least)
        fields.error("counter", "a gate on a counter needs at_most or at_least", "For example: at_most = 4.5");
    fields.finish();
    return gate;
}

}  // namespace

void read_predictions(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    std::vector<std::string> taken;
    for (const toml::table* table : tables) {
        Fields fields(*table, "[[prediction]]", reader.log);
        Prediction prediction;
        prediction.id = fields.text("id", Need::required).value_or("");
        fields.rename(fmt::format("[[prediction]] {}", prediction.id));
        if (!prediction.id.empty()) reader.check_new_id(fields, "id", prediction.id, taken);
        taken.push_back(prediction.id);
        prediction.ask = fields.text("ask", Need::required).value_or("");
        prediction.kernel = fields.text("kernel").value_or("");
        if (!prediction.kernel.empty()) reader.check_known(fields, "kernel", prediction.kernel, reader.kernel_ids(), "kernel");
        if (const toml::table* set = fields.table("set")) prediction.values = reader.values_of(*set, fields.where() + ": set");
        read_answers(reader, fields, prediction);
        check_measured(reader, fields, prediction);
        fields.finish(top_fields());
        reader.lesson.predictions.push_back(std::move(prediction));
    }
}

void read_exercise(ManifestReader& reader, const toml::table& table) {
    Fields fields(table, "[exercise]", reader.log);
    Exercise exercise;
    exercise.kernel = fields.text("kernel", Need::required).value_or("");
    if (!exercise.kernel.empty()) reader.check_known(fields, "kernel", exercise.kernel, reader.kernel_ids(), "kernel");
    const KernelSpec* kernel = reader.lesson.find_kernel(exercise.kernel);
    exercise.entry = fields.text("entry").value_or(kernel == nullptr ? "" : kernel->entry);
    exercise.task = fields.text("task", Need::required).value_or("");
    exercise.hints = fields.texts("hints", Need::required);
    if (exercise.hints.size() == 1)
        fields.error("hints", "an exercise has at least two hints", "First say where to look, then what to write.");
    for (const toml::table* gate : fields.tables("gates")) exercise.gates.push_back(read_gate(reader, *gate));
    fields.finish(top_fields());
    reader.lesson.exercise = std::move(exercise);
}

}  // namespace warpwise
