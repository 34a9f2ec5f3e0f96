// The options of the views "bits" and "sum_race".
#pragma once

#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

struct BitsView {
    std::string
        dtype;  // "dtype": that of the lesson's parameter; a format by name; empty: the same where there is such a parameter
    std::string array;  // whose elements a click in the array strip takes; empty: the array that the strip shows
    std::string value;  // as it is typed; empty: the view's own
};

std::vector<std::string> bits_view_options();
std::vector<std::string> sum_view_options();
// The lesson's first view of that kind; null: it has none.
const ViewSpec* find_view_of_kind(const Lesson&, const std::string& kind);
// The first one whose option "kernel" has this kernel, or that is about all of them.
const ViewSpec* find_view_for_kernel(const Lesson&, const std::string& kind, const std::string& kernel);
// Those that have one, for where the kernel that is chosen has none.
std::vector<const KernelSpec*> kernels_with_view(const Lesson&, const std::string& kind);
BitsView bits_view(const Lesson&);  // without a view in the lesson: the defaults
// The array that the view sums: the one that it names, or else the first input.
const ArraySpec* summed_array(const Lesson&);

}  // namespace warpwise
