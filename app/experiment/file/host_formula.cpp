#include "experiment/file/host_formula.h"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

namespace warpwise {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::string in_product(const CppFormula& formula) { return formula.is_sum ? fmt::format("({})", formula.text) : formula.text; }

// A recursive descent over the text; every function takes what it reads and gives nothing where it cannot go on.
class Reader {
  public:
    Reader(std::string_view text, const std::set<std::string>& names) : rest_(text), names_(names) {}

    std::optional<CppFormula> whole() {
        auto sum = read_sum();
        skip_blanks();
        return rest_.empty() ? sum : std::nullopt;
    }

  private:
    void skip_blanks() {
        while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
    }
    bool take(std::string_view word) {
        skip_blanks();
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    template <typename Is>
    std::string take_all(Is&& is) {
        std::size_t end = 0;
        while (end < rest_.size() && is(rest_[end])) ++end;
        const std::string taken(rest_.substr(0, end));
        rest_.remove_prefix(end);
        return taken;
    }

    std::optional<CppFormula> read_sum() {
        auto sum = read_product();
        while (sum) {
            const bool plus = take("+");
            if (!plus && !take("-")) return sum;
            const auto next = read_product();
            if (!next) return std::nullopt;
            const std::string right = plus ? next->text : in_product(*next);
            sum->text += fmt::format(" {} {}", plus ? '+' : '-', right);
            sum->names.insert(next->names.begin(), next->names.end());
            sum->is_sum = true;
        }
        return sum;
    }

    std::optional<CppFormula> read_product() {
        auto product = read_factor();
        while (product && take("*")) {
            const auto next = read_factor();
            if (!next) return std::nullopt;
            product->text = fmt::format("{} * {}", in_product(*product), in_product(*next));
            product->names.insert(next->names.begin(), next->names.end());
            product->is_sum = false;
        }
        return product;
    }

    std::optional<CppFormula> read_factor() {
        skip_blanks();
        if (take("(")) {
            auto sum = read_sum();
            return take(")") ? sum : std::nullopt;
        }
        if (rest_.empty()) return std::nullopt;
        if (is_digit(rest_[0])) return CppFormula{take_all(is_digit), {}, false};
        const std::string word = take_all(is_word);
        if (word == "ceil" || word == "floor") return read_quotient(word == "ceil");
        if (!names_.contains(word)) return std::nullopt;
        return CppFormula{word, {word}, false};
    }

    // "(A / B)" after ceil or floor; of positive numbers, which C++ divides with the remainder cut off
    std::optional<CppFormula> read_quotient(bool up) {
        if (!take("(")) return std::nullopt;
        const auto above = read_product();
        if (!above || !take("/")) return std::nullopt;
        const auto below = read_factor();
        if (!below || !take(")")) return std::nullopt;
        const bool one_factor = below->text.find(' ') == std::string::npos;
        const std::string divisor = one_factor ? below->text : fmt::format("({})", below->text);
        CppFormula quotient{up ? fmt::format("({} + {} - 1) / {}", above->text, below->text, divisor)
                               : fmt::format("{} / {}", in_product(*above), divisor),
                            above->names, true};
        quotient.names.insert(below->names.begin(), below->names.end());
        return quotient;
    }

    std::string_view rest_;
    const std::set<std::string>& names_;
};

}  // namespace

std::optional<CppFormula> cpp_formula(const std::string& formula, const std::set<std::string>& names) {
    return Reader(formula, names).whole();
}

}  // namespace warpwise
