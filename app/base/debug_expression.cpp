#include "base/debug_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/text.h"

namespace warpwise {
namespace {

using Node = DebugExpressionNode;

DebugNumber integer(std::int64_t value) { return {.integer = value}; }
DebugNumber boolean(bool value) { return {.kind = DebugNumber::Kind::boolean, .integer = value ? 1 : 0}; }
DebugNumber floating(double value, bool is_float = false) {
    return {.kind = DebugNumber::Kind::floating, .floating = value, .is_float = is_float};
}
DebugNumber unsigned_integer(std::uint64_t value) {
    DebugNumber number = integer(static_cast<std::int64_t>(value));
    if (number.integer < 0) number.kind = DebugNumber::Kind::unsigned_integer;
    return number;
}

bool is_floating(const DebugNumber& number) { return number.kind == DebugNumber::Kind::floating; }
bool is_large(const DebugNumber& number) { return number.kind == DebugNumber::Kind::unsigned_integer; }

// --- reading a text ---

// The reader and the evaluation call themselves: for each bracket within a bracket, and for each operand of a sum.
constexpr std::size_t most_characters = 1000;
constexpr int most_levels = 200;

// The operators between two values by their rank; within a rank the longer ones first.
constexpr std::array<std::array<std::string_view, 4>, 10> ranks{
    {{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}};

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::expected<std::vector<Node>, std::string> read() {
        if (text_.size() > most_characters) return std::unexpected("the expression is too long");
        choice();
        skip_blanks();
        if (problem_.empty() && at_ < text_.size()) fail(fmt::format("unexpected '{}'", rest()));
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
    char next() {
        skip_blanks();
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    std::size_t choice() {
        const Level level(depth_);
        if (depth_ > most_levels) return fail("the expression has too many levels of brackets");
        const std::size_t condition = binary(0);
        if (!take("?")) return condition;
        const std::size_t yes = choice();
        if (!take(":")) return fail("the ':' of '?' is missing");
        const std::size_t no = choice();
        return add({.kind = Node::Kind::choice, .a = condition, .b = yes, .c = no});
    }

    // The operator of this rank that stands here, and not a longer one of another rank.
    std::string_view operator_of(std::size_t rank) {
        skip_blanks();
        const std::string_view here = text_.substr(at_);
        std::string_view longest;
        std::size_t rank_of_longest = 0;
        for (std::size_t i = 0; i < ranks.size(); ++i)
            for (const std::string_view symbol : ranks[i])
                if (symbol.size() > longest.size() && here.starts_with(symbol)) longest = symbol, rank_of_longest = i;
        return rank_of_longest == rank ? longest : std::string_view{};
    }

    std::size_t binary(std::size_t rank) {
        if (rank == ranks.size()) return unary();
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
        if (depth_ > most_levels) return fail("the expression has too many levels of brackets");
        for (const std::string_view symbol : {"-", "+", "!", "~"})
            if (take(symbol)) return add({.kind = Node::Kind::unary, .symbol = symbol, .a = unary()});
        if (take("*")) return add({.kind = Node::Kind::dereference, .a = unary()});
        return postfix();
    }

    std::size_t postfix() {
        std::size_t value = primary();
        while (problem_.empty()) {
            if (take("[")) {
                const std::size_t place = choice();
                if (!take("]")) return fail("a ']' is missing");
                value = add({.kind = Node::Kind::index, .a = value, .b = place});
            } else if (take(".")) {
                const std::string name = identifier();
                if (name.empty()) return fail("a member's name is missing after the '.'");
                value = add({.kind = Node::Kind::member, .name = name, .a = value});
            } else if (take("@")) {
                value = add({.kind = Node::Kind::other_lane, .a = value, .b = primary()});
            } else {
                break;
            }
        }
        return value;
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
            return take(")") ? inner : fail("a ')' is missing");
        }
        if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return literal();
        if (c == '\'') return character();
        std::string name = identifier();
        if (name.empty()) return fail(fmt::format("unexpected '{}'", rest()));
        if (name == "true" || name == "false") return add({.number = boolean(name == "true")});
        if (next() == '(') return fail(fmt::format("'{}(...)' is a call, and expressions cannot call functions", name));
        return add({.kind = Node::Kind::name, .name = std::move(name)});
    }

    std::size_t literal() {
        const char* begin = text_.data() + at_;
        const char* end = text_.data() + text_.size();
        const bool is_hex = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
        std::uint64_t whole = 0;
        auto [after, error] = is_hex ? std::from_chars(begin + 2, end, whole, 16) : std::from_chars(begin, end, whole);
        Node node{.number = unsigned_integer(whole)};
        if (!is_hex &&
            (error == std::errc::invalid_argument || (after != end && (*after == '.' || *after == 'e' || *after == 'E')))) {
            double value = 0;
            const auto real = std::from_chars(begin, end, value);
            after = real.ptr, error = real.ec;
            node.number = floating(value);
        }
        if (error != std::errc{}) return fail(fmt::format("'{}' is not a number", rest()));
        for (; after != end && std::isalpha(static_cast<unsigned char>(*after)) != 0; ++after) {
            const int suffix = std::tolower(static_cast<unsigned char>(*after));
            if (suffix == 'f' && is_floating(node.number))
                node.number = floating(static_cast<float>(node.number.floating), true);
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
            return add({.number = integer(here[1])});
        }
        constexpr std::array<std::pair<char, char>, 6> escapes{
            {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'0', '\0'}, {'\\', '\\'}, {'\'', '\''}}};
        if (here.size() >= 4 && here[1] == '\\' && here[3] == '\'')
            for (const auto& [letter, value] : escapes)
                if (here[2] == letter) {
                    at_ += 4;
                    return add({.number = integer(value)});
                }
        return fail(fmt::format("'{}' is not a character", rest()));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::vector<Node> nodes_;
    std::string problem_;
};

// --- evaluating it ---

// What a pointer of this type points to, as far as it can be read: "const float *" is a float.
std::optional<DebugValue> pointee_of(std::string_view type) {
    const std::size_t star = type.rfind('*');
    if (star == std::string_view::npos || type.find('(') != std::string_view::npos) return std::nullopt;
    DebugValue pointee;
    pointee.type = trimmed(type.substr(0, star));
    if (pointee.type.find('*') != std::string::npos) {
        pointee.kind = ValueKind::pointer, pointee.bytes = 8;
        return pointee;
    }
    std::string plain;
    for (std::string_view words = pointee.type; !words.empty();) {
        const std::size_t blank = std::min(words.find(' '), words.size());
        const std::string_view word = words.substr(0, blank);
        words.remove_prefix(std::min(blank + 1, words.size()));
        if (word.empty() || word == "const" || word == "volatile") continue;
        plain += (plain.empty() ? "" : " ") + std::string(word);
    }
    struct Type {
        std::string_view name;
        ValueKind kind;
        std::uint32_t bytes;
    };
    constexpr auto s = ValueKind::signed_integer, u = ValueKind::unsigned_integer;
    static constexpr std::array types{Type{"float", ValueKind::floating, 4},
                                      Type{"double", ValueKind::floating, 8},
                                      Type{"__half", ValueKind::floating, 2},
                                      Type{"half", ValueKind::floating, 2},
                                      Type{"_Float16", ValueKind::floating, 2},
                                      Type{"bool", ValueKind::boolean, 1},
                                      Type{"char", ValueKind::character, 1},
                                      Type{"signed char", s, 1},
                                      Type{"unsigned char", u, 1},
                                      Type{"short", s, 2},
                                      Type{"unsigned short", u, 2},
                                      Type{"int", s, 4},
                                      Type{"unsigned int", u, 4},
                                      Type{"unsigned", u, 4},
                                      Type{"long", s, 8},
                                      Type{"unsigned long", u, 8},
                                      Type{"long long", s, 8},
                                      Type{"unsigned long long", u, 8},
                                      Type{"int8_t", s, 1},
                                      Type{"uint8_t", u, 1},
                                      Type{"int16_t", s, 2},
                                      Type{"uint16_t", u, 2},
                                      Type{"int32_t", s, 4},
                                      Type{"uint32_t", u, 4},
                                      Type{"int64_t", s, 8},
                                      Type{"uint64_t", u, 8},
                                      Type{"size_t", u, 8}};
    const auto* found = std::ranges::find(types, std::string_view(plain), &Type::name);
    if (found == types.end()) return std::nullopt;
    pointee.kind = found->kind, pointee.bytes = found->bytes;
    return pointee;
}

std::optional<DebugNumber> number_of_bits(ValueKind kind, std::uint32_t bytes, std::uint64_t bits) {
    switch (kind) {
        case ValueKind::signed_integer:
        case ValueKind::character: {
            const int unused = 64 - 8 * static_cast<int>(std::clamp<std::uint32_t>(bytes, 1, 8));
            return integer(static_cast<std::int64_t>(bits << unused) >> unused);
        }
        case ValueKind::unsigned_integer:
        case ValueKind::pointer: return unsigned_integer(bits);
        case ValueKind::boolean: return boolean((bits & 0xff) != 0);
        case ValueKind::floating:
            if (bytes == 2) return floating(static_cast<double>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits))), true);
            if (bytes == 4) return floating(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), true);
            return floating(std::bit_cast<double>(bits));
        case ValueKind::array:
        case ValueKind::structure:
        case ValueKind::other: break;
    }
    return std::nullopt;
}

