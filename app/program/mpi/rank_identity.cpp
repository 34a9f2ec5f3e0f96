#include "program/mpi/rank_identity.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpwise {
namespace {

using Text = std::array<char, 128>;

Text text_in(const std::string& text) {
    Text out{};
    std::copy_n(text.begin(), std::min(text.size(), out.size() - 1), out.begin());
    return out;
}

}  // namespace

RankIdentity RankIdentity::of(const MpiOptions& options) {
    return {text_in(options.host), text_in(options.version), text_in(options.lesson), text_in(options.work)};
}

double clock_offset_s(const RankIdentity& own, const RankIdentity& first) {
    if (own.host == first.host) return 0;
    std::array<double, RankIdentity::kMoments> offsets{};
    for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = first.clock_s[i] - own.clock_s[i];
    std::ranges::nth_element(offsets, offsets.begin() + offsets.size() / 2);
    return offsets[offsets.size() / 2];
}

std::optional<std::string> difference_of(const std::vector<RankIdentity>& ranks) {
    struct Same {
        Text RankIdentity::* text;
        const char* said;
    };
    constexpr Same all[] = {{&RankIdentity::version, "runs Warpwise"},
                            {&RankIdentity::lesson, "has the lesson with the hash"},
                            {&RankIdentity::work, "is to run"}};
    for (const auto& [text, said] : all)
        for (std::size_t rank = 1; rank < ranks.size(); ++rank) {
            const RankIdentity &own = ranks[rank], &first = ranks.front();
            if (own.*text == first.*text) continue;
            return fmt::format("rank {} on {} {} {}, and rank 0 on {} {} {}", rank, own.host.data(), said, (own.*text).data(),
                               first.host.data(), said, (first.*text).data());
        }
    return std::nullopt;
}

}  // namespace warpwise
