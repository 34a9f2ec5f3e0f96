// [parameters], [[preset]], [[claim]] and [verify]: what can be chosen, and which choices must be right.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "lesson/drawn_shape.h"
#include "lesson/formula.h"
#include "lesson/manifest_reader.h"

namespace warpwise {
namespace {

struct KindName {
    std::string_view name;
    ParameterKind kind;
    double min, max;
};
// A block may be larger than any GPU allows, so that a learner can see what the GPU says to it.
constexpr std::array<KindName, 8> kKindNames{{
    {"size", ParameterKind::size, 1, 2147483647.0},
    {"block", ParameterKind::block, 1, 4096},
    {"grid", ParameterKind::grid, 1, 2147483647.0},
    {"dtype", ParameterKind::dtype, 0, 0},
    {"integer", ParameterKind::integer, -9007199254740992.0, 9007199254740992.0},
    {"real", ParameterKind::real, -1e300, 1e300},
    {"choice", ParameterKind::choice, 0, 0},
    {"flag", ParameterKind::flag, 0, 1},
}};

std::vector<std::string> dtype_names() {
    std::vector<std::string> names;
    for (const DType dtype : all_dtypes()) names.emplace_back(name_of(dtype));
    return names;
}

bool is_number(ParameterKind kind) {
    return kind != ParameterKind::dtype && kind != ParameterKind::choice && kind != ParameterKind::flag;
}

bool read_kind(ManifestReader& reader, Fields& fields, Parameter& parameter) {
    const auto name = fields.text("kind", Need::required);
    if (!name) return false;
    std::vector<std::string> known;
    for (const KindName& kind : kKindNames) known.emplace_back(kind.name);
    if (!reader.check_known(fields, "kind", *name, known, "kind of parameter")) return false;
    const auto found = std::ranges::find(kKindNames, *name, &KindName::name);
    parameter.kind = found->kind;
    parameter.min = found->min;
    parameter.max = found->max;
    return true;
}

void read_range(Fields& fields, Parameter& parameter) {
    if (const auto min = fields.number("min")) parameter.min = *min;
    if (const auto max = fields.number("max")) parameter.max = *max;
    if (parameter.min > parameter.max)
        fields.error("max", fmt::format("max {} is below min {}", number_text(parameter.max), number_text(parameter.min)));
    const auto step = fields.text("step");
    parameter.powers_of_two = step == "power of two";
    if (step && !parameter.powers_of_two && step != "one")
        fields.error("step", fmt::format("there is no step \"{}\"", *step), "Steps are \"one\" and \"power of two\".");
}

void read_choices(ManifestReader& reader, Fields& fields, Parameter& parameter) {
    parameter.choices = fields.texts("of", Need::required);
    if (parameter.kind != ParameterKind::dtype) return;
    for (const std::string& name : parameter.choices) reader.check_known(fields, "of", name, dtype_names(), "dtype");
}

// So that the formulas that use it are not reported as well.
void keep_unknown_kind(ManifestReader& reader, const toml::table& table, Parameter parameter) {
    parameter.kind = ParameterKind::real;
    parameter.min = -1e300;
    parameter.max = 1e300;
    parameter.default_value = table["default"].value_or(1.0);
    reader.lesson.parameters.push_back(std::move(parameter));
}

void read_parameter(ManifestReader& reader, const std::string& id, const toml::key& key, const toml::node& node) {
    const std::string where = fmt::format("[parameters] {}", id);
    const toml::table* table = node.as_table();
    if (table == nullptr) {
        reader.log.error(node.source(), fmt::format("{} must be a table, but it is {}", where, type_words(node)),
                         fmt::format("Write {} = {{ kind = \"size\", default = 100 }}.", id));
        return;
    }
    Fields fields(*table, where, reader.log);
    Parameter parameter;
    parameter.id = id;
    const std::size_t before = reader.log.diagnostics.size();
    reader.check_new_id(fields, "kind", id, reader.parameter_ids());
    // The place of a bad name is the name itself.
    for (std::size_t i = before; i < reader.log.diagnostics.size(); ++i) {
        reader.log.diagnostics[i].line = static_cast<int>(key.source().begin.line);
        reader.log.diagnostics[i].column = static_cast<int>(key.source().begin.column);
    }
    parameter.label = fields.text("label").value_or(id);
    parameter.help = fields.text("help").value_or("");
    if (!read_kind(reader, fields, parameter)) return keep_unknown_kind(reader, *table, std::move(parameter));
    if (is_number(parameter.kind))
        read_range(fields, parameter);
    else if (parameter.kind != ParameterKind::flag)
        read_choices(reader, fields, parameter);
    const toml::node* given = fields.node("default", Need::required);
    // Stands in when the default is missing or wrong, which is reported once.
    if (is_number(parameter.kind))
        parameter.default_value = static_cast<std::int64_t>(parameter.min);
    else if (parameter.kind == ParameterKind::flag)
        parameter.default_value = std::int64_t{0};
    else
        parameter.default_value = parameter.choices.empty() ? std::string() : parameter.choices.front();
    if (given != nullptr) {
        if (const auto value = reader.value_of(parameter, *given, where + ": the field \"default\""))
            parameter.default_value = *value;
    }
    fields.finish(top_fields());
    reader.lesson.parameters.push_back(std::move(parameter));
}

// Every shape with every dtype: shapes that name a dtype themselves keep it.
std::vector<ParameterValues> with_dtypes(const std::vector<ParameterValues>& shapes, const std::vector<std::string>& dtypes) {
    std::vector<ParameterValues> all;
    for (const ParameterValues& shape : shapes) {
        if (dtypes.empty() || shape.contains("dtype")) {
            all.push_back(shape);
            continue;
        }
        for (const std::string& dtype : dtypes) {
            all.push_back(shape);
            all.back()["dtype"] = dtype;
        }
    }
    return all;
}

std::vector<std::string> read_verify_dtypes(ManifestReader& reader, Fields& fields) {
    const Parameter* dtype = reader.lesson.find_parameter("dtype");
    const std::vector<std::string> offered = dtype == nullptr ? std::vector<std::string>{} : dtype->choices;
    if (!fields.has("dtypes")) return offered;
    std::vector<std::string> dtypes = fields.texts("dtypes");
    std::erase_if(dtypes, [&](const std::string& name) { return !reader.check_known(fields, "dtypes", name, offered, "dtype"); });
    return dtypes;
}

void read_tolerance(ManifestReader& reader, const toml::table& table) {
    Fields fields(table, "[verify] tolerance", reader.log);
    Tolerance& tolerance = reader.lesson.tolerance;
    if (const auto formula = fields.formula("absolute")) tolerance.absolute = *formula;
    if (const auto formula = fields.formula("relative")) tolerance.relative = *formula;
    if (const auto formula = fields.formula("share")) tolerance.share = *formula;
    reader.check_formula(fields, "share", tolerance.share);
    reader.check_formula(fields, "absolute", tolerance.absolute);
    reader.check_formula(fields, "relative", tolerance.relative);
    tolerance.because = fields.text("because", Need::required).value_or("");
    fields.finish(top_fields());
}

}  // namespace

std::optional<ParameterValue> ManifestReader::value_of(const Parameter& parameter, const toml::node& node,
                                                       const std::string& where) {
    std::string text;
    if (const auto given = node.value_exact<std::string>())
        text = *given;
    else if (const auto whole = node.value_exact<std::int64_t>())
        text = fmt::format("{}", *whole);
    else if (const auto real = node.value_exact<double>())
        text = fmt::format("{}", *real);
    else if (const auto flag = node.value_exact<bool>(); flag && parameter.kind == ParameterKind::flag)
        text = *flag ? "true" : "false";
    else {
        const std::string wanted = is_number(parameter.kind) ? "a number or a string such as \"2^14\"" : "a string in quotes";
        log.error(node.source(), fmt::format("{} must be {}, but it is {}", where, wanted, type_words(node)));
        return {};
    }
    auto value = parse_parameter(parameter, text);
    if (value) return *value;
    log.error(node.source(), fmt::format("{}: {}", where, value.error().message), value.error().hint);
    return {};
}

ParameterValues ManifestReader::values_of(const toml::table& table, const std::string& where) {
    ParameterValues values;
    Fields fields(table, where, log);
    for (const auto& [key, node] : table) {
        const std::string id(key.str());
        if (!check_known(fields, id, id, parameter_ids(), "parameter")) continue;
        if (const auto value = value_of(*lesson.find_parameter(id), node, where)) values[id] = *value;
    }
    return values;
}

void read_parameters(ManifestReader& reader, const toml::table& table) {
    // toml++ sorts by name; the panel shows them in the order of the file.
    std::vector<std::pair<const toml::key*, const toml::node*>> entries;
    for (const auto& [key, node] : table) entries.emplace_back(&key, &node);
    std::ranges::sort(entries, {}, [](const auto& entry) {
        return std::pair(entry.first->source().begin.line, entry.first->source().begin.column);
    });
    for (const auto& [key, node] : entries) read_parameter(reader, std::string(key->str()), *key, *node);
}

void read_presets(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    std::vector<std::string> names;
    std::vector<toml::source_region> places;  // of "holds"
    for (const toml::table* table : tables) {
        Fields fields(*table, "[[preset]]", reader.log);
        Preset preset;
        preset.name = fields.text("name", Need::required).value_or("");
        fields.rename(fmt::format("[[preset]] {}", preset.name));
        if (std::ranges::find(names, preset.name) != names.end())
            fields.error("name", fmt::format("\"{}\" is defined twice", preset.name));
        names.push_back(preset.name);
        preset.note = fields.text("note").value_or("");
        preset.kernel = fields.text("kernel").value_or("");
        if (!preset.kernel.empty()) reader.check_known(fields, "kernel", preset.kernel, reader.kernel_ids(), "kernel");
        if (const toml::table* set = fields.table("set")) preset.values = reader.values_of(*set, fields.where() + ": set");
        preset.holds = fields.text("holds").value_or("");
        places.push_back(fields.place("holds"));
        reader.keep_line("preset " + preset.name, fields.place("name"));
        reader.keep_line("note of " + preset.name, fields.place("holds"));
        fields.finish(top_fields());
        reader.lesson.presets.push_back(std::move(preset));
    }
    // A claim may name any preset, also one further down.
    for (std::size_t i = 0; i < reader.lesson.presets.size(); ++i) {
        const Preset& preset = reader.lesson.presets[i];
        if (!preset.holds.empty()) reader.check_claim(places[i], fmt::format("[[preset]] {}", preset.name), preset.holds);
    }
}

void read_claims(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    for (const toml::table* table : tables) {
        Fields fields(*table, "[[claim]]", reader.log);
        Claim claim{fields.text("say", Need::required).value_or(""), fields.text("holds", Need::required).value_or("")};
        if (!claim.holds.empty()) reader.check_claim(fields.place("holds"), fields.where(), claim.holds);
        fields.finish(top_fields());
        reader.lesson.claims.push_back(std::move(claim));
        reader.keep_line(fmt::format("claim {}", reader.lesson.claims.size()), fields.place("holds"));
    }
}

void read_constants(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    for (const toml::table* table : tables) {
        Fields fields(*table, "[[constant]]", reader.log);
        reader.lesson.constants.push_back(
            {fields.texts("numbers", Need::required), fields.text("because", Need::required).value_or("")});
        fields.finish(top_fields());
    }
}

// "1..3000".
std::optional<std::pair<std::int64_t, std::int64_t>> range_of(const Parameter& parameter, const std::string& text) {
    std::pair<std::int64_t, std::int64_t> range;
    const char* const end = text.data() + text.size();
    const auto least = std::from_chars(text.data(), end, range.first);
    if (least.ec != std::errc() || !std::string_view(least.ptr, end).starts_with("..")) return std::nullopt;
    const auto most = std::from_chars(least.ptr + 2, end, range.second);
    if (most.ec != std::errc() || most.ptr != end || range.first >= range.second) return std::nullopt;
    if (static_cast<double>(range.first) < parameter.min || static_cast<double>(range.second) > parameter.max) return std::nullopt;
    return range;
}

DrawnShape read_drawn_shape(ManifestReader& reader, const toml::table& table) {
    constexpr const char* where = "[verify] drawn";
    Fields fields(table, where, reader.log);
    DrawnShape shape;
    for (const auto& [key, node] : table) {
        const std::string id(key.str());
        if (!reader.check_known(fields, id, id, reader.parameter_ids(), "parameter")) continue;
        const Parameter& parameter = *reader.lesson.find_parameter(id);
        const auto text = node.value<std::string>();
        if (!text || !is_number(parameter.kind)) {
            if (const auto value = reader.value_of(parameter, node, where)) shape.values[id] = *value;
        } else if (const auto range = range_of(parameter, *text)) {
            shape.ranges[id] = *range;
            shape.values[id] = range->first;
        } else {
            reader.log.error(
                node.source(), fmt::format("{}: \"{}\" is not a range for {}", where, *text, id),
                fmt::format("Write two whole numbers from {:.0f} to {:.0f}: {} = \"10..2000\".", parameter.min, parameter.max, id));
        }
    }
    shape.values.merge(reader.lesson.defaults());
    return shape;
}

void read_verify(ManifestReader& reader, const toml::table& table) {
    Fields fields(table, "[verify]", reader.log);
    std::vector<ParameterValues> shapes;
    for (const toml::table* entry : fields.tables("shapes", Need::required)) {
        ParameterValues shape = reader.values_of(*entry, "[verify] shapes");
        shapes.push_back(std::move(shape));
    }
    reader.lesson.verify_shapes = with_dtypes(shapes, read_verify_dtypes(reader, fields));
    const ParameterValues defaults = reader.lesson.defaults();
    for (ParameterValues& shape : reader.lesson.verify_shapes) shape.insert(defaults.begin(), defaults.end());
    for (const toml::table* entry : fields.tables("drawn")) reader.lesson.drawn_shapes.push_back(read_drawn_shape(reader, *entry));
    if (const toml::table* tolerance = fields.table("tolerance")) read_tolerance(reader, *tolerance);
    fields.finish(top_fields());
}

}  // namespace warpwise
