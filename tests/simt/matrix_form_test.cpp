// The forms of matrix instructions: their names, how many registers of a thread they need, and their place in an instruction.
#include "simt/code/matrix_form.h"

#include <gtest/gtest.h>

#include <string_view>

namespace warpwise::simt {
namespace {

struct Known {
    std::string_view name;
    int arguments, results;
};
constexpr Known kKnown[] = {{"m16n8k16.f32.f16.f16.f32", 4 + 2 + 4, 4},
                            {"m16n8k16.f16.f16.f16.f16", 4 + 2 + 2, 2},
                            {"m16n8k8.f32.f16.f16.f32", 2 + 1 + 4, 4},
                            {"m16n8k16.f32.bf16.bf16.f32", 10, 4},
                            {"m16n8k8.f32.tf32.tf32.f32", 10, 4},
                            {"m16n8k4.f32.tf32.tf32.f32", 7, 4},
                            {"m16n8k32.s32.s8.u8.s32", 10, 4},
                            {"m16n8k16.s32.u8.u8.s32.satfinite", 7, 4},
                            {"m8n8k16.s32.s8.s8.s32", 4, 2},
                            {"m16n8k64.s32.s4.s4.s32", 10, 4},
                            {"m8n8k32.s32.u4.u4.s32", 4, 2},
                            {"m8n8k4.f64.f64.f64.f64", 4, 2},
                            {"m16n8k16.f64.f64.f64.f64", 8 + 4 + 4, 4},
                            {"rows_to_registers.4", 4, 4},
                            {"columns_to_registers.1", 4, 1},
                            {"registers_to_rows.2", 2, 4},
                            {"transpose.1", 1, 1}};

TEST(MatrixForm, IsKnownByItsName) {
    for (const Known& known : kKnown) {
        const auto form = matrix_form(known.name);
        ASSERT_TRUE(form) << known.name;
        EXPECT_EQ(form->arguments(), known.arguments) << known.name;
        EXPECT_EQ(form->results(), known.results) << known.name;
        EXPECT_EQ(MatrixForm::unpacked(form->packed()), *form) << known.name;
    }
}

TEST(MatrixForm, OthersAreNot) {
    for (const std::string_view name :
         {"", "m16n8k16", "m16n8k32.f32.f16.f16.f32", "m8n8k4.f32.f16.f16.f32", "m16n8k16.f32.f16.bf16.f32",
          "m16n8k16.f16.bf16.bf16.f16", "m16n8k16.s32.s8.s4.s32", "m32n8k16.f32.f16.f16.f32", "m16n8k16.f32.f16.f16.f32.f32",
          "m16n8k99.s32.s8.s8.s32", "rows_to_registers.3", "rows_to_registers", "m16n8k16.f32.e4m3.e4m3.f32"})
        EXPECT_FALSE(matrix_form(name)) << name;
}

}  // namespace
}  // namespace warpwise::simt
