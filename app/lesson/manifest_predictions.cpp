// [[prediction]]: what the learner commits to before a run: an answer, a number, a click, a curve or the length of a bar.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lesson/curve_shape.h"
#include "lesson/formula.h"
#include "lesson/manifest_reader.h"

namespace warpwise {
namespace {

constexpr double kUsualFactor = 2;  // by which a bar may be off

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
        if (part.is_expression)
            reader.check_expression(fields, "answers", part.text,
                                    prediction.job.empty() ? std::vector<std::string>() : job_value_names());
    const auto right = std::ranges::find(prediction.answers, true, &Answer::right);
    if (right != prediction.answers.end() && right->text.find(prediction.expect) == std::string::npos)
        fields.error("answers", fmt::format("the text of the right answer, \"{}\", does not contain what is expected, \"{}\"",
                                            right->text, prediction.expect));
}

std::vector<std::string> job_ids(const Lesson& lesson) {
    std::vector<std::string> ids;
    for (const RankJob& job : lesson.jobs) ids.push_back(job.id);
    return ids;
}

// The parameters of what a prediction runs, for the formulas of its texts and of its near misses.
ParameterValues values_to_run(const ManifestReader& reader, const Prediction& prediction) {
    ParameterValues values = prediction.values;
    values.merge(reader.lesson.defaults());
    return values;
}

// Wrong numbers that are tempting; clicks call them by what is clicked. One may be a formula over the parameters, "n / 32", so
// that it holds for the same question with other numbers.
void read_near_misses(ManifestReader& reader, Fields& fields, Prediction& prediction, std::string_view key) {
    const ParameterValues values = values_to_run(reader, prediction);
    for (const toml::table* table : fields.tables("near_misses")) {
        Fields entry(*table, fields.where() + ": near_misses", reader.log);
        const auto formula = entry.formula(key, Need::required);
        const std::string why = entry.text("why", Need::required).value_or("");
        entry.finish();
        if (!formula) continue;
        const auto value = evaluate(*formula, values);
        if (!value) {
            entry.error(key, fmt::format("the field \"{}\": {}", key, value.error().message), value.error().hint);
            continue;
        }
        // what a bar is dragged to is right or wrong by the recording
        if (!prediction.asks_bar() && prediction.is_right(*value))
            entry.error(key, fmt::format("{} is within the tolerance, so it counts as right", number_text(*value)));
        prediction.near_misses.push_back({*value, why, *formula});
    }
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
    read_near_misses(reader, fields, prediction, "number");
}

bool has_view(const Lesson& lesson, std::string_view kind) {
    return std::ranges::find(lesson.views, kind, &ViewSpec::kind) != lesson.views.end();
}

// The learner clicks an element of an output array, or a thread; its number is what measuring must give.
void read_click(ManifestReader& reader, Fields& fields, Prediction& prediction) {
    prediction.click = fields.text("click", Need::required).value_or("");
    const bool is_thread = prediction.click == kThreadClick;
    std::vector<std::string> clickable{kThreadClick};
    for (const ArraySpec& array : reader.lesson.arrays)
        if (array.output) clickable.push_back(array.id);
    reader.check_known(fields, "click", prediction.click, clickable, "output array");
    if (fields.has("answers"))
        fields.error("click", "a prediction has answers or something to click, not both", "Remove one of the two.");
    const char* view = is_thread ? "thread_grid" : "array_strip";
    if (!has_view(reader.lesson, view))
        fields.error("click", fmt::format("this lesson has no {} to click in", view),
                     fmt::format("Add [[view]] kind = \"{}\".", view));
    const char* key = is_thread ? "thread" : "element";
    prediction.number = fields.number(key, Need::required).value_or(0);
    if (prediction.number < 0 || prediction.number != std::floor(prediction.number))
        fields.error(key, fmt::format("{} is not the number of one {}", number_text(prediction.number), key), "Count from 0.");
    prediction.why = fields.text("why", Need::required).value_or("");
    prediction.measured = fields.text("measured", Need::required).value_or("");
    prediction.expect = number_text(prediction.number);
    read_near_misses(reader, fields, prediction, key);
}

// The learner draws the curve of a count over the axes of the lesson's sweep.
void read_sketch(ManifestReader& reader, Fields& fields, Prediction& prediction) {
    prediction.sketch = fields.text("sketch", Need::required).value_or("");
    const auto sweep = std::ranges::find(reader.lesson.views, "sweep", &ViewSpec::kind);
    const std::vector<std::string> shown =
        sweep == reader.lesson.views.end() ? std::vector<std::string>() : option_texts(*sweep, "show");
    if (shown.empty())
        fields.error("sketch", "this lesson has no sweep of counts to draw over",
                     "Add [[view]] kind = \"sweep\" with over = \"...\" and show = [\"...\"].");
    else
        reader.check_known(fields, "sketch", prediction.sketch, shown, "swept count");
    if (fields.has("answers")) fields.error("sketch", "a prediction has answers or a curve, not both", "Remove one of the two.");
    prediction.top = fields.number("top", Need::required).value_or(1);
    if (prediction.top <= 0) fields.error("top", "the field \"top\" must be above 0", "It is the height of the axis to draw on.");
    prediction.shape = fields.text("shape", Need::required).value_or("");
    if (!prediction.shape.empty()) reader.check_known(fields, "shape", prediction.shape, curve_shapes(), "shape");
    prediction.unit = fields.text("unit").value_or("");
    prediction.why = fields.text("why", Need::required).value_or("");
}

// The learner drags a bar to a recorded time, or to a ratio of recorded times.
void read_bar(ManifestReader& reader, Fields& fields, Prediction& prediction) {
    const auto recorded = [&](Fields& from, std::string_view key) {
        std::string claim = from.text(key, Need::required).value_or("");
        if (!claim.empty()) reader.check_recorded(from.place(key), from.where(), claim);
        return claim;
    };
    if (fields.has("answers"))
        fields.error("recorded", "a prediction has answers or a recorded time, not both", "Remove one of the two.");
    prediction.recorded = recorded(fields, "recorded");
    prediction.within = fields.number("within").value_or(kUsualFactor);
    if (prediction.within <= 1)
        fields.error("within", "the field \"within\" must be above 1",
                     "A bar is right if it differs by at most this factor: within = 2.");
    prediction.lowest = fields.number("lowest", Need::required).value_or(1);
    prediction.highest = fields.number("highest", Need::required).value_or(2 * prediction.lowest);
    if (prediction.lowest <= 0 || prediction.highest <= prediction.lowest)
        fields.error(prediction.lowest <= 0 ? "lowest" : "highest", "the axis must go from a number above 0 to a higher one",
                     "It is logarithmic; times are in milliseconds.");
    prediction.unit = fields.text("unit").value_or("");
    prediction.why = fields.text("why", Need::required).value_or("");
    for (const toml::table* table : fields.tables("beside")) {
        Fields entry(*table, fields.where() + ": beside", reader.log);
        prediction.beside.push_back({entry.text("label", Need::required).value_or(""), recorded(entry, "recorded")});
        entry.finish();
    }
    read_near_misses(reader, fields, prediction, "number");
}

// "{n} elements": expressions in braces over the parameters.
void fill_in(Fields& fields, std::string_view key, std::string& text, const ParameterValues& values) {
    if (text.find('{') == std::string::npos) return;
    const auto parts = split_template(text);
    if (!parts) return fields.error(key, parts.error());
    std::string filled;
    for (const TemplatePart& part : *parts) {
        if (!part.is_expression) {
            filled += part.text;
            continue;
        }
        const auto word = values.find(part.text);
        const auto value = evaluate(part.text, values);
        if (value)
            filled += number_text(*value);
        else if (word != values.end())
            filled += text_of(word->second);
        else
            return fields.error(key, fmt::format("the field \"{}\": {}", key, value.error().message), value.error().hint);
    }
    text = std::move(filled);
}

void fill_in_texts(ManifestReader& reader, Fields& fields, Prediction& prediction) {
    const ParameterValues values = values_to_run(reader, prediction);
    fill_in(fields, "ask", prediction.ask, values);
    fill_in(fields, "why", prediction.why, values);
    for (NearMiss& miss : prediction.near_misses) fill_in(fields, "near_misses", miss.why, values);
}

// The field that says what a prediction's number is.
std::string_view number_key(const Prediction& prediction) {
    if (prediction.asks_bar()) return "recorded";
    return prediction.click.empty() ? "number" : prediction.click == kThreadClick ? "thread" : "element";
}

// The same question with other numbers. What an entry does not say is as in the first question.
void read_again(ManifestReader& reader, Fields& fields, Prediction& prediction) {
    if (!prediction.asks_number()) {
        fill_in_texts(reader, fields, prediction);
        if (fields.has("again"))
            fields.error("again", "only a number, a click or a bar can be asked for again with other numbers",
                         "Remove \"again\", or ask for a number.");
        return;
    }
    const Prediction first = prediction;
    fill_in_texts(reader, fields, prediction);
    for (const toml::table* table : fields.tables("again")) {
        Fields entry(*table, fields.where() + ": again", reader.log);
        Prediction other = first;
        if (const auto ask = entry.text("ask")) other.ask = *ask;
        if (const auto why = entry.text("why")) other.why = *why;
        if (const toml::table* set = entry.table("set"))
            for (auto& [id, value] : reader.values_of(*set, entry.where() + ": set")) other.values[id] = value;
        const std::string_view key = number_key(first);
        if (first.asks_bar()) {
            other.recorded = entry.text(key, Need::required).value_or("");
            if (!other.recorded.empty()) reader.check_recorded(entry.place(key), entry.where(), other.recorded);
        } else {
            other.number = entry.number(key, Need::required).value_or(0);
            other.expect = number_text(other.number);
        }
        const ParameterValues values = values_to_run(reader, other);
        if (entry.has("near_misses")) {
            other.near_misses.clear();
            read_near_misses(reader, entry, other, first.asks_bar() ? "number" : key);
        }
        for (NearMiss& miss : other.near_misses) {
            const auto value = evaluate(miss.formula, values);
            if (value) miss.value = *value;
            if (value && !other.asks_bar() && other.is_right(*value))
                entry.error(key, fmt::format("the near miss {} is right here: it is {}", miss.formula, number_text(*value)));
        }
        fill_in_texts(reader, entry, other);
        entry.finish();
        prediction.again.push_back(std::move(other));
    }
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
        prediction.job = fields.text("job").value_or("");
        if (!prediction.job.empty()) reader.check_known(fields, "job", prediction.job, job_ids(reader.lesson), "job");
        prediction.ordered = fields.boolean("ordered").value_or(false);
        if (fields.has("number"))
            read_number(reader, fields, prediction);
        else if (fields.has("click"))
            read_click(reader, fields, prediction);
        else if (fields.has("sketch"))
            read_sketch(reader, fields, prediction);
        else if (fields.has("recorded"))
            read_bar(reader, fields, prediction);
        else
            read_answers(reader, fields, prediction);
        check_measured(reader, fields, prediction);
        read_again(reader, fields, prediction);
        reader.keep_line("prediction " + prediction.id, fields.place("id"));
        fields.finish(top_fields());
        reader.lesson.predictions.push_back(std::move(prediction));
    }
}

}  // namespace warpwise
