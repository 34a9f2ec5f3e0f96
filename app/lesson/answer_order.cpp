#include "lesson/answer_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <random>
#include <string_view>
#include <system_error>

#include "base/files.h"
#include "base/paths.h"
#include "base/text.h"

namespace warpwise {
namespace {

// FNV-1a: the same on every machine, unlike std::hash.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

// SplitMix64's output function: every bit of the number changes about half of the result's.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

}  // namespace

std::vector<std::size_t> answer_order(const Prediction& prediction, const std::string& lesson_id, std::uint64_t learner) {
    std::vector<std::size_t> order(prediction.answers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (prediction.ordered) return order;
    std::uint64_t state = hash_of(prediction.id, hash_of(lesson_id + "/", mixed(learner + 0x9e3779b97f4a7c15u)));
    for (std::size_t left = order.size(); left > 1; --left) {
        state += 0x9e3779b97f4a7c15u;
        std::swap(order[left - 1], order[mixed(state) % left]);
    }
    return order;
}

std::filesystem::path learner_file() { return user_data_dir() / "learner"; }

std::uint64_t learner_number(const std::filesystem::path& file) {
    constexpr std::size_t most_bytes = 64;
    constexpr int hex = 16;
    std::uint64_t number = 0;
    if (const auto text = read_regular_file(file, most_bytes)) {
        const std::string_view digits = trimmed(*text);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, hex);
        if (error == std::errc{} && end == digits.data() + digits.size()) return number;
    }
    std::random_device device;
    number = (std::uint64_t{device()} << 32) | device();
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    static_cast<void>(write_regular_file(file, fmt::format("{:016x}\n", number)));
    return number;
}

}  // namespace warpwise
