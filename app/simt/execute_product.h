// The product of small matrices that a matrix instruction computes, included into each execute_isa_*.cpp as the interpreter's loop
// is (execute_loop.h). The elements' places in the registers are those of matrix_form.h.

constexpr int kColumns = 8, kMostRows = 16, kMostDepth = 64;

// Element i of a register of each lane.
template <typename T>
inline void unpack(MatrixElement element, const std::byte* lanes, int i, T* values) {
    const auto each = [&](auto value_of) __attribute__((always_inline)) {
        const auto* words = reinterpret_cast<const std::uint32_t*>(lanes);
        const int shift = bits_of(element) % 32 * i;
        WARPWISE_VECTOR_LOOP
        for (int lane = 0; lane < kLanes; ++lane) values[lane] = static_cast<T>(value_of(words[lane] >> shift));
    };
    if constexpr (std::is_same_v<T, double>) {
        __builtin_memcpy(values, lanes, kLanes * sizeof(double));
    } else if constexpr (std::is_same_v<T, float>) {
        switch (element) {
            case MatrixElement::f16: each(float_of_half); break;
            case MatrixElement::bf16: each([](std::uint32_t bits) { return __builtin_bit_cast(float, bits << 16); }); break;
            case MatrixElement::tf32:  // the lowest bits are not looked at
                each([](std::uint32_t bits) { return __builtin_bit_cast(float, bits & 0xffffe000u); });
                break;
            default: each([](std::uint32_t bits) { return __builtin_bit_cast(float, bits); });
        }
    } else {
        switch (element) {
            case MatrixElement::s8: each([](std::uint32_t bits) { return static_cast<std::int8_t>(bits); }); break;
            case MatrixElement::u8: each([](std::uint32_t bits) { return bits & 0xffu; }); break;
            case MatrixElement::s4: each([](std::uint32_t bits) { return static_cast<std::int32_t>(bits << 28) >> 28; }); break;
            case MatrixElement::u4: each([](std::uint32_t bits) { return bits & 0xfu; }); break;
            default: each([](std::uint32_t bits) { return bits; });
        }
    }
}

// T: of the sum: float, double, or std::uint32_t, which wraps around as a sum of std::int32_t does.
template <typename T>
inline void multiply_matrices_of(const MatrixForm& form, const std::byte* const* arguments, std::byte* const* results) {
    using Row = T __attribute__((ext_vector_type(kColumns)));
    const int rows = form.rows, depth = form.depth, halves = rows / 8;
    const int after_a = form.a_registers(), after_b = after_a + form.b_registers();
    const int e = bits_of(form.a) < 32 ? 32 / bits_of(form.a) : 1;  // elements in a register
    T a[kMostRows][kMostDepth], values[kLanes];
    alignas(64) T b[kMostDepth][kColumns], sum[kMostRows][kColumns], added[kMostRows][kColumns];
    for (int r = 0; r < after_a; ++r)
        for (int i = 0; i < e; ++i) {
            unpack(form.a, arguments[r], i, values);
            T* to = &a[8 * (r % halves)][i + r / halves * 4 * e];
            for (int lane = 0; lane < kLanes; ++lane) to[lane / 4 * kMostDepth + lane % 4 * e] = values[lane];
        }
    for (int r = 0; r < form.b_registers(); ++r)
        for (int i = 0; i < e; ++i) {
            unpack(form.b, arguments[after_a + r], i, values);
            T* to = b[i + r * 4 * e];
            for (int lane = 0; lane < kLanes; ++lane) to[lane % 4 * e * kColumns + lane / 4] = values[lane];
        }
    const bool in_halves = form.c == MatrixElement::f16;
    for (int k = 0; k < rows / 4; ++k) {
        unpack(form.c, arguments[after_b + (in_halves ? k / 2 : k)], in_halves ? k % 2 : 0, values);
        T* to = &added[8 * (k / 2)][k % 2];
        for (int lane = 0; lane < kLanes; ++lane) to[lane / 4 * kColumns + 2 * (lane % 4)] = values[lane];
    }

    constexpr int kRowsAtOnce = 4;  // sums that do not wait for each other
    for (int row = 0; row < rows; row += kRowsAtOnce) {
        Row part[kRowsAtOnce];
        for (int i = 0; i < kRowsAtOnce; ++i) {
            // The products of integers are added up first: a sum that saturates does so once.
            if constexpr (std::is_integral_v<T>) {
                part[i] = Row(0);
            } else {
                part[i] = *reinterpret_cast<const Row*>(added[row + i]);
            }
        }
        for (int n = 0; n < depth; ++n) {
            const Row factor = *reinterpret_cast<const Row*>(b[n]);
            for (int i = 0; i < kRowsAtOnce; ++i) {
                if constexpr (std::is_same_v<T, double>) {
                    for (int column = 0; column < kColumns; ++column)
                        part[i][column] = __builtin_fma(a[row + i][n], factor[column], part[i][column]);
                } else {
                    part[i] += a[row + i][n] * factor;  // of half, bfloat16 and tf32 an exact product
                }
            }
        }
        for (int i = 0; i < kRowsAtOnce; ++i) *reinterpret_cast<Row*>(sum[row + i]) = part[i];
    }

    for (int k = 0; k < rows / 4; ++k) {
        const auto at = [k](int lane) { return lane / 4 * kColumns + 8 * (k / 2) * kColumns + 2 * (lane % 4) + k % 2; };
        for (int lane = 0; lane < kLanes; ++lane) values[lane] = sum[0][at(lane)];
        if constexpr (std::is_same_v<T, double>) {
            __builtin_memcpy(results[k], values, sizeof values);
        } else if constexpr (std::is_same_v<T, float>) {
            if (form.d != MatrixElement::f16) {
                __builtin_memcpy(results[k], values, sizeof values);
                continue;
            }
            auto* words = reinterpret_cast<std::uint32_t*>(results[k / 2]);
            for (int lane = 0; lane < kLanes; ++lane)
                words[lane] = k % 2 ? words[lane] | half_of_float(values[lane]) << 16 : half_of_float(values[lane]);
        } else {
            auto* words = reinterpret_cast<std::int32_t*>(results[k]);
            for (int lane = 0; lane < kLanes; ++lane) {
                const auto product = static_cast<std::int32_t>(values[lane]), more = static_cast<std::int32_t>(added[0][at(lane)]);
                std::int32_t all = 0;
                const bool overflows = __builtin_add_overflow(product, more, &all);
                words[lane] = overflows && form.saturate ? (more < 0 ? INT32_MIN : INT32_MAX) : all;
            }
        }
    }
}

inline void multiply_matrices(const MatrixForm& form, const std::byte* const* arguments, std::byte* const* results) {
    if (form.d == MatrixElement::f64) {
        multiply_matrices_of<double>(form, arguments, results);
    } else if (form.d == MatrixElement::s32) {
        multiply_matrices_of<std::uint32_t>(form, arguments, results);
    } else {
        multiply_matrices_of<float>(form, arguments, results);
    }
}
