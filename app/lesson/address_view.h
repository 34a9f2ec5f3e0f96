// The lesson's view "address_map": which views of which arrays it draws, by formulas over the parameters.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

// One view of an array's elements. Without `rows` it has one axis.
struct AddressMapSpec {
    std::string name;                                          // "b = a[::{step}]"; empty: the array's
    std::string array;                                         // the owner of the elements
    std::string rows, cols, offset, stride_rows, stride_cols;  // formulas
    bool has_rows() const { return !rows.empty(); }
    bool operator==(const AddressMapSpec&) const = default;
};

inline constexpr std::size_t kMostAddressMaps = 4;
inline constexpr double kLargestAddressNumber = 0x1p30;  // of a shape, an offset or a stride

std::vector<std::string> address_view_options();
// The options that are formulas, in the order in which the view shows them.
std::vector<std::string> address_view_formulas();
// The first one that is about the kernel; null: the lesson has none.
const ViewSpec* find_address_view(const Lesson&, const std::string& kernel);
// An option with one entry holds for all maps; what is not given has its default.
std::vector<AddressMapSpec> address_maps(const ViewSpec&);
// "b = a[::2]": the name with its expressions computed; what cannot be computed stays as it is.
std::string address_map_title(const AddressMapSpec&, const ParameterValues&);

}  // namespace warpwise
