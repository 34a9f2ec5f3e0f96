// A manifest's formula as the C++ that a person writes for whole numbers: "ceil(n / block)" becomes "(n + block - 1) / block".
#pragma once

#include <optional>
#include <set>
#include <string>

namespace warpwise {

struct CppFormula {
    std::string text;
    std::set<std::string> names;  // that it uses
    bool is_sum = false;          // needs brackets beside * and /
};

// Sums and products of whole numbers and `names`, and quotients rounded up or down; nothing for every other formula.
std::optional<CppFormula> cpp_formula(const std::string& formula, const std::set<std::string>& names);

}  // namespace warpwise
