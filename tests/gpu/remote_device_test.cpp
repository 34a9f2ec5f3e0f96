// A device in a process of its own, whatever that process does. The emulator stands in for the GPU, behind the same socket.
#include "device/process/remote_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "base/paths.h"
#include "gpu/devices.h"

namespace warpwise {
namespace {
using namespace testing_devices;
using testing::HasSubstr;

constexpr const char* kAddOneFloat = R"(__global__ void add_one(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] + 1.0f;
})";
constexpr const char* kFarWriteFloat = "__global__ void far_write(float* a, int n) { a[n + (1 << 28)] = 1.0f; }";
constexpr const char* kEndlessFloat =
    "__global__ void endless(volatile float* a, int n) { for (n = 1; n != 0; n += 2) a[0] = 0.0f; }";

class RemoteDeviceTest : public testing::Test {
  protected:
    void SetUp() override {
        worker_ = executable_dir() / "warpwise-emulated-worker";
        children_before_ = children();  // a GPU's process, when tests of it ran before
        if (!std::filesystem::exists(worker_)) GTEST_SKIP() << worker_ << " is not here";
    }
    void TearDown() override {
        device_.reset();
        EXPECT_EQ(children(), children_before_) << "a child is left, or a zombie of one";
    }
    Result<std::unique_ptr<RemoteDevice>> start(const std::string& habit, RemoteSettings settings = {}) {
        settings.command = {worker_.string(), habit};
        return RemoteDevice::start(std::move(settings));
    }
    void start_well(const std::string& habit = "", RemoteSettings settings = {}) {
        auto device = start(habit, std::move(settings));
        ASSERT_TRUE(device.has_value()) << device.error().text();
        device_ = std::move(*device);
    }
    std::shared_ptr<Program> compiled(Device& device, const char* text, const char* entry) {
        auto program = device.compile({text, entry, "kernel.cu"});
        EXPECT_TRUE(program.has_value()) << text_of(program.error());
        return program ? *program : nullptr;
    }
    static LaunchOutcome run(Device& device, Program& program, Array& a, const LaunchOptions& options = {}) {
        const auto n = static_cast<std::int32_t>(a.size());
        return device.launch(program, line_shape(static_cast<std::uint32_t>((n + 255) / 256), 256),
                             {array_argument("a", a), scalar_argument("n", DType::i32, n)}, options);
    }
    // The device takes a new run, with a program from before and with a new one.
    void expect_works(Program& before) {
        const auto fresh = compiled(*device_, kAddOneFloat, "add_one");
        for (Program* program : {&before, fresh.get()}) {
            Array a = make_array(DType::f32, 100);
            const LaunchOutcome outcome = run(*device_, *program, a);
            ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
            EXPECT_EQ(a.value(99), 1);
        }
    }
    // Processes whose parent this one is: the fourth field of /proc/PID/stat, counted behind the name, which may hold spaces.
    static std::set<std::string> children() {
        std::set<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
            const std::string name = entry.path().filename();
            if (name.find_first_not_of("0123456789") != std::string::npos) continue;
            std::ifstream file(entry.path() / "stat");
            std::string text;
            std::getline(file, text, '\0');  // empty when the process has just ended
            const std::size_t end = text.rfind(')');
            if (end != std::string::npos && std::atoi(text.c_str() + end + 4) == getpid()) found.insert(name);
        }
        return found;
    }
    std::set<std::string> children_before_;
    std::filesystem::path worker_;
    std::unique_ptr<RemoteDevice> device_;
};

