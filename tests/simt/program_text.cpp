// A random program as CUDA C++.
#include <bit>

#include "fmt/format.h"
#include "random_program.h"

namespace warpwise::test {
namespace {

constexpr const char* start = R"(#include <cuda_fp16.h>
typedef unsigned char u8;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;
struct Given {
    const u8* of_u8; const int* of_i32; const u32* of_u32; const i64* of_i64;
    const __half* of_f16; const float* of_f32; const double* of_f64;
    int parameter;
};
// Where there is no quotient, the dividend.
template <typename T> __device__ T quotient(T a, T b) { return b == 0 || b == (T)-1 ? a : a / b; }
template <typename T> __device__ T rest(T a, T b) { return b == 0 || b == (T)-1 ? a : a % b; }
template <typename R> __device__ u8 to_u8(R x) { return x > (R)-1 && x < (R)256 ? (u8)x : 7; }
template <typename R> __device__ int to_i32(R x) { return x > (R)-2e9 && x < (R)2e9 ? (int)x : 7; }
template <typename R> __device__ u32 to_u32(R x) { return x > (R)-1 && x < (R)4e9 ? (u32)x : 7; }
template <typename R> __device__ i64 to_i64(R x) { return x > (R)-9e18 && x < (R)9e18 ? (i64)x : 7; }
// All that are not a number are one pattern.
__device__ u32 bits_of(float x) { return x != x ? 0x7fffffffu : __float_as_uint(x); }
__device__ u32 bits_of(__half x) { return __hisnan(x) ? 0x7fffu : __half_as_ushort(x); }
__device__ i64 bits_of(double x) { return x != x ? 0x7fffffffffffffffll : __double_as_longlong(x); }
__device__ u64 word(u8 x) { return x; }
__device__ u64 word(int x) { return (u32)x; }
__device__ u64 word(u32 x) { return x; }
__device__ u64 word(i64 x) { return (u64)x; }
__device__ u64 word(__half x) { return bits_of(x); }
__device__ u64 word(float x) { return bits_of(x); }
__device__ u64 word(double x) { return (u64)bits_of(x); }
__device__ u32 thread_of() { return threadIdx.y * blockDim.x + threadIdx.x; }
__device__ u32 threads_of() { return blockDim.x * blockDim.y; }
// The value of a lane that is not here is not defined.
template <typename T> __device__ T from_lane(u32 mask, T own, T got, u32 lane) { return lane < 32 && (mask >> lane & 1) ? got : own; }
)";

const char* name(Type type) {
    switch (type) {
        case Type::flag: return "bool";
        case Type::u8: return "u8";
        case Type::i32: return "int";
        case Type::u32: return "u32";
        case Type::i64: return "i64";
        case Type::f16: return "__half";
        case Type::f32: return "float";
        case Type::f64: break;
    }
    return "double";
}
const char* suffix(Type type) {
    static constexpr std::array names{"flag", "u8", "i32", "u32", "i64", "f16", "f32", "f64"};
    return names[static_cast<std::size_t>(type)];
}

std::string literal(Type type, std::uint64_t bits) {
    switch (type) {
        case Type::flag: return bits != 0 ? "true" : "false";
        case Type::u8: return fmt::format("(u8){}", bits);
        case Type::i32: {
            const auto value = static_cast<std::int32_t>(bits);
            return value == INT32_MIN ? "(-2147483647 - 1)" : value < 0 ? fmt::format("({})", value) : fmt::format("{}", value);
        }
        case Type::u32: return fmt::format("{}u", bits);
        case Type::i64: return fmt::format("(i64)0x{:x}ull", bits);
        case Type::f16: return fmt::format("__ushort_as_half((unsigned short)0x{:x})", bits);
        case Type::f32: {
            const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
            if (value - value != 0) return fmt::format("__uint_as_float(0x{:x}u)", bits);
            return fmt::format("({:a}f)", value);
        }
        case Type::f64: break;
    }
    const auto value = std::bit_cast<double>(bits);
    if (value - value != 0) return fmt::format("__longlong_as_double(0x{:x}ll)", bits);
    return fmt::format("({:a})", value);
}

std::string joined(const std::vector<std::string>& parts) {
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
    return out;
}

class Printer {
  public:
    explicit Printer(const RandomProgram& program) : program_(program) {}

