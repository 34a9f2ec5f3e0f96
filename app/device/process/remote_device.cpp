#include "device/process/remote_device.h"

#include <fmt/format.h>
#include <sys/eventfd.h>

#include <exception>

#include "base/fault_json.h"
#include "base/json.h"
#include "base/log.h"
#include "device/process/device_messages.h"
#include "device/process/remote_program.h"

namespace warpwise {

using nlohmann::json;

namespace {

using Clock = std::chrono::steady_clock;
using Got = MessageChannel::Got;

constexpr std::size_t kMostTextBytes = std::size_t{16} << 20;  // well below what one message may have

Clock::time_point in_seconds(double s) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
}

// After these the process's CUDA is of no use any more; NVIDIA calls such errors sticky.
bool ruins_the_process(FaultKind kind) {
    switch (kind) {
        case FaultKind::launch_invalid:
        case FaultKind::memory_budget:
        case FaultKind::unsupported:
        case FaultKind::compile_error: return false;
        default: return true;
    }
}

}  // namespace

Fault lost_by(const Diagnostics& diagnostics) {
    const Diagnostic& first = diagnostics.front();
    return {.kind = FaultKind::device_lost, .file = first.file, .message = first.message, .hint = first.hint};
}

Result<std::unique_ptr<RemoteDevice>> RemoteDevice::start(RemoteSettings settings) {
    std::unique_ptr<RemoteDevice> device(new RemoteDevice(std::move(settings)));
    device->forgotten_ = std::make_shared<ForgottenPrograms>();
    if (auto started = device->start_process(); !started) return std::unexpected(started.error());
    return device;
}

RemoteDevice::~RemoteDevice() { end_process(); }

void RemoteDevice::end_process() {
    channel_.close();
    process_.kill();
    shared_is_known_ = false;
    maps_ = {};
}

Result<void> RemoteDevice::start_process() {
    end_process();
    const RemoteWords& words = settings_.words;
    log_step(words.log + ": starting " + settings_.command.front());
    const auto missing = [](std::string message, std::string hint) {
        return std::unexpected(Error{ErrorKind::device_missing, std::move(message), std::move(hint)});
    };
    auto process = ChildProcess::start(settings_.command, settings_.environment);
    if (!process) return missing(fmt::format("{} does not start: {}", words.process, process.error().message), words.not_installed);
    process_ = std::move(*process);
    channel_ = MessageChannel(process_.take_socket());
    const auto received = channel_.receive(in_seconds(settings_.start_limit_s));
    if (received.got != Got::message) {
        const NoAnswer why = give_up(received.got == Got::timed_out ? NoAnswer::Why::silent : NoAnswer::Why::died);
        return missing(fmt::format("{} {} at its start", words.process, why.text), words.no_start);
    }
    try {
        const json& hello = received.message;
        const int protocol = hello.at("hello");
        const std::string version = hello.at("version");
        if (protocol != kDeviceProtocol || version != WARPWISE_VERSION) {
            end_process();
            return missing(fmt::format("{} is of version {} ({}), this program is of version {} ({})", settings_.command.front(),
                                       version, protocol, WARPWISE_VERSION, kDeviceProtocol),
                           "Install the program and the files beside it from the same package, or rebuild all of them");
        }
        if (hello.contains("missing")) {
            end_process();
            return std::unexpected(error_from(hello["missing"]));
        }
        if (generation_ == 0) {  // later ones are the same, and others may be reading
            info_ = device_info_from(hello.at("device"));
            for (const json& sibling : hello.at("siblings")) siblings_.push_back(device_info_from(sibling));
            limits_ = limits_from(hello.at("limits"));
        }
    } catch (const std::exception& e) {
        end_process();
        return missing(fmt::format("{} did not identify itself: {}", settings_.command.front(), plain_words(e)),
                       "Install the program and the files beside it from the same package, or rebuild all of them");
    }
    ++generation_;
    log_step(words.log + ": " + info_.name + " is ready");
    return {};
}

