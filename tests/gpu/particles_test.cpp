// The particles' kernels move as the CPU's routine says, on the emulator and on the GPU.
#include <gtest/gtest.h>

#include "base/paths.h"
#include "experiment/run/device_set.h"
#include "experiment/run/runner.h"
#include "gpu/devices.h"

namespace warpwise {
namespace {

class ParticlesOnDevices : public testing_devices::OnDevice {};
INSTANTIATE_TEST_SUITE_P(Devices, ParticlesOnDevices, testing::Values(DeviceKind::emulated, DeviceKind::cuda),
                         testing_devices::device_name);

TEST_P(ParticlesOnDevices, MoveAsTheCpuSaysWithEveryRightKernel) {
    const Course course = load_course(data_dir() / "lessons");
    const Lesson* lesson = course.find("particles");
    if (lesson == nullptr) GTEST_SKIP() << "the lessons are not in " << data_dir() << ": run this beside a package";
    DeviceSet devices;
    for (const KernelSpec& kernel : lesson->kernels) {
        if (kernel.expect_wrong || kernel.expect_fault) continue;
        for (const ParameterValues& shape : lesson->verify_shapes) {
            ExperimentRequest request;
            request.lesson = lesson->id;
            request.kernel = kernel.id;
            request.parameters = shape;
            request.device = GetParam();
            const auto record = run_experiment(*lesson, request, devices);
            ASSERT_TRUE(record) << record.error().text();
            ASSERT_FALSE(record->fault) << kernel.id << ": " << text_of(*record->fault);
            ASSERT_TRUE(record->check) << kernel.id;
            EXPECT_TRUE(record->check->passed)
                << kernel.id << " on " << name_of(GetParam()) << ": the largest error is " << record->check->max_abs_error;
        }
    }
}

}  // namespace
}  // namespace warpwise