    std::string text() {
        std::string out = start;
        out += fmt::format("// seed {}\n", program_.seed);
        for (std::size_t i = 0; i < program_.helpers.size(); ++i) out += helper(i);
        return out + kernel();
    }

  private:
    // -- expressions --
    static bool is_product(const Expression& e) {  // a sum with it would be contracted to one operation
        return (e.op == Op::multiply && e.plain) || (e.op == Op::negate && is_product(e.parts[0]));
    }
    std::string expression(const Expression& e) const {
        std::vector<std::string> p;
        for (const Expression& part : e.parts) p.push_back(expression(part));
        switch (e.op) {
            case Op::literal: return literal(e.type, e.index);
            case Op::variable: return fmt::format("v{}", e.index);
            case Op::counter: return fmt::format("i{}", e.index);
            case Op::thread: return "thread_of()";
            case Op::lane: return "(thread_of() % 32u)";
            case Op::block: return "blockIdx.x";
            case Op::threads_per_block: return "threads_of()";
            case Op::parameter: return "given.parameter";
            case Op::input: return fmt::format("given.of_{}[{} & 63u]", suffix(e.type), p[0]);
            case Op::element: return fmt::format("a{}[{} & 7u]", e.index, p[0]);
            case Op::choose: return fmt::format("({} ? {} : {})", p[0], p[1], p[2]);
            case Op::convert: return convert(e.parts[0].type, e.type, p[0]);
            case Op::bits: return fmt::format("bits_of({})", p[0]);
            case Op::less: return fmt::format("({} < {})", p[0], p[1]);
            case Op::less_or_equal: return fmt::format("({} <= {})", p[0], p[1]);
            case Op::equal: return fmt::format("({} == {})", p[0], p[1]);
            case Op::not_equal: return fmt::format("({} != {})", p[0], p[1]);
            case Op::both: return fmt::format("({} && {})", p[0], p[1]);
            case Op::either: return fmt::format("({} || {})", p[0], p[1]);
            case Op::none_of: return fmt::format("!{}", p[0]);
            case Op::call: return fmt::format("h{}(given, {})", e.index, joined(p));
            case Op::recurse: {
                const std::string last = p.back();
                p.pop_back();
                return fmt::format("(v0 % 4u > 0u ? h{}(given, v0 % 4u - 1u{}{}) : {})", helper_, p.empty() ? "" : ", ", joined(p),
                                   last);
            }
            case Op::count_ones: return fmt::format("(u32)__popc({})", p[0]);
            case Op::leading_zeros: return fmt::format("(u32)__clz((int){})", p[0]);
            case Op::reverse_bits: return fmt::format("__brev({})", p[0]);
            case Op::first_one: return fmt::format("(u32)__ffs((int){})", p[0]);
            case Op::multiply_high: return fmt::format("__umulhi({}, {})", p[0], p[1]);
            case Op::pick_bytes: return fmt::format("__byte_perm({}, {}, {} & 0x7777u)", p[0], p[1], p[2]);
            case Op::funnel_shift: return fmt::format("__funnelshift_l({}, {}, {})", p[0], p[1], p[2]);
            default: break;
        }
        return is_real(e.type) ? real(e, p) : integer(e, p);
    }
    static std::string convert(Type from, Type to, const std::string& x) {
        if (is_real(from) && !is_real(to)) {
            if (from == Type::f16) return fmt::format("to_{}(__half2float({}))", suffix(to), x);
            return fmt::format("to_{}({})", suffix(to), x);
        }
        if (to == Type::f16) {
            if (from == Type::f64) return fmt::format("__double2half({})", x);
            if (from == Type::u8 || from == Type::i32) return fmt::format("__int2half_rn({})", x);
            return fmt::format("__float2half((float){})", x);
        }
        if (from == Type::f16) return fmt::format("({})__half2float({})", name(to), x);
        return fmt::format("({}){}", name(to), x);
    }
    static std::string integer(const Expression& e, const std::vector<std::string>& p) {
        const bool is_wide = e.type == Type::i64;
        const char* type = name(e.type);
        const char* as = is_wide ? "u64" : "u32";  // wraps
        const int width = is_wide ? 63 : e.type == Type::u8 ? 7 : 31;
        const auto wrapped = [&](const char* op) { return fmt::format("({})(({}){} {} ({}){})", type, as, p[0], op, as, p[1]); };
        const auto of_two = [&](const char* function) {  // u8 as int
            const char* wide = e.type == Type::u8 ? "int" : type;
            return fmt::format("({}){}(({}){}, ({}){})", type, function, wide, p[0], wide, p[1]);
        };
        switch (e.op) {
            case Op::add: return wrapped("+");
            case Op::subtract: return wrapped("-");
            case Op::multiply: return wrapped("*");
            case Op::bit_and: return wrapped("&");
            case Op::bit_or: return wrapped("|");
            case Op::bit_xor: return wrapped("^");
            case Op::divide: return of_two("quotient");
            case Op::remainder: return of_two("rest");
            case Op::minimum: return of_two("min");
            case Op::maximum: return of_two("max");
            case Op::shift_left: return fmt::format("({})(({}){} << ((u32){} & {}u))", type, as, p[0], p[1], width);
            case Op::shift_right: return fmt::format("({})({} >> ((u32){} & {}u))", type, p[0], p[1], width);
            case Op::negate: return fmt::format("({})(({})0 - ({}){})", type, as, as, p[0]);
            default: return fmt::format("({})~{}", type, p[0]);
        }
    }
    static std::string real(const Expression& e, const std::vector<std::string>& p) {
        const char kind = e.type == Type::f64 ? 'd' : 'f';
        const bool half = e.type == Type::f16;
        const char* f = e.type == Type::f32 ? "f" : "";
        const auto of_two = [&](const char* op, const char* function, bool plain) {
            if (plain) return fmt::format("({} {} {})", p[0], op, p[1]);
            return half ? fmt::format("__h{}({}, {})", function, p[0], p[1])
                        : fmt::format("__{}{}_rn({}, {})", kind, function, p[0], p[1]);
        };
        const auto function = [&](const char* of_half, const char* other) {
            return half ? fmt::format("{}({})", of_half, joined(p)) : fmt::format("{}{}({})", other, f, joined(p));
        };
        switch (e.op) {
            case Op::add: return of_two("+", "add", e.plain && !is_product(e.parts[0]) && !is_product(e.parts[1]));
            case Op::subtract: return of_two("-", "sub", e.plain && !is_product(e.parts[0]) && !is_product(e.parts[1]));
            case Op::multiply: return of_two("*", "mul", e.plain);
            case Op::divide: return of_two("/", "div", e.plain);
            case Op::minimum: return function("__hmin", "fmin");
            case Op::maximum: return function("__hmax", "fmax");
            case Op::negate: return fmt::format("(-{})", p[0]);
            case Op::absolute: return function("__habs", "fabs");
            case Op::square_root: return function("hsqrt", "sqrt");
            case Op::round_down: return function("hfloor", "floor");
            case Op::round_up: return function("hceil", "ceil");
            case Op::round_to_zero: return function("htrunc", "trunc");
            case Op::round_to_even: return function("hrint", "rint");
            default: return function("__hfma", "fma");
        }
    }

