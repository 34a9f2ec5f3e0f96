#include "base/paths.h"

#include <gtest/gtest.h>

#include "unit/lesson_folder.h"

namespace warpwise {

TEST(DataDir, IsFoundFromEveryPlaceOfAnExecutable) {
    const test::TemporaryFolder installed;
    const std::filesystem::path data = installed.path() / "share/warpwise";
    std::filesystem::create_directories(data);
    for (const char* folder : {"", "bin", "lib/warpwise"})
        EXPECT_EQ(data_dir_near((installed.path() / folder).lexically_normal()), data);
    EXPECT_NE(data_dir_near(installed.path() / "lib/warpwise/fallback/x11"), data);
}

}  // namespace warpwise
