#include "lesson/address_view.h"

#include <algorithm>

#include "lesson/formula.h"
#include "lesson/number_views.h"

namespace warpwise {
namespace {

std::string entry(const ViewSpec& view, const char* name, std::size_t map, const std::string& otherwise) {
    const std::vector<std::string> given = option_texts(view, name);
    if (given.empty()) return otherwise;
    return given[std::min(map, given.size() - 1)];
}

}  // namespace

std::vector<std::string> address_view_formulas() { return {"rows", "cols", "offset", "stride_rows", "stride_cols"}; }

std::vector<std::string> address_view_options() {
    std::vector<std::string> names{"array", "name", "kernel"};
    for (std::string& formula : address_view_formulas()) names.push_back(std::move(formula));
    return names;
}

const ViewSpec* find_address_view(const Lesson& lesson, const std::string& kernel) {
    return find_view_for_kernel(lesson, "address_map", kernel);
}

std::vector<AddressMapSpec> address_maps(const ViewSpec& view) {
    std::size_t count = 1;
    for (const std::string& name : address_view_options())
        if (name != "kernel") count = std::max(count, option_texts(view, name).size());
    std::vector<AddressMapSpec> maps(std::min(count, kMostAddressMaps));
    for (std::size_t i = 0; i < maps.size(); ++i) {
        AddressMapSpec& map = maps[i];
        map.array = entry(view, "array", i, "");
        map.name = entry(view, "name", i, map.array);
        map.rows = entry(view, "rows", i, "");
        map.cols = entry(view, "cols", i, "1");
        map.offset = entry(view, "offset", i, "0");
        map.stride_rows = entry(view, "stride_rows", i, map.has_rows() ? map.cols : "0");
        map.stride_cols = entry(view, "stride_cols", i, "1");
    }
    return maps;
}

std::string address_map_title(const AddressMapSpec& map, const ParameterValues& values) {
    const auto parts = split_template(map.name);
    if (map.name.find('{') == std::string::npos || !parts) return map.name;
    std::string title;
    for (const TemplatePart& part : *parts) {
        const auto value = part.is_expression ? evaluate(part.text, values) : Result<double>(0);
        title += part.is_expression && value ? number_text(*value) : part.text;
    }
    return title;
}

}  // namespace warpwise