TEST_F(RemoteDeviceTest, ARunThroughTheProcessEqualsADirectOne) {
    start_well();
    const auto direct = make_emulated_device();
    EXPECT_EQ(device_->describe().name, direct->describe().name);
    EXPECT_EQ(device_->limits().grid, direct->limits().grid);
    constexpr const char* text = R"(__global__ void scale(const float* a, double* b, short unused, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 3) printf("three %f\n", factor);
    if (i < n) b[i] = a[i] * factor;
})";
    const auto there = compiled(*device_, text, "scale"), here = compiled(*direct, text, "scale");
    ASSERT_EQ(there->parameters.size(), here->parameters.size());
    EXPECT_EQ(there->parameters[1].type, here->parameters[1].type);
    Array a = numbers(DType::f32, 1000, 7), b_there = make_array(DType::f64, 1000), b_here = b_there;
    const auto launch = [&](Device& device, Program& program, Array& b) {
        return device.launch(program, line_shape(4, 256),
                             {array_argument("a", a, true), array_argument("b", b), scalar_argument("u", DType::i32, 0),
                              scalar_argument("factor", DType::f32, 1.5f), scalar_argument("n", DType::i32, 1000)},
                             {});
    };
    const LaunchOutcome one = launch(*device_, *there, b_there), other = launch(*direct, *here, b_here);
    EXPECT_EQ(one.fault, other.fault);
    EXPECT_EQ(one.printed, other.printed);
    EXPECT_EQ(one.counters, other.counters);
    EXPECT_EQ(one.warp_instructions, other.warp_instructions);
    EXPECT_EQ(one.most_by_one_warp, other.most_by_one_warp);
    EXPECT_THAT(b_there.as<double>(), testing::ElementsAreArray(b_here.as<double>()));
}

TEST_F(RemoteDeviceTest, WaysOfLaunchingGoThereAndWhatCameOfThemComesBack) {
    start_well("tells-options");
    const auto program = compiled(*device_, kAddOneFloat, "add_one");
    EXPECT_FALSE(program->resources.has_value()) << "the emulator has no registers to tell of";
    Array a = make_array(DType::f32, 100);
    const LaunchOutcome outcome = run(
        *device_, *program, a, {.copies = CopyMode::resident, .flush_l2 = true, .chunks = 5, .streams = 2, .length_argument = 1});
    ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
    EXPECT_EQ(a.value(99), 1) << "the emulator runs the whole launch";
    ASSERT_EQ(outcome.timeline.size(), 5u);
    EXPECT_EQ(outcome.timeline[4], (StreamSpan{"kernel", 0, 4, 4, 4.5}));
    EXPECT_EQ(outcome.readings.at("length_argument"), 1);
    EXPECT_EQ(outcome.readings.at("flush_l2"), 1);
    EXPECT_EQ(outcome.throttled, (std::map<std::size_t, std::string>{{1, "resident"}}));
}

TEST_F(RemoteDeviceTest, AFaultComesBackWhole) {
    start_well();
    const auto direct = make_emulated_device();
    Array a = make_array(DType::f32, 100), b = a;
    const LaunchOutcome there = run(*device_, *compiled(*device_, kFarWriteFloat, "far_write"), a);
    const LaunchOutcome here = run(*direct, *compiled(*direct, kFarWriteFloat, "far_write"), b);
    ASSERT_TRUE(here.fault.has_value());
    EXPECT_EQ(there.fault, here.fault);
}

TEST_F(RemoteDeviceTest, ACompileErrorComesBackWhole) {
    start_well();
    const KernelSource wrong{"__global__ void k(float* a) { a[0] = missing_name; }", "k", "kernel.cu"};
    const auto there = device_->compile(wrong), here = make_emulated_device()->compile(wrong);
    ASSERT_FALSE(there.has_value());
    EXPECT_EQ(there.error(), here.error());
}

TEST_F(RemoteDeviceTest, AHundredFaultsInARow) {
    start_well();
    const auto good = compiled(*device_, kAddOneFloat, "add_one"), bad = compiled(*device_, kFarWriteFloat, "far_write");
    for (int i = 0; i < 100; ++i) {
        Array a = make_array(DType::f32, 100);
        const LaunchOutcome outcome = run(*device_, *bad, a);
        ASSERT_TRUE(outcome.fault.has_value());
        ASSERT_EQ(outcome.fault->kind, FaultKind::out_of_bounds) << text_of(*outcome.fault);
        if (i % 10 == 9) expect_works(*good);
    }
}