// A number; or an array, a structure or a pointer, which can be looked into.
struct Operand {
    DebugNumber number;
    const DebugValue* part = nullptr;  // an array or a structure, which is not a number
    std::string pointer;               // the type of a pointer, whose address `number` is
};
using Evaluated = std::expected<Operand, std::string>;

class Evaluation {
  public:
    // `explain`: an error has its words; a condition that is looked at a million times needs none.
    Evaluation(const std::vector<Node>& nodes, const DebugScope& scope, bool explain)
        : nodes_(nodes), scope_(scope), explain_(explain) {}

    Evaluated value(std::size_t at, int lane) const {
        const Node& node = nodes_[at];
        switch (node.kind) {
            case Node::Kind::number: return Operand{node.number, nullptr, {}};
            case Node::Kind::name: return named(node.name, lane);
            case Node::Kind::member: return member(node, lane);
            case Node::Kind::index: return element(node, lane);
            case Node::Kind::dereference: return dereferenced(node, lane);
            case Node::Kind::other_lane: return in_other_lane(node, lane);
            case Node::Kind::unary: return unary(node, lane);
            case Node::Kind::binary: return binary(node, lane);
            case Node::Kind::choice: break;
        }
        const auto condition = number(node.a, lane);
        if (!condition) return std::unexpected(condition.error());
        return value(condition->truth() ? node.b : node.c, lane);
    }

