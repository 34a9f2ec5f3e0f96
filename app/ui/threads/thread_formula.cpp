#include "ui/threads/thread_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace warpwise::ui {
namespace {

std::uint32_t component_of(const Dim3& d, int component) { return component == 0 ? d.x : component == 1 ? d.y : d.z; }

struct BuiltIn {
    std::string_view prefix;
    FormulaTerm::Kind kind;
};
constexpr BuiltIn kBuiltIns[] = {
    {"blockIdx.", FormulaTerm::Kind::block_index},
    {"blockDim.", FormulaTerm::Kind::block_dim},
    {"gridDim.", FormulaTerm::Kind::grid_dim},
    {"threadIdx.", FormulaTerm::Kind::thread_index},
};

// blockIdx.xyz are slots 0 to 2, threadIdx.xyz are slots 3 to 5
int slot_of(const FormulaTerm& term) { return term.component + (term.kind == FormulaTerm::Kind::thread_index ? 3 : 0); }

bool differs_by_thread(const FormulaTerm& term) {
    return term.kind == FormulaTerm::Kind::block_index || term.kind == FormulaTerm::Kind::thread_index;
}

std::int64_t slot_value(const ThreadPlace& place, int slot) {
    return slot < 3 ? component_of(place.block, slot) : component_of(place.thread, slot - 3);
}

std::optional<std::int64_t> apply(char op, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    switch (op) {
        case '+': return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case '-': return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case '*': return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
        case '/':
        case '%':
            if (b == 0 || (b == -1 && a == INT64_MIN)) return std::nullopt;
            return op == '/' ? a / b : a % b;
        default: return std::nullopt;
    }
}

bool is_constant(const AffineIndex& a) {
    return std::ranges::all_of(a.factor, [](std::int64_t f) { return f == 0; });
}

// A sum of indices stays one under + and -, under * by a constant, and under / and % of constants.
std::optional<AffineIndex> apply(char op, const AffineIndex& a, const AffineIndex& b) {
    AffineIndex result;
    const bool additive = op == '+' || op == '-';
    if (!additive && !(is_constant(a) && is_constant(b)) && !(op == '*' && (is_constant(a) || is_constant(b)))) return std::nullopt;
    const auto base = apply(op, a.base, b.base);
    if (!base) return std::nullopt;
    result.base = *base;
    for (std::size_t i = 0; i < result.factor.size(); ++i) {
        const auto factor = additive         ? apply(op, a.factor[i], b.factor[i])
                            : is_constant(a) ? apply('*', a.base, b.factor[i])
                                             : apply('*', a.factor[i], b.base);
        if (!factor) return std::nullopt;
        result.factor[i] = op == '*' || additive ? *factor : 0;
    }
    return result;
}

template <typename T>
bool fold(std::vector<T>& stack, char op) {
    const T b = stack.back();
    stack.pop_back();
    const auto result = apply(op, stack.back(), b);
    if (!result) return false;
    stack.back() = *result;
    return true;
}

}  // namespace

ThreadPlace place_of(const LaunchShape& shape, std::uint64_t linear) {
    const std::uint64_t per_block = std::max<std::uint64_t>(1, shape.block.count());
    const std::uint64_t grid_x = std::max(1u, shape.grid.x), grid_y = std::max(1u, shape.grid.y);
    ThreadPlace place;
    place.linear = linear;
    place.block_linear = linear / per_block;
    place.in_block = static_cast<std::uint32_t>(linear % per_block);
    place.block = {static_cast<std::uint32_t>(place.block_linear % grid_x),
                   static_cast<std::uint32_t>(place.block_linear / grid_x % grid_y),
                   static_cast<std::uint32_t>(place.block_linear / grid_x / grid_y)};
    const std::uint32_t block_x = std::max(1u, shape.block.x), block_y = std::max(1u, shape.block.y);
    place.thread = {place.in_block % block_x, place.in_block / block_x % block_y, place.in_block / block_x / block_y};
    return place;
}

std::int64_t AffineIndex::at(const ThreadPlace& p) const {
    return base + factor[0] * p.block.x + factor[1] * p.block.y + factor[2] * p.block.z + factor[3] * p.thread.x +
           factor[4] * p.thread.y + factor[5] * p.thread.z;
}