// Ends the process and keeps in words why.
RemoteDevice::NoAnswer RemoteDevice::give_up(NoAnswer::Why why) {
    if (why == NoAnswer::Why::died) process_.wait_for_end(2000);  // its socket closed before it could be collected
    const bool ended_by_itself = !process_.is_running();
    end_process();
    if (why == NoAnswer::Why::nonsense) return {why, "sent something that is not an answer and was ended", {}};
    if (why == NoAnswer::Why::silent) return {why, "gave no answer in time and was ended", {}};
    if (why == NoAnswer::Why::stopped) return {why, "did not stop in time and was ended", {}};
    if (!ended_by_itself) return {why, "closed its connection and was ended", {}};
    const auto known = settings_.words.exits.find(process_.exit_status().value_or(0));
    return {why, known != settings_.words.exits.end() ? known->second : process_.how_it_ended(), {}};
}

RemoteDevice::Answer<void> RemoteDevice::ensure_process() {
    if (process_.is_running()) {
        if (const auto ids = forgotten_->take(); !ids.empty()) channel_.send({{"do", "forget"}, {"programs", ids}});
        return {};
    }
    forgotten_->take();
    if (auto started = start_process(); !started)
        return std::unexpected(NoAnswer{NoAnswer::Why::cannot_start, started.error().message, started.error().hint});
    return {};
}

RemoteDevice::Answer<MessageChannel::Received> RemoteDevice::ask(const json& request, const Wait& wait, int file) {
    switch (channel_.send(request, file)) {
        case MessageChannel::Sent::whole: break;
        case MessageChannel::Sent::too_large:
            return std::unexpected(
                NoAnswer{NoAnswer::Why::too_large, "was not asked: the request is too large for one message", {}});
        case MessageChannel::Sent::failed: return std::unexpected(give_up(NoAnswer::Why::died));
    }
    if (!wait.stop.stop_possible()) return wait_for_answer(wait, -1);
    const FileDescriptor wake(eventfd(0, EFD_CLOEXEC));
    const std::stop_callback on_stop(wait.stop, [&wake] { eventfd_write(wake.get(), 1); });
    return wait_for_answer(wait, wake.get());
}

RemoteDevice::Answer<MessageChannel::Received> RemoteDevice::wait_for_answer(const Wait& wait, int wake) {
    const auto limit = [&]() -> std::optional<Clock::time_point> {
        if (wait.limit_s <= 0) return std::nullopt;
        return in_seconds(wait.limit_s);
    };
    bool stopping = false;
    auto deadline = limit();
    while (true) {
        auto received = channel_.receive(deadline, stopping ? -1 : wake);
        switch (received.got) {
            case Got::closed: return std::unexpected(give_up(NoAnswer::Why::died));
            case Got::garbage: return std::unexpected(give_up(NoAnswer::Why::nonsense));
            case Got::timed_out: return std::unexpected(give_up(stopping ? NoAnswer::Why::stopped : NoAnswer::Why::silent));
            case Got::woken:
                stopping = true;
                deadline = in_seconds(settings_.stop_limit_s);
                if (wait.number != 0) channel_.send({{"do", "stop"}, {"number", wait.number}});
                continue;
            case Got::message: break;
        }
        const auto beat = received.message.find("beat");
        if (beat == received.message.end()) return received;
        if (stopping) continue;
        deadline = limit();
        if (wait.launch != nullptr && wait.launch->progress && beat->is_number()) wait.launch->progress(*beat);
    }
}

