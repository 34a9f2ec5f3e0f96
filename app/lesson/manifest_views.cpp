// [[view]]: how a lesson shows what runs.
#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "lesson/access_view.h"
#include "lesson/estimate_view.h"
#include "lesson/formula.h"
#include "lesson/manifest.h"
#include "lesson/manifest_reader.h"
#include "lesson/network_layers.h"
#include "lesson/number_views.h"
#include "lesson/request_view.h"
#include "lesson/tile_view.h"
#include "lesson/views.h"

namespace warpwise {
namespace {

// Options are texts, numbers or lists of texts; the view's own code gives them a meaning.
void read_view_options(Fields& fields, const toml::table& table, ViewSpec& view) {
    for (const auto& [key, node] : table) {
        const std::string name(key.str());
        if (name == "kind") continue;
        if (const toml::array* list = node.as_array()) {
            std::string text;
            for (const std::string& entry : fields.texts(name)) text += (text.empty() ? "" : "; ") + entry;
            if (!list->empty()) view.options[name] = text;
        } else if (const auto value = fields.formula(name)) {
            view.options[name] = *value;
        }
    }
}

void check_option_names(ManifestReader& reader, Fields& fields, const ViewSpec& view, const std::vector<std::string>& known) {
    for (const auto& [name, value] : view.options) reader.check_known(fields, name, name, known, "option");
}

// The layers of a network whose weights the view's array holds.
void check_network(ManifestReader& reader, Fields& fields, const ViewSpec& view) {
    const ParameterValues defaults = reader.lesson.defaults();
    const auto layers = network_layers(view, defaults);
    if (!layers) return fields.error("layers", layers.error().message, layers.error().hint);
    const auto array = view.options.find("array");
    if (layers->units.empty() || array == view.options.end()) return;
    const auto found = std::ranges::find(reader.lesson.arrays, array->second, &ArraySpec::id);
    if (found == reader.lesson.arrays.end()) return;  // told already
    double elements = 1;
    for (const std::string& edge : found->shape) elements *= evaluate(edge, defaults).value_or(1);
    if (elements != static_cast<double>(layers->weights()))
        fields.error("layers",
                     fmt::format("these layers have {} weights and biases, but {} has {} elements", layers->weights(), found->id,
                                 number_text(elements)),
                     "For each layer, count the units times those of the layer before it, and one bias per unit.");
}

// Which accesses the views "accesses", "flow" and "bins" collect (app/lesson/access_view.h).
void check_access_view(ManifestReader& reader, Fields& fields, const ViewSpec& view, const std::vector<std::string>& options) {
    const auto given = [&](const char* name) { return view.options.contains(name) ? view.options.at(name) : std::string(); };
    const std::string array = given("array"), shared = given("shared"), from = given("from");
    if (array.empty() == shared.empty())
        fields.error(shared.empty() ? "array" : "shared",
                     shared.empty() ? "the view names no array" : "the view names two arrays: \"array\" and \"shared\"",
                     "Give \"array\", an array of the lesson, or \"shared\", a __shared__ array of the kernel.");
    if (!array.empty()) reader.check_known(fields, "array", array, reader.array_ids(), "array");
    if (!from.empty()) reader.check_known(fields, "from", from, reader.array_ids(), "array");
    for (const std::string& kernel : option_texts(view, "kernel"))
        reader.check_known(fields, "kernel", kernel, reader.kernel_ids(), "kernel");
    for (const char* name : {"block", "warp"})
        for (const std::string& formula : option_texts(view, name)) reader.check_formula(fields, name, formula);
    if (option_texts(view, "block").size() > 3) fields.error("block", "the field \"block\" takes one to three formulas: x, y, z");
    check_option_names(reader, fields, view, options);
}

// Which shared array the view "tile" shows, and what it fills from (app/lesson/tile_view.h).
void check_tile_view(ManifestReader& reader, Fields& fields, const ViewSpec& view) {
    check_option_names(reader, fields, view, tile_view_options());
    for (const char* name : {"from", "own"})
        for (const std::string& array : option_texts(view, name))
            reader.check_known(fields, name, array, reader.array_ids(), "array");
    for (const std::string& kernel : option_texts(view, "kernel"))
        reader.check_known(fields, "kernel", kernel, reader.kernel_ids(), "kernel");
    if (option_texts(view, "block").size() > 3) fields.error("block", "the field \"block\" takes one to three formulas: x, y, z");
    if (const auto wanted = tile_view(view, reader.lesson.defaults()); !wanted)
        fields.error("kind", wanted.error().message, wanted.error().hint);
}

// What the view "bits" begins with (app/lesson/number_views.h).
void check_bits_view(ManifestReader& reader, Fields& fields, const ViewSpec& view) {
    check_option_names(reader, fields, view, bits_view_options());
    if (const auto dtype = view.options.find("dtype"); dtype != view.options.end()) {
        std::vector<std::string> known;
        for (const NumberFormat& format : number_formats()) known.emplace_back(format.name);
        for (const Parameter& parameter : reader.lesson.parameters)
            if (parameter.kind == ParameterKind::dtype) known.push_back(parameter.id);
        reader.check_known(fields, "dtype", dtype->second, known, "number format, and no dtype parameter,");
    }
    if (const auto array = view.options.find("array"); array != view.options.end())
        reader.check_known(fields, "array", array->second, reader.array_ids(), "array");
    if (const auto value = view.options.find("value"); value != view.options.end())
        if (const auto number = parse_exact(value->second); !number)
            fields.error("value", "the field \"value\": " + number.error().message, number.error().hint);
}

// What the view "sum_race" adds up.
void check_sum_view(ManifestReader& reader, Fields& fields, const ViewSpec& view) {
    check_option_names(reader, fields, view, sum_view_options());
    if (const auto array = view.options.find("array"); array != view.options.end())
        reader.check_known(fields, "array", array->second, reader.array_ids(), "array");
    else if (std::ranges::all_of(reader.lesson.arrays, &ArraySpec::output))
        fields.error("kind", "the view adds up an input array, and the lesson has none", "Give an [[array]] the role \"input\".");
}

// Which samples the view "estimate" takes (app/lesson/estimate_view.h).
void check_estimate_view(ManifestReader& reader, Fields& fields, const ViewSpec& view) {
    check_option_names(reader, fields, view, estimate_view_options());
    if (!view.options.contains("hits"))
        fields.error("hits", "the view names no array of samples",
                     "Give \"hits\", an array of the lesson with an element per sample.");
    for (const char* name : {"hits", "points"}) {
        const auto id = view.options.find(name);
        if (id == view.options.end() || !reader.check_known(fields, name, id->second, reader.array_ids(), "array")) continue;
        const auto array = std::ranges::find(reader.lesson.arrays, id->second, &ArraySpec::id);
        if (std::string_view(name) == "points" && (array->dtype != "f32" || array->shape.size() != 2 || array->shape[1] != "2"))
            fields.error(name, fmt::format("the array \"{}\" does not hold points of a square", id->second),
                         "It takes an array of f32 with the shape [\"n\", \"2\"]: x and y, from 0 to 1.");
    }
    for (const std::string& kernel : option_texts(view, "kernel"))
        reader.check_known(fields, "kernel", kernel, reader.kernel_ids(), "kernel");
    if (const auto wanted = estimate_view(view, reader.lesson.defaults()); !wanted)
        fields.error(view.options.contains("exact") ? "exact" : "kind", wanted.error().message, wanted.error().hint);
}

// What the view "request" begins with (app/lesson/request_view.h).
void check_request_view(ManifestReader& reader, Fields& fields, const ViewSpec& view) {
    check_option_names(reader, fields, view, request_view_options());
    if (const auto kernel = view.options.find("kernel"); kernel != view.options.end())
        reader.check_known(fields, "kernel", kernel->second, reader.kernel_ids(), "kernel");
    for (const RequestOption& option : request_numbers())
        if (const auto number = request_number(reader.lesson, view, option, reader.lesson.defaults()); !number)
            fields.error(option.name, fmt::format("the field \"{}\": {}", option.name, number.error().message),
                         number.error().hint);
}

}  // namespace

void read_views(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    std::vector<std::string> known;
    for (const LessonView& view : lesson_views()) known.emplace_back(view.id);
    for (const toml::table* table : tables) {
        Fields fields(*table, "[[view]]", reader.log);
        ViewSpec view;
        view.kind = fields.text("kind", Need::required).value_or("");
        fields.rename(fmt::format("[[view]] {}", view.kind));
        if (!view.kind.empty()) reader.check_known(fields, "kind", view.kind, known, "view");
        read_view_options(fields, *table, view);
        if (view.kind == "sweep")
            for (const std::string& expression : option_texts(view, "show")) reader.check_expression(fields, "show", expression);
        const auto over = view.options.find("over");
        if (over != view.options.end()) reader.check_known(fields, "over", over->second, reader.parameter_ids(), "parameter");
        if (view.kind == "accesses") {
            check_access_view(reader, fields, view, access_view_options());
            check_network(reader, fields, view);
        }
        if (view.kind == "flow") check_access_view(reader, fields, view, flow_view_options());
        if (view.kind == "bins") check_access_view(reader, fields, view, bins_view_options());
        if (view.kind == "tile") check_tile_view(reader, fields, view);
        if (view.kind == "bits") check_bits_view(reader, fields, view);
        if (view.kind == "sum_race") check_sum_view(reader, fields, view);
        if (view.kind == "address_map") check_address_view(reader, fields, view);
        if (view.kind == "estimate") check_estimate_view(reader, fields, view);
        if (view.kind == "request") check_request_view(reader, fields, view);
        reader.keep_line("view " + view.kind, fields.place("kind"));
        reader.lesson.views.push_back(std::move(view));
    }
}

}  // namespace warpwise