// Recursive descent; the postfix steps fall out in the order in which they run.
class FormulaParser {
  public:
    explicit FormulaParser(std::string_view text) : text_(text) {}

    Result<ThreadFormula> parse() {
        if (!sum()) return error();
        if (peek() != 0) return error();
        return std::move(formula_);
    }

  private:
    static constexpr int kMaxDepth = 64;

    char peek() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
        return at_ < text_.size() ? text_[at_] : 0;
    }
    std::unexpected<Error> error() {
        const std::string found = peek() == 0 ? "ends too early" : fmt::format("has \"{}\" at column {}", peek(), at_ + 1);
        return usage_error(fmt::format("the index formula \"{}\" {}", text_, found),
                           "Use blockIdx, blockDim, threadIdx, gridDim, parameters, whole numbers, + - * / % and parentheses");
    }
    void take_symbol() {
        formula_.terms_.push_back({FormulaTerm::Kind::symbol, std::string(1, text_[at_]), 0});
        ++at_;
    }
    bool sum() {
        if (!product()) return false;
        while (peek() == '+' || peek() == '-') {
            const char op = peek();
            take_symbol();
            if (!product()) return false;
            formula_.steps_.push_back({op, 0});
        }
        return true;
    }
    bool product() {
        if (!factor()) return false;
        while (peek() == '*' || peek() == '/' || peek() == '%') {
            const char op = peek();
            take_symbol();
            if (!factor()) return false;
            formula_.steps_.push_back({op, 0});
        }
        return true;
    }
    bool factor() {
        if (++depth_ > kMaxDepth) return false;
        const bool good = peek() == '(' ? parenthesis() : peek() == '-' ? negation() : leaf();
        --depth_;
        return good;
    }
    bool parenthesis() {
        take_symbol();
        if (!sum() || peek() != ')') return false;
        take_symbol();
        return true;
    }
    bool negation() {
        take_symbol();
        if (!factor()) return false;
        formula_.steps_.push_back({'~', 0});
        return true;
    }
    bool leaf() {
        std::size_t end = at_;
        auto in_word = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
        while (end < text_.size() && in_word(text_[end])) ++end;
        if (end == at_) return false;
        const std::string word(text_.substr(at_, end - at_));
        FormulaTerm term{FormulaTerm::Kind::parameter, word, 0};
        if (std::isdigit(static_cast<unsigned char>(word[0]))) {
            if (!std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c); }) || word.size() > 18) return false;
            term.kind = FormulaTerm::Kind::number;
        }
        for (const BuiltIn& b : kBuiltIns) {
            if (word + "." == b.prefix) return false;  // a vector is not an index
            if (!word.starts_with(b.prefix)) continue;
            const std::size_t component = std::string_view("xyz").find(word.substr(b.prefix.size()));
            if (word.size() != b.prefix.size() + 1 || component == std::string_view::npos) return false;
            term.kind = b.kind;
            term.component = static_cast<int>(component);
        }
        if (term.kind == FormulaTerm::Kind::parameter && word.contains('.')) return false;
        at_ = end;
        formula_.steps_.push_back({'t', formula_.terms_.size()});
        formula_.terms_.push_back(std::move(term));
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    ThreadFormula formula_;
};

Result<ThreadFormula> ThreadFormula::parse(std::string_view text) { return FormulaParser(text).parse(); }

Result<BoundFormula> ThreadFormula::bind(const LaunchShape& shape, const ParameterValues& parameters) const {
    BoundFormula bound;
    bound.terms_ = terms_;
    bound.fixed_.resize(terms_.size());
    for (std::size_t i = 0; i < terms_.size(); ++i) {
        const FormulaTerm& term = terms_[i];
        if (term.kind == FormulaTerm::Kind::block_dim) bound.fixed_[i] = component_of(shape.block, term.component);
        if (term.kind == FormulaTerm::Kind::grid_dim) bound.fixed_[i] = component_of(shape.grid, term.component);
        if (term.kind == FormulaTerm::Kind::number) {
            std::int64_t value = 0;
            std::from_chars(term.text.data(), term.text.data() + term.text.size(), value);
            bound.fixed_[i] = value;
        }
        if (term.kind == FormulaTerm::Kind::parameter) {
            const auto found = parameters.find(term.text);
            const auto* value = found == parameters.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
            if (!value)
                return usage_error(
                    fmt::format("the index formula names \"{}\", which is not a whole-number parameter here", term.text));
            bound.fixed_[i] = *value;
        }
    }
    for (const Step& step : steps_) {
        if (step.op != 't') {
            bound.steps_.push_back({step.op, 0, 0});
        } else if (differs_by_thread(terms_[step.term])) {
            bound.steps_.push_back({'v', 0, slot_of(terms_[step.term])});
        } else {
            bound.steps_.push_back({'k', bound.fixed_[step.term].value_or(0), 0});
        }
    }
    bound.affine_ = bound.find_affine();
    return bound;
}

