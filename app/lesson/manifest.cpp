#include "lesson/manifest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <tuple>

#include "base/files.h"
#include "base/number_text.h"
#include "base/text.h"
#include "lesson/claim.h"
#include "lesson/formula.h"
#include "lesson/manifest_reader.h"
#include "lesson/run_names.h"

namespace warpwise {
namespace {

const std::set<std::string> kFormulaWords{"ceil",  "floor", "round", "min",     "max",   "abs",        "sqrt", "log2",
                                          "log10", "log",   "ln",    "exp",     "sin",   "cos",        "tan",  "sign",
                                          "rint",  "sum",   "avg",   "epsilon", "asin",  "acos",       "atan", "sinh",
                                          "cosh",  "tanh",  "asinh", "acosh",   "atanh", "dtype_bytes"};

bool is_identifier(const std::string& id) {
    const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return !id.empty() && id.size() <= 64 && std::isdigit(static_cast<unsigned char>(id[0])) == 0 &&
           std::ranges::all_of(id, is_word);
}

template <typename Items, typename Member>
std::vector<std::string> ids_of(const Items& items, Member member) {
    std::vector<std::string> ids;
    for (const auto& item : items) ids.push_back(item.*member);
    return ids;
}

constexpr double kMostMinutes = 600;

// About how long a learner takes, and how much the lesson asks for.
void read_effort(ManifestReader& reader, Fields& fields) {
    if (const auto minutes = fields.number("minutes")) {
        if (*minutes >= 1 && *minutes <= kMostMinutes && *minutes == std::floor(*minutes))
            reader.lesson.minutes = static_cast<int>(*minutes);
        else
            fields.error("minutes", fmt::format("\"minutes\" must be a whole number from 1 to {}", kMostMinutes));
    }
    reader.lesson.difficulty = fields.text("difficulty").value_or("");
    if (!reader.lesson.difficulty.empty())
        reader.check_known(fields, "difficulty", reader.lesson.difficulty, {"introductory", "intermediate", "advanced"},
                           "difficulty");
}

void read_further(ManifestReader& reader, Fields& fields) {
    for (const toml::table* table : fields.tables("further")) {
        Fields entry(*table, "further", reader.log);
        reader.lesson.further.push_back(
            {entry.text("title", Need::required).value_or(""), entry.text("where", Need::required).value_or("")});
        entry.finish(top_fields());
    }
}

void read_top(ManifestReader& reader, Fields& fields) {
    Lesson& lesson = reader.lesson;
    lesson.id = fields.text("id", Need::required).value_or("");
    if (!lesson.id.empty()) reader.check_new_id(fields, "id", lesson.id, {});
    lesson.title = fields.text("title", Need::required).value_or("");
    lesson.playground = fields.boolean("playground").value_or(false);
    const Need of_lessons = lesson.playground ? Need::optional : Need::required;
    const double part = fields.number("part", Need::required).value_or(0);
    lesson.part = part >= 0 && part < 1000 ? static_cast<int>(part) : 0;
    lesson.goals = fields.texts("goals", of_lessons);
    lesson.needs = fields.texts("needs");
    read_effort(reader, fields);
    read_further(reader, fields);
    lesson.remember = fields.texts("remember", of_lessons);
    if (!lesson.remember.empty() && lesson.remember.size() != 3)
        fields.error("remember", fmt::format("\"remember\" takes three lines, but there are {}", lesson.remember.size()));
}

// Sections in the order that lets each refer to the ones before it, wherever they stand in the file.
void read_sections(ManifestReader& reader, Fields& fields) {
    const Need of_lessons = reader.lesson.playground ? Need::optional : Need::required;
    if (const toml::table* table = fields.table("parameters", Need::required)) read_parameters(reader, *table);
    reader.has_exercise = fields.has("exercise");
    read_arrays(reader, fields.tables("array"));
    if (const toml::table* table = fields.table("kernel_defaults")) read_kernel_defaults(reader, *table);
    read_kernels(reader, fields.tables("kernel", of_lessons));
    if (const toml::table* table = fields.table("run")) read_run(reader, *table);
    read_presets(reader, fields.tables("preset"));
    read_claims(reader, fields.tables("claim"));
    read_constants(reader, fields.tables("constant"));
    read_jobs(reader, fields.tables("job"));
    read_views(reader, fields.tables("view"));
    if (const toml::table* table = fields.table("verify", of_lessons)) read_verify(reader, *table);
    reader.lesson.terms = read_terms(reader.log, fields.tables("term"));
    for (Term& term : reader.lesson.terms)
        if (term.lesson.empty()) term.lesson = reader.lesson.id;
    read_predictions(reader, fields.tables("prediction", of_lessons));
    read_exercises(reader, fields);
    read_steps(reader, fields.tables("step"));
    read_breaks(reader, fields.tables("break_it"));
    read_warp_stops(reader, fields.tables("be_the_warp"));
    read_ladders(reader, fields.tables("ladder"));
    read_scenes(reader, fields.tables("scene"));
}

void report_syntax(ManifestLog& log, const toml::parse_error& error) {
    log.error(error.source(), fmt::format("this is not valid TOML: {}", error.description()),
              "Put strings in double quotes, lists in [ ], and each field on its own line.");
}

}  // namespace

bool is_usable_name(const std::string& id) { return is_identifier(id) && !kFormulaWords.contains(id); }

bool ManifestReader::check_new_id(Fields& fields, std::string_view key, const std::string& id,
                                  const std::vector<std::string>& taken) {
    if (!is_identifier(id)) {
        fields.error(key, fmt::format("\"{}\" cannot be used as a name", id),
                     "Use letters, digits and _, beginning with a letter.");
        return false;
    }
    if (kFormulaWords.contains(id)) {
        fields.error(key, fmt::format("\"{}\" already has a meaning in formulas", id), "Choose another name.");
        return false;
    }
    if (std::ranges::find(taken, id) == taken.end()) return true;
    fields.error(key, fmt::format("\"{}\" is defined twice", id), "Use each name only once.");
    return false;
}

bool ManifestReader::check_known(Fields& fields, std::string_view key, const std::string& id, const std::vector<std::string>& known,
                                 const std::string& what) {
    if (std::ranges::find(known, id) != known.end()) return true;
    const std::string meant = nearest_word(id, known);
    fields.error(key, fmt::format("there is no {} \"{}\"", what, id),
                 !meant.empty()  ? fmt::format("Did you mean \"{}\"?", meant)
                 : known.empty() ? fmt::format("This lesson has no {}.", what)
                                 : fmt::format("Choose one of these: {}.", fmt::join(known, ", ")));
    return false;
}

void ManifestReader::check_formula(Fields& fields, std::string_view key, const std::string& formula) {
    const auto value = evaluate(formula, lesson.defaults());
    if (!value) fields.error(key, fmt::format("the field \"{}\": {}", key, value.error().message), value.error().hint);
}

void ManifestReader::check_expression(Fields& fields, std::string_view key, const std::string& expression,
                                      const std::vector<std::string>& more) {
    if (const auto problem = problem_of_expression(lesson, expression, more))
        fields.error(key, fmt::format("the field \"{}\": the formula \"{}\": {}", key, expression, problem->message),
                     problem->hint);
}

void ManifestReader::check_claim(const toml::source_region& place, const std::string& where, const std::string& claim) {
    const auto parsed = parse_claim(claim, lesson.presets);
    if (!parsed) return log.error(place, fmt::format("{}: holds: {}", where, parsed.error().message), parsed.error().hint);
    for (const PresetValue& value : parsed->places) {
        if (is_time(value.name)) continue;
        if (const auto problem = problem_of_name(lesson, value.name))
            log.error(place, fmt::format("{}: holds: {}", where, problem->message), problem->hint);
    }
}

void ManifestReader::check_recorded(const toml::source_region& place, const std::string& where, const std::string& claim) {
    const auto parsed = parse_claim(claim, lesson.presets);
    if (!parsed) return log.error(place, fmt::format("{}: recorded: {}", where, parsed.error().message), parsed.error().hint);
    for (const PresetValue& value : parsed->places)
        if (!is_time(value.name))
            log.error(place, fmt::format("{}: recorded: \"{}\" is not a recorded time", where, value.name),
                      "Recorded are compile, load, copy_in, kernel, copy_out, total, and first_ before them.");
}

std::vector<std::string> ManifestReader::parameter_ids() const { return ids_of(lesson.parameters, &Parameter::id); }
std::vector<std::string> ManifestReader::array_ids() const { return ids_of(lesson.arrays, &ArraySpec::id); }
std::vector<std::string> ManifestReader::kernel_ids() const { return ids_of(lesson.kernels, &KernelSpec::id); }

const std::set<std::string>& top_fields() {
    static const std::set<std::string> names{"id",
                                             "title",
                                             "part",
                                             "goals",
                                             "needs",
                                             "remember",
                                             "parameters",
                                             "preset",
                                             "array",
                                             "kernel",
                                             "kernel_defaults",
                                             "view",
                                             "verify",
                                             "prediction",
                                             "exercise",
                                             "run",
                                             "claim",
                                             "minutes",
                                             "difficulty",
                                             "further",
                                             "term",
                                             "scene",
                                             "playground",
                                             "break_it",
                                             "step",
                                             "be_the_warp",
                                             "ladder",
                                             "constant",
                                             "job"};
    return names;
}

Manifest read_manifest(std::string_view text, const std::string& file) {
    ManifestReader reader{.lesson = {}, .log = ManifestLog(file)};
    const toml::source_region top{{1, 1}, {1, 1}, nullptr};
    if (text.size() > kMaxManifestBytes) {
        reader.log.error(top,
                         fmt::format("the manifest has {} ({} bytes); the limit is {}", bytes_text(text.size()),
                                     with_separators(text.size()), bytes_text(kMaxManifestBytes)),
                         "Is this the right file?");
    } else if (!is_utf8(text)) {
        reader.log.error(top, "the manifest is not UTF-8 text", "Save it as UTF-8 in your editor.");
    } else {
        try {
            const toml::table root = parse_toml(text, reader.log);
            Fields fields(root, "the manifest", reader.log);
            read_top(reader, fields);
            read_sections(reader, fields);
            fields.finish();
        } catch (const toml::parse_error& error) {
            report_syntax(reader.log, error);
        }
    }
    std::ranges::sort(reader.log.diagnostics, {}, [](const Diagnostic& d) { return std::tuple(d.line, d.column, d.message); });
    // A mistake in what several kernels inherit is one mistake.
    const auto repeated = std::ranges::unique(reader.log.diagnostics, {},
                                              [](const Diagnostic& d) { return std::tuple(d.line, d.column, d.message); });
    reader.log.diagnostics.erase(repeated.begin(), repeated.end());
    return {std::move(reader.lesson), std::move(reader.log.diagnostics)};
}

}  // namespace warpwise
