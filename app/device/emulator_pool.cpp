#include "device/emulator_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/paths.h"
#include "device/host.h"
#include "device/process_guard.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr const char* program_name = "warpwise-emulator";
constexpr std::size_t most_processes = 4;
constexpr double compile_limit_s = 30;

RemoteWords emulator_words(std::uint64_t most_compile_bytes) {
    RemoteWords words;
    words.log = "emulator";
    words.process = "the emulator's process";
    words.compiler = "the compiler";
    words.not_installed = "Install Warpwise again, or build all of it";
    words.no_start = "Close other programs if memory is short, and start Warpwise again";
    words.after_compile =
        "Something in this text is nested or repeated too often, or a macro or a template expands to too much. Undo the last "
        "change; "
        "nothing else is lost, and the next run works";
    words.after_launch =
        "The next run starts a new process. If it happens again, choose smaller sizes, or leave parts of the kernel out until it "
        "runs";
    words.exits = {
        {exit_out_of_stack, "used up its stack"},
        {exit_out_of_memory,
         fmt::format("needed more than {:.1f} GB of memory and was stopped", static_cast<double>(most_compile_bytes) / 1e9)},
        {exit_machine_is_full, "was stopped because this machine's memory is full"},
    };
    return words;
}

}  // namespace

std::uint64_t usual_compile_bytes() { return std::min(std::uint64_t{4} << 30, memory_bytes() / 2); }

Result<RemoteSettings> emulator_settings(std::uint64_t most_compile_bytes) {
    const fs::path dir = executable_dir();
    for (const fs::path& place : {dir, dir.parent_path() / "lib/warpwise"}) {
        std::error_code error;
        if (!fs::exists(place / program_name, error)) continue;
        return RemoteSettings{.command = {(place / program_name).string(), std::to_string(most_compile_bytes)},
                              .start_limit_s = 60,
                              .compile_limit_s = compile_limit_s,
                              .launch_limit_s = 0,  // the emulator ends what makes no progress, and only that
                              .stop_limit_s = 0.5,
                              .fault_ends_process = false,
                              .words = emulator_words(most_compile_bytes)};
    }
    return std::unexpected(Error{ErrorKind::device_missing,
                                 fmt::format("{} is not in {}: it runs kernels in the emulator", program_name, dir.string()),
                                 "Install Warpwise again, or build all of it"});
}

// A kernel, and what each process that has met it calls it.
class EmulatorPool::PooledProgram : public Program {
  public:
    explicit PooledProgram(KernelSource text) : source(std::move(text)) {}
    KernelSource source;
    std::mutex mutex;
    std::map<RemoteDevice*, std::shared_ptr<Program>> compiled;  // a device of the pool lives as long as the pool
};

// One process for one request.
class EmulatorPool::Lease {
  public:
    // Of the free ones one that `wanted` likes, if any; a new one when none is free; else the next that becomes free.
    Lease(EmulatorPool& pool, const std::function<bool(RemoteDevice*)>& wanted, const std::stop_token& stop) : pool_(pool) {
        std::unique_lock lock(pool.mutex_);
        const auto any_free = [&] { return std::ranges::any_of(pool.places_, &Place::is_free); };
        if (!any_free() && pool.places_.size() < most_processes) start_another(lock);
        if (place_ != nullptr || !pool.freed_.wait(lock, stop, any_free)) return;
        auto found =
            std::ranges::find_if(pool.places_, [&](const Place& place) { return place.is_free() && wanted(place.device.get()); });
        if (found == pool.places_.end()) found = std::ranges::find_if(pool.places_, &Place::is_free);
        place_ = &*found;
        place_->busy = true;
    }
    ~Lease() {
        if (place_ == nullptr) return;
        const std::lock_guard lock(pool_.mutex_);
        place_->busy = false;
        pool_.freed_.notify_one();
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    RemoteDevice* device() const { return place_ != nullptr ? place_->device.get() : nullptr; }  // null: stopped while it waited

  private:
    // Others go on meanwhile. Where no further process starts, those that run must do.
    void start_another(std::unique_lock<std::mutex>& lock) {
        Place& place = pool_.places_.emplace_back();
        place.busy = true;
        lock.unlock();
        auto device = RemoteDevice::start(pool_.settings_);
        lock.lock();
        if (!device) return;  // its place stays taken: not tried again
        place.device = std::move(*device);
        place_ = &place;
    }

    EmulatorPool& pool_;
    Place* place_ = nullptr;
};

Result<std::unique_ptr<EmulatorPool>> EmulatorPool::start(RemoteSettings settings) {
    auto first = RemoteDevice::start(settings);
    if (!first) return std::unexpected(first.error());
    std::unique_ptr<EmulatorPool> pool(new EmulatorPool(std::move(settings)));
    pool->info_ = (*first)->describe();
    pool->limits_ = (*first)->limits();
    pool->places_.emplace_back().device = std::move(*first);
    return pool;
}

std::expected<std::shared_ptr<Program>, Diagnostics> EmulatorPool::compile_until(const KernelSource& source,
                                                                                 const std::stop_token& stop) {
    const Lease lease(*this, [](RemoteDevice*) { return true; }, stop);
    if (lease.device() == nullptr) return std::unexpected(Diagnostics{{.file = source.origin, .message = "cancelled", .hint = {}}});
    auto compiled = lease.device()->compile_until(source, stop);
    if (!compiled) return compiled;
    auto program = std::make_shared<PooledProgram>(source);
    static_cast<Program&>(*program) = **compiled;  // what it tells of itself
    program->compiled[lease.device()] = std::move(*compiled);
    return program;
}

LaunchOutcome EmulatorPool::launch(Program& any_program, const LaunchShape& shape, std::vector<KernelArgument> arguments,
                                   const LaunchOptions& options) {
    LaunchOutcome outcome;
    auto* program = dynamic_cast<PooledProgram*>(&any_program);
    if (program == nullptr) {
        outcome.fault = other_devices_program();
        return outcome;
    }
    const auto known_to = [program](RemoteDevice* device) {
        const std::lock_guard lock(program->mutex);
        const auto found = program->compiled.find(device);
        return found != program->compiled.end() ? found->second : nullptr;
    };
    const Lease lease(*this, [&](RemoteDevice* device) { return known_to(device) != nullptr; }, options.stop);
    if (lease.device() == nullptr) {
        outcome.cancelled = true;
        return outcome;
    }
    auto there = known_to(lease.device());
    if (there == nullptr) {
        auto compiled = lease.device()->compile_until(program->source, options.stop);
        if (!compiled) {
            outcome.cancelled = options.stop.stop_requested();
            if (outcome.cancelled) return outcome;
            const Diagnostic& first = compiled.error().front();
            outcome.fault = Fault{.kind = FaultKind::device_lost, .file = first.file, .message = first.message, .hint = first.hint};
            return outcome;
        }
        there = std::move(*compiled);
        const std::lock_guard lock(program->mutex);
        program->compiled[lease.device()] = there;
    }
    return lease.device()->launch(*there, shape, std::move(arguments), options);
}

std::vector<pid_t> EmulatorPool::processes() {
    const std::lock_guard lock(mutex_);
    std::vector<pid_t> found;
    for (const Place& place : places_)
        if (place.device != nullptr && place.device->process() != 0) found.push_back(place.device->process());
    return found;
}

Result<std::unique_ptr<Device>> make_isolated_emulator() {
    auto settings = emulator_settings();
    if (!settings) return std::unexpected(settings.error());
    auto pool = EmulatorPool::start(std::move(*settings));
    if (!pool) return std::unexpected(pool.error());
    return std::move(*pool);
}

}  // namespace warpwise
