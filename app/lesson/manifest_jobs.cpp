// [[job]]: the stages of a program of several ranks.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>

#include "base/counted.h"
#include "lesson/formula.h"
#include "lesson/jobs.h"
#include "lesson/manifest_reader.h"
#include "lesson/messages_under_way.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostStages = 64;

// Which fields an action takes, and which of them it needs.
struct ActionFields {
    std::string_view action;
    std::vector<std::string_view> needs, takes;
};
const std::vector<ActionFields>& action_fields() {
    static const std::vector<ActionFields> all{
        {"launch", {"kernel"}, {"args"}},
        {"copy", {"array", "to"}, {}},
        {"send", {"array", "to"}, {"first", "count", "start"}},
        {"receive", {"array", "from"}, {"first", "count", "start"}},
        {"exchange", {"array", "into", "to", "from"}, {"first", "into_first", "count", "start"}},
        {"reduce", {"array", "into"}, {"first", "into_first", "count", "root", "op"}},
        {"broadcast", {"array", "root"}, {"first", "count"}},
        {"gather", {"array", "into"}, {"first", "count", "root"}},
        {"barrier", {}, {}},
        {"wait", {"for"}, {}},
    };
    return all;
}

class StageReader {
  public:
    StageReader(ManifestReader& reader, const RankJob& job, Fields& fields) : reader_(reader), job_(job), fields_(fields) {}

    RankStage read() {
        RankStage stage;
        stage.line = static_cast<int>(fields_.place().begin.line);
        stage.action = fields_.text("do", Need::required).value_or("");
        std::vector<std::string> actions(kStageActions.begin(), kStageActions.end());
        stage.when = formula("when", Need::optional, "");
        when_ = stage.when;
        if (stage.action.empty() || !reader_.check_known(fields_, "do", stage.action, actions, "action")) return stage;
        const ActionFields& known = *std::ranges::find(action_fields(), stage.action, &ActionFields::action);
        const auto need = [&](std::string_view key) {
            return std::ranges::find(known.needs, key) != known.needs.end() ? Need::required : Need::optional;
        };
        const auto takes = [&](std::string_view key) {
            return need(key) == Need::required || std::ranges::find(known.takes, key) != known.takes.end();
        };
        if (takes("kernel")) stage.kernel = named("kernel", reader_.kernel_ids(), "kernel");
        if (takes("args")) stage.arguments = arguments(stage.kernel);
        if (takes("start")) stage.under_way = messages("start", Need::optional);
        if (takes("for")) stage.under_way = messages("for", Need::required);
        if (takes("array")) stage.array = named("array", reader_.array_ids(), "array");
        if (takes("into")) stage.into = named("into", reader_.array_ids(), "array");
        if (sends_data(stage.action)) {
            const std::string memory = fields_.text("memory").value_or("host");
            reader_.check_known(fields_, "memory", memory, {"host", "device"}, "place");
            stage.is_on_device = memory == "device";
        }
        stage.times = formula("times", Need::optional, "");
        if (stage.action == "copy") {
            stage.to = named("to", {"host", "device"}, "place");
        } else {
            if (takes("to")) stage.to = rank("to", need("to"));
            if (takes("from")) stage.from = rank("from", need("from"));
        }
        if (takes("root")) stage.root = rank("root", need("root"));
        if (takes("first")) stage.first = formula("first", Need::optional, "0");
        if (takes("into_first")) stage.into_first = formula("into_first", Need::optional, "0");
        if (takes("count")) stage.count = formula("count", Need::optional, "");
        if (takes("op")) {
            stage.operation = fields_.text("op").value_or("sum");
            reader_.check_known(fields_, "op", stage.operation, {kRankOperations.begin(), kRankOperations.end()}, "operation");
        }
        return stage;
    }

  private:
    static bool sends_data(std::string_view action) {
        return action != "launch" && action != "copy" && action != "barrier" && action != "wait";
    }