std::expected<void, Diagnostics> RemoteDevice::compile_there(RemoteProgram& program, const std::stop_token& stop) {
    const RemoteWords& words = settings_.words;
    const auto diagnostic = [&](std::string message, std::string hint) {
        return std::unexpected(Diagnostics{{.file = program.origin, .message = std::move(message), .hint = std::move(hint)}});
    };
    if (program.source.text.size() > kMostTextBytes)
        return diagnostic(fmt::format("the text has {} bytes: more than any compiler here takes", program.source.text.size()),
                          "Keep the kernel and what it needs, leave data out.");
    if (auto running = ensure_process(); !running) return diagnostic(running.error().text, running.error().hint);
    if (program.generation == generation_) return {};
    const auto answer = ask({{"do", "compile"}, {"program", program.id}, {"source", message_of(program.source)}},
                            {.limit_s = settings_.compile_limit_s, .stop = stop});
    if (!answer && answer.error().why == NoAnswer::Why::silent)
        return diagnostic(fmt::format("{} did not end within {:g} s and was stopped", words.compiler, settings_.compile_limit_s),
                          words.after_compile);
    if (!answer) return diagnostic(fmt::format("{} {}", words.compiler, answer.error().text), words.after_compile);
    try {
        const json& message = answer->message;
        if (message.contains("diagnostics")) return std::unexpected(diagnostics_from_json(message["diagnostics"]));
        if (message.contains("failed"))
            return diagnostic(fmt::format("{} failed: {}", words.compiler, message["failed"].get<std::string>()),
                              words.after_compile);
        read_program(message.at("compiled"), program);
    } catch (const std::exception& e) {
        const NoAnswer why = give_up(NoAnswer::Why::nonsense);
        return diagnostic(fmt::format("{} {}: {}", words.compiler, why.text, plain_words(e)), words.after_compile);
    }
    program.generation = generation_;
    return {};
}

std::expected<std::shared_ptr<Program>, Diagnostics> RemoteDevice::compile_until(const KernelSource& source,
                                                                                 const std::stop_token& stop) {
    auto program = std::make_shared<RemoteProgram>(forgotten_);
    program->source = source;
    program->entry = source.entry;
    program->origin = source.origin;
    const std::lock_guard lock(mutex_);
    program->id = next_number_++;
    if (auto compiled = compile_there(*program, stop); !compiled) return std::unexpected(std::move(compiled.error()));
    return program;
}

Fault RemoteDevice::fault_of(const NoAnswer& why, const RemoteProgram& program, double limit_s) const {
    Fault fault{.kind = FaultKind::device_lost, .file = program.origin};
    switch (why.why) {
        case NoAnswer::Why::silent:
            fault.kind = FaultKind::step_budget;
            fault.message = fmt::format("{} did not end within {:g} s and was stopped", program.entry, limit_s);
            fault.hint = settings_.words.after_limit;
            break;
        case NoAnswer::Why::cannot_start:
            fault.message = why.text;
            fault.hint = why.hint;
            break;
        case NoAnswer::Why::too_large:
            fault.kind = FaultKind::launch_invalid;
            fault.message =
                fmt::format("the arguments of {} are too large for one message to {}", program.entry, settings_.words.process);
            fault.hint = "Pass large data in arrays.";
            break;
        case NoAnswer::Why::nonsense:
        case NoAnswer::Why::stopped:
        case NoAnswer::Why::died:
            fault.message = fmt::format("{} {} while {} ran", settings_.words.process, why.text, program.entry);
            fault.hint = settings_.words.after_launch;
            break;
    }
    return fault;
}

LaunchOutcome RemoteDevice::launch(Program& any_program, const LaunchShape& shape, std::vector<KernelArgument> arguments,
                                   const LaunchOptions& options) {
    LaunchOutcome outcome;
    auto* program = dynamic_cast<RemoteProgram*>(&any_program);
    if (program == nullptr) {
        outcome.fault = other_devices_program();
        return outcome;
    }
    const std::lock_guard lock(mutex_);
    if (options.stop.stop_requested()) {
        outcome.cancelled = true;
        return outcome;
    }
    if (auto compiled = compile_there(*program, options.stop); !compiled) {
        outcome.cancelled = options.stop.stop_requested();
        if (outcome.cancelled) return outcome;
        outcome.fault = lost_by(compiled.error());
        return outcome;
    }
    outcome = launch_there(*program, shape, arguments, options);
    if (outcome.fault && settings_.fault_ends_process && ruins_the_process(outcome.fault->kind)) end_process();
    return outcome;
}

