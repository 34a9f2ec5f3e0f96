#include "debug/debug_expression_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.h"

namespace warpwise {
namespace {

using Node = DebugExpressionNode;

// The parser and the evaluator call themselves: for each bracket within a bracket, and for each operand of a sum.
constexpr std::size_t kMostCharacters = 1000;
constexpr int kMostLevels = 200;

constexpr std::string_view kCannotAssign = "an expression here cannot assign: '==' compares";

constexpr std::array<std::string_view, 12> kTypeWords{"const", "volatile", "unsigned", "signed", "int",    "char",
                                                      "short", "long",     "float",    "double", "struct", "bool"};

// The operators between two values by their rank; within a rank the longer ones first.
constexpr std::array<std::array<std::string_view, 4>, 10> kRanks{
    {{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}};

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    std::expected<std::vector<Node>, std::string> parse() {
        if (text_.size() > kMostCharacters) return std::unexpected("the expression is too long");
        choice();
        skip_blanks();
        if (problem_.empty() && at_ < text_.size()) expected(fmt::format("unexpected '{}'", rest()));
        if (!problem_.empty()) return std::unexpected(std::move(problem_));
        return std::move(nodes_);
    }

  private:
    struct Level {
        explicit Level(int& depth) : depth_(depth) { ++depth_; }
        ~Level() { --depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

      private:
        int& depth_;
    };

    std::string rest() const { return std::string(text_.substr(at_, 24)); }
    std::size_t fail(std::string problem) {
        if (problem_.empty()) problem_ = std::move(problem);
        at_ = text_.size();
        return add({});
    }
    // Something else stands here; an assignment has words of its own.
    std::size_t expected(std::string otherwise) { return fail(next() == '=' ? std::string(kCannotAssign) : std::move(otherwise)); }
    std::size_t add(Node node) {
        nodes_.push_back(std::move(node));
        return nodes_.size() - 1;
    }
    void skip_blanks() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }
    bool take(std::string_view symbol) {
        skip_blanks();
        if (!text_.substr(at_).starts_with(symbol)) return false;
        at_ += symbol.size();
        return true;
    }
    bool take_word(std::string_view word) {
        const std::size_t before = at_;
        if (identifier() == word) return true;
        at_ = before;
        return false;
    }
    char next() {
        skip_blanks();
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    std::size_t choice() {
        const Level level(depth_);
        if (depth_ > kMostLevels) return fail("the expression has too many levels of brackets");
        const std::size_t condition = binary(0);
        if (!take("?")) return condition;
        const std::size_t yes = choice();
        if (!take(":")) return expected("the ':' of '?' is missing");
        const std::size_t no = choice();
        return add({.kind = Node::Kind::choice, .a = condition, .b = yes, .c = no});
    }

    // The operator of this rank that stands here, and not a longer one of another rank.
    std::string_view operator_of(std::size_t rank) {
        skip_blanks();
        const std::string_view here = text_.substr(at_);
        std::string_view longest;
        std::size_t rank_of_longest = 0;
        for (std::size_t i = 0; i < kRanks.size(); ++i)
            for (const std::string_view symbol : kRanks[i])
                if (symbol.size() > longest.size() && here.starts_with(symbol)) longest = symbol, rank_of_longest = i;
        return rank_of_longest == rank ? longest : std::string_view{};
    }

    std::size_t binary(std::size_t rank) {
        if (rank == kRanks.size()) return unary();
        std::size_t left = binary(rank + 1);
        for (std::string_view symbol = operator_of(rank); !symbol.empty(); symbol = operator_of(rank)) {
            at_ += symbol.size();
            const std::size_t right = binary(rank + 1);
            left = add({.kind = Node::Kind::binary, .symbol = symbol, .a = left, .b = right});
        }
        return left;
    }

    std::size_t unary() {
        const Level level(depth_);
        if (depth_ > kMostLevels) return fail("the expression has too many levels of brackets");
        if (take("++") || take("--")) return fail(std::string(kCannotAssign));
        for (const std::string_view symbol : {"-", "+", "!", "~"})
            if (take(symbol)) return add({.kind = Node::Kind::unary, .symbol = symbol, .a = unary()});
        if (take("*")) return add({.kind = Node::Kind::dereference, .a = unary()});
        if (take("&")) return add({.kind = Node::Kind::address, .a = unary()});
        if (auto type = cast_here()) {
            type->a = unary();
            return add(std::move(*type));
        }
        return postfix();
    }

    std::size_t postfix() {
        std::size_t value = primary();
        while (problem_.empty()) {
            if (take("[")) {
                const std::size_t place = choice();
                if (!take("]")) return expected("a ']' is missing");
                value = add({.kind = Node::Kind::index, .a = value, .b = place});
            } else if (const bool is_arrow = take("->"); is_arrow || take(".")) {
                const std::string name = identifier();
                if (name.empty()) return fail(fmt::format("a member's name is missing after the '{}'", is_arrow ? "->" : "."));
                value = add({.kind = is_arrow ? Node::Kind::arrow : Node::Kind::member, .name = name, .a = value});
            } else if (take("@")) {
                value = add({.kind = Node::Kind::other_lane, .a = value, .b = primary()});
            } else if (take("++") || take("--")) {
                return fail(std::string(kCannotAssign));
            } else {
                break;
            }
        }
        return value;
    }

    // ---- types ----

    // "unsigned char *const *": a node of a cast without its operand. Nothing where no type stands, and then nothing is taken.
    std::optional<Node> type_here() {
        const std::size_t begin = at_;
        std::string words;
        bool has_own = false;  // a name that is not a keyword: "Node", "uint32_t"
        for (;;) {
            const std::size_t before = at_;
            std::string word = identifier();
            for (std::size_t colons = at_; !word.empty() && text_.substr(at_).starts_with("::"); colons = at_) {
                at_ = colons + 2;
                word += "::" + identifier();
            }
            const bool is_keyword = std::ranges::find(kTypeWords, word) != kTypeWords.end();
            if (word.empty() || (!is_keyword && has_own)) {
                at_ = before;
                break;
            }
            has_own = has_own || !is_keyword;
            words += (words.empty() ? "" : " ") + word;
        }
        Node type{.kind = Node::Kind::cast, .name = words, .scalar = scalar_type_named(words)};
        while (take("*")) {
            ++type.pointers;
            for (const std::string_view qualifier : {"const", "volatile", "__restrict__"}) take_word(qualifier);
        }
        // A name alone may be a variable's.
        if (words.empty() || (!type.scalar && type.pointers == 0)) {
            at_ = begin;
            return std::nullopt;
        }
        return type;
    }

    // "(float)", before what is cast.
    std::optional<Node> cast_here() {
        const std::size_t begin = at_;
        if (!take("(")) return std::nullopt;
        auto type = type_here();
        const bool is_closed = type && take(")");
        const char after = next();
        const bool is_operand =
            std::isalnum(static_cast<unsigned char>(after)) != 0 || std::string_view("_(.'~!&*-+").contains(after);
        // (half) + 1 adds to a variable of that name.
        const bool may_be_name = type && type->pointers == 0 && std::ranges::find(kTypeWords, type->name) == kTypeWords.end() &&
                                 !type->name.contains(' ') && !type->name.ends_with("_t");
        if (is_closed && after != '\0' && is_operand && !(may_be_name && std::string_view("&*-+").contains(after))) return type;
        at_ = begin;
        return std::nullopt;
    }

    // static_cast<int>(x), behind its name.
    std::size_t named_cast() {
        if (!take("<")) return fail("a '<' is missing after the cast");
        auto type = type_here();
        if (!type) return fail(fmt::format("'{}' is not a type that is known here", rest()));
        if (!take(">")) return fail("a '>' is missing after the type of the cast");
        if (!take("(")) return fail("a '(' is missing after the type of the cast");
        type->a = choice();
        return take(")") ? add(std::move(*type)) : expected("a ')' is missing");
    }

    // abs(x), int(x), behind the name and before the bracket.
    std::size_t call(const std::string& name) {
        if (const auto scalar = scalar_type_named(name)) {
            take("(");
            Node cast{.kind = Node::Kind::cast, .name = name, .a = choice(), .scalar = scalar};
            return take(")") ? add(std::move(cast)) : expected("a ')' is missing");
        }
        const DebugFunction* function = find_debug_function(name);
        if (function == nullptr) return fail(fmt::format("'{}(...)' is a call of a function that expressions do not know", name));
        take("(");
        Node made{.kind = Node::Kind::call, .name = name, .function = function};
        made.a = choice();
        if (function->operands == 2) {
            if (!take(",")) return expected(fmt::format("'{}' takes two values", name));
            made.b = choice();
        }
        if (next() == ',')
            return fail(fmt::format("'{}' takes {} value{}", name, function->operands, function->operands == 1 ? "" : "s"));
        return take(")") ? add(std::move(made)) : expected("a ')' is missing");
    }

    std::string identifier() {
        skip_blanks();
        const std::size_t begin = at_;
        const auto belongs = [&](char c) {
            return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
                   (at_ > begin && std::isdigit(static_cast<unsigned char>(c)) != 0);
        };
        while (at_ < text_.size() && belongs(text_[at_])) ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }

    std::size_t primary() {
        const char c = next();
        if (c == '\0') return fail(trimmed(text_).empty() ? "the expression is empty" : "the expression is not complete");
        if (take("(")) {
            const std::size_t inner = choice();
            return take(")") ? inner : expected("a ')' is missing");
        }
        if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return literal();
        if (c == '\'') return character();
        std::string name = identifier();
        if (name.empty()) return expected(fmt::format("unexpected '{}'", rest()));
        if (name == "true" || name == "false") return add({.number = DebugNumber::of_boolean(name == "true")});
        if (name == "nullptr" || name == "NULL") return add({.number = DebugNumber::of_integer(0)});
        if (name == "static_cast" || name == "reinterpret_cast" || name == "const_cast") return named_cast();
        if (next() == '(') return call(name);
        return add({.kind = Node::Kind::name, .name = std::move(name)});
    }

    std::size_t literal() {
        const char* begin = text_.data() + at_;
        const char* end = text_.data() + text_.size();
        const bool is_hex = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
        std::uint64_t whole = 0;
        auto [after, error] = is_hex ? std::from_chars(begin + 2, end, whole, 16) : std::from_chars(begin, end, whole);
        Node node{.number = DebugNumber::of_unsigned(whole)};
        if (!is_hex &&
            (error == std::errc::invalid_argument || (after != end && (*after == '.' || *after == 'e' || *after == 'E')))) {
            double value = 0;
            const auto real = std::from_chars(begin, end, value);
            after = real.ptr, error = real.ec;
            node.number = DebugNumber::of_floating(value);
        }
        if (error != std::errc{}) return fail(fmt::format("'{}' is not a number", rest()));
        for (; after != end && std::isalpha(static_cast<unsigned char>(*after)) != 0; ++after) {
            const int suffix = std::tolower(static_cast<unsigned char>(*after));
            if (suffix == 'f' && node.number.is_floating())
                node.number = DebugNumber::of_floating(static_cast<float>(node.number.floating), true);
            else if (suffix != 'u' && suffix != 'l')
                return fail(fmt::format("'{}' is not a number", rest()));
        }
        at_ = static_cast<std::size_t>(after - text_.data());
        return add(std::move(node));
    }

    std::size_t character() {
        const std::string_view here = text_.substr(at_);
        if (here.size() >= 3 && here[1] != '\\' && here[1] != '\'' && here[2] == '\'') {
            at_ += 3;
            return add({.number = DebugNumber::of_integer(here[1])});
        }
        constexpr std::array<std::pair<char, char>, 6> escapes{
            {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'0', '\0'}, {'\\', '\\'}, {'\'', '\''}}};
        if (here.size() >= 4 && here[1] == '\\' && here[3] == '\'')
            for (const auto& [letter, value] : escapes)
                if (here[2] == letter) {
                    at_ += 4;
                    return add({.number = DebugNumber::of_integer(value)});
                }
        return fail(fmt::format("'{}' is not a character", rest()));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::vector<Node> nodes_;
    std::string problem_;
};

}  // namespace

std::expected<std::vector<DebugExpressionNode>, std::string> parse_expression(std::string_view text) {
    return Parser(text).parse();
}

}  // namespace warpwise
