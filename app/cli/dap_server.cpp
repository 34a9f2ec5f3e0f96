#include "cli/dap_server.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/json.h"

namespace warpwise {

using nlohmann::json;

namespace {

// After the input has ended: time for the requests that came before, from a script for example. A client that is gone does not
// wait.
constexpr std::chrono::seconds kGrace{5};

bool is_one_of(std::string_view command, std::initializer_list<std::string_view> commands) {
    return std::ranges::find(commands, command) != commands.end();
}

// A request, and how what it runs is stopped.
struct Asked {
    json request;
    std::stop_source stop;
    bool is_early = false;           // what came before it still moved then
    bool has_told_its_stop = false;  // of a move
    std::string command() const { return request.is_object() ? dap_command_of(request) : std::string(); }
    bool moves() const {
        return is_one_of(command(),
                         {"next", "stepIn", "stepOut", "stepBack", "continue", "reverseContinue", "restart", "configurationDone"});
    }
    // For the end of what runs: one move after the other, and what begins or ends a run.
    bool waits() const { return moves() || is_one_of(command(), {"initialize", "launch", "attach", "terminate", "disconnect"}); }
    bool abandons() const { return is_one_of(command(), {"restart", "terminate", "disconnect"}); }
};

class Queue : public DapMeanwhile {
  public:
    void push(json request) {
        const std::lock_guard lock(mutex_);
        Asked asked{std::move(request), {}};
        asked.is_early =
            (running_ && running_->moves() && !running_->has_told_its_stop) || std::ranges::any_of(waiting_, &Asked::moves);
        if (running_ && running_->moves() && asked.abandons()) {
            running_->stop.request_stop();
            leg_.request_stop();
        }
        waiting_.push_back(std::move(asked));
        if (is_answered_meanwhile()) leg_.request_stop();
        changed_.notify_all();
    }
    // Nothing is added after it.
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        changed_.notify_all();
    }
    // The next request; nothing when there is none and will be none.
    std::optional<Asked> take_next() {
        std::unique_lock lock(mutex_);
        running_.reset();
        changed_.notify_all();
        changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
        if (waiting_.empty()) {
            emptied_ = true;
            changed_.notify_all();
            return std::nullopt;
        }
        Asked next = std::move(waiting_.front());
        waiting_.pop_front();
        running_ = next;
        // The run that a restart ends, which came before the run began.
        if (next.moves() && std::ranges::any_of(waiting_, [](const Asked& one) { return one.command() == "restart"; }))
            next.stop.request_stop();
        return next;
    }
    // What runs and what is to run: everything, or only what moves the kernel.
    void stop(bool all) {
        const std::lock_guard lock(mutex_);
        if (running_ && (all || running_->moves())) {
            running_->stop.request_stop();
            leg_.request_stop();
        }
        for (Asked& one : waiting_)
            if (all || one.moves()) one.stop.request_stop();
    }
    // One request, by its number.
    void cancel(std::int64_t number) {
        const std::lock_guard lock(mutex_);
        const auto is_it = [&](const Asked& one) {
            return one.request.is_object() && value_or(one.request, "seq", std::int64_t{-1}) == number;
        };
        if (running_ && is_it(*running_)) {
            running_->stop.request_stop();
            leg_.request_stop();
        }
        for (Asked& one : waiting_)
            if (is_it(one)) one.stop.request_stop();
    }
    void wait_until_empty(std::chrono::seconds at_most, const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop, at_most, [this] { return emptied_; });
    }

    // --- for the run ---
    std::stop_token next_leg() override {
        const std::lock_guard lock(mutex_);
        leg_ = std::stop_source();
        if (is_answered_meanwhile() || (running_ && running_->stop.stop_requested())) leg_.request_stop();
        return leg_.get_token();
    }
    std::optional<json> take() override {
        const std::lock_guard lock(mutex_);
        if (!is_answered_meanwhile()) return std::nullopt;
        json request = std::move(waiting_.front().request);
        waiting_.pop_front();
        return request;
    }
    bool is_abandoned() const override {
        const std::lock_guard lock(mutex_);
        return std::ranges::any_of(waiting_, &Asked::abandons);
    }
    bool is_early() const override {
        const std::lock_guard lock(mutex_);
        return running_ && running_->is_early;
    }
    void note_stop() override {
        const std::lock_guard lock(mutex_);
        if (running_) running_->has_told_its_stop = true;
    }

