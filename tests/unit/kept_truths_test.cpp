// What a reference computed is taken again for equal arguments, and for no others.
#include "experiment/run/kept_truths.h"

#include <gtest/gtest.h>

namespace warpwise {
namespace {

const KernelSource kReference{"__global__ void reference(const int* a, int* out, int n);", "reference", "reference.cu"};

ArgumentSet arguments_of(std::int64_t elements, int first, double n) {
    ArgumentSet set;
    set.arrays.push_back(*Array::make(DType::i32, {elements}));
    set.arrays.front().as<int>()[0] = first;
    set.values.push_back({.name = "a", .value = ArrayRef{0}});
    set.values.push_back({.name = "n", .value = n});
    return set;
}

std::vector<Array> result_of(int first) { return arguments_of(4, first, 0).arrays; }

TEST(KeptTruths, AreOfEqualArguments) {
    KeptTruths truths;
    truths.keep(kReference, arguments_of(4, 1, 2), result_of(10));
    const auto* found = truths.find(kReference, arguments_of(4, 1, 2));
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->front().as<int>()[0], 10);

    EXPECT_EQ(truths.find(kReference, arguments_of(4, 3, 2)), nullptr) << "other data";
    EXPECT_EQ(truths.find(kReference, arguments_of(5, 1, 2)), nullptr) << "more of it";
    EXPECT_EQ(truths.find(kReference, arguments_of(4, 1, 3)), nullptr) << "another number";
    ArgumentSet other = arguments_of(4, 1, 2);
    other.arrays.front() = *Array::make(DType::f32, {4});
    std::ranges::copy(arguments_of(4, 1, 2).arrays.front().bytes(), other.arrays.front().data());
    EXPECT_EQ(truths.find(kReference, other), nullptr) << "the same bytes of another dtype";
    other = arguments_of(4, 1, 2);
    other.variables.push_back({"weights", 0});
    EXPECT_EQ(truths.find(kReference, other), nullptr) << "a variable of the program";
    KernelSource edited = kReference;
    edited.text += " ";
    EXPECT_EQ(truths.find(edited, arguments_of(4, 1, 2)), nullptr) << "another text";
    edited = kReference;
    edited.entry = "reference<double>";
    EXPECT_EQ(truths.find(edited, arguments_of(4, 1, 2)), nullptr) << "another instance";
}

TEST(KeptTruths, TheOldestAreDroppedAndWhatIsTooLargeIsNotKept) {
    KeptTruths truths;
    constexpr std::int64_t elements = std::int64_t{1} << 22;  // 16 MiB of arguments
    for (int first = 0; first < 5; ++first) truths.keep(kReference, arguments_of(elements, first, 0), result_of(first));
    EXPECT_EQ(truths.find(kReference, arguments_of(elements, 1, 0)), nullptr);
    const auto* newest = truths.find(kReference, arguments_of(elements, 4, 0));
    ASSERT_NE(newest, nullptr);
    EXPECT_EQ(newest->front().as<int>()[0], 4);
    truths.keep(kReference, arguments_of(8 * elements, 7, 0), result_of(7));
    EXPECT_EQ(truths.find(kReference, arguments_of(8 * elements, 7, 0)), nullptr);
    EXPECT_NE(truths.find(kReference, arguments_of(elements, 4, 0)), nullptr);
}

}  // namespace
}  // namespace warpwise
