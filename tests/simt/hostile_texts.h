// Texts that might end the program: too deep, too many, too large, not text at all. Each names a kernel
// `k(float* a, int n)` where it gets that far.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpwise::test {

struct HostileText {
    std::string name, text;
};

// One of each kind, large enough to do harm.
std::vector<HostileText> hostile_texts();
// The same one for the same seed: a kind and a size by chance, two kinds in one, or one of `corpus` or of the kinds, damaged.
HostileText hostile_text(std::uint32_t seed, const std::vector<std::string>& corpus);

}  // namespace warpwise::test
