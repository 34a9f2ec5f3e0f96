#include "debug/debug_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <utility>

#include "debug/debug_expression_parser.h"

namespace warpwise {
namespace {

using Node = DebugExpressionNode;

// A number; or an array, a structure or a pointer, which can be looked into.
struct Operand {
    DebugNumber number;
    const DebugValue* part = nullptr;  // an array or a structure, which is not a number
    std::string pointer;               // the type of a pointer, whose address `number` is
};
using Evaluated = std::expected<Operand, std::string>;

class Evaluator {
  public:
    // `explain`: an error has its words; a condition that is looked at a million times needs none.
    Evaluator(const std::vector<Node>& nodes, const DebugScope& scope, bool explain)
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
        if (name == "lane") return Operand{DebugNumber::of_integer(lane), nullptr, {}};
        if (name == "warp") return Operand{DebugNumber::of_integer(scope_.state.warp), nullptr, {}};
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
        if (part == "x") return Operand{DebugNumber::of_integer(index.x), nullptr, {}};
        if (part == "y") return Operand{DebugNumber::of_integer(index.y), nullptr, {}};
        if (part == "z") return Operand{DebugNumber::of_integer(index.z), nullptr, {}};
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
        if (place->is_floating() || place->is_large()) return fail("{} is not an index", place->text());
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
        if (other->is_floating() || other->is_large() || other->integer < 0 || other->integer >= kDebugLanes)
            return fail("there is no lane {}: a warp has the lanes 0 to {}", other->text(), kDebugLanes - 1);
        return value(node.a, static_cast<int>(other->integer));
    }

    Evaluated unary(const Node& node, int lane) const {
        const auto operand = number(node.a, lane);
        if (!operand) return std::unexpected(operand.error());
        if (node.symbol == "!") return Operand{DebugNumber::of_boolean(!operand->truth()), nullptr, {}};
        if (operand->is_floating()) {
            if (node.symbol == "~") return fail("'~' needs a whole number, not {}", operand->text());
            return Operand{DebugNumber::of_floating(node.symbol == "-" ? -operand->floating : operand->floating, operand->is_float),
                           nullptr,
                           {}};
        }
        const auto bits = static_cast<std::uint64_t>(operand->integer);
        if (node.symbol == "-") return Operand{DebugNumber::of_integer(static_cast<std::int64_t>(0 - bits)), nullptr, {}};
        if (node.symbol == "~") return Operand{DebugNumber::of_integer(~operand->integer), nullptr, {}};
        return Operand{operand->is_large() ? *operand : DebugNumber::of_integer(operand->integer), nullptr, {}};
    }

    Evaluated binary(const Node& node, int lane) const {
        if (node.symbol == "&&" || node.symbol == "||") {
            const auto left = number(node.a, lane);
            if (!left) return std::unexpected(left.error());
            if (left->truth() == (node.symbol == "||")) return Operand{DebugNumber::of_boolean(left->truth()), nullptr, {}};
            const auto right = number(node.b, lane);
            if (!right) return std::unexpected(right.error());
            return Operand{DebugNumber::of_boolean(right->truth()), nullptr, {}};
        }
        const auto left = value(node.a, lane);
        const auto x = number_in(left), y = number(node.b, lane);
        if (!x) return std::unexpected(x.error());
        if (!y) return std::unexpected(y.error());
        if (!left->pointer.empty() && !y->is_floating() && (node.symbol == "+" || node.symbol == "-"))
            return moved(*left, node, *y);
        if (const auto compared = compare(node.symbol, *x, *y)) return Operand{DebugNumber::of_boolean(*compared), nullptr, {}};
        return x->is_floating() || y->is_floating() ? of_reals(node.symbol, *x, *y) : of_integers(node.symbol, *x, *y);
    }

    Evaluated moved(Operand pointer, const Node& node, const DebugNumber& by) const {
        const auto pointee = pointee_of(pointer.pointer);
        if (!pointee) return fail("what a '{}' points to cannot be read here", pointer.pointer);
        const std::uint64_t distance = static_cast<std::uint64_t>(by.integer) * pointee->bytes;
        const auto address = static_cast<std::uint64_t>(pointer.number.integer);
        pointer.number = DebugNumber::of_unsigned(node.symbol == "+" ? address + distance : address - distance);
        return pointer;
    }