std::expected<int, Fault> RemoteDevice::share(const SharedArrays& arrays, const RemoteProgram& program) {
    if (!shared_.fits(arrays.bytes)) {
        auto made = SharedMemory::make(std::max(arrays.bytes, std::size_t{1} << 20));
        if (!made)
            return std::unexpected(Fault{.kind = FaultKind::memory_budget,
                                         .file = program.origin,
                                         .message = made.error().message,
                                         .hint = made.error().hint});
        shared_ = std::move(*made);
        shared_is_known_ = false;
    }
    arrays.copy_in(shared_.bytes());
    return shared_is_known_ || shared_.size() == 0 ? -1 : shared_.file();
}

// What is too large to be kept; the process lets go of it, too.
void RemoteDevice::release_shared() {
    if (!shared_.is_kept()) shared_ = {};
    if (!maps_.is_kept()) maps_ = {};
}

Fault RemoteDevice::could_not_run(const RemoteProgram& program, const std::exception& e) const {
    return {.kind = FaultKind::device_lost,
            .file = program.origin,
            .message = fmt::format("{} could not run {}: {}", settings_.words.process, program.entry, plain_words(e)),
            .hint = settings_.words.after_launch};
}

LaunchOutcome RemoteDevice::launch_there(RemoteProgram& program, const LaunchShape& shape, std::vector<KernelArgument>& arguments,
                                         const LaunchOptions& options) {
    LaunchOutcome outcome;
    const SharedArrays arrays = SharedArrays::of(arguments);
    const auto file = share(arrays, program);
    if (!file) {
        outcome.fault = file.error();
        return outcome;
    }
    const double limit_s = settings_.launch_limit_s <= 0 ? 0
                           : options.time_budget_s > 0   ? options.time_budget_s
                                                         : settings_.launch_limit_s;
    // a launch's signs of life come with a kernel and the copies of its arrays between them
    const double copies_s = limit_s > 0 ? static_cast<double>(arrays.bytes) / 0.5e9 : 0;
    const std::uint64_t number = next_number_++;
    const json request{{"do", "launch"},
                       {"number", number},
                       {"program", program.id},
                       {"shape", message_of(shape)},
                       {"arrays", message_of(arrays)},
                       {"arguments", message_of(arguments, arrays)},
                       {"options", message_of(options)},
                       {"shared_bytes", shared_.size()}};
    auto answer = ask(request, {.limit_s = limit_s + copies_s, .stop = options.stop, .launch = &options, .number = number}, *file);
    if (!answer) {
        if (options.stop.stop_requested())
            outcome.cancelled = true;
        else
            outcome.fault = fault_of(answer.error(), program, limit_s);
        return outcome;
    }
    shared_is_known_ = true;
    try {
        outcome = outcome_from(*answer);
        arrays.copy_out(shared_.bytes());
        release_shared();
    } catch (const std::exception& e) {
        outcome = {};
        end_process();
        outcome.fault = could_not_run(program, e);
    }
    return outcome;
}

// Throws when the answer is none.
LaunchOutcome RemoteDevice::outcome_from(MessageChannel::Received& answer) {
    const json& message = answer.message;
    if (message.contains("failed")) throw std::runtime_error(message["failed"].get<std::string>());
    LaunchOutcome outcome = launch_outcome_from(message.at("outcome"));
    if (!message.contains("writes")) return outcome;
    if (answer.file) {
        auto memory = SharedMemory::map(std::move(answer.file), message.at("writes_bytes"));
        if (!memory) throw std::runtime_error(memory.error().text());
        maps_ = std::move(*memory);
    }
    outcome.writes = write_maps_from(message["writes"], maps_.bytes());
    return outcome;
}

}  // namespace warpwise
