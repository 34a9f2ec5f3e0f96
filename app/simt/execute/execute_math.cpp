// Mathematical functions, rounding conversions and bit tricks, lane by lane over the active lanes.
#include <cfenv>
#include <cmath>

#include "simt/execute/bessel_functions.h"
#include "simt/execute/error_functions.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Exact at the multiples of a half, which sin(pi * x) is not.
double sine_of_pi(double x) {
    const double r = std::remainder(x, 2.0);
    if (r == 0 || std::abs(r) == 1) return 0;
    if (std::abs(r) == 0.5) return r < 0 ? -1 : 1;
    return std::sin(kPi * r);
}
double cosine_of_pi(double x) {
    const double r = std::abs(std::remainder(x, 2.0));
    return r == 0.5 ? 0 : std::cos(kPi * r);
}

template <typename T>
T unary(MathUnary function, T x) {
    switch (function) {
        case MathUnary::exp: return std::exp(x);
        case MathUnary::exp2: return std::exp2(x);
        case MathUnary::exp10: return static_cast<T>(std::pow(10.0, static_cast<double>(x)));
        case MathUnary::expm1: return std::expm1(x);
        case MathUnary::log: return std::log(x);
        case MathUnary::log2: return std::log2(x);
        case MathUnary::log10: return std::log10(x);
        case MathUnary::log1p: return std::log1p(x);
        case MathUnary::logb: return std::logb(x);
        case MathUnary::sin: return std::sin(x);
        case MathUnary::cos: return std::cos(x);
        case MathUnary::tan: return std::tan(x);
        case MathUnary::sinpi: return static_cast<T>(sine_of_pi(x));
        case MathUnary::cospi: return static_cast<T>(cosine_of_pi(x));
        case MathUnary::asin: return std::asin(x);
        case MathUnary::acos: return std::acos(x);
        case MathUnary::atan: return std::atan(x);
        case MathUnary::sinh: return std::sinh(x);
        case MathUnary::cosh: return std::cosh(x);
        case MathUnary::tanh: return std::tanh(x);
        case MathUnary::asinh: return std::asinh(x);
        case MathUnary::acosh: return std::acosh(x);
        case MathUnary::atanh: return std::atanh(x);
        case MathUnary::cbrt: return std::cbrt(x);
        case MathUnary::rcbrt: return 1 / std::cbrt(x);
        case MathUnary::erf: return std::erf(x);
        case MathUnary::erfc: return std::erfc(x);
        case MathUnary::erfinv: return static_cast<T>(inverse_error_function(x));
        case MathUnary::erfcx: return static_cast<T>(scaled_error_function(x));
        case MathUnary::normcdf: return static_cast<T>(normal_distribution(x));
        case MathUnary::erfcinv: return static_cast<T>(inverse_complementary_error_function(x));
        case MathUnary::normcdfinv: return static_cast<T>(normal_quantile(x));
        case MathUnary::tgamma: return std::tgamma(x);
        case MathUnary::lgamma: {
            int sign = 0;
            return static_cast<T>(::lgamma_r(static_cast<double>(x), &sign));
        }
        case MathUnary::j0: return static_cast<T>(::j0(x));
        case MathUnary::j1: return static_cast<T>(::j1(x));
        case MathUnary::y0: return static_cast<T>(::y0(x));
        case MathUnary::y1: return static_cast<T>(::y1(x));
        case MathUnary::cyl_bessel_i0: return static_cast<T>(modified_bessel_function(0, x));
        case MathUnary::cyl_bessel_i1: return static_cast<T>(modified_bessel_function(1, x));
        case MathUnary::frexp_mantissa: {
            int exponent = 0;
            return std::frexp(x, &exponent);
        }
        case MathUnary::modf_fraction: {
            T whole;
            return std::modf(x, &whole);
        }
    }
    return x;
}

template <typename T>
T binary(MathBinary function, T x, T y) {
    switch (function) {
        case MathBinary::pow: return std::pow(x, y);
        case MathBinary::atan2: return std::atan2(x, y);
        case MathBinary::fmod: return std::fmod(x, y);
        case MathBinary::remainder: return std::remainder(x, y);
        case MathBinary::fdim: return std::fdim(x, y);
        case MathBinary::hypot: return std::hypot(x, y);
        case MathBinary::nextafter: return std::nextafter(x, y);
        case MathBinary::jn: return static_cast<T>(::jn(static_cast<int>(x), y));
        case MathBinary::yn: return static_cast<T>(::yn(static_cast<int>(x), y));
    }
    return x;
}

template <typename T>
std::uint32_t to_int(MathToInt function, T x) {
    switch (function) {
        case MathToInt::ilogb: return static_cast<std::uint32_t>(std::ilogb(x));
        case MathToInt::frexp_exponent: {
            int exponent = 0;
            std::frexp(x, &exponent);
            return static_cast<std::uint32_t>(exponent);
        }
        case MathToInt::sign_bit: return std::signbit(x) ? 1 : 0;
    }
    return 0;
}