    // As many as the kernel has.
    std::vector<std::string> arguments(const std::string& kernel) {
        const std::vector<std::string> given = fields_.texts("args"), arrays = reader_.array_ids();
        for (const std::string& argument : given)
            if (std::ranges::find(arrays, argument) == arrays.end()) reader_.check_formula(fields_, "args", argument);
        const KernelSpec* const spec = reader_.lesson.find_kernel(kernel);
        if (spec != nullptr && !given.empty() && given.size() != spec->arguments.size())
            fields_.error("args",
                          fmt::format("the kernel {} takes {}, and {} given", kernel, counted(spec->arguments.size(), "argument"),
                                      given.size() == 1 ? "1 is" : fmt::format("{} are", given.size())));
        return given;
    }

    // Their name, which is also one in the program.
    std::string messages(std::string_view key, Need need) {
        const std::string name = fields_.text(key, need).value_or("");
        const bool is_word = std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
        if (fields_.has(key) && (name.empty() || !is_word || std::isdigit(static_cast<unsigned char>(name[0])) != 0))
            fields_.error(key, fmt::format("\"{}\" is not a name for messages: use letters, digits and _", name));
        return name;
    }

    std::string named(std::string_view key, const std::vector<std::string>& known, const std::string& what) {
        std::string name = fields_.text(key, Need::required).value_or("");
        if (!name.empty()) reader_.check_known(fields_, key, name, known, what);
        return name;
    }

    // Evaluates for each rank that takes part; `check` says what is wrong with a value, or nothing.
    template <typename Check>
    void for_each_rank(std::string_view key, const std::string& formula, Check&& check) {
        ParameterValues values = job_.values;
        values.merge(reader_.lesson.defaults());
        const auto* const ranks = std::get_if<std::int64_t>(&values[kRanksName]);
        for (std::int64_t rank = 0; ranks != nullptr && rank < *ranks; ++rank) {
            values[kRankName] = rank;
            if (key != "when" && key != "times" && !when_.empty() && evaluate(when_, values).value_or(0) == 0) continue;
            const auto value = evaluate(formula, values);
            std::string problem = value ? std::string() : value.error().message;
            if (value && *value != std::floor(*value)) problem = fmt::format("is {} and not a whole number", number_text(*value));
            if (value && problem.empty()) problem = check(*value, *ranks);
            if (problem.empty()) continue;
            fields_.error(key, fmt::format("with rank = {} of {} ranks, \"{}\" {}", rank, *ranks, key, problem));
            return;
        }
    }

    std::string checked(std::string_view key, Need need, std::string otherwise) {
        const auto given = fields_.formula(key, need);
        if (!given) return otherwise;
        const bool divides = given->contains("ceil") || given->contains("floor");
        if (!divides && !is_whole_formula(*given)) {
            fields_.error(key,
                          fmt::format("the field \"{}\": \"{}\" does not read as C++: an expression of whole numbers is expected",
                                      key, *given),
                          "Use parameters, rank, ranks, whole numbers, + - * ( ), comparisons, && || and ?:. A division stands in "
                          "ceil(a / b) or floor(a / b), without other operators around it.");
            return otherwise;
        }
        return *given;
    }
    std::string formula(std::string_view key, Need need, std::string otherwise) {
        std::string text = checked(key, need, std::move(otherwise));
        if (!text.empty())
            for_each_rank(key, text, [](double value, std::int64_t) {
                return value < 0 ? fmt::format("is {}, which is less than 0", number_text(value)) : std::string();
            });
        return text;
    }
    std::string rank(std::string_view key, Need need) {
        std::string text = checked(key, need, "");
        if (!text.empty())
            for_each_rank(key, text, [](double value, std::int64_t ranks) {
                return value < 0 || value >= static_cast<double>(ranks)
                           ? fmt::format("is {}, and the ranks are 0 to {}", number_text(value), ranks - 1)
                           : std::string();
            });
        return text;
    }

    ManifestReader& reader_;
    const RankJob& job_;
    Fields& fields_;
    std::string when_;
};

