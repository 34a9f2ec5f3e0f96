#include "device/process/device_server.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "base/fault_json.h"
#include "base/json.h"
#include "debug/debug_json.h"
#include "device/process/device_messages.h"
#include "device/process/message_channel.h"
#include "device/process/shared_memory.h"

namespace warpwise {
namespace {

using nlohmann::json;

constexpr int kExitBadMessage = 4;

struct Request {
    json message;
    FileDescriptor file;
    std::stop_source stop;  // of one that has a number
};

// Reads on a thread of its own, so that a stop, or the end of the other side, is seen while a kernel runs.
class Requests {
  public:
    explicit Requests(MessageChannel& channel) : channel_(channel) {
        std::thread([this] { read(); }).detach();  // the process ends before this object does
    }
    Request next() {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [this] { return !waiting_.empty(); });
        Request request = std::move(waiting_.front());
        waiting_.pop_front();
        return request;
    }

  private:
    void read() {
        while (true) {
            auto received = channel_.receive();
            if (received.got == MessageChannel::Got::closed) _exit(0);
            if (received.got != MessageChannel::Got::message) _exit(kExitBadMessage);
            try {
                take(std::move(received));
            } catch (const std::exception&) {
                _exit(kExitBadMessage);
            }
        }
    }
    void take(MessageChannel::Received received) {
        const std::string what = received.message.at("do");
        const std::lock_guard lock(mutex_);
        if (what == "stop") {
            if (received.message.at("number") == number_) stop_.request_stop();
            return;
        }
        Request request{std::move(received.message), std::move(received.file), {}};
        if (const auto number = request.message.find("number"); number != request.message.end()) {
            number_ = *number;
            stop_ = request.stop;
        }
        waiting_.push_back(std::move(request));
        arrived_.notify_one();
    }

    MessageChannel& channel_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<Request> waiting_;
    std::uint64_t number_ = 0;  // of the last that has one
    std::stop_source stop_;
};

json refusal_of(const Error& error) { return {{"error", message_of(error)}}; }

// The debugger's sessions of this process.
class Sessions {
  public:
    void add(std::uint64_t id, std::unique_ptr<DebugSession> session) { sessions_[id] = std::move(session); }
    void end(const json& message) { sessions_.erase(message.at("session").get<std::uint64_t>()); }

    // Null: not a request of a session.
    json answer(const std::string& what, const json& message, const std::stop_token& stop) {
        if (what == "debug_run") return run(message, stop);
        if (what == "debug_overview") return overview(message, stop);
        if (what == "debug_accesses") return accesses(message, stop);
        if (what == "debug_arrays") return arrays(message);
        if (what == "debug_read") return read(message);
        if (what == "debug_names") return names(message);
        return nullptr;
    }

  private:
    DebugSession& session_of(const json& message) {
        const auto found = sessions_.find(message.at("session").get<std::uint64_t>());
        if (found == sessions_.end()) throw std::runtime_error("the request names a session that is not open");
        return *found->second;
    }
    json run(const json& message, const std::stop_token& stop) {
        const auto state = session_of(message).run(debug_command_from_json(message.at("command")), stop);
        return state ? json{{"state", to_json(*state)}} : refusal_of(state.error());
    }
    json overview(const json& message, const std::stop_token& stop) {
        auto overview = session_of(message).overview(message.at("most_steps"), stop);
        if (!overview) return refusal_of(overview.error());
        const std::vector<TimelineSpan> timeline = std::exchange(overview->timeline, {});
        return {{"overview", to_json(*overview)}, {"timeline", message_of(timeline)}};
    }
    json accesses(const json& message, const std::stop_token& stop) {
        const auto accesses = session_of(message).accesses(accesses_wanted_from_json(message.at("wanted")), stop);
        return accesses ? json{{"accesses", to_json(*accesses)}} : refusal_of(accesses.error());
    }
    json arrays(const json& message) {
        const auto arrays = session_of(message).arrays();
        return arrays ? json{{"arrays", message_of(*arrays)}} : refusal_of(arrays.error());
    }
    json read(const json& message) {
        DebugSession& session = session_of(message);
        const auto bytes = message.contains("thread")
                               ? session.read_in_thread(message["thread"], message.at("address"), message.at("bytes"))
                               : session.read(message.at("address"), message.at("bytes"));
        return bytes ? json{{"bytes", message_of(*bytes)}} : refusal_of(bytes.error());
    }

    json names(const json& message) {
        const auto names = session_of(message).variable_names();
        return names ? json{{"names", *names}} : refusal_of(names.error());
    }

    std::map<std::uint64_t, std::unique_ptr<DebugSession>> sessions_;
};

class Server {
  public:
    Server(MessageChannel& channel, Device& device, const ServeOptions& options)
        : channel_(channel), device_(device), options_(options) {}

    void answer(Request request) {
        const std::string what = request.message.at("do");
        json reply;
        int file = -1;
        try {
            if (what == "compile") reply = compile(request.message);
            if (what == "launch") reply = launch(request, file);
            if (what == "debug") reply = debug(request);
            if (what == "forget") return forget(request.message);
            if (what == "debug_end") return sessions_.end(request.message);
            if (reply.is_null()) reply = sessions_.answer(what, request.message, request.stop.get_token());
            if (reply.is_null()) reply = {{"failed", fmt::format("{} does not know {}", options_.process, what)}};
        } catch (const std::exception& e) {
            reply = {{"failed", plain_words(e)}};
        }
        auto sent = channel_.send(reply, file);
        if (sent == MessageChannel::Sent::too_large) sent = channel_.send(too_large(what));
        if (sent != MessageChannel::Sent::whole) _exit(kExitBadMessage);  // the other side would wait for ever
        drop_large_memory();
    }

