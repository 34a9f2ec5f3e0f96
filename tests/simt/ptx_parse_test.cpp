// Inline PTX as statements. The texts are assembly strings as LLVM has them: $0 is an operand.
#include "simt/decode/ptx_parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

namespace warpwise::simt::ptx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = Operand::Kind;

Statement only(std::string_view text) {
    const Program program = parse(text);
    EXPECT_EQ(program.error, "") << text;
    EXPECT_EQ(program.statements.size(), 1u) << text;
    return program.statements.empty() ? Statement{} : program.statements.front();
}

TEST(PtxParse, OpcodesAreWords) {
    const Statement s = only("ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {$0, $1, $2, $3}, [$4+16];");
    EXPECT_THAT(s.words, ElementsAre("ld", "global", "nc", "L1::no_allocate", "L2::128B", "v4", "f32"));
    ASSERT_EQ(s.operands.size(), 2u);
    EXPECT_EQ(s.operands[0].kind, Kind::vector);
    EXPECT_EQ(s.operands[0].parts.size(), 4u);
    EXPECT_EQ(s.operands[0].parts[3].index, 3u);
    EXPECT_EQ(s.operands[1].kind, Kind::address);
    EXPECT_EQ(s.operands[1].parts[0].index, 4u);
    EXPECT_EQ(s.operands[1].bits, 16u);
    EXPECT_EQ(s.text, "ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4+16]");
}

TEST(PtxParse, OperandsAreKnownByTheirForm) {
    const Statement s =
        only("x.b32 ${0:r}|q, !p, %tid.x, _, -5, 0x1F, 0b101, 017, 0f3F800000, 0d4000000000000000, 1.5, 7U, (1<<4)+2*3");
    ASSERT_EQ(s.operands.size(), 13u);
    EXPECT_EQ(s.operands[0].kind, Kind::pair);
    EXPECT_EQ(s.operands[0].parts[0].kind, Kind::place);
    EXPECT_EQ(s.operands[0].parts[1].name, "q");
    EXPECT_EQ(s.operands[1].kind, Kind::not_);
    EXPECT_EQ(s.operands[2].name, "%tid.x");
    EXPECT_EQ(s.operands[3].name, "_");
    EXPECT_EQ(s.operands[4].bits, ~std::uint64_t{4});
    EXPECT_EQ(s.operands[5].bits, 31u);
    EXPECT_EQ(s.operands[6].bits, 5u);
    EXPECT_EQ(s.operands[7].bits, 15u);
    EXPECT_EQ(s.operands[8].real_bytes, 4);
    EXPECT_EQ(s.operands[8].bits, 0x3f800000u);
    EXPECT_EQ(s.operands[9].real_bytes, 8);
    EXPECT_EQ(std::bit_cast<double>(s.operands[10].bits), 1.5);
    EXPECT_EQ(s.operands[11].bits, 7u);
    EXPECT_EQ(s.operands[12].bits, 22u);
}

TEST(PtxParse, AddressesHaveOffsetsOfBothKinds) {
    const Statement s = only("st.shared.u32 [$0+$1+-8], 3;");
    ASSERT_EQ(s.operands[0].parts.size(), 2u);
    EXPECT_EQ(s.operands[0].parts[1].index, 1u);
    EXPECT_EQ(s.operands[0].bits, 0 - std::uint64_t{8});
}

TEST(PtxParse, BlocksDeclareRegistersAndGuardStatements) {
    const Program program = parse(
        "{\n  .reg .pred p<2>, q; // two and one\n  setp.ne.u32 p0, $0, 0;\n  @!p0 bra DONE_${:uid};\nDONE_${:uid}: /* here */ "
        "exit;\n}");
    ASSERT_EQ(program.error, "");
    ASSERT_EQ(program.statements.size(), 7u);
    using S = Statement::Kind;
    const S kinds[] = {S::open_block, S::declaration, S::instruction, S::instruction, S::label, S::instruction, S::close_block};
    for (std::size_t k = 0; k < 7; ++k) EXPECT_EQ(program.statements[k].kind, kinds[k]) << k;
    const Statement& declared = program.statements[1];
    EXPECT_THAT(declared.words, ElementsAre("reg", "pred"));
    ASSERT_EQ(declared.operands.size(), 3u);
    EXPECT_EQ(declared.operands[1].name, "p1");
    EXPECT_EQ(declared.operands[2].name, "q");
    const Statement& jump = program.statements[3];
    ASSERT_TRUE(jump.guard);
    EXPECT_EQ(jump.guard->name, "p0");
    EXPECT_TRUE(jump.guard_is_negated);
    EXPECT_EQ(jump.operands[0].name, program.statements[4].label);
    EXPECT_EQ(jump.text, "@!p0 bra DONE_%=");
}

TEST(PtxParse, TheLastStatementNeedsNoSemicolon) {
    EXPECT_EQ(parse("{ mov.u32 $0, 1; add.u32 $0, $0, 2 }").statements.size(), 4u);
    EXPECT_EQ(parse("").statements.size(), 0u);
    EXPECT_EQ(parse(" ;; // nothing\n").statements.size(), 0u);
}

TEST(PtxParse, AnErrorNamesItsStatement) {
    const auto error = [](std::string_view text) { return parse(text).error; };
    EXPECT_EQ(error("mov.u32 $0, 1; add.u32 $0, , 2;"), "\"add.u32 %0, , 2\": ',' is not an operand");
    EXPECT_THAT(error("ld.u32 $0, [$1;"), HasSubstr("expected ']'"));
    EXPECT_THAT(error("mov.u32 $0, 12abc;"), HasSubstr("'12abc' is not a number"));
    EXPECT_THAT(error("mov.u32 $0 1;"), HasSubstr("'1' is not expected here"));
    EXPECT_THAT(error("? $0;"), HasSubstr("'?' begins no statement"));
    EXPECT_THAT(error(".reg .b32 r<99999>;"), HasSubstr("1024"));
    EXPECT_THAT(error("mov.u32 $0, {1, 2"), HasSubstr("expected '}'"));
    EXPECT_THAT(error("mov.u32 $0, " + std::string(1 << 20, '(')), HasSubstr("nested too deeply"));
}

TEST(PtxParse, AnyTextEnds) {
    const std::string_view text = "{ .reg .pred p<2>; @!p0 ld.v2.f32 {$0, ${1:x}}, [$2+-4]; L: mov.b64 $0, 0f3F800000; /* x */ }";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        parse(text.substr(0, cut));
        parse(text.substr(cut));
        std::string changed(text);
        for (const char c : std::string_view("{}[]();,.$%@!|<>:0\"")) {
            if (cut == changed.size()) break;
            changed[cut] = c;
            parse(changed);
        }
    }
}

}  // namespace
}  // namespace warpwise::simt::ptx