std::uint32_t half_bits(double x) { return std::bit_cast<std::uint16_t>(static_cast<_Float16>(x)); }
// A half next to x in the direction that the rounding asks for.
std::uint32_t rounded_half(double x, Rounding rounding) {
    const std::uint32_t nearest = half_bits(x);
    const auto value = static_cast<double>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(nearest)));
    if (value == x || x != x) return nearest;
    const bool went_up = value > x;
    const bool want_up = rounding == Rounding::up || (rounding == Rounding::zero && x < 0);
    if (rounding == Rounding::nearest || went_up == want_up) return nearest;
    if (nearest == 0 || nearest == 0x8000) return want_up ? 0x0001 : 0x8001;
    return went_up == (value < 0) ? nearest + 1 : nearest - 1;  // away from zero, or towards it
}

// The host's rounding mode, set for a scope.
class RoundingScope {
  public:
    explicit RoundingScope(Rounding rounding) : before_(std::fegetround()) {
        constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
        std::fesetround(modes[static_cast<int>(rounding)]);
    }
    ~RoundingScope() { std::fesetround(before_); }
    RoundingScope(const RoundingScope&) = delete;
    RoundingScope& operator=(const RoundingScope&) = delete;

  private:
    int before_;
};

class Lanes {
  public:
    Lanes(BlockRun& run, Warp& warp, const Instruction& in) : run_(run), warp_(warp), in_(in) {}
    template <typename S, typename D, typename F>
    bool one(F f) {
        const auto* a = read_lanes<S>(run_, warp_, in_.a);
        D result[kLanes] = {};
        for_each_lane(warp_.mask, [&](int lane) { result[lane] = static_cast<D>(f(a[lane])); });
        write_active(warp_, in_.dst, result);
        return true;
    }
    template <typename S, typename B, typename D, typename F>
    bool two(F f) {
        const auto* b = read_lanes<B>(run_, warp_, in_.b);
        const auto* a = read_lanes<S>(run_, warp_, in_.a);
        D result[kLanes] = {};
        for_each_lane(warp_.mask, [&](int lane) { result[lane] = static_cast<D>(f(a[lane], b[lane])); });
        write_active(warp_, in_.dst, result);
        return true;
    }
    template <typename T, typename F>
    bool three(F f) {
        const auto* a = read_lanes<T>(run_, warp_, in_.a);
        const auto* b = read_lanes<T>(run_, warp_, in_.b);
        const auto* c = read_lanes<T>(run_, warp_, in_.c);
        T result[kLanes] = {};
        for_each_lane(warp_.mask, [&](int lane) { result[lane] = f(a[lane], b[lane], c[lane]); });
        write_active(warp_, in_.dst, result);
        return true;
    }
    // The conversion is done through a volatile, so that the compiler cannot do it in another rounding mode.
    template <typename S, typename D>
    bool rounded() {
        const RoundingScope scope(static_cast<Rounding>(in_.aux));
        return one<S, D>([](S x) {
            volatile S held = x;
            volatile D result = static_cast<D>(held);
            return result;
        });
    }

  private:
    BlockRun& run_;
    Warp& warp_;
    const Instruction& in_;
};

template <typename T>
bool run_functions(Lanes& lanes, const Instruction& in, int form) {
    using namespace std;
    if (in.op == op_after(Op::math1_f, form)) return lanes.one<T, T>([&](T x) { return unary(static_cast<MathUnary>(in.aux), x); });
    if (in.op == op_after(Op::math2_f, form)) {
        return lanes.two<T, T, T>([&](T x, T y) { return binary(static_cast<MathBinary>(in.aux), x, y); });
    }
    if (in.op == op_after(Op::math3_f, form)) return lanes.three<T>([](T x, T y, T z) { return std::hypot(x, y, z); });
    if (in.op == op_after(Op::ldexp_f, form)) return lanes.two<T, int32_t, T>([](T x, int32_t e) { return std::ldexp(x, e); });
    if (in.op == op_after(Op::math_to_int_f, form)) {
        return lanes.one<T, uint32_t>([&](T x) { return to_int(static_cast<MathToInt>(in.aux), x); });
    }
    if (in.op == op_after(Op::frem_f, form)) return lanes.two<T, T, T>([](T x, T y) { return std::fmod(x, y); });
    return false;
}

}  // namespace

bool run_math(BlockRun& run, Warp& warp, const Instruction& in) {
    using u32 = std::uint32_t;
    using u64 = std::uint64_t;
    using i32 = std::int32_t;
    using i64 = std::int64_t;
    Lanes lanes(run, warp, in);
    if (run_functions<float>(lanes, in, 0) || run_functions<double>(lanes, in, 1)) return true;
    const auto half = [](u32 bits) { return static_cast<float>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits))); };
    const auto rounding = static_cast<Rounding>(in.aux);
    switch (in.op) {
        case Op::frem_h: return lanes.two<u32, u32, u32>([&](u32 x, u32 y) { return half_bits(std::fmod(half(x), half(y))); });
        case Op::i32_to_f: return lanes.rounded<i32, float>();
        case Op::u32_to_f: return lanes.rounded<u32, float>();
        case Op::i64_to_f: return lanes.rounded<i64, float>();
        case Op::u64_to_f: return lanes.rounded<u64, float>();
        case Op::i64_to_d: return lanes.rounded<i64, double>();
        case Op::u64_to_d: return lanes.rounded<u64, double>();
        case Op::d_to_f: return lanes.rounded<double, float>();
        case Op::f_to_h: return lanes.one<float, u32>([&](float x) { return rounded_half(x, rounding); });
        case Op::d_to_h: return lanes.one<double, u32>([&](double x) { return rounded_half(x, rounding); });
        default: return false;
    }
}

}  // namespace warpwise::simt
