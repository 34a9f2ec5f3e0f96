#ifdef WARPWISE_HAS_CUDA
#include "cuda/device/assert_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "cuda/driver/stdout_capture.h"

namespace warpwise {
namespace {

constexpr const char* two_threads =
    "kernels/a:b.cu:12: void check<float>(float *, int): block: [2,1,0], thread: [33,0,4] Assertion `a[i] >= 0` failed.\n"
    "another line: said this\n"
    "kernels/a:b.cu:12: void check<float>(float *, int): block: [2,1,0], thread: [34,0,4] Assertion `a[i] >= 0` failed.\n";

TEST(AssertMessage, TheFirstGivesThePlaceAndTheOthersAreCounted) {
    const auto message = parse_assert_messages(two_threads);
    ASSERT_TRUE(message.has_value());
    EXPECT_EQ(message->place.file, "kernels/a:b.cu");
    EXPECT_EQ(message->place.line, 12);
    EXPECT_EQ(message->place.block, (Dim3{2, 1, 0}));
    EXPECT_EQ(message->place.thread, (Dim3{33, 0, 4}));
    EXPECT_EQ(message->expression, "a[i] >= 0");
    EXPECT_EQ(message->threads, 2u);
    EXPECT_EQ(without_assert_messages(two_threads), "another line: said this\n");
}

TEST(AssertMessage, WhatIsNoneStaysAsItIs) {
    for (const char* text :
         {"", "x.cu:1: f(): block: [0,0,0], thread: [0,0,0] Assertion", "a: block: [0,0,0], thread: [0,0] Assertion `x` failed.",
          "f(): block: [0,0,0], thread: [0,0,0] Assertion `x` failed.", "] Assertion `", "` failed.: block: ["}) {
        EXPECT_FALSE(parse_assert_messages(text).has_value()) << text;
        EXPECT_EQ(without_assert_messages(text), *text != '\0' ? std::string(text) + "\n" : "");
    }
}

TEST(AssertMessage, AFaultSaysWhoAndWhere) {
    Fault fault{.kind = FaultKind::assert_failed, .file = "kernel.cu", .message = "an assert failed"};
    add_assert_message(fault, *parse_assert_messages(two_threads));
    EXPECT_EQ(fault.line, 12);
    EXPECT_EQ(fault.thread, (Dim3{33, 0, 4}));
    EXPECT_EQ(fault.message,
              "thread (33, 0, 4) of block (2, 1, 0) fails the assertion 'a[i] >= 0', as does another (CUDA_ERROR_ASSERT)");
    EXPECT_THAT(fault.hint, testing::HasSubstr("own assert"));
}

TEST(AssertMessage, StandardErrorCanBeCapturedAndComesBack) {
    StdoutCapture capture(true, STDERR_FILENO);
    std::fputs("kernel.cu:1: f(): block: [0,0,0], thread: [0,0,0] Assertion `x` failed.\n", stderr);
    const std::string text = capture.finish();
    ASSERT_TRUE(parse_assert_messages(text).has_value());
    testing::internal::CaptureStderr();
    std::fputs("after", stderr);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "after");
}

}  // namespace
}  // namespace warpwise
#endif
