// What lesson.md names must be there: checked when the lesson is loaded.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lesson/claim.h"
#include "lesson/formula.h"
#include "lesson/formula_limits.h"
#include "lesson/kernel_files.h"
#include "lesson/manifest.h"
#include "lesson/prose.h"

namespace warpwise {
namespace {

// A line of prose, with what was found in it.
class ProseChecker {
  public:
    ProseChecker(const Lesson& lesson, std::string file) : lesson_(lesson), file_(std::move(file)) {}

    void check() {
        std::string_view rest = lesson_.prose;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            ++line_;
            check_line(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        if (in_block_)
            report(Severity::error, 1, "a block that begins with ``` never ends", "End it with ``` on a line of its own.");
        check_shown();
        if (const auto breach = find_unsafe_formula(lesson_.prose)) {
            line_ = breach->line;
            report(Severity::error, 1, breach->message, breach->hint);
        }
    }
    Diagnostics take() { return std::move(problems_); }

  private:
    void report(Severity severity, std::size_t column, std::string message, std::string hint = {}) {
        problems_.push_back({file_, line_, static_cast<int>(column), 1, severity, std::move(message), std::move(hint)});
    }

    void check_line(std::string_view line) {
        const std::size_t first = line.find_first_not_of(" \t");
        if (first != std::string_view::npos && line.substr(first).starts_with("```")) {
            if (!in_block_) check_block(line.substr(first + 3), first + 1);
            in_block_ = !in_block_;
            return;
        }
        if (in_block_) return;
        for (std::size_t open = line.find("{{"); open != std::string_view::npos; open = line.find("{{", open + 2)) {
            const std::size_t close = line.find("}}", open);
            if (close == std::string_view::npos) return report(Severity::error, open + 1, "a {{ has no }} on its line");
            check_directive(parse_directive(line.substr(open + 2, close - open - 2)), open + 1);
        }
    }

    void check_directive(const Directive& directive, std::size_t column) {
        if (directive.name == "code") return check_code(directive, column);
        if (directive.name == "param") return check_parameters(directive.words, column, true);
        if (directive.name == "counter" && directive.words.size() == 2) {
            if (lesson_.find_kernel(directive.words[0]) == nullptr) unknown("kernel", directive.words[0], kernel_ids(), column);
            return check_expression(directive.words[1], column);
        }
        if (directive.name == "recorded" && directive.words.size() == 1) return check_recorded(directive.words[0], column);
        if (directive.name == "value" && directive.words.size() == 1) return check_expression(directive.words[0], column);
        if (directive.name == "counter" || directive.name == "value" || directive.name == "recorded")
            return report(Severity::error, column, fmt::format("{{{{{} ...}}}} has the wrong number of words", directive.name),
                          "Write {{counter KERNEL \"expression\"}}, {{value \"expression\"}} or {{recorded \"[Preset].total\"}}.");
        unknown("directive", directive.name, {"code", "param", "counter", "value", "recorded"}, column);
    }

    void check_code(const Directive& directive, std::size_t column) {
        if (directive.words.size() != 1)
            return report(Severity::error, column, "{{code ...}} takes one word", "Write {{code kernel#marker}}.");
        const std::string& word = directive.words[0];
        const std::size_t hash = word.find('#');
        const KernelSpec* kernel = lesson_.find_kernel(word.substr(0, hash));
        if (kernel == nullptr) return unknown("kernel", word.substr(0, hash), kernel_ids(), column);
        if (hash == std::string::npos) return;
        const auto source = read_kernel_file(lesson_, *kernel);
        const std::string marker = word.substr(hash + 1);
        if (source && !marked_code(*source, marker))
            report(Severity::error, column, fmt::format("{} has no place marked \"{}\"", kernel->source, marker),
                   fmt::format("Put //[{0}] above and //[/{0}] below the lines to show.", marker));
    }

    void check_parameters(const std::vector<std::string>& ids, std::size_t column, bool exactly_one) {
        if (exactly_one && ids.size() != 1) return report(Severity::error, column, "{{param ...}} takes one parameter");
        std::vector<std::string> known;
        for (const Parameter& parameter : lesson_.parameters) known.push_back(parameter.id);
        for (const std::string& id : ids)
            if (lesson_.find_parameter(id) == nullptr) unknown("parameter", id, known, column);
    }

    void check_expression(const std::string& expression, std::size_t column) {
        FormulaNames names;
        for (const std::string& name : names_in_formula(expression)) names[name] = 1;
        const auto value = evaluate_counters(expression, names);
        if (!value) report(Severity::error, column, value.error().message, value.error().hint);
    }

    void check_recorded(const std::string& asked, std::size_t column) {
        if (asked == "device" || asked == "date") return;
        const auto parsed = parse_claim(asked, lesson_.presets);
        if (!parsed) return report(Severity::error, column, parsed.error().message, parsed.error().hint);
        for (const PresetValue& place : parsed->places)
            if (!is_time(place.name))
                report(Severity::error, column, fmt::format("\"{}\" is not a recorded time", place.name),
                       "Recorded are compile, load, copy_in, kernel, copy_out, total, and first_ before them.");
    }

    void check_block(std::string_view header, std::size_t column) {
        const Directive block = parse_directive(header);
        if (block.name == "predict") return check_predict(block, column);
        if (block.name == "params") return check_parameters(block.words, column, false);
        if (block.name == "exercise") {
            exercise_shown_ = true;
            if (!lesson_.exercise) report(Severity::error, column, "this lesson has no [exercise] to show");
            return;
        }
        if (block.name == "view") {
            const std::string kind = block.words.empty() ? "" : block.words[0];
            std::vector<std::string> known;
            for (const ViewSpec& view : lesson_.views) known.push_back(view.kind);
            if (std::ranges::find(known, kind) == known.end()) unknown("[[view]]", kind, known, column);
            return;
        }
        const std::set<std::string> plain{"",     "remember", "cpp",  "c",    "cuda",    "c++",  "text",  "python",
                                          "bash", "sh",       "json", "toml", "console", "math", "latex", "mermaid"};
        if (plain.contains(block.name)) return;
        const std::string meant = nearest_word(block.name, {"predict", "params", "exercise", "view", "remember", "cpp"});
        report(Severity::warning, column, fmt::format("the block ```{} is unknown and is shown as plain text", block.name),
               meant.empty() ? "" : fmt::format("Did you mean ```{}?", meant));
    }

    void check_predict(const Directive& block, std::size_t column) {
        std::vector<std::string> known;
        for (const Prediction& prediction : lesson_.predictions) known.push_back(prediction.id);
        const std::string id = block.words.empty() ? "" : block.words[0];
        if (std::ranges::find(known, id) == known.end()) return unknown("prediction", id, known, column);
        predictions_shown_.insert(id);
    }

    // A prediction that is not in the prose teaches nothing.
    void check_shown() {
        line_ = 0;
        for (const Prediction& prediction : lesson_.predictions)
            if (!predictions_shown_.contains(prediction.id))
                report(Severity::warning, 0, fmt::format("the prediction \"{}\" does not appear in the prose", prediction.id),
                       fmt::format("Write ```predict {} in the prose.", prediction.id));
        if (lesson_.exercise && !exercise_shown_)
            report(Severity::warning, 0, "the exercise does not appear in the prose", "Write ```exercise in the prose.");
    }

    void unknown(const std::string& what, const std::string& id, const std::vector<std::string>& known, std::size_t column) {
        const std::string meant = nearest_word(id, known);
        report(Severity::error, column, fmt::format("there is no {} \"{}\"", what, id),
               meant.empty() ? "" : fmt::format("Did you mean \"{}\"?", meant));
    }

    std::vector<std::string> kernel_ids() const {
        std::vector<std::string> ids;
        for (const KernelSpec& kernel : lesson_.kernels) ids.push_back(kernel.id);
        return ids;
    }

    const Lesson& lesson_;
    std::string file_;
    int line_ = 0;
    bool in_block_ = false, exercise_shown_ = false;
    std::set<std::string> predictions_shown_;
    Diagnostics problems_;
};

}  // namespace

Diagnostics check_prose(const Lesson& lesson, const std::string& file) {
    ProseChecker checker(lesson, file);
    checker.check();
    return checker.take();
}

}  // namespace warpwise