TEST_F(RemoteDeviceTest, AKilledProcessIsALostDeviceUntilTheNextRun) {
    start_well();
    const auto good = compiled(*device_, kAddOneFloat, "add_one"), loop = compiled(*device_, kEndlessFloat, "endless");
    Array a = make_array(DType::f32, 100);
    std::thread killer([pid = device_->process()] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        kill(pid, SIGKILL);
    });
    const LaunchOutcome outcome = run(*device_, *loop, a, {.step_budget = ~0ull});
    killer.join();
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::device_lost);
    EXPECT_THAT(outcome.fault->message, HasSubstr("signal 9"));
    EXPECT_THAT(outcome.fault->hint, HasSubstr("--device emulated"));
    expect_works(*good);
}

TEST_F(RemoteDeviceTest, AProcessKilledBetweenRunsIsNotNoticed) {
    start_well();
    const auto good = compiled(*device_, kAddOneFloat, "add_one");
    kill(device_->process(), SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    expect_works(*good);
}

TEST_F(RemoteDeviceTest, AnEndlessKernelIsStoppedByTheClock) {
    RemoteSettings impatient;
    impatient.launch_limit_s = 0.4;
    start_well("", impatient);
    const auto good = compiled(*device_, kAddOneFloat, "add_one"), loop = compiled(*device_, kEndlessFloat, "endless");
    Array a = make_array(DType::f32, 100);
    // without its budget the emulator is as stubborn as a GPU
    const LaunchOutcome outcome = run(*device_, *loop, a, {.step_budget = ~0ull});
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::step_budget);
    EXPECT_THAT(outcome.fault->message, HasSubstr("did not end within 0.4 s"));
    expect_works(*good);
}

TEST_F(RemoteDeviceTest, CancelEndsAStubbornLaunch) {
    RemoteSettings settings;
    settings.stop_limit_s = 0.2;
    start_well("never-ends", settings);
    const auto program = compiled(*device_, kAddOneFloat, "add_one");
    Array a = make_array(DType::f32, 100);
    std::stop_source stop;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        stop.request_stop();
    });
    const LaunchOutcome outcome = run(*device_, *program, a, {.stop = stop.get_token()});
    canceller.join();
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_FALSE(outcome.fault.has_value()) << "its own limit ended it";
}

TEST_F(RemoteDeviceTest, CancelOfAWillingLaunchKeepsTheProcess) {
    RemoteSettings settings;
    settings.stop_limit_s = 20;
    start_well("", settings);
    const auto loop = compiled(*device_, kEndlessFloat, "endless");
    const pid_t process = device_->process();
    Array a = make_array(DType::f32, 100);
    std::stop_source stop;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        stop.request_stop();
    });
    const LaunchOutcome outcome = run(*device_, *loop, a, {.step_budget = ~0ull, .stop = stop.get_token()});
    canceller.join();
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_EQ(device_->process(), process);
}

struct Ending {
    const char* habit;
    const char* told;
};
class EndsInTheMiddle : public RemoteDeviceTest, public testing::WithParamInterface<Ending> {};
INSTANTIATE_TEST_SUITE_P(Habits, EndsInTheMiddle,
                         testing::Values(Ending{"dies", "exit status 7"}, Ending{"crashes", "signal"},
                                         Ending{"throws", "out of something"}, Ending{"babbles", "is not an answer"}),
                         [](const auto& info) { return std::string(info.param.habit); });

