// [run] and a kernel's `length`: how runs on a GPU copy, cut and queue.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "lesson/formula.h"
#include "lesson/manifest_reader.h"

namespace warpwise {
namespace {

const std::vector<std::string> kCopyModes{"pageable", "pinned", "resident", "staged"};

// One of the words, or a choice parameter that offers nothing else.
void read_copies(ManifestReader& reader, Fields& fields) {
    reader.lesson.run.copies = fields.text("copies").value_or("");
    const std::string& copies = reader.lesson.run.copies;
    if (copies.empty()) return;
    std::vector<std::string> known = kCopyModes;
    for (const Parameter& parameter : reader.lesson.parameters)
        if (parameter.kind == ParameterKind::choice) known.push_back(parameter.id);
    if (!reader.check_known(fields, "copies", copies, known, "copy mode, and no choice parameter,")) return;
    const Parameter* parameter = reader.lesson.find_parameter(copies);
    if (parameter == nullptr) return;
    for (const std::string& choice : parameter->choices)
        if (std::ranges::find(kCopyModes, choice) == kCopyModes.end())
            fields.error("copies", fmt::format("the parameter \"{}\" offers \"{}\", which is not a copy mode", copies, choice),
                         "Offer pageable, pinned, resident and staged, or some of them.");
}

void read_count(ManifestReader& reader, Fields& fields, std::string_view key, int most, std::string& formula) {
    formula = fields.formula(key).value_or("");
    if (formula.empty()) return;
    const auto value = evaluate(formula, reader.lesson.defaults());
    if (!value)
        fields.error(key, fmt::format("the field \"{}\": {}", key, value.error().message), value.error().hint);
    else if (*value < 1 || *value > most || *value != std::floor(*value))
        fields.error(key, fmt::format("the field \"{}\" gives {}, but it must be a whole number from 1 to {}", key, *value, most));
}

// true, false, or a parameter of kind flag.
void read_flush(ManifestReader& reader, Fields& fields) {
    const toml::node* found = fields.node("flush_l2");
    if (found == nullptr) return;
    if (!found->is_string()) {
        if (const auto flush = fields.boolean("flush_l2")) reader.lesson.run.flush_l2 = *flush ? "1" : "0";
        return;
    }
    const std::string id = fields.text("flush_l2").value_or("");
    std::vector<std::string> flags;
    for (const Parameter& parameter : reader.lesson.parameters)
        if (parameter.kind == ParameterKind::flag) flags.push_back(parameter.id);
    if (reader.check_known(fields, "flush_l2", id, flags, "parameter of kind flag")) reader.lesson.run.flush_l2 = id;
}

}  // namespace

void read_length(ManifestReader& reader, Fields& fields, KernelSpec& kernel) {
    kernel.length = fields.text("length").value_or("");
    if (kernel.length.empty()) return;
    std::vector<std::string> scalars;
    const std::vector<std::string> arrays = reader.array_ids();
    for (const std::string& argument : kernel.arguments)
        if (std::ranges::find(arrays, argument) == arrays.end()) scalars.push_back(argument);
    reader.check_known(fields, "length", kernel.length, scalars, "number among the kernel's args called");
}

void read_run(ManifestReader& reader, const toml::table& table) {
    Fields fields(table, "[run]", reader.log);
    read_copies(reader, fields);
    read_count(reader, fields, "chunks", kMostChunks, reader.lesson.run.chunks);
    read_count(reader, fields, "streams", kMostStreams, reader.lesson.run.streams);
    read_flush(reader, fields);
    const bool cut = std::ranges::any_of(reader.lesson.kernels, [](const KernelSpec& kernel) { return !kernel.length.empty(); });
    if (!reader.lesson.run.chunks.empty() && !cut)
        fields.error("chunks", "no kernel says which argument is its number of elements, so none can be cut into chunks",
                     "Add length = \"n\" to the [[kernel]].");
    fields.finish(top_fields());
}

}  // namespace warpwise
