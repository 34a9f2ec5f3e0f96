// Facts that stand in one place: the sources are searched for them elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "base/emulated_gpu.h"
#include "device/interface/device_kinds.h"
#include "device/interface/occupancy.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;

// Every line of code, without its comment, in which the pattern is found: "device/x.cpp:7: text".
std::vector<std::string> lines_with(const std::regex& pattern, const std::vector<std::string>& folders,
                                    const std::vector<std::string>& allowed) {
    std::vector<std::string> found;
    for (const std::string& folder : folders) {
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(WARPWISE_SOURCE_DIR "/app") / folder)) {
            const std::string name = fs::relative(entry.path(), WARPWISE_SOURCE_DIR "/app").string();
            const bool is_code = name.ends_with(".cpp") || name.ends_with(".h") || name.ends_with(".inc");
            if (!entry.is_regular_file() || !is_code || std::ranges::find(allowed, name) != allowed.end()) continue;
            std::ifstream in(entry.path());
            int number = 0;
            for (std::string line; std::getline(in, line);) {
                ++number;
                const std::string code = line.substr(0, line.find("//"));
                if (std::regex_search(code, pattern)) found.push_back(name + ":" + std::to_string(number) + ": " + code);
            }
        }
    }
    return found;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

TEST(OnePlace, TheEmulatedGpuIsWrittenOnce) {
    // 132 multiprocessors; 227 KiB of 228 KiB of shared memory; 48 KiB by default; compute capability 9.0
    const std::regex numbers(
        R"(\b(132|232448|233472|49152)\b|\b22[78]\}? *(\*|<<)|\b48 *\* *1024|\b48 *<< *10|\b(1980000|62914560|39321600|134213632)\b|"9\.0"|"sm_[89]0"|2147483647u?, 65535)");
    const std::vector<std::string> elsewhere =
        lines_with(numbers, {"base", "cli", "cuda", "debug", "device", "experiment", "gl", "lesson", "program", "simt", "text"},
                   {"base/emulated_gpu.h", "base/launch_limits.h", "device/interface/occupancy.cpp"});
    EXPECT_TRUE(elsewhere.empty()) << "kEmulatedGpu has it (base/emulated_gpu.h):\n" << joined(elsewhere);
}

TEST(OnePlace, TheEmulatedGpuNamesItsComputeCapabilityOnce) {
    EXPECT_EQ(emulated_sm_limits().name(), kEmulatedGpu.compute_capability);
    EXPECT_EQ(&emulated_sm_limits(), *find_sm_limits(kEmulatedGpu.architecture));
    EXPECT_EQ(kEmulatedGpu.architecture, "sm_" + std::to_string(kEmulatedGpu.architecture_number));
}

// What a kind can do is asked of its traits. These tables and makers alone name one.
TEST(OnePlace, CodeAsksWhatADeviceCanDoAndNotWhichItIs) {
    const std::regex kinds(R"(\bDeviceKind::(emulated|cuda)\b)");
    const std::vector<std::string> elsewhere =
        lines_with(kinds, {""},
                   {"cuda/device/cuda_device.cpp", "device/emulator/emulated.cpp", "device/interface/device_id.h",
                    "device/interface/device_kind_table.h", "ui/timing/device_look.cpp"});
    EXPECT_TRUE(elsewhere.empty()) << "kind_that() and traits_of() answer it (device/interface/device_kinds.h):\n"
                                   << joined(elsewhere);
}

TEST(OnePlace, EachTraitThatIsAskedForHasAKind) {
    for (bool DeviceTraits::* can :
         {&DeviceTraits::is_gpu, &DeviceTraits::is_reference, &DeviceTraits::has_counts, &DeviceTraits::checks_accesses,
          &DeviceTraits::has_debugger, &DeviceTraits::has_graphics, &DeviceTraits::has_schedules, &DeviceTraits::runs_everywhere})
        EXPECT_TRUE(traits_of(kind_that(can)).*can);
}

}  // namespace
}  // namespace warpwise