bool has_whole_parameter(const Lesson& lesson, const char* id) {
    const Parameter* parameter = lesson.find_parameter(id);
    return parameter != nullptr && parameter->kind == ParameterKind::integer;
}

void read_job(ManifestReader& reader, const toml::table& table) {
    Fields fields(table, "[[job]]", reader.log);
    RankJob job;
    job.id = fields.text("id", Need::required).value_or("");
    fields.rename(fmt::format("[[job]] {}", job.id));
    std::vector<std::string> taken;
    for (const RankJob& each : reader.lesson.jobs) taken.push_back(each.id);
    if (!job.id.empty()) reader.check_new_id(fields, "id", job.id, taken);
    for (const char* name : {kRankName, kRanksName})
        if (!has_whole_parameter(reader.lesson, name))
            fields.error(
                "id", fmt::format("a job needs the parameter \"{}\" of the kind \"integer\"", name),
                "In [parameters]: ranks = { kind = \"integer\", default = 4, min = 1, max = 8 }, and rank, which begins at 0.");
    job.title = fields.text("title", Need::required).value_or("");
    job.note = fields.text("note").value_or("");
    if (const toml::table* set = fields.table("set")) job.values = reader.values_of(*set, fields.where() + ": set");
    const std::string expect = fields.text("expect").value_or("right");
    reader.check_known(fields, "expect", expect, {"right", "deadlock"}, "end of a job");
    job.expects_deadlock = expect == "deadlock";
    job.reference = fields.text("reference").value_or("");
    if (!job.reference.empty() && !job.reference.ends_with(".cu"))
        fields.error("reference", "the reference of a job is a .cu file of the lesson");
    job.arguments = fields.texts("args", job.reference.empty() ? Need::optional : Need::required);
    const std::vector<std::string> arrays = reader.array_ids();
    for (const std::string& argument : job.arguments)
        if (std::ranges::find(arrays, argument) == arrays.end()) reader.check_formula(fields, "args", argument);
    const auto stages = fields.tables("stage", Need::required);
    MessagesUnderWay under_way(reader.lesson, job);
    for (const toml::table* stage : stages) {
        Fields of_stage(*stage, fmt::format("{}: stage {}", fields.where(), job.stages.size() + 1), reader.log);
        job.stages.push_back(StageReader(reader, job, of_stage).read());
        under_way.pass(job.stages.back(), of_stage);
        of_stage.finish();
    }
    under_way.end(fields);
    if (stages.size() > kMostStages)
        fields.error("stage", fmt::format("a job has at most {} stages, and this one has {}", kMostStages, stages.size()));
    reader.keep_line("job " + job.id, fields.place("id"));
    fields.finish(top_fields());
    reader.lesson.jobs.push_back(std::move(job));
}

}  // namespace

std::vector<std::string> job_value_names() {
    return {"messages", "bytes_sent", "most_messages", "most_bytes", "most_receivers", "collective_calls", "waiting_ranks"};
}

bool is_whole_formula(const std::string& formula) {
    constexpr std::string_view signs = "+-*()<>=!?:&| ";
    bool in_word = false;
    for (std::size_t i = 0; i < formula.size(); ++i) {
        const char c = formula[i];
        const bool is_letter = std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
        const bool is_digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
        if (is_letter || is_digit) {
            in_word = true;
            continue;
        }
        if (!signs.contains(c)) return false;
        if (c == '(' && in_word) return false;  // a function
        if (c != ' ') in_word = false;
        // single = & | ! are something else in C++
        const char next = i + 1 < formula.size() ? formula[i + 1] : ' ', before = i > 0 ? formula[i - 1] : ' ';
        if ((c == '&' || c == '|') && next != c && before != c) return false;
        if (c == '=' && next != '=' && !std::string_view("=<>!").contains(before)) return false;
        if (c == '!' && next != '=') return false;
        if ((c == '+' || c == '-' || c == '<' || c == '>') && next == c) return false;
    }
    return !formula.empty();
}

void read_jobs(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    for (const toml::table* table : tables) read_job(reader, *table);
}

}  // namespace warpwise
