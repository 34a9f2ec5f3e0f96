// [[step]], [[break_it]], [[be_the_warp]] and [[ladder]].
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "lesson/formula.h"
#include "lesson/manifest_reader.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostRungs = 6, kMostStops = 12;
constexpr double kMostWarps = 32, kMostVisits = 1000;

template <typename Puzzle>
void read_run(ManifestReader& reader, Fields& fields, Puzzle& puzzle) {
    puzzle.kernel = fields.text("kernel", Need::required).value_or("");
    if (!puzzle.kernel.empty()) reader.check_known(fields, "kernel", puzzle.kernel, reader.kernel_ids(), "kernel");
    if (const toml::table* set = fields.table("set")) puzzle.values = reader.values_of(*set, fields.where() + ": set");
}

template <typename Puzzle>
std::vector<std::string> ids_of(const std::vector<Puzzle>& puzzles) {
    std::vector<std::string> ids;
    for (const Puzzle& puzzle : puzzles) ids.push_back(puzzle.id);
    return ids;
}

// Each table of one kind becomes an element of `all`: its id, its title, and what `read` takes from the other fields.
template <typename Puzzle, typename Read>
void read_each(ManifestReader& reader, const std::vector<const toml::table*>& tables, const std::string& kind,
               std::vector<Puzzle>& all, Read&& read) {
    for (const toml::table* table : tables) {
        Fields fields(*table, fmt::format("[[{}]]", kind), reader.log);
        Puzzle puzzle;
        puzzle.id = fields.text("id", Need::required).value_or("");
        fields.rename(fmt::format("[[{}]] {}", kind, puzzle.id));
        if (!puzzle.id.empty()) reader.check_new_id(fields, "id", puzzle.id, ids_of(all));
        puzzle.title = fields.text("title").value_or("");
        read(fields, puzzle);
        reader.keep_line(kind + " " + puzzle.id, fields.place("id"));
        fields.finish(top_fields());
        all.push_back(std::move(puzzle));
    }
}

ParameterValues complete(const ManifestReader& reader, ParameterValues values) {
    values.merge(reader.lesson.defaults());
    return values;
}

// The size of a case; its gold is that of the smallest.
void read_size(ManifestReader& reader, Fields& fields, BreakIt& puzzle) {
    Score& size = puzzle.size;
    size.of = fields.formula("size", Need::required).value_or("");
    size.say = fields.text("unit", Need::required).value_or("");
    ParameterValues values = puzzle.smallest;
    values.merge(complete(reader, puzzle.values));
    const auto best = size.of.empty() ? Result<double>(0) : evaluate(size.of, values);
    if (!best) return fields.error("size", fmt::format("the field \"size\": {}", best.error().message), best.error().hint);
    size.best = *best;
    size.silver = fields.number("silver").value_or(std::ceil(1.5 * *best));
    size.bronze = fields.number("bronze").value_or(std::max(size.silver, 4 * *best));
    if (size.silver < size.best || size.bronze < size.silver)
        fields.error(size.silver < size.best ? "silver" : "bronze", "a lower medal asks for a smaller case than a higher one",
                     "Gold is the size of the smallest case; silver and bronze are larger.");
}

// The how many-th time which warp comes to which line.
template <typename Moment>
void read_moment(Fields& fields, Moment& moment) {
    const auto whole = [&](std::string_view key, double usual, double least, double most) {
        const double value = fields.number(key).value_or(usual);
        if (value >= least && value <= most && value == std::floor(value)) return value;
        fields.error(key, fmt::format("\"{}\" must be a whole number from {} to {}", key, least, most));
        return least;
    };
    moment.line = fields.text("line", Need::required).value_or("");
    moment.warp = static_cast<std::uint32_t>(whole("warp", 0, 0, kMostWarps - 1));
    moment.visit = static_cast<int>(whole("visit", 1, 1, kMostVisits));
}

WarpStop read_stop(ManifestReader& reader, const toml::table& table, const std::string& where) {
    Fields fields(table, where + ": stop", reader.log);
    WarpStop stop;
    read_moment(fields, stop);
    const std::string choose = fields.text("choose").value_or("lanes");
    if (reader.check_known(fields, "choose", choose, {"lanes", "warps"}, "thing to choose") && choose == "warps")
        stop.choose = WarpStop::Choose::warps;
    if (stop.choose == WarpStop::Choose::lanes) stop.next = fields.text("next", Need::required).value_or("");
    stop.ask = fields.text("ask", Need::required).value_or("");
    stop.why = fields.text("why", Need::required).value_or("");
    fields.finish();
    return stop;
}

// "block = 3", or a list of one to three.
void read_block(Fields& fields, Dim3& block) {
    const toml::node* found = fields.node("block");
    if (found == nullptr) return;
    std::array<std::uint32_t, 3> index{};
    bool is_index = true;
    const auto take = [&](const toml::node& node, std::size_t axis) {
        const auto value = node.value_exact<std::int64_t>();
        is_index = is_index && axis < index.size() && value && *value >= 0 && *value <= std::int64_t{0x7fffffff};
        if (is_index) index[axis] = static_cast<std::uint32_t>(*value);
    };
    if (const toml::array* list = found->as_array())
        for (std::size_t axis = 0; axis < list->size(); ++axis) take((*list)[axis], axis);
    else
        take(*found, 0);
    if (!is_index) fields.error("block", "the field \"block\" must be the index of a block: a number, or a list of one to three");
    block = {index[0], index[1], index[2]};
}

