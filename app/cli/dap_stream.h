// The messages of the Debug Adapter Protocol on a stream: a header with Content-Length, an empty line, and that many bytes of JSON.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace warpwise {

// Cuts what comes in into messages.
class DapFraming {
  public:
    static constexpr std::size_t kMostBytes = std::size_t{16} << 20;  // of a message

    void add(std::string_view bytes) { buffer_ += bytes; }
    // The next complete message; nothing when more bytes are needed. Headers without a length, and lines that are not headers, are
    // skipped.
    std::optional<std::string> next();
    // The header announced a message that is too long: nothing after it can be read.
    bool is_broken() const { return broken_; }

  private:
    bool take_line();

    std::string buffer_;
    std::optional<std::size_t> length_;  // of the header so far
    bool header_ended_ = false, broken_ = false;
};

// Writes the messages of the adapter. Safe to call from any thread: messages are never mixed.
class DapWriter {
  public:
    using Sink = std::function<void(const std::string& bytes)>;
    explicit DapWriter(Sink sink) : sink_(std::move(sink)) {}

    void respond(const nlohmann::json& request, nlohmann::json body);
    // A response without success, whose message people read.
    void refuse(const nlohmann::json& request, const std::string& message);
    void event(std::string_view name, nlohmann::json body);
    // An output event: the text as it is. Categories: console, stdout, stderr, important. `more`: where it comes from.
    void output(std::string_view category, const std::string& text, nlohmann::json more = nlohmann::json::object());

  private:
    void send(nlohmann::json message);

    Sink sink_;
    std::mutex mutex_;
    int sent_ = 0;
};

// The command of a request, and its arguments: an empty object if there are none.
std::string dap_command_of(const nlohmann::json& request);
const nlohmann::json& dap_arguments_of(const nlohmann::json& request);

}  // namespace warpwise