std::optional<std::int64_t> BoundFormula::at(const ThreadPlace& place) const {
    if (affine_) return affine_->at(place);
    std::vector<std::int64_t> stack;
    stack.reserve(steps_.size());
    for (const Step& step : steps_) {
        if (step.op == 'k') {
            stack.push_back(step.constant);
        } else if (step.op == 'v') {
            stack.push_back(slot_value(place, step.slot));
        } else if (step.op == '~') {
            const auto negated = apply('-', std::int64_t{0}, stack.back());
            if (!negated) return std::nullopt;
            stack.back() = *negated;
        } else if (!fold(stack, step.op)) {
            return std::nullopt;
        }
    }
    return stack.back();
}

std::optional<AffineIndex> BoundFormula::find_affine() const {
    // Beyond this an int64 sum over 32-bit indices could overflow: the checked path is for those.
    constexpr std::int64_t largest_factor = std::int64_t{1} << 28;
    std::vector<AffineIndex> stack;
    for (const Step& step : steps_) {
        if (step.op == 'k') {
            stack.push_back({step.constant, {}});
        } else if (step.op == 'v') {
            stack.emplace_back().factor[static_cast<std::size_t>(step.slot)] = 1;
        } else if (step.op == '~') {
            const auto negated = apply('-', AffineIndex{}, stack.back());
            if (!negated) return std::nullopt;
            stack.back() = *negated;
        } else if (!fold(stack, step.op)) {
            return std::nullopt;
        }
    }
    const AffineIndex& result = stack.back();
    const bool small =
        std::ranges::all_of(result.factor, [&](std::int64_t f) { return f < largest_factor && f > -largest_factor; });
    return small && result.base < (std::int64_t{1} << 60) && result.base > -(std::int64_t{1} << 60) ? std::optional(result)
                                                                                                    : std::nullopt;
}

std::vector<std::string> BoundFormula::values_at(const ThreadPlace& place) const {
    std::vector<std::string> values(terms_.size());
    for (std::size_t i = 0; i < terms_.size(); ++i) {
        if (fixed_[i]) values[i] = std::to_string(*fixed_[i]);
        if (differs_by_thread(terms_[i])) values[i] = std::to_string(slot_value(place, slot_of(terms_[i])));
    }
    return values;
}

std::vector<FormulaColumn> lay_out_formula(const std::string& name, const std::string& result,
                                           const std::vector<FormulaTerm>& terms, const std::vector<std::string>& values) {
    std::vector<FormulaColumn> columns;
    int at = 0;
    auto add = [&](FormulaTerm::Kind kind, const std::string& term, const std::string& value, int space_before) {
        FormulaColumn column{kind, term, value, at + space_before, static_cast<int>(std::max(term.size(), value.size()))};
        column.term_at = column.first + (column.width - static_cast<int>(term.size())) / 2;
        column.value_at = column.first + (column.width - static_cast<int>(value.size())) / 2;
        at = column.first + column.width;
        columns.push_back(std::move(column));
    };
    add(FormulaTerm::Kind::symbol, name, result, 0);
    add(FormulaTerm::Kind::symbol, "=", "=", 1);
    bool after_opening = false;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const bool symbol = terms[i].kind == FormulaTerm::Kind::symbol;
        const bool tight = after_opening || terms[i].text == ")";
        add(terms[i].kind, terms[i].text, symbol ? terms[i].text : values[i], tight ? 0 : 1);
        after_opening = terms[i].text == "(";
    }
    return columns;
}

}  // namespace warpwise::ui
