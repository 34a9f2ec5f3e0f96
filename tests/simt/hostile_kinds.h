// What hostile texts are made of, and the kinds of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise::test {

inline constexpr std::size_t most_text_bytes = std::size_t{1} << 20;  // the compiler refuses longer texts at once

// `size` is how often, how deep or how large; `worst` of it does harm.
struct Kind {
    const char* name;
    std::size_t worst;
    std::function<std::string(std::size_t size)> make;
};

std::vector<Kind> many_and_deep_kinds();
std::vector<Kind> expanding_and_large_kinds();
std::vector<Kind> strange_kinds();

// As often as wanted, and as fits into a text that is compiled at all.
std::string times(std::size_t count, std::string_view piece);
std::string numbered(std::size_t count, const std::function<std::string(std::size_t)>& piece);
std::string nested(std::size_t count, std::string_view before, std::string_view middle, std::string_view after);
std::string kernel(std::string_view body, std::string_view in_front = "");
// A macro that expands to `base` to the power of `levels` copies of the piece.
std::string macro_tower(std::size_t levels, std::size_t base, std::string_view piece, std::string_view between);

}  // namespace warpwise::test
