// Listings: what the compilers and disassemblers print becomes lines with the source's numbers.
#include "device/gpu/listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "device/process/run_program.h"

namespace warpwise {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Listing, PtxLinesKnowTheirSourceLine) {
    const auto lines = parse_ptx(R"(.version 9.0
.target sm_90

	// .globl	add
.visible .entry add(
	.param .u64 add_param_0
)
{
	.reg .b64 	%rd<3>;
	.loc	2 3 5
	ld.param.u64 	%rd1, [add_param_0];
	.loc	1 7 9, function_name $L__info_string0, inlined_at 2 4 5
	mov.u64 	%rd2, %rd1;
	.loc	2 5 1
	ret;

}

	.file	1 "/opt/cuda/include/other.h"
	.file	2 "/home/ada/kernel.cu"
	.section	.debug_str
)",
                                 "kernel.cu");
    std::vector<std::pair<std::string, int>> code;
    for (const ListingLine& line : lines)
        if (line.source_line > 0) code.emplace_back(line.text, line.source_line);
    EXPECT_THAT(code, ElementsAre(std::pair{std::string("    ld.param.u64    %rd1, [add_param_0];"), 3},
                                  std::pair{std::string("    ret;"), 5}));
    EXPECT_EQ(lines.back().text, "}");
    for (const ListingLine& line : lines) EXPECT_THAT(line.text, testing::Not(HasSubstr(".loc")));
}

TEST(Listing, SassLinesKnowTheirSourceLine) {
    const auto lines = parse_sass(R"(	.target	sm_90
//--------------------- .text.add        --------------------------
	.section	.text.add,"ax",@progbits
        .global         add
.text.add:
	//## File "/home/ada/kernel.cu", line 3
        /*0000*/                   LDC R1, c[0x0][0x28] ;
	//## File "/opt/cuda/include/other.h", line 70 inlined at "/home/ada/kernel.cu", line 9
        /*0010*/                   S2R R0, SR_TID.X ;                      /* 0x00000a00ff017b82 */
                                                                           /* 0x000fe20000000800 */
.L_x_0:
        /*0020*/                   BRA `(.L_x_0);
)",
                                  "kernel.cu");
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_THAT(lines[0].text, HasSubstr("LDC R1"));
    EXPECT_EQ(lines[0].source_line, 3);
    EXPECT_EQ(lines[1].source_line, 9);
    EXPECT_THAT(lines[1].text, testing::EndsWith("SR_TID.X ;"));
    EXPECT_EQ(lines[2], (ListingLine{".L_x_0:", 0}));
    EXPECT_THAT(lines[3].text, HasSubstr("BRA"));
}

TEST(Listing, ResourcesAreTheEntrys) {
    constexpr const char* log =
        "ptxas info    : 0 bytes gmem\n"
        "ptxas info    : Compiling entry function 'other' for 'sm_90'\n"
        "ptxas info    : Used 8 registers, used 0 barriers\n"
        "ptxas info    : Compiling entry function 'add' for 'sm_90'\n"
        "ptxas info    : Function properties for add\n"
        "ptxas         .     160 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads\n"
        "ptxas info    : Used 53 registers, used 1 barriers, 256 bytes smem\n";
    const auto r = parse_ptxas_log(log, "add");
    ASSERT_TRUE(r.has_value());
    EXPECT_EQ(*r, (ListingResources{53, 256, 160, 12, 16}));
    EXPECT_EQ(
        text_of(*r),
        "53 registers per thread, 256 bytes of shared memory per block, spills: 12 bytes stored and 16 loaded per thread, 160 "
        "bytes of stack");
    EXPECT_FALSE(parse_ptxas_log(log, "ad").has_value());
}

TEST(Listing, AListingComesThroughItsMessageWhole) {
    const Listing listing{.architecture = 86,
                          .compiler = "NVRTC 13.0",
                          .ptx = {{"ret;", 3}},
                          .sass = {{"EXIT ;", 4}},
                          .sass_missing = "x",
                          .resources = ListingResources{10, 20, 30, 40, 50},
                          .compile_ms = 1.5};
    EXPECT_EQ(listing_from(message_of(listing)), listing);
    const ListingRequest request{{"text", "entry", "origin"}, 120};
    EXPECT_EQ(listing_request_from(message_of(request)), request);
}

TEST(Listing, ArchitecturesAreRead) {
    EXPECT_EQ(architecture_from_name("sm_90").value_or(0), 90);
    EXPECT_EQ(architecture_from_name("120").value_or(0), 120);
    for (const char* wrong : {"", "sm_", "90a", "compute_90", "7"})
        EXPECT_FALSE(architecture_from_name(wrong).has_value()) << wrong;
}

TEST(RunProgram, GivesInputAndTakesOutputErrorsAndStatus) {
    const std::string large(3'000'000, 'x');
    const auto copied = run_program({"/bin/cat"}, large, 20);
    ASSERT_TRUE(copied.has_value()) << copied.error().text();
    EXPECT_EQ(copied->out.size(), large.size());
    const auto failed = run_program({"/bin/sh", "-c", "echo no >&2; exit 3"}, large, 20);  // reads nothing
    ASSERT_TRUE(failed.has_value()) << failed.error().text();
    EXPECT_EQ(failed->status, 3);
    EXPECT_EQ(failed->err, "no\n");
    const auto killed = run_program({"/bin/sh", "-c", "kill -9 $$"}, {}, 20);
    ASSERT_TRUE(killed.has_value());
    EXPECT_EQ(killed->status, 137);
}

TEST(RunProgram, WhatHangsOrIsMissingIsAnError) {
    const auto hanging = run_program({"/bin/sleep", "100"}, {}, 0.2);
    ASSERT_FALSE(hanging.has_value());
    EXPECT_THAT(hanging.error().message, HasSubstr("no answer within 0.2 s"));
    EXPECT_FALSE(run_program({"/no/such/program"}, {}, 1).has_value());
}

}  // namespace
}  // namespace warpwise
