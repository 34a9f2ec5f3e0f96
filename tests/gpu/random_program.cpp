#include "gpu/random_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warpwise::testing_devices {
namespace {

constexpr int step_count = 6;
std::string name_of_variable(std::size_t variable) { return std::string(1, "xyzw"[variable]); }
std::string spaces(int indent) { return std::string(static_cast<std::size_t>(4 * indent), ' '); }

}  // namespace

RandomProgram::RandomProgram(unsigned seed) : random_(seed) {
    for (int i = 0; i < step_count; ++i) {
        Statement statement = make_statement(1);
        steps_.emplace_back(std::move(statement), make_together());
    }
}

RandomProgram::Expression RandomProgram::make_expression(int depth) {
    Expression e;
    if (depth == 0 || below(5) == 0) {
        e.operation = below(3) == 0 ? Operation::constant : Operation::variable;
        e.value = static_cast<std::uint32_t>(random_());
        e.variable = below(4);
        return e;
    }
    constexpr auto first = static_cast<std::uint32_t>(Operation::add);
    e.operation = static_cast<Operation>(first + below(static_cast<std::uint32_t>(Operation::fixed) - first + 1));
    e.variable = below(4);
    e.other = below(4);
    e.operands.push_back(make_expression(depth - 1));
    e.operands.push_back(make_expression(depth - 1));
    return e;
}

RandomProgram::Statement RandomProgram::make_statement(int depth) {
    using Kind = Statement::Kind;
    constexpr Kind kinds[] = {Kind::assign, Kind::assign, Kind::branch, Kind::loop, Kind::choice};
    Statement s;
    s.kind = depth > 3 ? Kind::assign : kinds[below(5)];
    s.depth = depth;
    s.variable = below(4);
    s.target = below(4);
    s.third = below(4);
    s.mask = 1u << below(8);
    if (s.kind == Kind::assign) s.expressions.push_back(make_expression(3));
    if (s.kind == Kind::choice) s.expressions.push_back(make_expression(1));
    if (s.kind != Kind::assign) s.inner.push_back(make_statement(depth + 1));
    if (s.kind == Kind::branch) s.inner.push_back(make_statement(depth + 1));
    return s;
}

RandomProgram::Together RandomProgram::make_together() {
    Together t{.kind = static_cast<Together::Kind>(below(4)), .target = below(4), .source = below(4)};
    t.number = t.kind == Together::Kind::shuffle ? 1u << below(5) : below(threads);
    return t;
}

std::string RandomProgram::text_of(const Expression& e) {
    if (e.operation == Operation::constant) return fmt::format("{}u", e.value);
    if (e.operation == Operation::variable) return name_of_variable(e.variable);
    const std::string l = text_of(e.operands[0]), r = text_of(e.operands[1]);
    switch (e.operation) {
        case Operation::add: return fmt::format("({} + {})", l, r);
        case Operation::sub: return fmt::format("({} - {})", l, r);
        case Operation::mul: return fmt::format("({} * {})", l, r);
        case Operation::bit_and: return fmt::format("({} & {})", l, r);
        case Operation::bit_or: return fmt::format("({} | {})", l, r);
        case Operation::bit_xor: return fmt::format("({} ^ {})", l, r);
        case Operation::shl: return fmt::format("({} << ({} & 31u))", l, r);
        case Operation::shr: return fmt::format("({} >> ({} & 31u))", l, r);
        case Operation::div: return fmt::format("({} / (({} & 15u) + 1u))", l, r);
        case Operation::mod: return fmt::format("({} % (({} & 255u) + 1u))", l, r);
        case Operation::choose:
            return fmt::format("({} < {} ? {} : {})", l, r, name_of_variable(e.variable), name_of_variable(e.other));
        case Operation::count_bits: return fmt::format("unsigned(__popc({}) + __clz(int({})))", l, r);
        case Operation::min: return fmt::format("min({}, {})", l, r);
        default: return fmt::format("unsigned((long long)int({}) * int({}) >> 16)", l, r);
    }
}

std::uint32_t RandomProgram::value_of(const Expression& e, const Variables& v) {
    if (e.operation == Operation::constant) return e.value;
    if (e.operation == Operation::variable) return v[e.variable];
    const std::uint32_t l = value_of(e.operands[0], v), r = value_of(e.operands[1], v);
    switch (e.operation) {
        case Operation::add: return l + r;
        case Operation::sub: return l - r;
        case Operation::mul: return l * r;
        case Operation::bit_and: return l & r;
        case Operation::bit_or: return l | r;
        case Operation::bit_xor: return l ^ r;
        case Operation::shl: return l << (r & 31u);
        case Operation::shr: return l >> (r & 31u);
        case Operation::div: return l / ((r & 15u) + 1u);
        case Operation::mod: return l % ((r & 255u) + 1u);
        case Operation::choose: return l < r ? v[e.variable] : v[e.other];
        case Operation::count_bits: return static_cast<std::uint32_t>(std::popcount(l) + std::countl_zero(r));
        case Operation::min: return std::min(l, r);
        default: {
            const std::int64_t product = std::int64_t{static_cast<std::int32_t>(l)} * static_cast<std::int32_t>(r);
            return static_cast<std::uint32_t>(product >> 16);
        }
    }
}

