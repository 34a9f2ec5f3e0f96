// The kernel of indexing_1d as a learner may have edited it.
#pragma once

#include <string>

namespace warpwise::ui {

// `body` stands where the element i is computed, at line 4.
inline std::string edited_vector_add(const std::string& body) {
    return "template <typename T>\n__global__ void vector_add(const T* a, const T* b, T* c, int n) {\n"
           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    " +
           body + "\n}\n";
}

}  // namespace warpwise::ui
