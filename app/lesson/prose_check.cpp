// What lesson.md names must be there: checked when the lesson is loaded.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "lesson/claim.h"
#include "lesson/formula.h"
#include "lesson/formula_limits.h"
#include "lesson/glossary.h"
#include "lesson/kernel_files.h"
#include "lesson/manifest.h"
#include "lesson/prose.h"
#include "lesson/run_names.h"
#include "lesson/source_markers.h"
#include "lesson/views.h"

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
        check_terms();
        if (const auto breach = find_unsafe_formula(lesson_.prose)) {
            line_ = breach->line;
            report(Severity::error, 1, breach->message, breach->hint);
        }
    }
    Diagnostics take() { return std::move(problems_); }

  private:
    void report(Severity severity, std::size_t column, std::string message, std::string hint = {}) {
        problems_.push_back(
            {file_, line_, static_cast<int>(column), 1, severity, readable_message(std::move(message)), std::move(hint)});
    }

    void check_line(std::string_view line) {
        const std::size_t first = line.find_first_not_of(" \t");
        if (first != std::string_view::npos && line.substr(first).starts_with("```")) {
            if (!in_block_) check_block(line.substr(first + 3), first + 1);
            in_block_ = !in_block_;
            return;
        }
        if (in_block_) return;
        check_links(line);
        for (std::size_t open = line.find("{{"); open != std::string_view::npos; open = line.find("{{", open + 2)) {
            const std::size_t close = line.find("}}", open);
            if (close == std::string_view::npos) return report(Severity::error, open + 1, "a {{ has no }} on its line");
            check_directive(parse_directive(line.substr(open + 2, close - open - 2)), open + 1);
        }
    }

    // [sectors](term:sector), [the grid](view:thread_grid), [small](<preset:Few enough>): the window's own links lead somewhere.
    void check_links(std::string_view line) {
        for (std::size_t at = line.find("]("); at != std::string_view::npos; at = line.find("](", at + 2)) {
            if (std::ranges::count(line.substr(0, at), '`') % 2 != 0) continue;  // code: [](float x) is no link
            const bool angled = line.substr(at + 2).starts_with('<');
            const std::size_t begin = at + (angled ? 3 : 2), end = std::min(line.find(angled ? '>' : ')', begin), line.size());
            const std::string_view target = line.substr(begin, end - begin);
            const std::size_t colon = target.find(':');
            if (colon == std::string_view::npos) {
                check_picture(target, at, line, begin + 1);
                continue;
            }
            check_link(target.substr(0, colon), std::string(target.substr(colon + 1)), begin + 1);
        }
    }

    // ![a diagram](diagram.png): a picture is a file of the lesson, and no link that leads out of it.
    void check_picture(std::string_view target, std::size_t at, std::string_view line, std::size_t column) {
        const std::size_t open = line.rfind('[', at);
        if (open == std::string_view::npos || open == 0 || line[open - 1] != '!') return;
        const std::string_view file = target.substr(0, target.find(" \""));  // a title may follow
        if (const auto found = find_below(lesson_.folder, std::string(file)); !found)
            report(Severity::error, column, found.error().message, "A picture lies in the lesson's folder.");
    }

    void check_link(std::string_view kind, const std::string& name, std::size_t column) {
        std::vector<std::string> known;
        if (kind == "term") {
            if (find_term(&lesson_, name) != nullptr) return;
            for (const std::vector<Term>* terms : {&lesson_.terms, &course_glossary().terms})
                for (const Term& term : *terms) known.push_back(term.name);
            return unknown("term", name, known, column, "Add it to the manifest: [[term]] with name and text.");
        }
        if (kind == "preset")
            for (const Preset& preset : lesson_.presets) known.push_back(preset.name);
        else if (kind == "view")
            for (const LessonView& view : lesson_views()) known.emplace_back(view.id);
        else
            return;
        if (std::ranges::find(known, name) == known.end()) unknown(std::string(kind), name, known, column);
    }

    // A term that the lesson adds and never uses is of no help to its reader.
    void check_terms() {
        const std::string prose = lower_case(lesson_.prose);
        line_ = 0;
        for (const Term& term : lesson_.terms) {
            const std::string name = lower_case(term.name);
            if (prose.find("*" + name) == std::string::npos && prose.find("term:" + name) == std::string::npos)
                report(Severity::warning, 0, fmt::format("no word in the prose links to the term \"{}\"", term.name),
                       fmt::format("Emphasise it where it is first used: **{}**.", term.name));
            if (find_term(course_glossary().terms, term.name) != nullptr)
                report(Severity::warning, 0, fmt::format("the term \"{}\" is in the glossary already", term.name),
                       "Remove it from the lesson's manifest.");
        }
    }

    void check_directive(const Directive& directive, std::size_t column) {
        if (directive.name == "code") return check_code(directive, column);
        if (directive.name == "param") return check_parameters(directive.words, column, true);
        if (directive.name == "counter" && directive.words.size() == 2) {
            check_counted(directive.words[0], column);
            return check_expression(directive.words[1], column);
        }
        if (directive.name == "recorded" && directive.words.size() == 1) return check_recorded(directive.words[0], column);
        if (directive.name == "value" && directive.words.size() == 1) {
            // A formula over the parameters may use what only they have: dtype_bytes, epsilon.
            return evaluate(directive.words[0], lesson_.defaults()) ? void() : check_expression(directive.words[0], column);
        }
        if (directive.name == "counter" || directive.name == "value" || directive.name == "recorded")
            return report(Severity::error, column, fmt::format("{{{{{} ...}}}} has the wrong number of words", directive.name),
                          "Write {{counter KERNEL \"expression\"}}, {{counter [Preset] \"expression\"}}, {{value \"expression\"}} "
                          "or {{recorded \"[Preset].total\"}}.");
        unknown("directive", directive.name, {"code", "param", "counter", "value", "recorded"}, column);
    }

    void check_counted(const std::string& of, std::size_t column) {
        if (const std::string preset(preset_in_brackets(of)); !preset.empty()) return check_link("preset", preset, column);
        if (lesson_.find_kernel(of) == nullptr) unknown("kernel", of, kernel_ids(), column);
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
        if (const auto problem = problem_of_expression(lesson_, expression))
            report(Severity::error, column, fmt::format("the formula \"{}\": {}", expression, problem->message), problem->hint);
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
        if (block.name == "exercise") return check_exercise_block(block, column);
        if (block.name == "break_it") return check_puzzle(block, ids_of(lesson_.breaks), column);
        if (block.name == "step") return check_puzzle(block, ids_of(lesson_.steps), column);
        if (block.name == "be_the_warp") return check_puzzle(block, ids_of(lesson_.warp_stops), column);
        if (block.name == "ladder") return check_puzzle(block, ids_of(lesson_.ladders), column);
        if (block.name == "view") {
            const std::string kind = block.words.empty() ? "" : block.words[0];
            std::vector<std::string> known;
            for (const ViewSpec& view : lesson_.views) known.push_back(view.kind);
            if (std::ranges::find(known, kind) == known.end()) unknown("[[view]]", kind, known, column);
            return;
        }
        const std::set<std::string> plain{"",     "remember", "cpp",  "c",    "cuda",    "c++",  "text", "python",
                                          "bash", "sh",       "json", "toml", "console", "math", "latex"};
        if (plain.contains(block.name)) return;
        const std::string meant = nearest_word(
            block.name, {"predict", "params", "exercise", "view", "remember", "cpp", "break_it", "step", "be_the_warp", "ladder"});
        report(Severity::warning, column, fmt::format("the block ```{} is unknown and is shown as plain text", block.name),
               meant.empty() ? "" : fmt::format("Did you mean ```{}?", meant));
    }

    // "```exercise" alone shows the first.
    void check_exercise_block(const Directive& block, std::size_t column) {
        const std::string id = block.words.empty() ? "" : block.words[0];
        if (const Exercise* exercise = lesson_.find_exercise(id)) {
            exercises_shown_.insert(exercise->id);
            return;
        }
        if (lesson_.exercises.empty()) return report(Severity::error, column, "this lesson has no [exercise] to show");
        std::vector<std::string> known;
        for (const Exercise& exercise : lesson_.exercises) known.push_back(exercise.id);
        unknown("exercise", id, known, column);
    }

    template <typename Puzzle>
    static std::vector<std::string> ids_of(const std::vector<Puzzle>& puzzles) {
        std::vector<std::string> ids;
        for (const Puzzle& puzzle : puzzles) ids.push_back(puzzle.id);
        return ids;
    }

    void check_puzzle(const Directive& block, const std::vector<std::string>& known, std::size_t column) {
        const std::string id = block.words.empty() ? "" : block.words[0];
        if (std::ranges::find(known, id) == known.end()) return unknown(block.name, id, known, column);
        puzzles_shown_.insert(block.name + " " + id);
    }

    // Nor does a puzzle that is not there.
    void check_puzzles_shown(const std::string& kind, const std::vector<std::string>& ids) {
        for (const std::string& id : ids)
            if (!puzzles_shown_.contains(kind + " " + id))
                report(Severity::warning, 0, fmt::format("[[{}]] {} does not appear in the prose", kind, id),
                       fmt::format("Write ```{} {} in the prose.", kind, id));
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
        check_puzzles_shown("break_it", ids_of(lesson_.breaks));
        check_puzzles_shown("step", ids_of(lesson_.steps));
        check_puzzles_shown("be_the_warp", ids_of(lesson_.warp_stops));
        check_puzzles_shown("ladder", ids_of(lesson_.ladders));
        for (const Exercise& exercise : lesson_.exercises) {
            if (exercises_shown_.contains(exercise.id)) continue;
            const std::string named = exercise.id.empty() ? "" : " " + exercise.id;
            report(Severity::warning, 0, fmt::format("the exercise{} does not appear in the prose", named),
                   fmt::format("Write ```exercise{} in the prose.", named));
        }
    }

    void unknown(const std::string& what, const std::string& id, const std::vector<std::string>& known, std::size_t column,
                 const std::string& otherwise = {}) {
        const std::string meant = nearest_word(id, known);
        report(Severity::error, column, fmt::format("there is no {} \"{}\"", what, id),
               meant.empty() ? otherwise : fmt::format("Did you mean \"{}\"?", meant));
    }

    std::vector<std::string> kernel_ids() const {
        std::vector<std::string> ids;
        for (const KernelSpec& kernel : lesson_.kernels) ids.push_back(kernel.id);
        return ids;
    }

    const Lesson& lesson_;
    std::string file_;
    int line_ = 0;
    bool in_block_ = false;
    std::set<std::string> predictions_shown_, exercises_shown_, puzzles_shown_;
    Diagnostics problems_;
};

}  // namespace

Diagnostics check_prose(const Lesson& lesson, const std::string& file) {
    ProseChecker checker(lesson, file);
    checker.check();
    return checker.take();
}

}  // namespace warpwise
