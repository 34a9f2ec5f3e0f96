// The expression of a line of CUDA C++ that a place in it names: "i", "a[i]", "p->next", "threadIdx.x". No window library.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpwise::ui {

// `index` counts bytes. On the name of an array that is subscripted, and on its brackets, it is the element; within the brackets
// what stands there. "" on keywords, numbers, functions, comments, texts and blanks.
std::string expression_at(std::string_view line, std::size_t index);

}  // namespace warpwise::ui
