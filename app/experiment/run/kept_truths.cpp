#include "experiment/run/kept_truths.h"

#include <algorithm>

namespace warpwise {
namespace {

bool is_same(const Array& a, const Array& b) {
    return a.dtype() == b.dtype() && a.shape() == b.shape() && std::ranges::equal(a.bytes(), b.bytes());
}

bool is_same(const ArgumentSet& a, const ArgumentSet& b) {
    return a.values == b.values && a.variables == b.variables &&
           std::ranges::equal(a.arrays, b.arrays, [](const Array& one, const Array& other) { return is_same(one, other); });
}

}  // namespace

const std::vector<Array>* KeptTruths::find(const KernelSource& reference, const ArgumentSet& arguments) const {
    const auto found = std::ranges::find_if(
        all_, [&](const Kept& kept) { return is_same(kept.arguments, arguments) && kept.reference == reference; });
    return found == all_.end() ? nullptr : &found->expected;
}

void KeptTruths::keep(const KernelSource& reference, const ArgumentSet& arguments, const std::vector<Array>& expected) {
    std::size_t bytes = 0;
    for (const std::vector<Array>* arrays : {&arguments.arrays, &expected})
        for (const Array& array : *arrays) bytes += array.size_bytes();
    if (bytes > kMostBytes) return;
    for (; bytes_ + bytes > kMostBytes; all_.pop_front()) bytes_ -= all_.front().bytes;
    all_.push_back({reference, arguments, expected, bytes});
    bytes_ += bytes;
}

}  // namespace warpwise
