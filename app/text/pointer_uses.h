// What a kernel's body does with its pointers and shared memory, by its text.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

struct PointerUse {
    bool is_written = false;  // by an assignment to an element, or an atomic
    bool is_single = false;   // never indexed: *total, atomicAdd(total, x)
};
PointerUse use_of(std::string_view body, std::string_view pointer);

// Of the first __shared__ array whose extents are numbers: {16, 17} of "tile[16][16 + 1]" (16 + 1 counts as 17). Empty: none.
std::vector<int> shared_extents(std::string_view body, const std::map<std::string, int>& constants);
// The element type of an "extern __shared__ float tile[]"; empty: there is none.
std::string dynamic_shared_type(std::string_view body);

}  // namespace warpwise