  private:
    bool is_answered_meanwhile() const { return running_ && running_->moves() && !waiting_.empty() && !waiting_.front().waits(); }

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Asked> waiting_;
    std::optional<Asked> running_;
    std::stop_source leg_;
    bool closed_ = false, emptied_ = false;
};

// Reads until the input ends or a stop is asked for.
class Input {
  public:
    explicit Input(int descriptor) : descriptor_(descriptor), wake_(::eventfd(0, EFD_CLOEXEC)) {}
    ~Input() { ::close(wake_); }
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    void wake() const {
        const std::uint64_t one = 1;
        static_cast<void>(::write(wake_, &one, sizeof one));
    }
    // False at the end.
    bool read_into(DapFraming& framing) {
        std::array<pollfd, 2> both{{{descriptor_, POLLIN, 0}, {wake_, POLLIN, 0}}};
        while (::poll(both.data(), both.size(), -1) < 0)
            if (errno != EINTR) return false;
        if ((both[1].revents & POLLIN) != 0) return false;
        std::array<char, 65536> bytes;
        ssize_t got = 0;
        do got = ::read(descriptor_, bytes.data(), bytes.size());
        while (got < 0 && errno == EINTR);
        if (got <= 0) return false;
        framing.add({bytes.data(), static_cast<std::size_t>(got)});
        return true;
    }

  private:
    int descriptor_, wake_;
};

void accept(const std::string& text, Queue& queue, DapWriter& writer) {
    json request;
    try {
        request = parsed_json(text);
    } catch (const json::exception&) {
        writer.output("console", "A message that is not JSON was ignored.");
        return;
    }
    const std::string command = request.is_object() ? dap_command_of(request) : std::string();
    // Answered here, because the thread that runs the kernel is busy. The stopped event follows when the run has stopped.
    if (command == "pause") {
        writer.respond(request, nullptr);
        queue.stop(false);
        return;
    }
    if (command == "cancel") {  // of a run that it was told of as progress, or of a request
        writer.respond(request, nullptr);
        const json& arguments = dap_arguments_of(request);
        if (const auto number = optional_in<std::int64_t>(arguments, "requestId"))
            queue.cancel(*number);
        else
            queue.stop(false);
        return;
    }
    if (command == "disconnect" || command == "terminate") queue.stop(true);
    queue.push(std::move(request));
}

void read_messages(Input& input, Queue& queue, DapWriter& writer, const std::stop_token& stop) {
    const std::stop_callback wake(stop, [&input] { input.wake(); });
    DapFraming framing;
    while (!framing.is_broken() && input.read_into(framing))
        while (const auto text = framing.next()) accept(*text, queue, writer);
    if (framing.is_broken())
        writer.output("stderr",
                      fmt::format("A message of more than {} MiB was announced: the session ends.", DapFraming::kMostBytes >> 20));
    queue.close();
    queue.wait_until_empty(kGrace, stop);
    queue.stop(true);
}

void write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;  // the client has gone: the input ends too
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace

int serve_dap(int input_descriptor, int output, DapLauncher launcher) {
    DapWriter writer([output](const std::string& bytes) { write_all(output, bytes); });
    DapAdapter adapter(std::move(launcher), writer);
    Input input(input_descriptor);
    Queue queue;
    std::jthread reader([&](const std::stop_token& stop) { read_messages(input, queue, writer, stop); });
    while (auto asked = queue.take_next())
        if (!adapter.handle(asked->request, asked->stop.get_token(), &queue)) break;
    reader.request_stop();
    return 0;
}

}  // namespace warpwise
