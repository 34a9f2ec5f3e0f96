#include "lesson/access_view.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "lesson/formula.h"
#include "lesson/number_views.h"

namespace warpwise {
namespace {

Result<std::uint32_t> index_of(const ViewSpec& view, const char* name, std::size_t place, const ParameterValues& values) {
    const std::vector<std::string> formulas = option_texts(view, name);
    if (place >= formulas.size()) return 0;
    const auto value = evaluate(formulas[place], values);
    if (!value) return std::unexpected(value.error());
    if (*value < 0 || *value >= 0x80000000p0 || *value != std::floor(*value))
        return usage_error(
            fmt::format("the view \"{}\": {} = \"{}\" gives {}, which is not an index", view.kind, name, formulas[place], *value),
            "Indices are whole numbers from 0.");
    return static_cast<std::uint32_t>(*value);
}

}  // namespace

std::vector<std::string> access_view_options() { return {"array", "shared", "kernel", "block", "warp", "layers"}; }

std::vector<std::string> flow_view_options() { return {"array", "shared", "kernel", "block", "warp", "from"}; }

std::vector<std::string> bins_view_options() { return {"array", "shared", "kernel", "block"}; }

const ViewSpec* find_access_view(const Lesson& lesson, const std::string& kernel) {
    return find_view_for_kernel(lesson, "accesses", kernel);
}

const ViewSpec* find_flow_view(const Lesson& lesson, const std::string& kernel) {
    return find_view_for_kernel(lesson, "flow", kernel);
}

const ViewSpec* find_bins_view(const Lesson& lesson, const std::string& kernel) {
    return find_view_for_kernel(lesson, "bins", kernel);
}

Result<AccessView> access_view(const ViewSpec& view, const ParameterValues& values) {
    AccessView wanted;
    wanted.is_shared = view.options.contains("shared");
    if (const auto array = view.options.find(wanted.is_shared ? "shared" : "array"); array != view.options.end())
        wanted.array = array->second;
    if (const auto from = view.options.find("from"); from != view.options.end()) wanted.from = from->second;
    std::uint32_t* const edges[] = {&wanted.block.x, &wanted.block.y, &wanted.block.z};
    for (std::size_t edge = 0; edge < std::size(edges); ++edge) {
        const auto index = index_of(view, "block", edge, values);
        if (!index) return std::unexpected(index.error());
        *edges[edge] = *index;
    }
    const auto warp = index_of(view, "warp", 0, values);
    if (!warp) return std::unexpected(warp.error());
    wanted.warp = *warp;
    return wanted;
}

}  // namespace warpwise
