#include "simt/code/matrix_form.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace warpwise::simt {
namespace {

struct NamedElement {
    std::string_view name;
    MatrixElement element;
};
constexpr auto kElements = std::to_array<NamedElement>({{"f16", MatrixElement::f16},
                                                        {"bf16", MatrixElement::bf16},
                                                        {"tf32", MatrixElement::tf32},
                                                        {"f64", MatrixElement::f64},
                                                        {"s8", MatrixElement::s8},
                                                        {"u8", MatrixElement::u8},
                                                        {"s4", MatrixElement::s4},
                                                        {"u4", MatrixElement::u4},
                                                        {"f32", MatrixElement::f32},
                                                        {"s32", MatrixElement::s32}});

std::optional<MatrixElement> element(std::string_view name) {
    const auto found = std::ranges::find(kElements, name, &NamedElement::name);
    return found == kElements.end() ? std::nullopt : std::optional(found->element);
}

std::optional<int> number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

struct NamedKind {
    std::string_view name;
    MatrixForm::Kind kind;
};
constexpr auto kKinds = std::to_array<NamedKind>({{"rows_to_registers", MatrixForm::Kind::rows_to_registers},
                                                  {"columns_to_registers", MatrixForm::Kind::columns_to_registers},
                                                  {"registers_to_rows", MatrixForm::Kind::registers_to_rows},
                                                  {"registers_to_columns", MatrixForm::Kind::registers_to_columns},
                                                  {"transpose", MatrixForm::Kind::transpose}});

// The shapes and types that the PTX manual lists for mma.sync, but the layout of its own of m8n8k4 for half.
bool exists(const MatrixForm& form) {
    using E = MatrixElement;
    const auto k_is = [&](int x, int y) { return form.depth == x || form.depth == y; };
    const bool real = form.d == E::f32 && form.c == E::f32, same = form.a == form.b;
    const bool whole = form.d == E::s32 && form.c == E::s32;
    switch (form.a) {
        case E::f16:
            return same && form.rows == 16 && k_is(8, 16) && (form.d == E::f16 || form.d == E::f32) &&
                   (form.c == E::f16 || form.c == E::f32);
        case E::bf16: return same && real && form.rows == 16 && k_is(8, 16);
        case E::tf32: return same && real && form.rows == 16 && k_is(4, 8);
        case E::f64:
            return same && form.d == E::f64 && form.c == E::f64 &&
                   ((form.rows == 8 && form.depth == 4) || (form.rows == 16 && (k_is(4, 8) || form.depth == 16)));
        case E::s8:
        case E::u8: return bits_of(form.b) == 8 && whole && (form.rows == 16 ? k_is(16, 32) : form.depth == 16);
        case E::s4:
        case E::u4: return bits_of(form.b) == 4 && whole && (form.rows == 16 ? k_is(32, 64) : form.depth == 32);
        default: return false;
    }
}

}  // namespace

std::optional<MatrixForm> matrix_form(std::string_view name) {
    std::vector<std::string_view> words;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        words.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    MatrixForm form;
    if (const auto kind = std::ranges::find(kKinds, words[0], &NamedKind::name); kind != kKinds.end()) {
        const auto count = words.size() == 2 ? number(words[1]) : std::nullopt;
        if (count != 1 && count != 2 && count != 4) return std::nullopt;
        form.kind = kind->kind;
        form.count = static_cast<std::uint8_t>(*count);
        return form;
    }
    const auto n = words[0].find("n8k");
    if (words.size() < 5 || !words[0].starts_with('m') || n == std::string_view::npos) return std::nullopt;
    const auto m = number(words[0].substr(1, n - 1)), k = number(words[0].substr(n + 3));
    const auto d = element(words[1]), a = element(words[2]), b = element(words[3]), c = element(words[4]);
    if ((m != 8 && m != 16) || !k || *k > 64 || !d || !a || !b || !c) return std::nullopt;
    form.rows = static_cast<std::uint8_t>(*m);
    form.depth = static_cast<std::uint8_t>(*k);
    form.d = *d, form.a = *a, form.b = *b, form.c = *c;
    form.saturate = words.size() == 6 && words[5] == "satfinite";
    if ((words.size() > 5 && !form.saturate) || words.size() > 6 || !exists(form)) return std::nullopt;
    return form;
}

}  // namespace warpwise::simt