    std::expected<DebugNumber, std::string> number(std::size_t at, int lane) const { return number_in(value(at, lane)); }

    const DebugValue* variable(std::string_view name) const {
        const auto found = std::ranges::find_if(scope_.state.variables,
                                                [&](const DebugValue& v) { return v.frame == scope_.frame && v.name == name; });
        return found == scope_.state.variables.end() ? nullptr : &*found;
    }

    static const DebugValue* child(const DebugValue& parent, std::string_view name) {
        const auto found = std::ranges::find(parent.children, name, &DebugValue::name);
        return found == parent.children.end() ? nullptr : &*found;
    }

  private:
    template <typename... Words>
    std::unexpected<std::string> fail(fmt::format_string<Words...> format, Words&&... words) const {
        return std::unexpected(explain_ ? fmt::format(format, std::forward<Words>(words)...) : std::string());
    }

    std::expected<DebugNumber, std::string> number_in(const Evaluated& found) const {
        if (!found) return std::unexpected(found.error());
        if (found->part == nullptr) return found->number;
        const bool is_array = found->part->kind == ValueKind::array, is_structure = found->part->kind == ValueKind::structure;
        return fail("'{}' is {}, not a number", found->part->name,
                    is_array       ? "an array"
                    : is_structure ? "a structure"
                                   : "of another kind");
    }

    Evaluated of(const DebugValue& value, int lane) const {
        if (value.kind == ValueKind::array || value.kind == ValueKind::structure) return Operand{{}, &value, {}};
        const auto scalar = number_of(value, lane);
        if (scalar) return Operand{*scalar, nullptr, value.kind == ValueKind::pointer ? value.type : std::string()};
        if (value.kind == ValueKind::other) return Operand{{}, &value, {}};
        return fail("'{}' has no value in lane {}", value.name, lane);
    }

    Evaluated named(const std::string& name, int lane) const {
        if (const DebugValue* found = variable(name)) return of(*found, lane);
        if (name == "lane") return Operand{integer(lane), nullptr, {}};
        if (name == "warp") return Operand{integer(scope_.state.warp), nullptr, {}};
        if (is_index(name)) return fail("'{0}' has members: write {0}.x, {0}.y or {0}.z", name);
        return fail("there is no variable '{}' here", name);
    }

