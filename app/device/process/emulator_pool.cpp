#include "device/process/emulator_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/paths.h"
#include "device/interface/debug_session.h"
#include "device/interface/host.h"
#include "device/process/process_guard.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr const char* kProgramName = "warpwise-emulator";
constexpr std::size_t kMostProcesses = 4;  // for requests
constexpr std::size_t kMostSessions = 4;   // beside them
constexpr double kCompileLimitS = 30;

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
        {kExitOutOfStack, "used up its stack"},
        {kExitOutOfMemory,
         fmt::format("needed more than {:.1f} GB of memory and was stopped", static_cast<double>(most_compile_bytes) / 1e9)},
        {kExitMachineIsFull, "was stopped because this machine's memory is full"},
    };
    return words;
}

}  // namespace

std::uint64_t usual_compile_bytes() { return std::min(std::uint64_t{4} << 30, memory_bytes() / 2); }

Result<RemoteSettings> emulator_settings(std::uint64_t most_compile_bytes) {
    const fs::path dir = executable_dir();
    for (const fs::path& place : {dir, dir.parent_path() / "lib/warpwise"}) {
        std::error_code error;
        if (!fs::exists(place / kProgramName, error)) continue;
        return RemoteSettings{.command = {(place / kProgramName).string(), std::to_string(most_compile_bytes)},
                              .environment = ChildEnvironment::needed,
                              .start_limit_s = 60,
                              .compile_limit_s = kCompileLimitS,
                              .launch_limit_s = 0,  // the emulator ends what makes no progress, and only that
                              .stop_limit_s = 0.5,
                              .fault_ends_process = false,
                              .words = emulator_words(most_compile_bytes)};
    }
    return std::unexpected(Error{ErrorKind::device_missing,
                                 fmt::format("{} is not in {}: it runs kernels in the emulator", kProgramName, dir.string()),
                                 "Install Warpwise again, or build all of it"});
}

// A kernel, and what each process that has met it calls it.
class EmulatorPool::PooledProgram : public Program {
  public:
    explicit PooledProgram(KernelSource text) : source(std::move(text)) {}
    std::shared_ptr<Program> at(std::uint64_t place) {
        const std::lock_guard lock(mutex_);
        const auto found = compiled_.find(place);
        return found != compiled_.end() ? found->second : nullptr;
    }
    void set_at(std::uint64_t place, std::shared_ptr<Program> program) {
        const std::lock_guard lock(mutex_);
        compiled_[place] = std::move(program);
    }
    KernelSource source;

  private:
    std::mutex mutex_;
    std::map<std::uint64_t, std::shared_ptr<Program>> compiled_;
};

// One process for one request, or for a session as long as it lives.
class EmulatorPool::Lease {
  public:
    using Use = Place::Use;

