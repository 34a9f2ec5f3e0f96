// The arithmetic of NCCL's reductions, for each type and operation.
#include <gtest/gtest.h>

#include <vector>

#include "program/libraries/collectives.h"

namespace warpwise {
namespace {

template <typename T>
std::vector<double> reduced(ncclDataType_t type, ncclRedOp_t op, const std::vector<std::vector<T>>& ranks) {
    std::vector<const std::byte*> from;
    for (const std::vector<T>& rank : ranks) from.push_back(reinterpret_cast<const std::byte*>(rank.data()));
    std::vector<T> to(ranks.front().size());
    reduce(from, reinterpret_cast<std::byte*>(to.data()), to.size(), type, op);
    return {to.begin(), to.end()};
}

template <typename T>
void expect_all_operations(ncclDataType_t type) {
    const std::vector<std::vector<T>> ranks{{T(1), T(6)}, {T(2), T(3)}, {T(6), T(3)}};
    EXPECT_EQ(reduced(type, ncclSum, ranks), (std::vector<double>{9, 12}));
    EXPECT_EQ(reduced(type, ncclProd, ranks), (std::vector<double>{12, 54}));
    EXPECT_EQ(reduced(type, ncclMax, ranks), (std::vector<double>{6, 6}));
    EXPECT_EQ(reduced(type, ncclMin, ranks), (std::vector<double>{1, 3}));
    EXPECT_EQ(reduced(type, ncclAvg, ranks), (std::vector<double>{3, 4}));
    EXPECT_EQ(type_of(type)->bytes, sizeof(T));
}

TEST(Collectives, ReduceEachType) {
    expect_all_operations<std::int8_t>(ncclInt8);
    expect_all_operations<std::uint8_t>(ncclUint8);
    expect_all_operations<std::int32_t>(ncclInt32);
    expect_all_operations<std::uint32_t>(ncclUint32);
    expect_all_operations<std::int64_t>(ncclInt64);
    expect_all_operations<std::uint64_t>(ncclUint64);
    expect_all_operations<_Float16>(ncclFloat16);
    expect_all_operations<float>(ncclFloat32);
    expect_all_operations<double>(ncclFloat64);
    EXPECT_EQ(type_of(ncclNumTypes), nullptr);
}

TEST(Collectives, ReduceNumbersOf16BitsAsFloat) {
    // 1, 2^-7 and 2^-8: their sum is halfway between two numbers of bfloat16, and goes to the even one.
    const std::vector<std::vector<std::uint16_t>> ranks{{0x3f80}, {0x3c00}, {0x3b80}};
    EXPECT_EQ(reduced(ncclBfloat16, ncclSum, ranks), (std::vector<double>{0x3f82}));
    // In half precision alone, 2048 + 1 would stay 2048 each time.
    const std::vector<std::vector<_Float16>> small{{_Float16(2048)}, {_Float16(1)}, {_Float16(1)}};
    EXPECT_EQ(reduced(ncclFloat16, ncclSum, small), (std::vector<double>{2050}));
}

TEST(Collectives, ReduceInPlace) {
    std::vector<float> own{1, 2, 3}, other{10, 20, 30};
    auto* to = reinterpret_cast<std::byte*>(own.data());
    reduce({to, reinterpret_cast<std::byte*>(other.data())}, to, 3, ncclFloat, ncclSum);
    EXPECT_EQ(own, (std::vector<float>{11, 22, 33}));
}

}  // namespace
}  // namespace warpwise