void read_par(ManifestReader& reader, Fields& rung, Score& par) {
    const toml::table* table = rung.table("par", Need::required);
    if (table == nullptr) return;
    Fields fields(*table, rung.where() + ": par", reader.log);
    par.of = fields.text("of", Need::required).value_or("");
    par.say = fields.text("say", Need::required).value_or("");
    if (!par.of.empty()) reader.check_expression(fields, "of", par.of);
    read_limits(fields, par);
    fields.finish();
}

Rung read_rung(ManifestReader& reader, const toml::table& table, const Ladder& ladder) {
    Fields fields(table, fmt::format("[[ladder]] {}: rung", ladder.id), reader.log);
    Rung rung;
    rung.id = fields.text("id", Need::required).value_or("");
    fields.rename(fmt::format("[[ladder]] {}: rung {}", ladder.id, rung.id));
    if (!rung.id.empty()) reader.check_new_id(fields, "id", rung.id, ids_of(ladder.rungs));
    rung.title = fields.text("title", Need::required).value_or("");
    rung.ask = fields.text("ask", Need::required).value_or("");
    read_run(reader, fields, rung);
    rung.file = fields.text("file", Need::required).value_or("");
    const KernelSpec* kernel = reader.lesson.find_kernel(rung.kernel);
    rung.entry = fields.text("entry").value_or(kernel == nullptr ? "" : kernel->entry);
    rung.start = fields.text("start", Need::required).value_or("");
    for (const toml::table* set : fields.tables("also")) rung.also.push_back(reader.values_of(*set, fields.where() + ": also"));
    std::vector<std::string> outputs;
    for (const ArraySpec& array : reader.lesson.arrays)
        if (array.output) outputs.push_back(array.id);
    rung.array = fields.text("array").value_or(outputs.empty() ? "" : outputs.front());
    reader.check_known(fields, "array", rung.array, outputs, "output array");
    read_par(reader, fields, rung.par);
    rung.why = fields.text("why", Need::required).value_or("");
    fields.finish();
    reader.keep_line(fmt::format("rung {}/{}", ladder.id, rung.id), fields.place("id"));
    return rung;
}

}  // namespace

void read_steps(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    read_each(reader, tables, "step", reader.lesson.steps, [&](Fields& fields, ShownStep& step) {
        step.title = fields.text("title", Need::required).value_or("");
        step.look = fields.text("look", Need::required).value_or("");
        read_run(reader, fields, step);
        read_block(fields, step.block);
        read_moment(fields, step);
        step.view = fields.text("view").value_or(kDebuggerViews.front());
        reader.check_known(fields, "view", step.view, {kDebuggerViews.begin(), kDebuggerViews.end()}, "view of the debugger");
    });
}

void read_breaks(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    read_each(reader, tables, "break_it", reader.lesson.breaks, [&](Fields& fields, BreakIt& puzzle) {
        puzzle.ask = fields.text("ask", Need::required).value_or("");
        read_run(reader, fields, puzzle);
        puzzle.vary = fields.texts("vary");
        for (const std::string& id : puzzle.vary) reader.check_known(fields, "vary", id, reader.parameter_ids(), "parameter");
        puzzle.schedules = fields.boolean("schedules").value_or(false);
        if (puzzle.vary.empty() && !puzzle.schedules)
            fields.error("vary", "nothing can be changed", "List parameters: vary = [\"n\"], or set schedules = true.");
        const toml::table* smallest = fields.table("smallest", puzzle.schedules ? Need::optional : Need::required);
        if (smallest != nullptr) puzzle.smallest = reader.values_of(*smallest, fields.where() + ": smallest");
        for (const auto& [id, value] : puzzle.smallest)
            if (std::ranges::find(puzzle.vary, id) == puzzle.vary.end())
                fields.error("smallest", fmt::format("the learner cannot change {}", id), "List it under \"vary\".");
        puzzle.smallest_schedule = fields.text("smallest_schedule").value_or("");
        if (!puzzle.smallest_schedule.empty())
            reader.check_known(fields, "smallest_schedule", puzzle.smallest_schedule, {"reversed"}, "order");
        read_size(reader, fields, puzzle);
        puzzle.why = fields.text("why", Need::required).value_or("");
    });
}

void read_warp_stops(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    read_each(reader, tables, "be_the_warp", reader.lesson.warp_stops, [&](Fields& fields, BeTheWarp& puzzle) {
        puzzle.ask = fields.text("ask", Need::required).value_or("");
        read_run(reader, fields, puzzle);
        read_block(fields, puzzle.block);
        for (const toml::table* stop : fields.tables("stop", Need::required))
            puzzle.stops.push_back(read_stop(reader, *stop, fields.where()));
        if (puzzle.stops.size() > kMostStops)
            fields.error("stop", fmt::format("{} stops are too many in a row; at most {} keep a learner's attention",
                                             puzzle.stops.size(), kMostStops));
    });
}

void read_ladders(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    read_each(reader, tables, "ladder", reader.lesson.ladders, [&](Fields& fields, Ladder& ladder) {
        for (const toml::table* rung : fields.tables("rung", Need::required))
            ladder.rungs.push_back(read_rung(reader, *rung, ladder));
        if (ladder.rungs.size() > kMostRungs)
            fields.error("rung", fmt::format("a ladder has at most {} rungs, and this one has {}", kMostRungs, ladder.rungs.size()),
                         "It leads to the exercise, and is not one.");
    });
}

}  // namespace warpwise
