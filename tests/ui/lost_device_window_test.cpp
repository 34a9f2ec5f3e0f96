// A GPU that breaks while the window is open: the emulator in a process of its own stands in for it.
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "base/paths.h"
#include "device/process/remote_device.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

constexpr const char* endless =
    "template <typename T>\n__global__ void vector_add(const T* a, const T* b, T* c, int n) {\n    for (int i = 1; i != 0; i += 2) "
    "{}\n}\n";

// What the window takes for a GPU. The test keeps an eye on its process.
class StandIn : public Device {
  public:
    explicit StandIn(std::unique_ptr<RemoteDevice> device) : device_(std::move(device)) {}
    DeviceInfo describe() const override { return {DeviceKind::cuda, "NVIDIA Stand-in", {}}; }
    Limits limits() const override { return device_->limits(); }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource& source) override {
        return device_->compile(source);
    }
    LaunchOutcome launch(Program& program, const LaunchShape& shape, std::vector<KernelArgument> arguments,
                         const LaunchOptions& options) override {
        LaunchOptions endless_allowed = options;
        endless_allowed.step_budget = ~std::uint64_t{0};
        return device_->launch(program, shape, std::move(arguments), endless_allowed);
    }
    pid_t process() const { return device_->process(); }

  private:
    std::unique_ptr<RemoteDevice> device_;
};

class LostDeviceTest : public WindowTest {
  protected:
    // A window whose GPU is the stand-in; `habit` is what its worker does wrong.
    AppOptions with_stand_in(const std::string& habit) {
        AppOptions options = with_lesson("indexing_1d");
        options.host.size = {1280, 1600};  // the whole result is on the screen
        options.make_gpu = [this, habit](int) -> Result<std::unique_ptr<Device>> {
            RemoteSettings settings;
            settings.command = {(executable_dir() / "warpwise-emulated-worker").string(), habit};
            auto remote = RemoteDevice::start(std::move(settings));
            if (!remote) return std::unexpected(remote.error());
            auto made = std::make_unique<StandIn>(std::move(*remote));
            gpu = made.get();
            return made;
        };
        return options;
    }
    void run_on_gpu_alone(App& app) const { app.workbench().draft.run_on = {DeviceKind::cuda}; }
    StandIn* gpu = nullptr;
};

TEST_F(LostDeviceTest, KilledInMidRunIsAFaultAndTheNextRunWorks) {
    run(with_stand_in(""), [this](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        run_on_gpu_alone(app);
        bench.draft.edited_source["right"] = endless;
        context->KeyPress(ImGuiKey_F5);
        IM_CHECK(wait_until(context, [&] { return bench.results.status.what.starts_with("running"); }));
        context->SleepNoSkip(0.3f, 0.05f);
        IM_CHECK(gpu->process() > 0);
        kill(gpu->process(), SIGKILL);
        wait_for_runs(context, app);
        const RunRecord* record = bench.results.latest(DeviceKind::cuda);
        IM_CHECK(record != nullptr && record->fault.has_value());
        IM_CHECK_EQ(record->fault->kind, FaultKind::device_lost);
        IM_CHECK(has_message(bench, "signal 9"));
        IM_CHECK(shows(context, "signal 9"));
        bench.draft.edited_source.clear();
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK_EQ(bench.results.latest(DeviceKind::cuda)->status, RunStatus::ok);
        IM_CHECK(shows(context, "Correct on NVIDIA Stand-in"));
    });
}

TEST_F(LostDeviceTest, AGpuThatDiesEveryTimeLeavesTheEmulator) {
    run(with_stand_in("dies"), [this](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        run_on_gpu_alone(app);
        for (int i = 0; i < 3; ++i) {
            context->KeyPress(ImGuiKey_F5);
            wait_for_runs(context, app);
            IM_CHECK_EQ(bench.results.latest(DeviceKind::cuda)->fault->kind, FaultKind::device_lost);
        }
        context->ItemClick("//###result/**/Run it in the emulator##result_emulator");
        wait_for_runs(context, app);
        IM_CHECK(bench.results.latest(DeviceKind::emulated) != nullptr);
        IM_CHECK_EQ(bench.results.latest(DeviceKind::emulated)->status, RunStatus::ok);
    });
}

TEST_F(LostDeviceTest, TheEmulatorIsOfferedAfterAFaultAndSaysWhere) {
    run(with_stand_in(""), [this](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        run_on_gpu_alone(app);
        bench.post(ask::ChooseKernel{"no_guard"});
        context->Yield(3);
        context->KeyPress(ImGuiKey_F5);
        wait_for_runs(context, app);
        IM_CHECK(bench.results.latest(DeviceKind::cuda)->fault.has_value());
        IM_CHECK(bench.results.latest(DeviceKind::emulated) == nullptr);
        context->ItemClick("//###result/**/Run it in the emulator##result_emulator");
        wait_for_runs(context, app);
        const RunRecord* record = bench.results.latest(DeviceKind::emulated);
        IM_CHECK(record != nullptr && record->fault.has_value());
        IM_CHECK_EQ(record->fault->kind, FaultKind::out_of_bounds);
        IM_CHECK(shows(context, "element 100 of 'a'"));
        // It has run there now: the offer is gone.
        IM_CHECK(!context->ItemExists("//###result/**/Run it in the emulator##result_emulator"));
    });
}

}  // namespace
}  // namespace warpwise::ui