  private:
    // What is said in place of an answer that one message cannot hold.
    static json too_large(const std::string& what) {
        const Error error{ErrorKind::failure, "the answer is too large for one message", "Ask for fewer steps."};
        return what.starts_with("debug_") ? refusal_of(error) : json{{"failed", error.message}};
    }

    json compile(const json& message) {
        auto program = device_.compile(kernel_source_from(message.at("source")));
        if (!program) return {{"diagnostics", to_json(program.error())}};
        json reply{{"compiled", message_of(**program)}};
        programs_[message.at("program")] = std::move(*program);
        return reply;
    }

    Program& program_of(const json& message) {
        const auto program = programs_.find(message.at("program"));
        if (program == programs_.end()) throw std::runtime_error("the request names a program that was not compiled");
        return *program->second;
    }
    // Of a launch or of a session that opens.
    std::vector<Array> take_arrays(Request& request) {
        if (request.file) {
            auto memory = SharedMemory::map(std::move(request.file), request.message.at("shared_bytes"));
            if (!memory) throw std::runtime_error(memory.error().text());
            shared_ = std::move(*memory);
        }
        const json& places = request.message.at("arrays");
        return options_.arrays_in_place ? arrays_over(places, shared_.bytes()) : arrays_from(places, shared_.bytes());
    }

    json launch(Request& request, int& file) {
        const json& message = request.message;
        Program& program = program_of(message);
        std::vector<Array> arrays = take_arrays(request);
        LaunchOptions options = launch_options_from(message.at("options"));
        options.stop = request.stop.get_token();
        options.progress = [this](double fraction) { beat(fraction); };
        channel_.send({{"beat", 0.0}});  // the arrays are here: from now on it is the kernel's time
        const LaunchOutcome outcome = device_.launch(program, launch_shape_from(message.at("shape")),
                                                     arguments_from(message.at("arguments"), arrays), options);
        if (!options_.arrays_in_place) copy_back(arrays, message.at("arrays"), shared_.bytes());
        json reply{{"outcome", message_of(outcome)}};
        if (!outcome.writes.empty()) add_write_maps(reply, outcome.writes, file);
        return reply;
    }

    // A session keeps copies of the arrays, so the shared memory is free for others afterwards.
    json debug(Request& request) {
        const json& message = request.message;
        Program& program = program_of(message);
        std::vector<Array> arrays = take_arrays(request);
        auto session =
            device_.debug(program, launch_shape_from(message.at("shape")), arguments_from(message.at("arguments"), arrays),
                          debug_options_from(message.at("options")), request.stop.get_token());
        if (!session) return {{"fault", to_json(session.error())}};
        sessions_.add(message.at("session"), std::move(*session));
        return {{"session", message.at("session")}};
    }

    void add_write_maps(json& reply, const std::vector<WriteMap>& maps, int& file) {
        const std::size_t bytes = bytes_of(maps);
        if (!maps_.fits(bytes)) {
            auto made = SharedMemory::make(bytes);
            if (!made) throw std::runtime_error(made.error().text());
            maps_ = std::move(*made);
            file = maps_.file();
        }
        reply["writes"] = message_of(maps, maps_.bytes());
        reply["writes_bytes"] = maps_.size();
    }

    void drop_large_memory() {
        if (!shared_.is_kept()) shared_ = {};
        if (!maps_.is_kept()) maps_ = {};
    }

    // From any thread of the device, as often as it likes.
    void beat(double fraction) {
        const std::lock_guard lock(beat_mutex_);
        const auto now = std::chrono::steady_clock::now();
        if (now - last_beat_ < std::chrono::milliseconds(10)) return;
        last_beat_ = now;
        channel_.send({{"beat", fraction}});
    }

    void forget(const json& message) {
        for (const json& id : message.at("programs")) programs_.erase(id.get<std::uint64_t>());
    }

    MessageChannel& channel_;
    Device& device_;
    const ServeOptions& options_;
    std::mutex beat_mutex_;
    std::chrono::steady_clock::time_point last_beat_;
    std::map<std::uint64_t, std::shared_ptr<Program>> programs_;
    Sessions sessions_;
    SharedMemory shared_;  // the other side's: arrays
    SharedMemory maps_;    // this side's: write maps
};

}  // namespace

void serve_device(FileDescriptor socket, const std::function<Result<std::unique_ptr<Device>>()>& make_device,
                  const ServeOptions& options) {
    std::signal(SIGINT, SIG_IGN);  // Ctrl-C reaches the whole group; the program says what it means for the run
    MessageChannel channel(std::move(socket));
    Requests requests(channel);
    json hello{{"hello", kDeviceProtocol}, {"version", WARPWISE_VERSION}};
    auto device = make_device();
    if (!device) {
        hello["missing"] = message_of(device.error());
        channel.send(hello);
        requests.next();  // nothing comes but the end
        _exit(0);
    }
    hello["device"] = message_of((*device)->describe());
    hello["siblings"] = json::array();
    for (const DeviceInfo& info : (*device)->siblings()) hello["siblings"].push_back(message_of(info));
    hello["limits"] = message_of((*device)->limits());
    channel.send(hello);
    Server server(channel, **device, options);
    while (true) server.answer(requests.next());
}

}  // namespace warpwise
