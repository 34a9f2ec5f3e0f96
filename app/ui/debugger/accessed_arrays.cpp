#include "ui/debugger/accessed_arrays.h"

#include <algorithm>

#include "ui/debugger/access_pattern.h"

namespace warpwise::ui {

bool is_of(const DebugAccess& access, const AccessedArray& array) {
    return access.array == array.name && access.space == array.space;
}

std::vector<AccessedArray> accessed_arrays(std::span<const DebugAccess> accesses) {
    std::vector<AccessedArray> arrays;
    for (const DebugAccess& access : accesses) {
        if (access.array.empty() || access.mask == 0) continue;
        auto found = std::ranges::find_if(arrays, [&](const AccessedArray& array) { return is_of(access, array); });
        const bool is_new = found == arrays.end();
        if (is_new)
            found = arrays.insert(found, {.name = access.array, .space = access.space, .first = INT64_MAX, .last = INT64_MIN});
        for (const int lane : lanes_of(access.mask)) {
            const std::int64_t element = access.elements[static_cast<std::size_t>(lane)];
            found->first = std::min(found->first, element);
            found->last = std::max(found->last, element);
        }
    }
    return arrays;
}

}  // namespace warpwise::ui
