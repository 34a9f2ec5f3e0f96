// What this computer is.
#include "device/interface/host.h"

#include <gtest/gtest.h>

namespace warpwise {
namespace {

// A lesson with a library form asks in every frame, and the file has a page for each core.
TEST(Host, TheProcessorsNameIsReadOnce) {
    EXPECT_FALSE(cpu_model().empty());
    EXPECT_EQ(&cpu_model(), &cpu_model());
}

}  // namespace
}  // namespace warpwise
