// [exercise]: what the learner writes.
#include <fmt/format.h>

#include <algorithm>

#include "lesson/formula.h"
#include "lesson/gate_text.h"
#include "lesson/hints.h"
#include "lesson/manifest_reader.h"
#include "lesson/program_names.h"

namespace warpwise {
namespace {

// What "tell" may name besides a run's values: the gate's own value and limit, and what the solution has.
const std::vector<std::string> kGateNames{"value", "limit", "solution"};

// Learners read these as they stand, in a terminal too.
void check_plain(ManifestReader& reader, Fields& fields, std::string_view key, const std::string& text) {
    if (text.find('`') != std::string::npos)
        reader.log.report(Severity::warning, fields.place(key),
                          fmt::format("{}: the field \"{}\" has a backtick, which is shown as it is", fields.where(), key),
                          "Write the name alone: a[i], not `a[i]`.");
}

// An expression over the values of a kernel's run, or of a program's.
void check_counted(ManifestReader& reader, Fields& fields, std::string_view key, const std::string& expression, bool is_program,
                   const std::vector<std::string>& more = {}) {
    if (!is_program) return reader.check_expression(fields, key, expression, more);
    if (const auto problem = problem_of_program_expression(expression, more))
        fields.error(key, fmt::format("the field \"{}\": the formula \"{}\": {}", key, expression, problem->message),
                     problem->hint);
}

// The gate in words, with expressions in braces over the run's values.
void read_tell(ManifestReader& reader, Fields& fields, Gate& gate, bool is_program) {
    gate.tell = fields.text("tell").value_or("");
    check_plain(reader, fields, "tell", gate.tell);
    const auto expressions = expressions_in_gate_text(gate.tell);
    if (!expressions) return fields.error("tell", expressions.error());
    for (const std::string& expression : *expressions) check_counted(reader, fields, "tell", expression, is_program, kGateNames);
}

Gate read_gate(ManifestReader& reader, const toml::table& table, bool is_program) {
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
    if (!gate.counter.empty()) check_counted(reader, fields, "counter", gate.counter, is_program);
    if (is_program) gate.kernel = fields.text("kernel").value_or("");
    if (is_program && gate.kernel.empty() && uses_name(gate.counter, kRightWithout))
        fields.error("counter", fmt::format("\"{}\" needs the kernel that does nothing in that run", kRightWithout),
                     "Name it: kernel = \"scale\".");
    if (!gate.counter.empty() && !gate.at_most && !gate.at_least)
        fields.error("counter", "a gate on a counter needs at_most or at_least", "For example: at_most = 4.5");
    check_plain(reader, fields, "say", gate.say);
    gate.of_solution = fields.boolean("of_solution").value_or(false);
    read_tell(reader, fields, gate, is_program);
    fields.finish();
    return gate;
}

std::vector<RightSubmission> read_right(ManifestReader& reader, Fields& exercise) {
    std::vector<RightSubmission> right;
    for (const toml::table* table : exercise.tables("right")) {
        Fields fields(*table, "[[exercise.right]]", reader.log);
        right.push_back({fields.text("file", Need::required).value_or(""), fields.text("style", Need::required).value_or(""), {}});
        reader.keep_line(right.back().file, fields.place("file"));
        fields.finish(top_fields());
    }
    return right;
}

std::vector<WrongSubmission> read_wrong(ManifestReader& reader, Fields& exercise) {
    std::vector<WrongSubmission> wrong;
    for (const toml::table* table : exercise.tables("wrong")) {
        Fields fields(*table, "[[exercise.wrong]]", reader.log);
        wrong.push_back({fields.text("file", Need::required).value_or(""), fields.text("told", Need::required).value_or(""), {}});
        reader.keep_line(wrong.back().file, fields.place("told"));
        fields.finish(top_fields());
    }
    return wrong;
}

// Counts that are lower in better kernels.
std::vector<Score> read_scores(ManifestReader& reader, Fields& exercise) {
    std::vector<Score> scores;
    for (const toml::table* table : exercise.tables("scores")) {
        Fields fields(*table, exercise.where() + ": scores", reader.log);
        Score score;
        score.of = fields.text("of", Need::required).value_or("");
        score.say = fields.text("say", Need::required).value_or("");
        if (!score.of.empty()) reader.check_expression(fields, "of", score.of);
        if (std::ranges::find(scores, score.of, &Score::of) != scores.end())
            fields.error("of", fmt::format("\"{}\" has a score already", score.of), "Count each thing once.");
        read_limits(fields, score);
        fields.finish();
        scores.push_back(std::move(score));
    }
    return scores;
}

Hint read_hint(ManifestReader& reader, Fields& exercise, const toml::node& node, bool is_program) {
    if (const auto text = node.value_exact<std::string>()) {
        check_plain(reader, exercise, "hints", *text);
        return {*text, {}};
    }
    const toml::table* table = node.as_table();
    if (table == nullptr) {
        reader.log.error(node.source(),
                         fmt::format("{}: a hint must be a string or a table, but this is {}", exercise.where(), type_words(node)),
                         "For example: { text = \"...\", on = \"out_of_bounds\" }");
        return {};
    }
    Fields fields(*table, exercise.where() + ": hints", reader.log);
    Hint hint{fields.text("text", Need::required).value_or(""), fields.text("on", Need::required).value_or("")};
    if (!hint.on.empty())
        reader.check_known(fields, "on", hint.on, is_program ? program_failure_kinds() : failure_kinds(), "kind of failure");
    check_plain(reader, fields, "text", hint.text);
    fields.finish();
    return hint;
}

void read_hints(ManifestReader& reader, Fields& fields, Exercise& exercise) {
    const toml::node* found = fields.node("hints", Need::required);
    if (found == nullptr) return;
    const toml::array* list = found->as_array();
    if (list == nullptr)
        return fields.error("hints", fmt::format("the field \"hints\" must be a list, but it is {}", type_words(*found)));
    if (list->empty())
        return fields.error("hints", "the list \"hints\" is empty, and an exercise has at least two hints",
                            "First say where to look, then what to write.");
    for (const toml::node& node : *list) exercise.hints.push_back(read_hint(reader, fields, node, exercise.program.has_value()));
    if (std::ranges::count(exercise.hints, std::string(), &Hint::on) < 2)
        fields.error("hints", "an exercise has at least two hints that need no failure",
                     "First say where to look, then what to write.");
}

// "program": a whole program; else what the learner writes is a kernel of the lesson.
void read_kind(ManifestReader& reader, Fields& fields, Exercise& exercise) {
    const std::string kind = fields.text("kind").value_or("kernel");
    reader.check_known(fields, "kind", kind, {"kernel", "program"}, "kind of exercise");
    if (kind == "program") {
        exercise.program = read_program_task(reader, fields);
        return;
    }
    exercise.kernel = fields.text("kernel", Need::required).value_or("");
    if (!exercise.kernel.empty()) reader.check_known(fields, "kernel", exercise.kernel, reader.kernel_ids(), "kernel");
    const KernelSpec* kernel = reader.lesson.find_kernel(exercise.kernel);
    exercise.entry = fields.text("entry").value_or(kernel == nullptr ? "" : kernel->entry);
}

// The first of several may have no id: its files and its progress are those of an only one, so that a lesson can get a second.
void read_exercise(ManifestReader& reader, const toml::table& table, bool one_of_several, bool may_have_no_id) {
    Fields fields(table, one_of_several ? "[[exercise]]" : "[exercise]", reader.log);
    Exercise exercise;
    if (may_have_no_id && !fields.has("id")) {
        exercise.title = fields.text("title").value_or("");
    } else if (one_of_several) {
        exercise.id = fields.text("id", Need::required).value_or("");
        fields.rename(fmt::format("[[exercise]] {}", exercise.id));
        std::vector<std::string> taken;
        for (const Exercise& other : reader.lesson.exercises) taken.push_back(other.id);
        if (!exercise.id.empty()) reader.check_new_id(fields, "id", exercise.id, taken);
        exercise.title = fields.text("title").value_or(exercise.id);
    }
    read_kind(reader, fields, exercise);
    exercise.task = fields.text("task", Need::required).value_or("");
    read_hints(reader, fields, exercise);
    for (const toml::table* gate : fields.tables("gates"))
        exercise.gates.push_back(read_gate(reader, *gate, exercise.program.has_value()));
    if (!exercise.program) exercise.scores = read_scores(reader, fields);
    exercise.wrong = read_wrong(reader, fields);
    exercise.right = read_right(reader, fields);
    fields.finish(top_fields());
    reader.keep_line(exercise.id.empty() ? "exercise" : "exercise " + exercise.id, fields.place());
    reader.lesson.exercises.push_back(std::move(exercise));
}

}  // namespace

void read_limits(Fields& fields, Score& score) {
    score.best = fields.number("best", Need::required).value_or(0);
    score.silver = fields.number("silver", Need::required).value_or(score.best);
    score.bronze = fields.number("bronze", Need::required).value_or(score.silver);
    if (score.best < 0) fields.error("best", "the field \"best\" is below 0", "A score is a count; lower is better.");
    if (score.silver < score.best || score.bronze < score.silver)
        fields.error(score.silver < score.best ? "silver" : "bronze", "a lower medal asks for a lower count than a higher one",
                     "Lower is better, so best is the lowest of the three numbers and bronze the highest.");
}

// [exercise], or [[exercise]] with an id each.
void read_exercises(ManifestReader& reader, Fields& manifest) {
    const toml::node* found = manifest.node("exercise");
    if (found == nullptr) return;
    if (const toml::table* only = found->as_table()) return read_exercise(reader, *only, false, false);
    const auto tables = manifest.tables("exercise");
    for (const toml::table* table : tables) read_exercise(reader, *table, true, table == tables.front() && tables.size() > 1);
}

}  // namespace warpwise