    static std::optional<bool> compare(std::string_view symbol, const DebugNumber& x, const DebugNumber& y) {
        std::partial_ordering order = std::partial_ordering::equivalent;
        if (x.is_floating() || y.is_floating()) {
            order = x.real() <=> y.real();
        } else if (x.is_large() != y.is_large()) {
            order = x.is_large() ? std::partial_ordering::greater : std::partial_ordering::less;
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
        const bool is_float = (x.is_float || !x.is_floating()) && (y.is_float || !y.is_floating());
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
            return fail("'{}' needs whole numbers, not {}", symbol, y.is_floating() ? y.text() : x.text());
        return Operand{
            DebugNumber::of_floating(is_float ? static_cast<double>(static_cast<float>(result)) : result, is_float), nullptr, {}};
    }

    Evaluated of_integers(std::string_view symbol, const DebugNumber& x, const DebugNumber& y) const {
        const bool is_unsigned = x.is_large() || y.is_large();
        const auto a = static_cast<std::uint64_t>(x.integer), b = static_cast<std::uint64_t>(y.integer);
        const auto whole = [&](std::uint64_t bits) {
            return Operand{is_unsigned ? DebugNumber::of_unsigned(bits) : DebugNumber::of_integer(static_cast<std::int64_t>(bits)),
                           nullptr,
                           {}};
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
            return is_unsigned ? whole(a >> b) : Operand{DebugNumber::of_integer(x.integer >> b), nullptr, {}};
        }
        if (b == 0) return fail("division by zero");
        if (is_unsigned) return whole(symbol == "/" ? a / b : a % b);
        // The one quotient that has no place in 64 bits wraps around, as it does on a GPU.
        if (y.integer == -1) return whole(symbol == "/" ? 0 - a : 0);
        return Operand{DebugNumber::of_integer(symbol == "/" ? x.integer / y.integer : x.integer % y.integer), nullptr, {}};
    }

    const std::vector<Node>& nodes_;
    const DebugScope& scope_;
    bool explain_;
};

}  // namespace

std::optional<Dim3> thread_index(const DebugScope& scope, int lane) {
    const Dim3& block = scope.shape.block;
    const std::uint64_t thread = std::uint64_t{scope.state.warp} * warp_size + static_cast<std::uint64_t>(lane);
    if (thread >= block.count()) return std::nullopt;
    const std::uint64_t layer = std::uint64_t{block.x} * block.y;
    return Dim3{static_cast<std::uint32_t>(thread % block.x), static_cast<std::uint32_t>(thread % layer / block.x),
                static_cast<std::uint32_t>(thread / layer)};
}

std::expected<DebugExpression, std::string> DebugExpression::parse(std::string_view text) {
    auto nodes = parse_expression(text);
    if (!nodes) return std::unexpected(std::move(nodes.error()));
    DebugExpression expression;
    expression.nodes_ = std::move(*nodes);
    return expression;
}

std::optional<DebugNumber> DebugExpression::evaluate(const DebugScope& scope, int lane) const {
    const auto number = Evaluator(nodes_, scope, false).number(nodes_.size() - 1, lane);
    return number ? std::optional(*number) : std::nullopt;
}

std::string DebugExpression::problem(const DebugScope& scope, int lane) const {
    const auto number = Evaluator(nodes_, scope, true).number(nodes_.size() - 1, lane);
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
    const Evaluator evaluation(nodes_, scope, false);
    std::vector<const DebugValue*> found(nodes_.size(), nullptr);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& node = nodes_[i];
        if (node.kind == Node::Kind::name) found[i] = evaluation.variable(node.name);
        const DebugValue* owner = node.kind == Node::Kind::member || node.kind == Node::Kind::index ? found[node.a] : nullptr;
        if (owner == nullptr) continue;
        if (node.kind == Node::Kind::member) found[i] = Evaluator::child(*owner, node.name);
        const Node& place = nodes_[node.b];
        const bool is_number = node.kind == Node::Kind::index && place.kind == Node::Kind::number && place.number.integer >= 0;
        if (is_number && owner->kind == ValueKind::array && static_cast<std::size_t>(place.number.integer) < owner->children.size())
            found[i] = &owner->children[static_cast<std::size_t>(place.number.integer)];
    }
    return found.back();
}

}  // namespace warpwise
