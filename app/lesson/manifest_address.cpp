// What [[view]] kind = "address_map" may say (lesson/address_view.h).
#include <fmt/format.h>

#include <cmath>

#include "lesson/address_view.h"
#include "lesson/formula.h"
#include "lesson/manifest_reader.h"

namespace warpwise {
namespace {

// Lists side by side: an entry per map, or one for all.
void check_lengths(Fields& fields, const ViewSpec& view, std::size_t maps) {
    for (const std::string& name : address_view_options()) {
        if (name == "kernel") continue;
        const std::size_t entries = option_texts(view, name).size();
        if (entries > kMostAddressMaps)
            fields.error(name, fmt::format("the field \"{}\" has {} entries: the view draws at most {} maps", name, entries,
                                           kMostAddressMaps));
        else if (entries > 1 && entries != maps)
            fields.error(name, fmt::format("the field \"{}\" has {} entries, and another one has {}", name, entries, maps),
                         "Give one entry for each map, or a single one for all of them.");
    }
}

void check_number(ManifestReader& reader, Fields& fields, const std::string& name, const std::string& formula) {
    reader.check_formula(fields, name, formula);
    const auto value = evaluate(formula, reader.lesson.defaults());
    if (!value) return;
    const bool is_shape = name == "rows" || name == "cols";
    if (*value != std::floor(*value) || std::abs(*value) > kLargestAddressNumber)
        fields.error(
            name, fmt::format("the field \"{}\" = \"{}\" gives {} for the defaults, which is not a whole number of elements", name,
                              formula, *value));
    else if (is_shape && *value < 1)
        fields.error(name, fmt::format("the field \"{}\" = \"{}\" gives {} for the defaults", name, formula, *value),
                     "A view has at least one row and one column.");
}

}  // namespace

void check_address_view(ManifestReader& reader, Fields& fields, const ViewSpec& view) {
    for (const auto& [name, value] : view.options) reader.check_known(fields, name, name, address_view_options(), "option");
    if (!view.options.contains("array"))
        fields.error("array", "the view names no array", "Give \"array\", the array whose elements are in the view.");
    for (const std::string& array : option_texts(view, "array"))
        reader.check_known(fields, "array", array, reader.array_ids(), "array");
    for (const std::string& kernel : option_texts(view, "kernel"))
        reader.check_known(fields, "kernel", kernel, reader.kernel_ids(), "kernel");
    if (!view.options.contains("cols"))
        fields.error("cols", "the view has no shape: the field \"cols\" is missing",
                     "Give \"cols\", the length of the last axis, and \"rows\" where there are two.");
    if (view.options.contains("stride_rows") && !view.options.contains("rows"))
        fields.error("stride_rows", "the view has a stride of its rows and no \"rows\"",
                     "Give \"rows\", or remove \"stride_rows\".");
    check_lengths(fields, view, address_maps(view).size());
    for (const std::string& name : address_view_formulas())
        for (const std::string& formula : option_texts(view, name)) check_number(reader, fields, name, formula);
    for (const std::string& name : option_texts(view, "name")) {
        const auto parts = split_template(name);
        if (!parts) {
            fields.error("name", parts.error());
            continue;
        }
        if (name.find('{') == std::string::npos) continue;
        for (const TemplatePart& part : *parts)
            if (part.is_expression) reader.check_formula(fields, "name", part.text);
    }
}

}  // namespace warpwise
