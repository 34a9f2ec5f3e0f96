// What Op::matrix does: a product of small matrices that a warp holds in its registers, or the way of 8 x 8 matrices of
// 16-bit elements between rows and registers (ldmatrix, stmatrix, movmatrix).
//
// The elements' places follow the PTX manual ("Matrix fragments for mma"): with g = lane / 4 and t = lane % 4, and e elements
// in a 32-bit register,
//   A: row g + 8 (r odd), columns t * e ... + 4 * e * (r / 2)       of register r; with 8 rows the odd half is missing
//   B: rows t * e ... + 4 * e * r, column g
//   C, D: row g + 8 (k / 2), column 2 * t + k % 2                   of element k
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpwise::simt {

enum class MatrixElement : std::uint8_t { f16, bf16, tf32, f64, s8, u8, s4, u4, f32, s32 };
constexpr int bits_of(MatrixElement element) {
    switch (element) {
        case MatrixElement::f64: return 64;
        case MatrixElement::f16:
        case MatrixElement::bf16: return 16;
        case MatrixElement::s8:
        case MatrixElement::u8: return 8;
        case MatrixElement::s4:
        case MatrixElement::u4: return 4;
        default: return 32;
    }
}

struct MatrixForm {
    enum class Kind : std::uint8_t {
        multiply,              // D = A * B + C
        rows_to_registers,     // ldmatrix: four words, the row of one matrix in each of 8 * count lanes, into count registers
        columns_to_registers,  // the same of the transposed matrices
        registers_to_rows,     // stmatrix: count registers into four words, a row in each of 8 * count lanes
        registers_to_columns,
        transpose,  // movmatrix: a register into one
    };
    Kind kind = Kind::multiply;
    std::uint8_t rows = 16, depth = 16;  // m and k; n is 8
    std::uint8_t count = 1;              // 8 x 8 matrices
    bool saturate = false;
    MatrixElement d = MatrixElement::f32, a = MatrixElement::f16, b = MatrixElement::f16, c = MatrixElement::f32;

    // 32-bit registers (64-bit ones where the elements are doubles), for each thread.
    constexpr int a_registers() const { return bits_of(a) == 64 ? rows * depth / 32 : rows * depth * bits_of(a) / 1024; }
    constexpr int b_registers() const { return bits_of(b) == 64 ? depth / 4 : depth * bits_of(b) / 128; }
    constexpr int registers_of_sum(MatrixElement element) const { return element == MatrixElement::f16 ? rows / 8 : rows / 4; }
    constexpr int arguments() const {
        switch (kind) {
            case Kind::multiply: return a_registers() + b_registers() + registers_of_sum(c);
            case Kind::rows_to_registers:
            case Kind::columns_to_registers: return 4;
            default: return count;
        }
    }
    constexpr int results() const {
        switch (kind) {
            case Kind::multiply: return registers_of_sum(d);
            case Kind::registers_to_rows:
            case Kind::registers_to_columns: return 4;
            default: return count;
        }
    }

    // In Instruction::imm.
    constexpr std::int32_t packed() const {
        return static_cast<std::int32_t>(kind) | (rows == 16 ? 1 : 0) << 3 | (depth & 127) << 4 | (count & 7) << 11 |
               (saturate ? 1 : 0) << 14 | static_cast<int>(d) << 15 | static_cast<int>(a) << 19 | static_cast<int>(b) << 23 |
               static_cast<int>(c) << 27;
    }
    static constexpr MatrixForm unpacked(std::int32_t bits) {
        const auto field = [bits](int at, int width) { return static_cast<std::uint8_t>(bits >> at & ((1 << width) - 1)); };
        return {static_cast<Kind>(field(0, 3)),
                static_cast<std::uint8_t>(field(3, 1) ? 16 : 8),
                field(4, 7),
                field(11, 3),
                field(14, 1) != 0,
                static_cast<MatrixElement>(field(15, 4)),
                static_cast<MatrixElement>(field(19, 4)),
                static_cast<MatrixElement>(field(23, 4)),
                static_cast<MatrixElement>(field(27, 4))};
    }
    bool operator==(const MatrixForm&) const = default;
};

// "m16n8k16.f32.f16.f16.f32" (D, A, B, C; a further ".satfinite"), "rows_to_registers.4", "transpose.1"; nothing where there is
// no such form.
std::optional<MatrixForm> matrix_form(std::string_view name);

}  // namespace warpwise::simt
