// Files are written while the window draws, and all of them are there when it ends.
#include "ui/shell/disk_writer.h"

#include <gtest/gtest.h>

#include <thread>

namespace warpwise::ui {
namespace {

TEST(DiskWriterTest, ASlowDiskDoesNotHoldTheCaller) {
    DiskWriter writer;
    std::promise<void> disk;
    std::thread::id wrote, told;
    writer.start([&]() -> DiskWriter::Then {
        disk.get_future().wait();
        wrote = std::this_thread::get_id();
        return [&] { told = std::this_thread::get_id(); };
    });
    writer.finish(false);  // nothing to tell yet
    EXPECT_TRUE(writer.is_busy());
    EXPECT_EQ(told, std::thread::id());
    disk.set_value();
    writer.finish(true);
    EXPECT_FALSE(writer.is_busy());
    EXPECT_EQ(told, std::this_thread::get_id());
    EXPECT_NE(wrote, std::this_thread::get_id());
}

TEST(DiskWriterTest, AnEndWaitsForTheDisk) {
    bool is_written = false;
    std::promise<void> disk;
    std::jthread slow;
    {
        DiskWriter writer;
        writer.start([&]() -> DiskWriter::Then {
            disk.get_future().wait();
            is_written = true;
            return {};
        });
        slow = std::jthread([&] { disk.set_value(); });
    }
    EXPECT_TRUE(is_written);
}

}  // namespace
}  // namespace warpwise::ui
