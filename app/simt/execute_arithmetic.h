// The arithmetic of the interpreter's loop (execute_loop.h), included with it: one line an opcode.

template <TraceLevel trace>
WARPWISE_INLINE Then Loop<trace>::compute(const Instruction& in, std::byte* out) {
    using u32 = std::uint32_t;
    using u64 = std::uint64_t;
    using i32 = std::int32_t;
    using i64 = std::int64_t;
// an operation on both widths: T is u32 then u64, S the signed type of that width
#define WARPWISE_INT2(name, expression)            \
    case Op::name##_32:                            \
        map2<u32, u32>(in, out, [](u32 x, u32 y) { \
            using S [[maybe_unused]] = i32;        \
            return expression;                     \
        });                                        \
        break;                                     \
    case Op::name##_64:                            \
        map2<u64, u64>(in, out, [](u64 x, u64 y) { \
            using S [[maybe_unused]] = i64;        \
            return expression;                     \
        });                                        \
        break;
#define WARPWISE_COMPARE(name, unsigned_or_signed, expression)                                                               \
    case Op::icmp_##name##_32: map2<unsigned_or_signed##32, u32>(in, out, [](auto x, auto y) { return expression; }); break; \
    case Op::icmp_##name##_64: map2<unsigned_or_signed##64, u32>(in, out, [](auto x, auto y) { return expression; }); break;
#define WARPWISE_FLOAT2(name, expression)                                                                   \
    case Op::name##_f: map2<float, float>(in, out, [](float x, float y) { return expression; }); break;     \
    case Op::name##_d: map2<double, double>(in, out, [](double x, double y) { return expression; }); break; \
    case Op::name##_h:                                                                                      \
        map2<u32, u32>(in, out, [](u32 p, u32 q) {                                                          \
            const float x = float_of_half(p), y = float_of_half(q);                                         \
            return half_of_float(expression);                                                               \
        });                                                                                                 \
        break;
#define WARPWISE_FCOMPARE(name, expression)                                                                  \
    case Op::fcmp_##name##_f: map2<float, u32>(in, out, [](float x, float y) { return expression; }); break; \
    case Op::fcmp_##name##_d: map2<double, u32>(in, out, [](double x, double y) { return expression; }); break;
#define WARPWISE_DIVIDE(name, type, operation)                                                                    \
    case Op::name##_32: return divide<type##32>(in, out, [](type##32 x, type##32 y) { return operation(x, y); }); \
    case Op::name##_64: return divide<type##64>(in, out, [](type##64 x, type##64 y) { return operation(x, y); });
#define WARPWISE_CONVERT(name, from, to) \
    case Op::name: map<from, to>(in, out, [](from x) { return static_cast<to>(x); }); break;
#define WARPWISE_SATURATE(name, from, to) \
    case Op::name: map<from, to>(in, out, [](from x) { return saturate<to>(x); }); break;

    switch (in.op) {
        WARPWISE_INT2(add, x + y)
        WARPWISE_INT2(sub, x - y)
        WARPWISE_INT2(mul, x * y)
        WARPWISE_INT2(and, x & y)
        WARPWISE_INT2(or, x | y)
        WARPWISE_INT2(xor, x ^ y)
        WARPWISE_INT2(umin, x < y ? x : y)
        WARPWISE_INT2(umax, x > y ? x : y)
        WARPWISE_INT2(smin, static_cast<S>(x) < static_cast<S>(y) ? x : y)
        WARPWISE_INT2(smax, static_cast<S>(x) > static_cast<S>(y) ? x : y)
        WARPWISE_INT2(shl, y < sizeof(x) * 8 ? x << (y & (sizeof(x) * 8 - 1)) : 0)
        WARPWISE_INT2(lshr, y < sizeof(x) * 8 ? x >> (y & (sizeof(x) * 8 - 1)) : 0)
        WARPWISE_INT2(ashr, static_cast<S>(x) >> (y < sizeof(x) * 8 ? y : sizeof(x) * 8 - 1))
        case Op::umulhi_32: map2<u32, u32>(in, out, [](u32 x, u32 y) { return u64{x} * y >> 32; }); break;
        case Op::smulhi_32: map2<i32, i32>(in, out, [](i32 x, i32 y) { return i64{x} * y >> 32; }); break;
        case Op::umulhi_64: map2<u64, u64>(in, out, [](u64 x, u64 y) { return high_product(x, y); }); break;
        case Op::smulhi_64:
            map2<i64, i64>(in, out, [](i64 x, i64 y) { return high_product(x, y); });
            break;
            WARPWISE_DIVIDE(udiv, u, quotient)
            WARPWISE_DIVIDE(sdiv, i, quotient)
            WARPWISE_DIVIDE(urem, u, remainder)
            WARPWISE_DIVIDE(srem, i, remainder)
            WARPWISE_COMPARE(eq, u, x == y)
            WARPWISE_COMPARE(ne, u, x != y)
            WARPWISE_COMPARE(ugt, u, x > y)
            WARPWISE_COMPARE(uge, u, x >= y)
            WARPWISE_COMPARE(ult, u, x < y)
            WARPWISE_COMPARE(ule, u, x <= y)
            WARPWISE_COMPARE(sgt, i, x > y)
            WARPWISE_COMPARE(sge, i, x >= y)
            WARPWISE_COMPARE(slt, i, x < y)
            WARPWISE_COMPARE(sle, i, x <= y)
            WARPWISE_FLOAT2(fadd, x + y)
            WARPWISE_FLOAT2(fsub, x - y)
            WARPWISE_FLOAT2(fmul, x * y)
            WARPWISE_FLOAT2(fdiv, x / y)
            WARPWISE_FLOAT2(fmin, smaller_real(x, y))
            WARPWISE_FLOAT2(fmax, larger_real(x, y))
            WARPWISE_FCOMPARE(oeq, x == y)
            WARPWISE_FCOMPARE(ogt, x > y)
            WARPWISE_FCOMPARE(oge, x >= y)
            WARPWISE_FCOMPARE(olt, x < y)
            WARPWISE_FCOMPARE(ole, x <= y)
            WARPWISE_FCOMPARE(one, x < y || x > y)
            WARPWISE_FCOMPARE(ord, x == x && y == y)
            WARPWISE_FCOMPARE(uno, x != x || y != y)
            WARPWISE_FCOMPARE(ueq, !(x < y || x > y))
            WARPWISE_FCOMPARE(ugt, !(x <= y))
            WARPWISE_FCOMPARE(uge, !(x < y))
            WARPWISE_FCOMPARE(ult, !(x >= y))
            WARPWISE_FCOMPARE(ule, !(x > y))
            WARPWISE_FCOMPARE(une, x != y)
        case Op::fma_f: map3<float>(in, out, [](float x, float y, float z) { return __builtin_fmaf(x, y, z); }); break;
        case Op::fma_d: map3<double>(in, out, [](double x, double y, double z) { return __builtin_fma(x, y, z); }); break;
        case Op::fma_h:  // the double product and sum of halves are exact, so that one rounding remains
            map3<u32>(in, out, [](u32 x, u32 y, u32 z) {
                return half_of_double(double{float_of_half(x)} * float_of_half(y) + float_of_half(z));
            });
            break;
        case Op::fneg_f: map<u32, u32>(in, out, [](u32 x) { return x ^ 0x80000000u; }); break;
        case Op::fneg_d: map<u64, u64>(in, out, [](u64 x) { return x ^ u64 { 1 } << 63; }); break;
        case Op::fneg_h: map<u32, u32>(in, out, [](u32 x) { return x ^ 0x8000u; }); break;
        case Op::fabs_f: map<u32, u32>(in, out, [](u32 x) { return x & 0x7fffffffu; }); break;
        case Op::fabs_d: map<u64, u64>(in, out, [](u64 x) { return x & ~(u64{1} << 63); }); break;
        case Op::fabs_h: map<u32, u32>(in, out, [](u32 x) { return x & 0x7fffu; }); break;
        case Op::sqrt_f: map<float, float>(in, out, [](float x) { return __builtin_sqrtf(x); }); break;
        case Op::sqrt_d: map<double, double>(in, out, [](double x) { return __builtin_sqrt(x); }); break;
        case Op::select_32: select<u32, u32>(in, out); break;
        case Op::select_64:
            select<u64, u32>(in, out);
            break;
            WARPWISE_CONVERT(mov_32, u32, u32)
            WARPWISE_CONVERT(mov_64, u64, u64)
        case Op::zero_extend_bits: {
            const u32 keep = in.imm >= 32 ? ~0u : (1u << in.imm) - 1;
            map<u32, u32>(in, out, [keep](u32 x) { return x & keep; });
            break;
        }
        case Op::sign_extend_bits: {
            const int shift = 32 - in.imm;
            map<u32, u32>(in, out, [shift](u32 x) { return static_cast<i32>(x << shift) >> shift; });
            break;
        }
        case Op::trunc_64: {
            const u32 keep = in.imm >= 32 ? ~0u : (1u << in.imm) - 1;
            map<u64, u32>(in, out, [keep](u64 x) { return static_cast<u32>(x) & keep; });
            break;
        }
        case Op::sign_extend_bits_64: {
            const int shift = 64 - in.imm;
            map<u64, u64>(in, out, [shift](u64 x) { return static_cast<i64>(x << shift) >> shift; });
            break;
        }
        case Op::zero_extend_bits_64: {
            const u64 keep = in.imm >= 64 ? ~u64{0} : (u64{1} << in.imm) - 1;
            map<u64, u64>(in, out, [keep](u64 x) { return x & keep; });
            break;
        }
            WARPWISE_CONVERT(sext_64, i32, i64)
            WARPWISE_CONVERT(zext_64, u32, u64)
            WARPWISE_SATURATE(f_to_i32, float, i32)
            WARPWISE_SATURATE(f_to_u32, float, u32)
            WARPWISE_SATURATE(f_to_i64, float, i64)
            WARPWISE_SATURATE(f_to_u64, float, u64)
            WARPWISE_SATURATE(d_to_i32, double, i32)
            WARPWISE_SATURATE(d_to_u32, double, u32)
            WARPWISE_SATURATE(d_to_i64, double, i64)
            WARPWISE_SATURATE(d_to_u64, double, u64)
            WARPWISE_CONVERT(f_to_d, float, double)
            WARPWISE_CONVERT(i32_to_d, i32, double)
            WARPWISE_CONVERT(u32_to_d, u32, double)
        case Op::h_to_f: map<u32, float>(in, out, [](u32 x) { return float_of_half(x); }); break;
        case Op::popcount_32: map<u32, u32>(in, out, [](u32 x) { return std::popcount(x); }); break;
        case Op::abs_32: map<u32, u32>(in, out, [](u32 x) { return static_cast<i32>(x) < 0 ? 0 - x : x; }); break;
        case Op::abs_64: map<u64, u64>(in, out, [](u64 x) { return static_cast<i64>(x) < 0 ? 0 - x : x; }); break;
        case Op::gep_64: index_address<i64>(in, out); break;
        case Op::gep_s32: index_address<i32>(in, out); break;
        case Op::gep_u32: index_address<u32>(in, out); break;
        case Op::gep_const: {
            const auto offset = static_cast<u64>(i64{in.imm});
            map<u64, u64>(in, out, [offset](u64 x) { return x + offset; });
            break;
        }
        case Op::local_address: {
            auto* d = reinterpret_cast<u64*>(out);
            std::fill_n(d, kLanes, kLocalBase + in.c * kWindowBytes + warp_.local_base + static_cast<u64>(i64{in.imm}));
            break;
        }
        case Op::load_1: return load<std::uint8_t, u32>(in, out);
        case Op::load_2: return load<std::uint16_t, u32>(in, out);
        case Op::load_4: return load<u32, u32>(in, out);
        case Op::load_8: return load<u64, u64>(in, out);
        case Op::store_1: return store<std::uint8_t, u32>(in);
        case Op::store_2: return store<std::uint16_t, u32>(in);
        case Op::store_4: return store<u32, u32>(in);
        case Op::store_8: return store<u64, u64>(in);
#define WARPWISE_ROUNDED(name, from, to)                                                    \
    case Op::name:                                                                          \
        if (in.aux != static_cast<std::uint8_t>(Rounding::nearest)) return Then::elsewhere; \
        map<from, to>(in, out, [](from x) { return static_cast<to>(x); });                  \
        break;
            WARPWISE_ROUNDED(i32_to_f, i32, float)
            WARPWISE_ROUNDED(u32_to_f, u32, float)
            WARPWISE_ROUNDED(i64_to_f, i64, float)
            WARPWISE_ROUNDED(u64_to_f, u64, float)
            WARPWISE_ROUNDED(i64_to_d, i64, double)
            WARPWISE_ROUNDED(u64_to_d, u64, double)
            WARPWISE_ROUNDED(d_to_f, double, float)
#undef WARPWISE_ROUNDED
        case Op::f_to_h:
            if (in.aux != static_cast<std::uint8_t>(Rounding::nearest)) return Then::elsewhere;
            map<float, u32>(in, out, [](float x) { return half_of_float(x); });
            break;
        case Op::branch: return jump_to(in.a);
        case Op::branch_if: return branch_if(in);
        default: return Then::elsewhere;
    }
    return Then::write;
#undef WARPWISE_INT2
#undef WARPWISE_COMPARE
#undef WARPWISE_FLOAT2
#undef WARPWISE_FCOMPARE
#undef WARPWISE_DIVIDE
#undef WARPWISE_SATURATE
#undef WARPWISE_CONVERT
}
