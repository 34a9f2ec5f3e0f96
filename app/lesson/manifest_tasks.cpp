// [[prediction]] and [exercise]: what the learner commits to, and what the learner writes.
#include <fmt/format.h>

#include <algorithm>

#include "lesson/formula.h"
#include "lesson/hints.h"
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

// Without answers the learner enters a number, and what is right is `number`, give or take `within`.
void read_number(ManifestReader& reader, Fields& fields, Prediction& prediction) {
    if (fields.has("answers")) fields.error("number", "a prediction has answers or a number, not both", "Remove one of the two.");
    prediction.number = fields.number("number", Need::required).value_or(0);
    prediction.within = fields.number("within").value_or(0);
    if (prediction.within < 0) fields.error("within", "the field \"within\" is below 0", "Say how far a right answer may be off.");
    prediction.unit = fields.text("unit").value_or("");
    prediction.why = fields.text("why", Need::required).value_or("");
    prediction.measured = fields.text("measured", Need::required).value_or("");
    prediction.expect = number_text(prediction.number);
    for (const toml::table* table : fields.tables("near_misses")) {
        Fields entry(*table, fields.where() + ": near_misses", reader.log);
        const NearMiss miss{entry.number("number", Need::required).value_or(0), entry.text("why", Need::required).value_or("")};
        if (prediction.is_right(miss.value))
            entry.error("number", fmt::format("{} is within the tolerance, so it counts as right", number_text(miss.value)));
        entry.finish();
        prediction.near_misses.push_back(miss);
    }
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

std::vector<WrongSubmission> read_wrong(ManifestReader& reader, Fields& exercise) {
    std::vector<WrongSubmission> wrong;
    for (const toml::table* table : exercise.tables("wrong")) {
        Fields fields(*table, "[[exercise.wrong]]", reader.log);
        wrong.push_back({fields.text("file", Need::required).value_or(""), fields.text("told", Need::required).value_or(""), {}});
        fields.finish(top_fields());
    }
    return wrong;
}

Hint read_hint(ManifestReader& reader, Fields& exercise, const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) return {*text, {}};
    const toml::table* table = node.as_table();
    if (table == nullptr) {
        reader.log.error(node.source(),
                         fmt::format("{}: a hint must be a string or a table, but this is {}", exercise.where(), type_words(node)),
                         "For example: { text = \"...\", on = \"out_of_bounds\" }");
        return {};
    }
    Fields fields(*table, exercise.where() + ": hints", reader.log);
    Hint hint{fields.text("text", Need::required).value_or(""), fields.text("on", Need::required).value_or("")};
    if (!hint.on.empty()) reader.check_known(fields, "on", hint.on, failure_kinds(), "kind of failure");
    fields.finish();
    return hint;
}

void read_hints(ManifestReader& reader, Fields& fields, Exercise& exercise) {
    const toml::node* found = fields.node("hints", Need::required);
    if (found == nullptr) return;
    const toml::array* list = found->as_array();
    if (list == nullptr)
        return fields.error("hints", fmt::format("the field \"hints\" must be a list, but it is {}", type_words(*found)));
    if (list->empty()) return fields.error("hints", "the list \"hints\" is empty");
    for (const toml::node& node : *list) exercise.hints.push_back(read_hint(reader, fields, node));
    if (std::ranges::count(exercise.hints, std::string(), &Hint::on) < 2)
        fields.error("hints", "an exercise has at least two hints that need no failure",
                     "First say where to look, then what to write.");
}

void read_exercise(ManifestReader& reader, const toml::table& table, bool one_of_several) {
    Fields fields(table, one_of_several ? "[[exercise]]" : "[exercise]", reader.log);
    Exercise exercise;
    if (one_of_several) {
        exercise.id = fields.text("id", Need::required).value_or("");
        fields.rename(fmt::format("[[exercise]] {}", exercise.id));
        std::vector<std::string> taken;
        for (const Exercise& other : reader.lesson.exercises) taken.push_back(other.id);
        if (!exercise.id.empty()) reader.check_new_id(fields, "id", exercise.id, taken);
        exercise.title = fields.text("title").value_or(exercise.id);
    }
    exercise.kernel = fields.text("kernel", Need::required).value_or("");
    if (!exercise.kernel.empty()) reader.check_known(fields, "kernel", exercise.kernel, reader.kernel_ids(), "kernel");
    const KernelSpec* kernel = reader.lesson.find_kernel(exercise.kernel);
    exercise.entry = fields.text("entry").value_or(kernel == nullptr ? "" : kernel->entry);
    exercise.task = fields.text("task", Need::required).value_or("");
    read_hints(reader, fields, exercise);
    for (const toml::table* gate : fields.tables("gates")) exercise.gates.push_back(read_gate(reader, *gate));
    exercise.wrong = read_wrong(reader, fields);
    fields.finish(top_fields());
    reader.lesson.exercises.push_back(std::move(exercise));
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
        prediction.ordered = fields.boolean("ordered").value_or(false);
        if (fields.has("number"))
            read_number(reader, fields, prediction);
        else
            read_answers(reader, fields, prediction);
        check_measured(reader, fields, prediction);
        fields.finish(top_fields());
        reader.lesson.predictions.push_back(std::move(prediction));
    }
}

// [exercise], or [[exercise]] with an id each.
void read_exercises(ManifestReader& reader, Fields& manifest) {
    const toml::node* found = manifest.node("exercise");
    if (found == nullptr) return;
    if (const toml::table* only = found->as_table()) return read_exercise(reader, *only, false);
    for (const toml::table* table : manifest.tables("exercise")) read_exercise(reader, *table, true);
}

}  // namespace warpwise
