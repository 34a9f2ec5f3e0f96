// [[array]] and [[kernel]]: what runs, and on what.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/fault.h"
#include "base/library_kernels.h"
#include "base/text.h"
#include "lesson/formula.h"
#include "lesson/manifest.h"
#include "lesson/manifest_reader.h"

namespace warpwise {
namespace {

// "-1..1": two numbers
bool is_range(const std::string& text) {
    const std::size_t dots = text.find("..");
    return dots != std::string::npos && evaluate_formula(text.substr(0, dots), {}) && evaluate_formula(text.substr(dots + 2), {});
}

// "soup", or a parameter that names the pattern: "{pattern}". Whether there is such a pattern is for the run to say.
bool is_pattern(const Lesson& lesson, const std::string& text) {
    if (!text.starts_with('{')) return !text.empty();
    const Parameter* parameter = text.ends_with('}') ? lesson.find_parameter(text.substr(1, text.size() - 2)) : nullptr;
    return parameter != nullptr && parameter->kind == ParameterKind::choice;
}

// A file of the lesson's folder. Whether it is there, and fits, is for the run to say.
bool is_data_file(const std::string& name, const char* extension) {
    const std::filesystem::path path(name);
    return path.extension() == extension && !path.is_absolute() && std::ranges::find(path, "..") == path.end();
}

void check_fill(ManifestReader& reader, Fields& fields, std::string_view key, const std::string& fill) {
    if (fill.starts_with("file=") && is_data_file(fill.substr(5), ".npy")) return;
    if (const auto picture = picture_of_fill(fill); picture && is_data_file(picture->file, ".png")) return;
    const std::size_t equals = std::min(fill.find('='), fill.size());
    const std::string name = fill.substr(0, equals), value = fill.substr(std::min(equals + 1, fill.size()));
    const bool takes_range = name == "uniform" || name == "equal" || name == "descending" || name == "edges";
    const bool good = (name == "constant" && evaluate_formula(value, {})) || (takes_range && is_range(value)) ||
                      (name == "life" && is_pattern(reader.lesson, value)) || fill == "edges=all";
    if (good) return;
    reader.check_known(fields, key, fill,
                       {"zeros",
                        "unset",
                        "ones",
                        "iota",
                        "uniform",
                        "equal",
                        "descending",
                        "edges",
                        "mix",
                        "spots",
                        "galaxies",
                        "galaxies_velocity",
                        "constant=2.5",
                        "uniform=-1..1",
                        "equal=-1..1",
                        "descending=-1..1",
                        "edges=-1..1",
                        "edges=all",
                        "life=soup",
                        "file=data.npy",
                        "picture=scene.png",
                        "scaled_picture=scene.png"},
                       "fill");
}

void read_fill(ManifestReader& reader, Fields& fields, ArraySpec& array) {
    array.fill = fields.text("fill").value_or(array.fill);
    check_fill(reader, fields, "fill", array.fill);
    array.graded = fields.texts("graded");
    for (const std::string& fill : array.graded) check_fill(reader, fields, "graded", fill);
}

void read_array_dtype(ManifestReader& reader, Fields& fields, ArraySpec& array) {
    array.dtype = fields.text("dtype").value_or(reader.lesson.find_parameter("dtype") != nullptr ? "dtype" : "f32");
    std::vector<std::string> known;
    for (const DType dtype : all_dtypes()) known.emplace_back(name_of(dtype));
    for (const Parameter& parameter : reader.lesson.parameters)
        if (parameter.kind == ParameterKind::dtype) known.push_back(parameter.id);
    reader.check_known(fields, "dtype", array.dtype, known, "dtype or parameter of kind dtype");
}

void read_array_shape(ManifestReader& reader, Fields& fields, ArraySpec& array) {
    const toml::node* shape = fields.node("shape", Need::required);
    if (shape == nullptr) return;
    const toml::array* list = shape->as_array();
    if (list == nullptr || list->empty() || list->size() > 4) {
        fields.error("shape", "the shape must be a list of one to four sizes", "For example: shape = [\"rows\", \"cols\"]");
        return;
    }
    for (const toml::node& entry : *list) {
        const auto text = entry.value_exact<std::string>();
        const auto whole = entry.value_exact<std::int64_t>();
        if (!text && !whole)
            fields.error("shape", fmt::format("a size must be a number or a formula in quotes, but this is {}", type_words(entry)));
        else
            array.shape.push_back(text ? *text : fmt::format("{}", *whole));
        if (text || whole) reader.check_formula(fields, "shape", array.shape.back());
    }
}

// grid = "ceil(n / block)" or grid = ["ceil(cols / 16)", "rows"]: x, then y, then z.
void read_edges(ManifestReader& reader, Fields& fields, std::string_view key, Need need, const std::array<std::string*, 3>& edges) {
    const toml::node* found = fields.node(key, need);
    if (found == nullptr) return;
    const toml::array* list = found->as_array();
    if (list == nullptr) {
        if (const auto formula = fields.formula(key)) *edges[0] = *formula;
        reader.check_formula(fields, key, *edges[0]);
        return;
    }
    if (list->empty() || list->size() > 3)
        fields.error(key, fmt::format("the field \"{}\" takes one to three formulas: x, y, z", key));
    for (std::size_t i = 0; i < std::min<std::size_t>(list->size(), 3); ++i) {
        const toml::node& entry = *list->get(i);
        const auto text = entry.value_exact<std::string>();
        const auto whole = entry.value_exact<std::int64_t>();
        if (!text && !whole)
            fields.error(key, fmt::format("the field \"{}\" takes numbers or formulas, but this is {}", key, type_words(entry)));
        else
            *edges[i] = text ? *text : fmt::format("{}", *whole);
        reader.check_formula(fields, key, *edges[i]);
    }
}

void read_arguments(ManifestReader& reader, Fields& fields, KernelSpec& kernel) {
    kernel.arguments = fields.texts("args", Need::may_be_empty);
    const std::vector<std::string> arrays = reader.array_ids();
    for (const std::string& argument : kernel.arguments) {
        if (std::ranges::find(arrays, argument) != arrays.end() || argument.starts_with("bytes:") ||
            argument.starts_with("address:"))
            continue;
        const auto value = evaluate(argument, reader.lesson.defaults());
        if (value) continue;
        std::vector<std::string> known = arrays;
        for (const std::string& id : reader.parameter_ids()) known.push_back(id);
        const std::string meant = nearest_word(argument, known);
        std::string hint = value.error().hint;
        if (!meant.empty())
            hint = fmt::format("Did you mean \"{}\"?", meant);
        else if (!hint.starts_with("Did you mean"))
            hint = fmt::format("The arrays and parameters are {}.", fmt::join(known, ", "));
        fields.error("args", fmt::format("\"{}\" is not an array, a parameter or a formula: {}", argument, value.error().message),
                     hint);
    }
}

// variables = ["coefficients = filter"]: what a __device__ or __constant__ variable of the kernel's text holds.
void read_variables(ManifestReader& reader, Fields& fields, KernelSpec& kernel) {
    const std::vector<std::string> arrays = reader.array_ids();
    for (const std::string& text : fields.texts("variables")) {
        const std::size_t equals = std::min(text.find('='), text.size());
        const std::string name(trimmed(std::string_view(text).substr(0, equals)));
        const std::string array(trimmed(std::string_view(text).substr(std::min(equals + 1, text.size()))));
        if (name.empty() || array.empty())
            fields.error("variables", fmt::format("\"{}\" does not say which array a variable holds", text),
                         "For example: variables = [\"coefficients = filter\"]");
        else if (reader.check_known(fields, "variables", array, arrays, "array"))
            kernel.variables.emplace_back(name, array);
    }
}

void read_expectation(ManifestReader& reader, Fields& fields, KernelSpec& kernel) {
    const auto expect = fields.text("expect");
    if (!expect || *expect == "right") return;
    if (*expect == "wrong") {
        kernel.expect_wrong = true;
        return;
    }
    if (reader.check_known(fields, "expect", *expect, ends_of_runs(), "outcome")) kernel.expect_fault = *expect;
}

// Lessons are inert and stay at home: a source lies below the lesson's folder or below kernels/.
void check_source_path(Fields& fields, const std::string& source) {
    const std::filesystem::path path(source);
    const bool leaves = path.is_absolute() || std::ranges::find(path, "..") != path.end();
    if (leaves)
        fields.error("source", fmt::format("the source \"{}\" is outside the lesson's folder and kernels/", source),
                     "Give a path below one of them.");
    else if (path.extension() != ".cu")
        fields.error("source", fmt::format("the source \"{}\" is not a .cu file", source));
}

// How many operations and bytes the algorithm needs at these sizes.
void read_work(ManifestReader& reader, Fields& fields, KernelSpec& kernel) {
    for (const auto& [key, work] : {std::pair{"flops", &kernel.flops}, {"bytes", &kernel.bytes}}) {
        const auto formula = fields.formula(key);
        if (!formula || formula->empty()) continue;
        *work = *formula;
        reader.check_formula(fields, key, *work);
        const auto value = evaluate(*work, reader.lesson.defaults());
        if (value && *value <= 0)
            fields.error(key, fmt::format("the field \"{}\" gives {} for the defaults, but it must be more than 0", key, *value),
                         "Leave it out if there is no such number.");
    }
}

// source and entry, or `library` in their place: then there is neither a text nor a shape.
Need read_what_runs(ManifestReader& reader, Fields& fields, KernelSpec& kernel) {
    kernel.library = fields.text("library").value_or("");
    if (!kernel.library.empty()) {
        if (!reader.check_known(fields, "library", kernel.library, library_kernel_names(), "library routine"))
            kernel.library.clear();
        kernel.entry = "library:" + kernel.library;
        for (const char* key : {"source", "entry"})
            if (fields.text(key))
                fields.error(key, fmt::format("a kernel with \"library\" has no \"{}\"", key), "Remove one of the two.");
        kernel.block_x = "1";
        return Need::optional;
    }
    kernel.source = fields.text("source", Need::required).value_or("");
    if (!kernel.source.empty()) check_source_path(fields, kernel.source);
    kernel.entry = fields.text("entry", Need::required).value_or("");
    return Need::required;
}

// A routine of a library has neither a shape nor threads to index.
const std::set<std::string, std::less<>> kDefaultsOfLibrary{"args", "reference", "flops", "bytes"};
const std::set<std::string, std::less<>> kDefaultsOfSource{"args",  "grid",  "block",  "shared_bytes", "reference", "index",
                                                           "flops", "bytes", "covers", "covers_x",     "covers_y",  "length"};

// Which kernel avoids a cost; the kernels it may name stand anywhere in the file.
void read_fixes(ManifestReader& reader, Fields& fields, const std::vector<std::string>& all_kernels, KernelSpec& kernel) {
    const toml::table* const table = fields.table("fix");
    if (table == nullptr) return;
    Fields fixes(*table, fmt::format("{}, fix", fields.where()), reader.log);
    std::vector<std::string> known = all_kernels;
    std::erase(known, kernel.id);
    if (reader.has_exercise) known.emplace_back(kSolutionFix);
    for (const std::string& cost : fixable_costs()) {
        const auto id = fixes.text(cost);
        if (!id) continue;
        if (*id == kernel.id)
            fixes.error(cost, fmt::format("the kernel \"{}\" cannot be its own fix", *id),
                        "Name the kernel that avoids this cost.");
        else if (reader.check_known(fixes, cost, *id, known, "kernel"))
            kernel.fixes[cost] = *id;
    }
    for (const auto& [key, node] : *table) {
        const std::string name(key.str());
        reader.check_known(fixes, name, name, fixable_costs(), "kind of cost");
    }
}

KernelSpec read_kernel(ManifestReader& reader, const toml::table& table, const std::vector<std::string>& all_kernels) {
    Fields fields(table, "[[kernel]]", reader.log);
    KernelSpec kernel;
    kernel.id = fields.text("id", Need::required).value_or("");
    fields.rename(fmt::format("[[kernel]] {}", kernel.id));
    if (!kernel.id.empty()) reader.check_new_id(fields, "id", kernel.id, reader.kernel_ids());
    kernel.title = fields.text("title").value_or(kernel.id);
    const Need shape = read_what_runs(reader, fields, kernel);
    if (reader.kernel_defaults != nullptr)
        fields.inherit(*reader.kernel_defaults, "[kernel_defaults]",
                       kernel.library.empty() ? kDefaultsOfSource : kDefaultsOfLibrary);
    read_arguments(reader, fields, kernel);
    read_variables(reader, fields, kernel);
    if (reader.lesson.find_parameter(kernel.block_x) == nullptr) kernel.block_x = "256";
    if (reader.lesson.find_parameter(kernel.covers) == nullptr) kernel.covers = "0";
    read_edges(reader, fields, "grid", shape, {&kernel.grid_x, &kernel.grid_y, &kernel.grid_z});
    read_edges(reader, fields, "block", Need::optional, {&kernel.block_x, &kernel.block_y, &kernel.block_z});
    if (const auto formula = fields.formula("shared_bytes")) kernel.shared_bytes = *formula;
    reader.check_formula(fields, "shared_bytes", kernel.shared_bytes);
    const auto covers = fields.formula("covers");
    if (covers) kernel.covers = *covers;
    reader.check_formula(fields, "covers", kernel.covers);
    for (const auto& [key, edge] : {std::pair{"covers_x", &kernel.covers_x}, {"covers_y", &kernel.covers_y}}) {
        if (const auto formula = fields.formula(key)) *edge = *formula;
        if (!edge->empty()) reader.check_formula(fields, key, *edge);
    }
    if (!covers && !kernel.covers_x.empty() && !kernel.covers_y.empty())
        kernel.covers = fmt::format("({}) * ({})", kernel.covers_x, kernel.covers_y);
    read_work(reader, fields, kernel);
    kernel.guarded = fields.boolean("guard").value_or(true);
    kernel.reference = fields.text("reference", reader.lesson.playground ? Need::optional : Need::required).value_or("");
    kernel.index_formula = fields.text("index").value_or("");
    read_expectation(reader, fields, kernel);
    read_length(reader, fields, kernel);
    read_fixes(reader, fields, all_kernels, kernel);
    fields.finish(top_fields());
    reader.keep_line("kernel " + kernel.id, fields.place("id"));
    return kernel;
}

}  // namespace

std::vector<std::string> ends_of_runs() {
    std::vector<std::string> ends{"right", "wrong"};
    for (int kind = 0; kind <= static_cast<int>(FaultKind::device_lost); ++kind)
        ends.emplace_back(name_of(static_cast<FaultKind>(kind)));
    return ends;
}

void read_arrays(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    for (const toml::table* table : tables) {
        Fields fields(*table, "[[array]]", reader.log);
        ArraySpec array;
        array.id = fields.text("name", Need::required).value_or("");
        fields.rename(fmt::format("[[array]] {}", array.id));
        std::vector<std::string> taken = reader.array_ids();
        for (const std::string& id : reader.parameter_ids()) taken.push_back(id);  // an argument names one or the other
        if (!array.id.empty()) reader.check_new_id(fields, "name", array.id, taken);
        read_array_dtype(reader, fields, array);
        read_array_shape(reader, fields, array);
        read_fill(reader, fields, array);
        const std::string role = fields.text("role").value_or("input");
        if (reader.check_known(fields, "role", role, {"input", "output"}, "role")) array.output = role == "output";
        fields.finish(top_fields());
        reader.lesson.arrays.push_back(std::move(array));
    }
}

// The values are checked where a kernel takes them.
void read_kernel_defaults(ManifestReader& reader, const toml::table& table) {
    reader.kernel_defaults = &table;
    Fields fields(table, "[kernel_defaults]", reader.log);
    for (const std::string& key : kDefaultsOfSource) static_cast<void>(fields.node(key));
    fields.finish(top_fields());
}

void read_kernels(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    std::vector<std::string> ids;
    for (const toml::table* table : tables)
        if (const auto id = (*table)["id"].value_exact<std::string>()) ids.push_back(*id);
    for (const toml::table* table : tables) reader.lesson.kernels.push_back(read_kernel(reader, *table, ids));
}

}  // namespace warpwise