    // -- statements; `mask` is the variable with the lanes that are here, empty where the text does not know --
    void line(const std::string& text) { out_ += std::string(indent_ * 4, ' ') + text + "\n"; }
    void open(const std::string& text) {
        line(text);
        ++indent_;
    }
    void close(const std::string& text = "}") {
        --indent_;
        line(text);
    }
    void body(const Body& statements, const std::string& mask) {
        for (const Statement& s : statements) statement(s, mask);
    }
    void statement(const Statement& s, const std::string& mask) {
        std::vector<std::string> p;
        for (const Expression& part : s.parts) p.push_back(expression(part));
        switch (s.what) {
            case Do::assign: return line(fmt::format("v{} = {};", s.target, p[0]));
            case Do::set_element: return line(fmt::format("a{}[{} & 7u] = {};", s.target, p[0], p[1]));
            case Do::branch: return branch(s, p, mask);
            case Do::loop: return loop(s, p, mask);
            case Do::leave: return leave(s, p, mask);
            case Do::select: return select(s, p);
            case Do::finish: return finish(p, mask);
            case Do::atomic: return line(atomic(s, s.style < 8 ? "words" : "wides", fmt::format("{}u + ", s.style % 8 * 4), 3, p));
            case Do::shuffle: return shuffle(s, p, mask);
            case Do::vote: return vote(s, p, mask);
            case Do::hand_around: {
                const char* type = suffix(s.type);
                line(fmt::format("passed_{}[thread_of()] = {};", type, p[0]));
                line(fmt::format("__syncwarp({});", mask));
                line(fmt::format(
                    "v{} = passed_{}[thread_of() - thread_of() % 32u + ({} >> (thread_of() % 32u ^ {}u) & 1u ? thread_of() % 32u ^ "
                    "{}u : thread_of() % 32u)];",
                    s.target, type, mask, s.amount, s.amount));
                return line(fmt::format("__syncwarp({});", mask));
            }
            case Do::exchange: {
                const char* type = suffix(s.type);
                const std::string place = s.style == 0   ? "thread_of()"
                                          : s.style == 1 ? "threads_of() - 1u - thread_of()"
                                                         : fmt::format("(thread_of() + {}u) % threads_of()", s.amount);
                line(fmt::format("shared_{}[{}] = {};", type, place, p[0]));
                line("__syncthreads();");
                line(fmt::format("v{} = shared_{}[{} % threads_of()];", s.target, type, p[1]));
                return line("__syncthreads();");
            }
            case Do::block_vote: {
                static constexpr std::array names{"count", "and", "or"};
                const char* truth = s.style == 0 ? "" : " != 0";
                return line(fmt::format("v{} = (u32)(__syncthreads_{}({}){});", s.target, names[s.style], p[0], truth));
            }
            case Do::block_branch:
                open(fmt::format("if (__syncthreads_or({})) {{", p[0]));
                body(s.bodies[0], mask);
                --indent_;
                open("} else {");
                body(s.bodies[1], mask);
                return close();
            case Do::bin:
                line(fmt::format("for (u32 i = thread_of(); i < 16u; i += threads_of()) bins[i] = {}u;",
                                 start_of(static_cast<Atomic>(s.style))));
                line("__syncthreads();");
                line(fmt::format("if ({}) {}", p[2], atomic(s, "bins", "", 15, p)));
                line("__syncthreads();");
                line(fmt::format("v{} = bins[{} & 15u];", s.target, p[3]));
                return line("__syncthreads();");
            case Do::reduce: {
                static constexpr std::array forms{"tree[at] + tree[at + s]", "max(tree[at], tree[at + s])",
                                                  "tree[at] ^ tree[at + s]"};
                open("{");
                line("const u32 at = thread_of();");
                line(fmt::format("tree[at] = {};", p[0]));
                open("for (u32 s = 64; s > 0; s /= 2) {");
                line("__syncthreads();");
                line(fmt::format("if (at < s && at + s < threads_of()) tree[at] = {};", forms[s.style]));
                close();
                line("__syncthreads();");
                line(fmt::format("v{} = tree[0];", s.target));
                line("__syncthreads();");
                return close();
            }
        }
    }
    static std::string atomic(const Statement& s, const std::string& array, const std::string& first, int among,
                              const std::vector<std::string>& p) {
        static constexpr std::array names{"Add", "Min", "Max", "And", "Or", "Xor", "Min", "Max", "Add", "Max"};
        const bool is_signed = s.style == 6 || s.style == 7;
        return fmt::format("atomic{}({}&{}[{}({} & {}u)], {}{});", names[s.style], is_signed ? "(int*)" : "", array, first, p[0],
                           among, s.style >= 8 ? "(u64)" : "", p[1]);
    }
    void branch(const Statement& s, const std::vector<std::string>& p, const std::string& mask) {
        if (s.reach != Reach::warp) {
            const std::string& inside = s.reach == Reach::block ? mask : none_;
            open(fmt::format("if ({}) {{", p[0]));
            body(s.bodies[0], inside);
            if (!s.bodies[1].empty()) {
                --indent_;
                open("} else {");
                body(s.bodies[1], inside);
            }
            return close();
        }
        const int n = ++names_;
        open("{");
        line(fmt::format("const bool c{} = {};", n, p[0]));
        line(fmt::format("const u32 y{} = __ballot_sync({}, c{});", n, mask, n));
        open(fmt::format("if (c{}) {{", n));
        line(fmt::format("u32 m{} = y{};", n, n));
        body(s.bodies[0], fmt::format("m{}", n));
        --indent_;
        open("} else {");
        line(fmt::format("u32 m{} = {} & ~y{};", n, mask, n));
        body(s.bodies[1], fmt::format("m{}", n));
        close();
        close();
    }
    void loop(const Statement& s, const std::vector<std::string>& p, const std::string& mask) {
        const std::string i = fmt::format("i{}", s.target), n = fmt::format("n{}", s.target);
        if (s.reach == Reach::warp) {
            const int name = ++names_;
            open("{");
            line(fmt::format("u32 l{} = {};", name, mask));
            line(fmt::format("const u32 {} = {} % 5u;", n, p[0]));
            open(fmt::format("for (u32 {0} = 0;; ++{0}) {{", i));
            line(fmt::format("const bool c{} = {} < {}{};", name, i, n, s.style == 1 ? " && " + p[1] : ""));
            line(fmt::format("l{0} = __ballot_sync(l{0}, c{0});", name));
            line(fmt::format("if (!c{}) break;", name));
            line(fmt::format("u32 m{0} = l{0};", name));
            loops_.push_back(fmt::format("l{}", name));
            body(s.bodies[0], fmt::format("m{}", name));
            loops_.pop_back();
            close();
            return close();
        }
        const std::string& inside = s.reach == Reach::block ? mask : none_;
        if (s.style == 2) {
            open("{");
            line(fmt::format("u32 {} = 0;", i));
            line(fmt::format("const u32 {} = {} % 5u;", n, p[0]));
            open("do {");
            body(s.bodies[0], inside);
            close(fmt::format("}} while (++{} < {} && {});", i, n, p[1]));
            return close();
        }
        open(fmt::format("for (u32 {0} = 0, {1} = {2} % 5u; {0} < {1}{3}; ++{0}) {{", i, n, p[0],
                         s.style == 1 ? " && " + p[1] : ""));
        body(s.bodies[0], inside);
        close();
    }
    void leave(const Statement& s, const std::vector<std::string>& p, const std::string& mask) {
        const char* word = s.style == 0 ? "break" : "continue";
        if (s.reach != Reach::warp) return line(fmt::format("if ({}) {};", p[0], word));
        const int n = ++names_;
        line(fmt::format("const bool c{} = {};", n, p[0]));
        line(fmt::format("const u32 y{} = __ballot_sync({}, c{});", n, mask, n));
        line(fmt::format("{} &= ~y{};", mask, n));
        if (s.style == 0) line(fmt::format("{} &= ~y{};", loops_.back(), n));
        line(fmt::format("if (c{}) {};", n, word));
    }
    void select(const Statement& s, const std::vector<std::string>& p) {
        open(fmt::format("switch ({} & 3u) {{", p[0]));
        for (std::size_t k = 0; k < s.bodies.size(); ++k) {
            open(k + 1 == s.bodies.size() ? "default: {" : fmt::format("case {}: {{", k));
            body(s.bodies[k], none_);
            close(s.falls[k] ? "}" : "} break;");
        }
        close();
    }
    void finish(const std::vector<std::string>& p, const std::string& mask) {
        if (is_helper_) return line(fmt::format("if ({}) return {};", p[0], p[1]));
        const int n = ++names_;
        line(fmt::format("const bool c{} = {};", n, p[0]));
        line(fmt::format("{} &= ~__ballot_sync({}, c{});", mask, mask, n));
        open(fmt::format("if (c{}) {{", n));
        save();
        line("return;");
        close();
    }
    void shuffle(const Statement& s, const std::vector<std::string>& p, const std::string& mask) {
        static constexpr std::array names{"", "_up", "_down", "_xor"};
        const std::string amount = s.style == 0 ? fmt::format("(int)({} % {}u)", p[1], s.width) : fmt::format("{}", s.amount);
        std::string source;
        if (s.style == 0) source = fmt::format("lane / {0}u * {0}u + (u32)by", s.width);
        if (s.style == 1) source = fmt::format("lane % {}u < {}u ? lane : lane - {}u", s.width, s.amount, s.amount);
        if (s.style == 2) source = fmt::format("lane % {0}u + {1}u >= {0}u ? lane : lane + {1}u", s.width, s.amount);
        if (s.style == 3) source = fmt::format("lane ^ {}u", s.amount);
        open("{");
        line("const u32 lane = thread_of() % 32u;");
        line(fmt::format("const {} own = {};", name(s.type), p[0]));
        line(fmt::format("const int by = {};", amount));
        const std::string width = s.width == 32 ? "" : fmt::format(", {}", s.width);
        line(fmt::format("v{} = from_lane({}, own, __shfl{}_sync({}, own, by{}), {});", s.target, mask, names[s.style], mask, width,
                         source));
        close();
    }
    void vote(const Statement& s, const std::vector<std::string>& p, const std::string& mask) {
        static constexpr std::array names{"__ballot",     "__any",        "__all",        "__match_any",
                                          "__reduce_add", "__reduce_min", "__reduce_max", "__reduce_xor"};
        line(fmt::format("v{} = (u32)({}_sync({}, {}){});", s.target, names[s.style], mask, p[0],
                         s.style == 1 || s.style == 2 ? " != 0" : ""));
    }