std::string RandomProgram::text_of(const Statement& s, int indent) {
    const std::string in = spaces(indent), variable = name_of_variable(s.variable), target = name_of_variable(s.target);
    const auto inner = [&](std::size_t i) { return text_of(s.inner[i], indent + 1); };
    switch (s.kind) {
        case Statement::Kind::assign: return fmt::format("{}{} = {};\n", in, variable, text_of(s.expressions[0]));
        case Statement::Kind::branch:
            return fmt::format("{0}if ({1} & {2}u) {{\n{3}{0}}} else {{\n{4}{0}}}\n", in, variable, s.mask, inner(0), inner(1));
        case Statement::Kind::loop:
            return fmt::format("{0}for (unsigned j{1} = {2} & 7u; j{1} > 0; --j{1}) {{\n{3}{0}}}\n", in, s.depth, variable,
                               inner(0));
        case Statement::Kind::choice: break;
    }
    return fmt::format("{0}switch ({1} & 3u) {{\n{0}case 0: {2} += 3u; break;\n{0}case 1: {3} ^= {4};\n{0}default:\n{5}{0}}}\n", in,
                       variable, target, name_of_variable(s.third), text_of(s.expressions[0]), inner(0));
}

void RandomProgram::run(const Statement& s, Variables& v) {
    switch (s.kind) {
        case Statement::Kind::assign: v[s.variable] = value_of(s.expressions[0], v); return;
        case Statement::Kind::branch: run(s.inner[(v[s.variable] & s.mask) != 0 ? 0 : 1], v); return;
        case Statement::Kind::loop:
            for (std::uint32_t j = v[s.variable] & 7u; j > 0; --j) run(s.inner[0], v);
            return;
        case Statement::Kind::choice: break;
    }
    const std::uint32_t choice = v[s.variable] & 3u;
    if (choice == 0) {
        v[s.target] += 3u;
        return;
    }
    if (choice == 1) v[s.third] ^= value_of(s.expressions[0], v);
    run(s.inner[0], v);
}

std::string RandomProgram::text_of(const Together& t) {
    const std::string target = name_of_variable(t.target), source = name_of_variable(t.source);
    switch (t.kind) {
        case Together::Kind::shuffle:
            return fmt::format("    {} += __shfl_xor_sync(0xffffffffu, {}, {});\n", target, source, t.number);
        case Together::Kind::ballot: return fmt::format("    {} ^= __ballot_sync(0xffffffffu, {} & 1u);\n", target, source);
        case Together::Kind::tile:
            return fmt::format("    tile[t] = {};\n    __syncthreads();\n    {} += tile[(t + {}u) % {}u];\n    __syncthreads();\n",
                               source, target, t.number, threads);
        case Together::Kind::nothing: break;
    }
    return {};
}

void RandomProgram::run(const Together& t, std::vector<Variables>& block) {
    std::vector<std::uint32_t> source;
    for (const Variables& v : block) source.push_back(v[t.source]);
    for (std::size_t i = 0; i < block.size(); ++i) {
        const std::size_t warp = i / 32 * 32;
        std::uint32_t ballot = 0;
        for (std::size_t lane = 0; lane < 32; ++lane) ballot |= (source[warp + lane] & 1u) << lane;
        if (t.kind == Together::Kind::shuffle) block[i][t.target] += source[warp + ((i - warp) ^ t.number)];
        if (t.kind == Together::Kind::ballot) block[i][t.target] ^= ballot;
        if (t.kind == Together::Kind::tile) block[i][t.target] += source[(i + t.number) % threads];
    }
}

std::string RandomProgram::text(const std::string& name) const {
    std::string body;
    for (const auto& [statement, together] : steps_) body += text_of(statement, 1) + text_of(together);
    return fmt::format(
        "__device__ unsigned {}(const unsigned* a, const unsigned* b, unsigned* tile, unsigned i, unsigned t) {{\n"
        "    unsigned x = a[i], y = b[i], z = i * 2654435761u, w = t;\n{}    return x ^ y ^ z ^ w;\n}}\n",
        name, body);
}

std::vector<std::uint32_t> RandomProgram::evaluate(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                                                   std::uint32_t first) const {
    std::vector<Variables> block;
    for (std::uint32_t t = 0; t < threads; ++t) block.push_back({a[t], b[t], (first + t) * 2654435761u, t});
    for (const auto& [statement, together] : steps_) {
        for (Variables& v : block) run(statement, v);
        run(together, block);
    }
    std::vector<std::uint32_t> results;
    for (const Variables& v : block) results.push_back(v[0] ^ v[1] ^ v[2] ^ v[3]);
    return results;
}

}  // namespace warpwise::testing_devices
