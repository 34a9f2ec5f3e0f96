#include "lesson/estimate_view.h"

#include <fmt/format.h>

#include "lesson/formula.h"
#include "lesson/number_views.h"

namespace warpwise {
namespace {

Result<double> number_option(const ViewSpec& view, const std::string& name, const ParameterValues& values, double otherwise) {
    const auto formula = view.options.find(name);
    return formula == view.options.end() ? Result<double>(otherwise) : evaluate(formula->second, values);
}

}  // namespace

std::vector<std::string> estimate_view_options() { return {"hits", "points", "scale", "exact", "kernel"}; }

const ViewSpec* find_estimate_view(const Lesson& lesson, const std::string& kernel) {
    return find_view_for_kernel(lesson, "estimate", kernel);
}

Result<EstimateView> estimate_view(const ViewSpec& view, const ParameterValues& values) {
    EstimateView wanted;
    if (const auto hits = view.options.find("hits"); hits != view.options.end()) wanted.hits = hits->second;
    if (const auto points = view.options.find("points"); points != view.options.end()) wanted.points = points->second;
    const auto scale = number_option(view, "scale", values, wanted.scale),
               exact = number_option(view, "exact", values, wanted.exact);
    if (!scale) return std::unexpected(scale.error());
    if (!exact) return std::unexpected(exact.error());
    wanted.scale = *scale, wanted.exact = *exact;
    if (const double p = wanted.probability(); !(p > 0 && p < 1))
        return usage_error(fmt::format("exact = {} is not between 0 and scale = {}", number_text(*exact), number_text(*scale)),
                           "The estimate is scale times the share of hits, so exact / scale is the probability of a hit.");
    return wanted;
}

}  // namespace warpwise