    // Of the free ones one where `program` (may be null) is compiled, if any; a new one when none is free. A request waits for the
    // next that becomes free when there are enough; a session waits for none.
    Lease(EmulatorPool& pool, Use use, PooledProgram* program, const std::stop_token& stop) : pool_(pool) {
        std::unique_lock lock(pool.mutex_);
        if (use == Use::session)
            lease_for_session(lock, program);
        else
            lease_for_request(lock, program, stop);
    }
    ~Lease() {
        if (place_ == nullptr) return;
        std::unique_ptr<RemoteDevice> surplus;  // ended without the lock: that takes its time
        {
            const std::lock_guard lock(pool_.mutex_);
            const bool is_surplus =
                place_->use == Use::session && used_for(Use::request) + used_for(Use::nothing) >= kMostProcesses;
            place_->use = Use::nothing;
            if (is_surplus) surplus = remove_place();
        }
        pool_.freed_.notify_all();
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    // Null: there is a fault, or it was stopped while it waited.
    RemoteDevice* device() const { return place_ != nullptr ? place_->device.get() : nullptr; }
    const std::optional<Fault>& fault() const { return fault_; }
    std::uint64_t place() const { return place_->id; }

  private:
    void lease_for_session(std::unique_lock<std::mutex>& lock, PooledProgram* program) {
        if (used_for(Use::session) >= kMostSessions) {
            fault_ =
                Fault{.kind = FaultKind::unsupported,
                      .message = fmt::format("{} launches are already open in the debugger, which is the limit", kMostSessions),
                      .hint = "Close one of them."};
            return;
        }
        take_free(Use::session, program);
        if (place_ == nullptr) start_another(lock, Use::session);
    }
    void lease_for_request(std::unique_lock<std::mutex>& lock, PooledProgram* program, const std::stop_token& stop) {
        const auto one_is_free = [&] { return used_for(Use::request) < kMostProcesses && used_for(Use::nothing) > 0; };
        const auto nothing_ends_soon = [&] { return used_for(Use::request) == 0; };  // sessions do not
        if (!one_is_free() && used_for(Use::request) + pool_.failed_starts_ < kMostProcesses) {
            start_another(lock, Use::request);
            if (place_ != nullptr) return;
            ++pool_.failed_starts_;  // those that run must do
        }
        while (true) {
            if (one_is_free()) return take_free(Use::request, program);
            if (nothing_ends_soon()) {
                fault_ = pool_.no_process_;
                return;
            }
            if (!pool_.freed_.wait(lock, stop, [&] { return one_is_free() || nothing_ends_soon(); })) return;
        }
    }
    std::size_t used_for(Use use) const { return static_cast<std::size_t>(std::ranges::count(pool_.places_, use, &Place::use)); }

    void take_free(Use use, PooledProgram* program) {
        for (Place& place : pool_.places_) {
            if (place.use != Use::nothing) continue;
            const bool knows = program != nullptr && program->at(place.id) != nullptr;
            if (place_ == nullptr || knows) place_ = &place;
            if (knows) break;
        }
        if (place_ != nullptr) place_->use = use;
    }
    // Others go on meanwhile.
    void start_another(std::unique_lock<std::mutex>& lock, Use use) {
        place_ = &pool_.places_.emplace_back(Place{.id = pool_.next_place_++, .device = nullptr, .use = use});
        lock.unlock();
        auto device = RemoteDevice::start(pool_.settings_);
        lock.lock();
        if (device) {
            place_->device = std::move(*device);
            return;
        }
        pool_.no_process_ = Fault{.kind = FaultKind::device_lost, .message = device.error().message, .hint = device.error().hint};
        if (use == Use::session) fault_ = pool_.no_process_;
        remove_place();
        pool_.freed_.notify_all();
    }
    std::unique_ptr<RemoteDevice> remove_place() {
        const auto found = std::ranges::find(pool_.places_, place_->id, &Place::id);
        std::unique_ptr<RemoteDevice> device = std::move(found->device);
        pool_.places_.erase(found);
        place_ = nullptr;
        return device;
    }

    EmulatorPool& pool_;
    Place* place_ = nullptr;
    std::optional<Fault> fault_;
};

Result<std::unique_ptr<EmulatorPool>> EmulatorPool::start(RemoteSettings settings) {
    auto first = RemoteDevice::start(settings);
    if (!first) return std::unexpected(first.error());
    std::unique_ptr<EmulatorPool> pool(new EmulatorPool(std::move(settings)));
    pool->info_ = (*first)->describe();
    pool->limits_ = (*first)->limits();
    pool->places_.push_back({.id = pool->next_place_++, .device = std::move(*first)});
    return pool;
}

std::expected<std::shared_ptr<Program>, Diagnostics> EmulatorPool::compile_until(const KernelSource& source,
                                                                                 const std::stop_token& stop) {
    const Lease lease(*this, Lease::Use::request, nullptr, stop);
    if (lease.fault())
        return std::unexpected(
            Diagnostics{{.file = source.origin, .message = lease.fault()->message, .hint = lease.fault()->hint}});
    if (lease.device() == nullptr) return std::unexpected(Diagnostics{{.file = source.origin, .message = "cancelled", .hint = {}}});
    auto compiled = lease.device()->compile_until(source, stop);
    if (!compiled) return compiled;
    auto program = std::make_shared<PooledProgram>(source);
    static_cast<Program&>(*program) = **compiled;  // what it tells of itself
    program->set_at(lease.place(), std::move(*compiled));
    return program;
}

// Compiles it there unless it was; after a stop the Fault means nothing.
std::expected<std::shared_ptr<Program>, Fault> EmulatorPool::compiled_at(const Lease& lease, PooledProgram& program,
                                                                         const std::stop_token& stop) {
    if (auto known = program.at(lease.place())) return known;
    auto compiled = lease.device()->compile_until(program.source, stop);
    if (!compiled) return std::unexpected(lost_by(compiled.error()));
    program.set_at(lease.place(), *compiled);
    return std::move(*compiled);
}

LaunchOutcome EmulatorPool::launch(Program& any_program, const LaunchShape& shape, std::vector<KernelArgument> arguments,
                                   const LaunchOptions& options) {
    LaunchOutcome outcome;
    auto* program = dynamic_cast<PooledProgram*>(&any_program);
    if (program == nullptr) {
        outcome.fault = other_devices_program();
        return outcome;
    }
    const Lease lease(*this, Lease::Use::request, program, options.stop);
    outcome.fault = lease.fault();
    outcome.cancelled = lease.device() == nullptr && !outcome.fault;
    if (lease.device() == nullptr) return outcome;
    const auto there = compiled_at(lease, *program, options.stop);
    if (there) return lease.device()->launch(**there, shape, std::move(arguments), options);
    outcome.cancelled = options.stop.stop_requested();
    if (!outcome.cancelled) outcome.fault = there.error();
    return outcome;
}

// Gives its process back when it ends.
class EmulatorPool::PooledSession : public DebugSession {
  public:
    PooledSession(std::unique_ptr<Lease> lease, std::unique_ptr<DebugSession> session)
        : lease_(std::move(lease)), session_(std::move(session)) {}
    Result<DebugState> run(const DebugCommand& command, const std::stop_token& stop) override {
        return session_->run(command, stop);
    }
    Result<DebugOverview> overview(std::uint64_t most_steps, const std::stop_token& stop) override {
        return session_->overview(most_steps, stop);
    }
    Result<DebugBlockAccesses> accesses(const DebugAccessesWanted& wanted, const std::stop_token& stop) override {
        return session_->accesses(wanted, stop);
    }
    Result<std::vector<DebugArray>> arrays() override { return session_->arrays(); }
    Result<std::vector<std::string>> variable_names() override { return session_->variable_names(); }
    Result<std::vector<std::byte>> read(std::uint64_t address, std::uint64_t bytes) override {
        return session_->read(address, bytes);
    }
    Result<std::vector<std::byte>> read_in_thread(std::uint32_t thread, std::uint64_t address, std::uint64_t bytes) override {
        return session_->read_in_thread(thread, address, bytes);
    }

  private:
    std::unique_ptr<Lease> lease_;  // ends after the session
    std::unique_ptr<DebugSession> session_;
};

std::expected<std::unique_ptr<DebugSession>, Fault> EmulatorPool::debug(Program& any_program, const LaunchShape& shape,
                                                                        std::vector<KernelArgument> arguments,
                                                                        const DebugOptions& options, const std::stop_token& stop) {
    auto* program = dynamic_cast<PooledProgram*>(&any_program);
    if (program == nullptr) return std::unexpected(other_devices_program());
    auto lease = std::make_unique<Lease>(*this, Lease::Use::session, program, stop);
    if (lease->fault()) return std::unexpected(*lease->fault());
    const auto there = compiled_at(*lease, *program, stop);
    if (!there) return std::unexpected(there.error());
    auto session = lease->device()->debug(**there, shape, std::move(arguments), options, stop);
    if (!session) return session;
    return std::make_unique<PooledSession>(std::move(lease), std::move(*session));
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
