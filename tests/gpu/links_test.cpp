// Copies between the GPUs of this machine, measured.
#include <gtest/gtest.h>

#include "device/gpu/cuda_loader.h"

namespace warpwise {
namespace {

TEST(Links, EachOrderedPairOfGpusHasOne) {
    const auto measured = measure_device_links();
    if (!measured) GTEST_SKIP() << measured.error().text();
    const std::size_t gpus = measured->names.size();
    EXPECT_EQ(measured->links.size(), gpus * (gpus - 1));
    if (gpus < 2) GTEST_SKIP() << "one GPU here";
    for (const DeviceLink& link : measured->links) {
        EXPECT_NE(link.from, link.to);
        EXPECT_EQ(link.has_peer_access, link.peer_gb_s.has_value());
        EXPECT_GT(link.staged_gb_s, 0.1);
        EXPECT_GT(link.small_copy_us, 0);
        if (link.peer_gb_s) EXPECT_GT(*link.peer_gb_s, 0.1);
    }
}

}  // namespace
}  // namespace warpwise
