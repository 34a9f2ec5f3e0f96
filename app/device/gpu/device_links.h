// How quickly the GPUs of one machine exchange data: a link for each ordered pair.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpwise {

struct DeviceLink {
    int from = 0, to = 0;  // ordinals
    bool has_peer_access = false;
    std::optional<double> peer_gb_s;  // 1e9 bytes in a second, with peer access; nothing where there is none
    double staged_gb_s = 0;           // without: the driver takes the way that it has left, most often through the host
    double small_copy_us = 0;         // of four bytes, by the better way
};

// Medians of copies of `bytes`; of a machine with one GPU there is no link.
struct DeviceLinks {
    std::vector<std::string> names;  // of the GPUs, by ordinal
    std::size_t bytes = 0;
    std::vector<DeviceLink> links;
};

}  // namespace warpwise