    static bool is_index(std::string_view name) {
        return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
    }
    Evaluated index_part(const std::string& name, const std::string& part, int lane) const {
        Dim3 index = name == "blockIdx" ? scope_.state.block : name == "blockDim" ? scope_.shape.block : scope_.shape.grid;
        if (name == "threadIdx") {
            const auto thread = thread_index(scope_, lane);
            if (!thread) return fail("the block has no thread in lane {}", lane);
            index = *thread;
        }
        if (part == "x") return Operand{integer(index.x), nullptr, {}};
        if (part == "y") return Operand{integer(index.y), nullptr, {}};
        if (part == "z") return Operand{integer(index.z), nullptr, {}};
        return fail("'{}' has the members x, y and z, but not '{}'", name, part);
    }

    Evaluated member(const Node& node, int lane) const {
        const Node& owner = nodes_[node.a];
        if (owner.kind == Node::Kind::name && is_index(owner.name) && variable(owner.name) == nullptr)
            return index_part(owner.name, node.name, lane);
        const auto base = value(node.a, lane);
        if (!base) return base;
        if (base->part == nullptr || base->part->kind != ValueKind::structure)
            return fail("'.{}' must follow a structure", node.name);
        const DebugValue* found = child(*base->part, node.name);
        if (found == nullptr) return fail("'{}' has no member '{}'", base->part->name, node.name);
        return of(*found, lane);
    }

    Evaluated element(const Node& node, int lane) const {
        const auto base = value(node.a, lane);
        if (!base) return base;
        const auto place = number(node.b, lane);
        if (!place) return std::unexpected(place.error());
        if (is_floating(*place) || is_large(*place)) return fail("{} is not an index", place->text());
        if (!base->pointer.empty()) return read(*base, place->integer);
        if (base->part == nullptr || base->part->kind != ValueKind::array)
            return fail("'[{}]' must follow an array or a pointer", place->integer);
        const DebugValue& array = *base->part;
        if (place->integer < 0 || place->integer >= std::int64_t{array.count})
            return fail("index {} is outside '{}', which has {} elements", place->integer, array.name, array.count);
        if (static_cast<std::size_t>(place->integer) >= array.children.size())
            return fail("only the first {} of the {} elements of '{}' are shown", array.children.size(), array.count, array.name);
        return of(array.children[static_cast<std::size_t>(place->integer)], lane);
    }

    Evaluated dereferenced(const Node& node, int lane) const {
        const auto base = value(node.a, lane);
        if (!base) return base;
        return base->pointer.empty() ? Evaluated(fail("'*' must precede a pointer")) : read(*base, 0);
    }

    Evaluated read(const Operand& pointer, std::int64_t place) const {
        const auto pointee = pointee_of(pointer.pointer);
        if (!pointee) return fail("what a '{}' points to cannot be read here", pointer.pointer);
        if (!scope_.read) return fail("memory cannot be read here");
        const std::uint64_t address =
            static_cast<std::uint64_t>(pointer.number.integer) + static_cast<std::uint64_t>(place) * pointee->bytes;
        const auto bits = scope_.read(address, pointee->bytes);
        if (!bits) return fail("no array holds the address {:#x}", address);
        return Operand{number_of_bits(pointee->kind, pointee->bytes, *bits).value_or(DebugNumber{}), nullptr,
                       pointee->kind == ValueKind::pointer ? pointee->type : std::string()};
    }

    Evaluated in_other_lane(const Node& node, int lane) const {
        const auto other = number(node.b, lane);
        if (!other) return std::unexpected(other.error());
        if (is_floating(*other) || is_large(*other) || other->integer < 0 || other->integer >= kDebugLanes)
            return fail("there is no lane {}: a warp has the lanes 0 to {}", other->text(), kDebugLanes - 1);
        return value(node.a, static_cast<int>(other->integer));
    }

    Evaluated unary(const Node& node, int lane) const {
        const auto operand = number(node.a, lane);
        if (!operand) return std::unexpected(operand.error());
        if (node.symbol == "!") return Operand{boolean(!operand->truth()), nullptr, {}};
        if (is_floating(*operand)) {
            if (node.symbol == "~") return fail("'~' needs a whole number, not {}", operand->text());
            return Operand{floating(node.symbol == "-" ? -operand->floating : operand->floating, operand->is_float), nullptr, {}};
        }
        const auto bits = static_cast<std::uint64_t>(operand->integer);
        if (node.symbol == "-") return Operand{integer(static_cast<std::int64_t>(0 - bits)), nullptr, {}};
        if (node.symbol == "~") return Operand{integer(~operand->integer), nullptr, {}};
        return Operand{is_large(*operand) ? *operand : integer(operand->integer), nullptr, {}};
    }