    // -- functions --
    void declare(const Helper& f) {
        for (std::uint32_t i = f.parameters; i < f.variables.size(); ++i)
            line(fmt::format("{} v{} = {};", name(f.variables[i]), i, expression(f.initial[i - f.parameters])));
        for (std::size_t i = 0; i < f.arrays.size(); ++i) {
            line(fmt::format("{} a{}[8];", name(f.arrays[i]), i));
            line(fmt::format("for (int i = 0; i < 8; ++i) a{}[i] = {};", i, convert(Type::i32, f.arrays[i], "(i * 3 + 1)")));
        }
    }
    std::string helper(std::size_t index) {
        const Helper& f = program_.helpers[index];
        out_.clear();
        helper_ = index;
        is_helper_ = true;
        std::string parameters;
        for (std::uint32_t i = 0; i < f.parameters; ++i) parameters += fmt::format(", {} v{}", name(f.variables[i]), i);
        open(fmt::format("__device__ {}{} h{}(const Given& given{}) {{", f.is_inlined ? "" : "__noinline__ ", name(f.result.type),
                         index, parameters));
        declare(f);
        body(f.body, none_);
        line(fmt::format("return {};", expression(f.result)));
        close();
        return out_;
    }
    std::string kernel() {
        const Helper& f = program_.kernel;
        out_.clear();
        is_helper_ = false;
        open(
            "__global__ void k(u64* out, u32* words, u64* wides, int parameter, const u8* of_u8, const int* of_i32, const u32* "
            "of_u32, "
            "const i64* of_i64, const __half* of_f16, const float* of_f32, const double* of_f64) {");
        line("const Given given{of_u8, of_i32, of_u32, of_i64, of_f16, of_f32, of_f64, parameter};");
        line("__shared__ u32 bins[16], tree[128];");
        line("for (u32 i = thread_of(); i < 16u; i += threads_of()) bins[i] = 0u;");
        line("for (u32 i = thread_of(); i < 128u; i += threads_of()) tree[i] = i;");
        for (const Type type : program_.shared) {
            line(fmt::format("__shared__ {} shared_{}[128], passed_{}[128];", name(type), suffix(type), suffix(type)));
            line(fmt::format("for (u32 i = thread_of(); i < 128u; i += threads_of()) shared_{0}[i] = passed_{0}[i] = {1};",
                             suffix(type), convert(Type::i32, type, "(int)i")));
        }
        line("__syncthreads();");
        line("const u32 first = thread_of() / 32u * 32u;");
        line("u32 m0 = threads_of() - first >= 32u ? ~0u : (1u << (threads_of() - first)) - 1u;");
        declare(f);
        body(f.body, "m0");
        save();
        close();
        return out_;
    }
    void save() {
        const Helper& f = program_.kernel;
        line(fmt::format("u64* mine = out + (blockIdx.x * threads_of() + thread_of()) * {};", words_per_thread(program_)));
        for (std::size_t i = 0; i < f.variables.size(); ++i) line(fmt::format("mine[{0}] = word(v{0});", i));
        for (std::size_t i = 0; i < f.arrays.size(); ++i) {
            const std::size_t at = f.variables.size() + i;
            line(fmt::format("u64 d{} = 0;", i));
            line(fmt::format("for (int i = 0; i < 8; ++i) d{0} = d{0} * 31 + word(a{0}[i]);", i));
            line(fmt::format("mine[{}] = d{};", at, i));
        }
    }

    const RandomProgram& program_;
    std::string out_;
    const std::string none_;
    std::size_t indent_ = 0, helper_ = 0;
    int names_ = 0;
    bool is_helper_ = false;
    std::vector<std::string> loops_;  // the masks of those around that are carried out by a warp
};

}  // namespace

std::string text_of(const RandomProgram& program) { return Printer(program).text(); }

}  // namespace warpwise::test