TEST_P(EndsInTheMiddle, IsAFaultAndTheNextRunStartsAnew) {
    start_well(GetParam().habit);
    const auto program = compiled(*device_, kAddOneFloat, "add_one");
    for (int i = 0; i < 2; ++i) {
        Array a = make_array(DType::f32, 100);
        const LaunchOutcome outcome = run(*device_, *program, a);
        ASSERT_TRUE(outcome.fault.has_value());
        EXPECT_EQ(outcome.fault->kind, FaultKind::device_lost);
        EXPECT_THAT(outcome.fault->message, HasSubstr(GetParam().told));
        EXPECT_EQ(a.value(0), 0);
    }
}

TEST_F(RemoteDeviceTest, AProcessThatDiesCompilingIsADiagnostic) {
    start_well("dies-compiling");
    for (int i = 0; i < 2; ++i) {
        const auto program = device_->compile({kAddOneFloat, "add_one", "kernel.cu"});
        ASSERT_FALSE(program.has_value());
        EXPECT_THAT(text_of(program.error()), HasSubstr("exit status 9"));
    }
}

class DoesNotStart : public RemoteDeviceTest, public testing::WithParamInterface<Ending> {};
INSTANTIATE_TEST_SUITE_P(Habits, DoesNotStart,
                         testing::Values(Ending{"ends-at-once", "exit status 5"}, Ending{"other-version", "version"},
                                         Ending{"silent", "no answer in time"}, Ending{"missing", "no such device"}),
                         [](const auto& info) {
                             std::string name = info.param.habit;
                             std::erase(name, '-');
                             return name;
                         });

TEST_P(DoesNotStart, IsAMissingDeviceWithTheReason) {
    RemoteSettings settings;
    settings.start_limit_s = 1;
    const auto device = start(GetParam().habit, settings);
    ASSERT_FALSE(device.has_value());
    EXPECT_EQ(device.error().kind, ErrorKind::device_missing);
    EXPECT_THAT(device.error().message, HasSubstr(GetParam().told));
    EXPECT_FALSE(device.error().hint.empty());
}

TEST_F(RemoteDeviceTest, AProgramThatIsNotThereIsNamed) {
    RemoteSettings settings;
    settings.command = {"/no/such/worker"};
    const auto device = RemoteDevice::start(settings);
    ASSERT_FALSE(device.has_value());
    EXPECT_THAT(device.error().message, HasSubstr("/no/such/worker"));
}

TEST_F(RemoteDeviceTest, AHundredMillionElementsGoThroughAndTheMemoryComesBack) {
    start_well();
    const auto program = compiled(*device_, "__global__ void ends(unsigned char* a, int n) { a[0] = 1; a[n - 1] = 2; }", "ends");
    Array large = make_array(DType::u8, 100'000'000);
    large.as<std::uint8_t>()[50'000'000] = 77;
    const LaunchOutcome outcome = device_->launch(*program, line_shape(1, 1),
                                                  {array_argument("a", large), scalar_argument("n", DType::i32, 100'000'000)}, {});
    ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
    EXPECT_EQ(large.value(0), 1);
    EXPECT_EQ(large.value(50'000'000), 77);
    EXPECT_EQ(large.value(99'999'999), 2);
    expect_works(*compiled(*device_, kAddOneFloat, "add_one"));
}

TEST_F(RemoteDeviceTest, AProgramMayOutliveItsDevice) {
    start_well();
    const auto program = compiled(*device_, kAddOneFloat, "add_one");
    device_.reset();
    EXPECT_EQ(program->entry, "add_one");
}

TEST_F(RemoteDeviceTest, TheProcessEndsWithTheThreadsAndTheDevice) {
    // started on a thread that ends: the process must not end with it
    std::thread([this] { start_well(); }).join();
    const auto good = compiled(*device_, kAddOneFloat, "add_one");
    const pid_t process = device_->process();
    expect_works(*good);
    EXPECT_EQ(device_->process(), process);
    device_.reset();
    EXPECT_EQ(kill(process, 0), -1);
}

}  // namespace
}  // namespace warpwise
