// Variables of the device that host code fills, which is passed over here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwise::simt {

struct HostFilled {
    std::string variable;  // without namespaces
    std::string call;      // "cudaMemcpyToSymbol"
    int line = 0;          // of the call, counted from 1
    bool operator==(const HostFilled&) const = default;
};

// In the order of the text; each variable once.
std::vector<HostFilled> variables_filled_by_host(std::string_view text);

}  // namespace warpwise::simt