    Evaluated binary(const Node& node, int lane) const {
        if (node.symbol == "&&" || node.symbol == "||") {
            const auto left = number(node.a, lane);
            if (!left) return std::unexpected(left.error());
            if (left->truth() == (node.symbol == "||")) return Operand{boolean(left->truth()), nullptr, {}};
            const auto right = number(node.b, lane);
            if (!right) return std::unexpected(right.error());
            return Operand{boolean(right->truth()), nullptr, {}};
        }
        const auto left = value(node.a, lane);
        const auto x = number_in(left), y = number(node.b, lane);
        if (!x) return std::unexpected(x.error());
        if (!y) return std::unexpected(y.error());
        if (!left->pointer.empty() && !is_floating(*y) && (node.symbol == "+" || node.symbol == "-")) return moved(*left, node, *y);
        if (const auto compared = compare(node.symbol, *x, *y)) return Operand{boolean(*compared), nullptr, {}};
        return is_floating(*x) || is_floating(*y) ? of_reals(node.symbol, *x, *y) : of_integers(node.symbol, *x, *y);
    }

    Evaluated moved(Operand pointer, const Node& node, const DebugNumber& by) const {
        const auto pointee = pointee_of(pointer.pointer);
        if (!pointee) return fail("what a '{}' points to cannot be read here", pointer.pointer);
        const std::uint64_t distance = static_cast<std::uint64_t>(by.integer) * pointee->bytes;
        const auto address = static_cast<std::uint64_t>(pointer.number.integer);
        pointer.number = unsigned_integer(node.symbol == "+" ? address + distance : address - distance);
        return pointer;
    }

    static std::optional<bool> compare(std::string_view symbol, const DebugNumber& x, const DebugNumber& y) {
        std::partial_ordering order = std::partial_ordering::equivalent;
        if (is_floating(x) || is_floating(y)) {
            order = x.real() <=> y.real();
        } else if (is_large(x) != is_large(y)) {
            order = is_large(x) ? std::partial_ordering::greater : std::partial_ordering::less;
        } else {
            order = x.integer <=> y.integer;  // two large ones differ in their lower 63 bits alone
        }
        if (symbol == "==") return order == 0;
        if (symbol == "!=") return order != 0;
        if (symbol == "<") return order < 0;
        if (symbol == "<=") return order <= 0;
        if (symbol == ">") return order > 0;
        if (symbol == ">=") return order >= 0;
        return std::nullopt;
    }

    Evaluated of_reals(std::string_view symbol, const DebugNumber& x, const DebugNumber& y) const {
        const double a = x.real(), b = y.real();
        const bool is_float = (x.is_float || !is_floating(x)) && (y.is_float || !is_floating(y));
        double result = 0;
        if (symbol == "+")
            result = a + b;
        else if (symbol == "-")
            result = a - b;
        else if (symbol == "*")
            result = a * b;
        else if (symbol == "/")
            result = a / b;
        else
            return fail("'{}' needs whole numbers, not {}", symbol, is_floating(y) ? y.text() : x.text());
        return Operand{floating(is_float ? static_cast<double>(static_cast<float>(result)) : result, is_float), nullptr, {}};
    }

    Evaluated of_integers(std::string_view symbol, const DebugNumber& x, const DebugNumber& y) const {
        const bool is_unsigned = is_large(x) || is_large(y);
        const auto a = static_cast<std::uint64_t>(x.integer), b = static_cast<std::uint64_t>(y.integer);
        const auto whole = [&](std::uint64_t bits) {
            return Operand{is_unsigned ? unsigned_integer(bits) : integer(static_cast<std::int64_t>(bits)), nullptr, {}};
        };
        if (symbol == "+") return whole(a + b);
        if (symbol == "-") return whole(a - b);
        if (symbol == "*") return whole(a * b);
        if (symbol == "&") return whole(a & b);
        if (symbol == "|") return whole(a | b);
        if (symbol == "^") return whole(a ^ b);
        if (symbol == "<<" || symbol == ">>") {
            if (b > 63) return fail("cannot shift by {}: the distance must be 0 to 63", y.text());
            if (symbol == "<<") return whole(a << b);
            return is_unsigned ? whole(a >> b) : Operand{integer(x.integer >> b), nullptr, {}};
        }
        if (b == 0) return fail("division by zero");
        if (is_unsigned) return whole(symbol == "/" ? a / b : a % b);
        // The one quotient that has no place in 64 bits wraps around, as it does on a GPU.
        if (y.integer == -1) return whole(symbol == "/" ? 0 - a : 0);
        return Operand{integer(symbol == "/" ? x.integer / y.integer : x.integer % y.integer), nullptr, {}};
    }

