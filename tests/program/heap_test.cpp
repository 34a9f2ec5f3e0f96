// Addresses and records of the memory that a program allocates: as many as it likes, one after the other.
#include <gtest/gtest.h>

#include <set>

#include "program/runtime/address_range.h"
#include "program/runtime/device_heap.h"

namespace warpwise {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST(AddressRange, GivesNoAddressAgainWhileThereAreOthers) {
    AddressRange range(kMiB, 64 * kMiB, 512, {0, 0, kMiB});
    std::set<std::uint64_t> given;
    for (int i = 0; i < 50; ++i) {
        const auto address = range.take(1000);
        ASSERT_TRUE(address);
        EXPECT_TRUE(given.insert(*address).second);
        EXPECT_EQ(*address % 512, 0u);
        range.give_back(*address);
    }
}

TEST(AddressRange, GivesFreedAddressesWhenThereAreNoOthers) {
    AddressRange range(kMiB, 64 * kMiB, 512, {0, 0, kMiB});
    std::set<std::uint64_t> given;
    for (int i = 0; i < 10'000; ++i) {
        const auto address = range.take(1000);
        ASSERT_TRUE(address) << "after " << i;
        EXPECT_LT(*address + 1000, 64 * kMiB);
        given.insert(*address);
        range.give_back(*address);
    }
    EXPECT_LE(given.size(), 64u);
    EXPECT_LE(range.size(), 64u);
}

TEST(AddressRange, NeverGivesWhatIsInUse) {
    AddressRange range(0, 16 * kMiB, 512, {2, 4 * kMiB, kMiB});
    std::set<std::uint64_t> in_use;
    while (const auto address = range.take(100)) EXPECT_TRUE(in_use.insert(*address).second);
    EXPECT_GE(in_use.size(), 8u);
    EXPECT_FALSE(range.take(1));
    range.give_back(*in_use.begin());
    EXPECT_EQ(range.take(100), *in_use.begin());
    EXPECT_FALSE(range.take(~std::uint64_t{0}));
}

TEST(DeviceHeap, ForgetsTheFirstOfVeryManyFreedBlocks) {
    DeviceHeap heap;
    std::uint64_t first = 0, last = 0;
    for (std::size_t i = 0; i < DeviceHeap::kMostFreed + 10; ++i) {
        HeapBlock* block = heap.allocate(MemoryKind::device, 64, {"a.cu", 1, "main"}, "cudaMalloc");
        ASSERT_NE(block, nullptr);
        last = block->address;
        if (first == 0) first = last;
        heap.note_freed(*block, {"a.cu", 2, "main"});
        heap.release(last);
    }
    EXPECT_LE(heap.freed_count(), DeviceHeap::kMostFreed);
    EXPECT_EQ(heap.freed_at(first), nullptr);
    ASSERT_NE(heap.freed_at(last), nullptr);
    EXPECT_EQ(heap.freed_at(last)->freed.line, 2);
    EXPECT_EQ(heap.device_bytes(), 0u);
}

TEST(DeviceHeap, RefusesMoreThanTheMachineHas) {
    DeviceHeap heap;
    EXPECT_EQ(heap.allocate(MemoryKind::device, heap.total_bytes() + 1, {}, "cudaMalloc"), nullptr);
    EXPECT_EQ(heap.allocate(MemoryKind::device, ~std::size_t{0}, {}, "cudaMalloc"), nullptr);
    const HeapBlock* block = heap.allocate(MemoryKind::device, 4096, {}, "cudaMalloc");
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(heap.allocate(MemoryKind::device, heap.total_bytes(), {}, "cudaMalloc"), nullptr) << "together they are more";
    heap.release(block->address);
}

TEST(DeviceHeap, MemoryIsInFlightForEachStreamThatWritesIt) {
    DeviceHeap heap;
    StreamOrder order;
    const auto a = order.add(false), b = order.add(false);
    HeapBlock* block = heap.allocate(MemoryKind::managed, 4096, {}, "cudaMallocManaged");
    if (block == nullptr) GTEST_SKIP() << "no memory at the addresses of managed memory, as under a sanitizer";
    const ByteRows all = ByteRows::range(block->address, block->address + block->bytes);
    heap.put_in_flight(*block, order.begin(a), all);
    heap.put_in_flight(*block, order.begin(b), all);
    order.host_waits_for(a);
    heap.land_done(order);
    EXPECT_TRUE(heap.is_in_flight(*block)) << "the other stream may still write it";
    {
        const DeviceHeap::Opened opened(heap);
        block->host[0] = std::byte{1};  // by the runtime
    }
    EXPECT_TRUE(heap.is_in_flight(*block));
    order.host_waits_for(b);
    heap.land_done(order);
    EXPECT_FALSE(heap.is_in_flight(*block));
    EXPECT_EQ(block->host[0], std::byte{1});
    heap.release(block->address);
}

TEST(DeviceHeap, MemoryIsInFlightWhereItIsWritten) {
    DeviceHeap heap;
    StreamOrder order;
    const auto a = order.add(false), b = order.add(false);
    HeapBlock* block = heap.allocate(MemoryKind::pinned, 65536, {}, "cudaMallocHost");
    if (block == nullptr) GTEST_SKIP() << "no memory at the addresses of pinned memory, as under a sanitizer";
    const std::uint64_t start = block->address;
    heap.put_in_flight(*block, order.begin(a), ByteRows::range(start, start + 100));
    heap.put_in_flight(*block, order.begin(a), ByteRows{start + 4096, 8, 64, 4});
    heap.put_in_flight(*block, order.begin(b), ByteRows::range(start + 200, start + 300));
    EXPECT_TRUE(heap.is_in_flight(*block, start + 99, false));
    EXPECT_FALSE(heap.is_in_flight(*block, start + 100, false));
    EXPECT_TRUE(heap.is_in_flight(*block, start + 4096 + 64, false));
    EXPECT_FALSE(heap.is_in_flight(*block, start + 4096 + 8, false));
    heap.open_page(*block, start + 8192);
    block->host[8192] = std::byte{1};  // by the host, beside what is in flight
    order.host_waits_for(a);
    heap.land_done(order);
    EXPECT_FALSE(heap.is_in_flight(*block, start + 99, false));
    EXPECT_TRUE(heap.is_in_flight(*block, start + 200, false));
    for (std::uint64_t i = 0; i < 1000; ++i)
        heap.put_in_flight(*block, order.begin(a), ByteRows::range(start + 40 * i, start + 40 * i + 8));
    EXPECT_LE(block->in_flight.size(), HeapBlock::kMostInFlight + 1);
    EXPECT_TRUE(heap.is_in_flight(*block, start + 40, false));
    EXPECT_TRUE(heap.is_in_flight(*block, start + 40 * 999, false));
    order.host_waits_for_all();
    heap.land_done(order);
    EXPECT_FALSE(heap.is_in_flight(*block));
    heap.release(block->address);
}

}  // namespace
}  // namespace warpwise
