#include "hostile_texts.h"

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "hostile_kinds.h"
#include "unit/mutations.h"

namespace warpwise::test {

std::string times(std::size_t count, std::string_view piece) {
    std::string out;
    count = std::min(count, most_text_bytes * 9 / 10 / std::max<std::size_t>(1, piece.size()));
    out.reserve(count * piece.size());
    for (std::size_t i = 0; i < count; ++i) out += piece;
    return out;
}
std::string numbered(std::size_t count, const std::function<std::string(std::size_t)>& piece) {
    std::string out;
    for (std::size_t i = 0; i < count && out.size() < most_text_bytes * 9 / 10; ++i) out += piece(i);
    return out;
}
std::string nested(std::size_t count, std::string_view before, std::string_view middle, std::string_view after) {
    const std::size_t fits = std::min(count, most_text_bytes * 9 / 10 / (before.size() + after.size()));
    return times(fits, before) + std::string(middle) + times(fits, after);
}
std::string kernel(std::string_view body, std::string_view in_front) {
    return fmt::format("{}\n__global__ void k(float* a, int n) {{\n    int k = threadIdx.x;\n    {}\n}}\n", in_front, body);
}
// A macro that expands to `base` to the power of `levels` copies of the piece.
std::string macro_tower(std::size_t levels, std::size_t base, std::string_view piece, std::string_view between) {
    std::string out = fmt::format("#define M0 {}\n", piece);
    for (std::size_t level = 1; level <= levels; ++level) {
        out += fmt::format("#define M{} M{}", level, level - 1);
        for (std::size_t i = 1; i < base; ++i) out += fmt::format("{}M{}", between, level - 1);
        out += '\n';
    }
    return out;
}
namespace {

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = [] {
        std::vector<Kind> kinds = many_and_deep_kinds();
        for (auto more : {expanding_and_large_kinds, strange_kinds}) std::ranges::move(more(), std::back_inserter(kinds));
        return kinds;
    }();
    return all;
}

std::string made(const Kind& kind, std::size_t size) {
    std::string text = kind.make(std::max<std::size_t>(1, size));
    if (text.size() > most_text_bytes) text.resize(most_text_bytes);
    return text;
}

}  // namespace

std::vector<HostileText> hostile_texts() {
    std::vector<HostileText> all;
    for (const Kind& kind : kinds()) all.push_back({kind.name, made(kind, kind.worst)});
    return all;
}

HostileText hostile_text(std::uint32_t seed, const std::vector<std::string>& corpus) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t end) { return random() % end; };
    // Sizes of all orders of magnitude are equally likely.
    const auto one = [&](std::string& name) {
        const Kind& kind = kinds()[below(kinds().size())];
        const double largest = std::log(static_cast<double>(kind.worst) * 1.5);
        const auto size = static_cast<std::size_t>(std::exp(largest * std::uniform_real_distribution<>(0, 1)(random)));
        name += fmt::format("{}{} x {}", name.empty() ? "" : ", ", kind.name, size);
        return made(kind, size);
    };
    HostileText text;
    switch (below(4)) {
        case 0: text.text = one(text.name); break;
        case 1: text.text = one(text.name), text.text += one(text.name); break;
        case 2: {
            text.name = "damaged ";
            const std::string whole = one(text.name);
            text.text = Mutator({whole}, {"{", "(", ";", "#if", "__global__", "template <", "\\\n", "/*", "\""}, seed).next();
            break;
        }
        default:
            text.name = "a damaged kernel";
            text.text = Mutator(corpus,
                                {"__global__", "__device__", "__shared__", "__syncthreads();", "template <class T>", "for (;;)",
                                 "int", "[", "((((", "}", "#define a a a", "<<<", "0x", "1e", "::", "->", "asm(", "goto x;"},
                                seed)
                            .next();
    }
    if (text.text.size() > most_text_bytes) text.text.resize(most_text_bytes);
    text.name = fmt::format("seed {}: {}", seed, text.name);
    return text;
}

}  // namespace warpwise::test