    const std::vector<Node>& nodes_;
    const DebugScope& scope_;
    bool explain_;
};

}  // namespace

bool DebugNumber::truth() const { return kind == Kind::floating ? floating != 0 : integer != 0; }

double DebugNumber::real() const {
    if (kind == Kind::floating) return floating;
    return kind == Kind::unsigned_integer ? static_cast<double>(static_cast<std::uint64_t>(integer)) : static_cast<double>(integer);
}

std::string DebugNumber::text() const {
    switch (kind) {
        case Kind::integer: return fmt::format("{}", integer);
        case Kind::unsigned_integer: return fmt::format("{}", static_cast<std::uint64_t>(integer));
        case Kind::boolean: return integer != 0 ? "true" : "false";
        case Kind::floating: break;
    }
    return is_float ? fmt::format("{}", static_cast<float>(floating)) : fmt::format("{}", floating);
}

std::optional<Dim3> thread_index(const DebugScope& scope, int lane) {
    const Dim3& block = scope.shape.block;
    const std::uint64_t thread = std::uint64_t{scope.state.warp} * warp_size + static_cast<std::uint64_t>(lane);
    if (thread >= block.count()) return std::nullopt;
    const std::uint64_t layer = std::uint64_t{block.x} * block.y;
    return Dim3{static_cast<std::uint32_t>(thread % block.x), static_cast<std::uint32_t>(thread % layer / block.x),
                static_cast<std::uint32_t>(thread / layer)};
}

std::optional<DebugNumber> number_of(const DebugValue& value, int lane) {
    if (lane < 0 || lane >= kDebugLanes || ((value.known | value.held) >> lane & 1) == 0) return std::nullopt;
    return number_of_bits(value.kind, value.bytes, value.bits[static_cast<std::size_t>(lane)]);
}

std::expected<DebugExpression, std::string> DebugExpression::parse(std::string_view text) {
    auto nodes = Reader(text).read();
    if (!nodes) return std::unexpected(std::move(nodes.error()));
    DebugExpression expression;
    expression.nodes_ = std::move(*nodes);
    return expression;
}

std::optional<DebugNumber> DebugExpression::evaluate(const DebugScope& scope, int lane) const {
    const auto number = Evaluation(nodes_, scope, false).number(nodes_.size() - 1, lane);
    return number ? std::optional(*number) : std::nullopt;
}

std::string DebugExpression::problem(const DebugScope& scope, int lane) const {
    const auto number = Evaluation(nodes_, scope, true).number(nodes_.size() - 1, lane);
    return number ? std::string() : number.error();
}

bool DebugExpression::holds(const DebugScope& scope) const {
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        if (scope.state.lanes[static_cast<std::size_t>(lane)] != LaneStatus::active) continue;
        if (const auto number = evaluate(scope, lane); number && number->truth()) return true;
    }
    return false;
}

const DebugValue* DebugExpression::variable(const DebugScope& scope) const {
    const Evaluation evaluation(nodes_, scope, false);
    std::vector<const DebugValue*> found(nodes_.size(), nullptr);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& node = nodes_[i];
        if (node.kind == Node::Kind::name) found[i] = evaluation.variable(node.name);
        const DebugValue* owner = node.kind == Node::Kind::member || node.kind == Node::Kind::index ? found[node.a] : nullptr;
        if (owner == nullptr) continue;
        if (node.kind == Node::Kind::member) found[i] = Evaluation::child(*owner, node.name);
        const Node& place = nodes_[node.b];
        const bool is_number = node.kind == Node::Kind::index && place.kind == Node::Kind::number && place.number.integer >= 0;
        if (is_number && owner->kind == ValueKind::array && static_cast<std::size_t>(place.number.integer) < owner->children.size())
            found[i] = &owner->children[static_cast<std::size_t>(place.number.integer)];
    }
    return found.back();
}

}  // namespace warpwise
