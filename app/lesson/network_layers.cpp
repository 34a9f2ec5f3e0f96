#include "lesson/network_layers.h"

#include <fmt/format.h>

#include <cmath>

#include "lesson/formula.h"
#include "lesson/number_views.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostLayers = 8;
constexpr double kMostUnits = 64;

}  // namespace

std::int64_t NetworkLayers::weights() const {
    std::int64_t count = 0;
    for (std::size_t layer = 1; layer < units.size(); ++layer) count += std::int64_t{units[layer]} * (units[layer - 1] + 1);
    return count;
}

std::optional<NetworkPart> NetworkLayers::part(std::int64_t element) const {
    if (element < 0) return std::nullopt;
    for (std::size_t layer = 1; layer < units.size(); ++layer) {
        const std::int64_t inputs = units[layer - 1], weights = units[layer] * inputs;
        const int place = static_cast<int>(layer);
        if (element < weights) return NetworkPart{place, static_cast<int>(element / inputs), static_cast<int>(element % inputs)};
        element -= weights;
        if (element < units[layer]) return NetworkPart{place, static_cast<int>(element), -1};
        element -= units[layer];
    }
    return std::nullopt;
}

Result<NetworkLayers> network_layers(const ViewSpec& view, const ParameterValues& values) {
    NetworkLayers out;
    const std::vector<std::string> formulas = option_texts(view, "layers");
    for (const std::string& formula : formulas) {
        const auto units = evaluate(formula, values);
        if (!units) return std::unexpected(units.error());
        if (*units != std::floor(*units) || *units < 1 || *units > kMostUnits)
            return usage_error(fmt::format("layers: \"{}\" gives {}, which is not a number of units", formula, number_text(*units)),
                               "A layer has 1 to 64 units.");
        out.units.push_back(static_cast<int>(*units));
    }
    if (formulas.size() == 1 || formulas.size() > kMostLayers)
        return usage_error("\"layers\" takes the number of units of each layer, for two to eight layers",
                           R"(Write layers = ["2", "8", "1"]: inputs, a layer, the output.)");
    return out;
}

}  // namespace warpwise
