// The option `layers` of the view "accesses": its array holds the weights of a network, layer after layer, those of each unit side
// by side, and behind the weights of a layer one bias per unit.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

// An element of the array: the weight from a unit of the layer before, or a unit's bias.
struct NetworkPart {
    int layer = 1;  // of `units`, from 1
    int unit = 0;
    int from = -1;  // -1: it is a bias
    bool operator==(const NetworkPart&) const = default;
};

struct NetworkLayers {
    std::vector<int> units;  // "2", "8", "8", "1": inputs, layers, outputs; empty: there is no network
    std::int64_t weights() const;
    std::optional<NetworkPart> part(std::int64_t element) const;
};

// An Error where the option is not two to eight numbers of units from 1 to 64.
Result<NetworkLayers> network_layers(const ViewSpec&, const ParameterValues&);

}  // namespace warpwise
