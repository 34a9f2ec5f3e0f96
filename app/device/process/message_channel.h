// Whole messages over a socket between two processes. A message is eight bytes (a mark and a length) and a JSON value as CBOR,
// which keeps doubles exact and takes text that is not UTF-8; a file descriptor may travel with it.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "device/process/file_descriptor.h"

namespace warpwise {

class MessageChannel {
  public:
    using Time = std::chrono::steady_clock::time_point;
    enum class Got {
        message,
        closed,     // the other side is gone
        timed_out,  // nothing whole until the deadline
        woken,      // the descriptor to watch became readable
        garbage,    // bytes that are not a message; the channel is of no use any more
    };
    struct Received {
        Got got = Got::closed;
        nlohmann::json message;
        FileDescriptor file;  // what came with it, if anything
    };

    MessageChannel() = default;
    explicit MessageChannel(FileDescriptor socket);

    enum class Sent {
        whole,
        too_large,  // nothing of it went: the channel is as before
        failed,  // the other side is gone or took nothing for ten seconds. If a part went, the channel is closed: another message
                 // would be read as the rest of this one.
    };
    // Never raises SIGPIPE.
    Sent send(const nlohmann::json& message, int file = -1);
    // Waits for one message; no deadline: for ever. `watched`: a descriptor that ends the wait when it is readable.
    Received receive(std::optional<Time> deadline = std::nullopt, int watched = -1);
    void close() { socket_.reset(); }
    static constexpr std::uint32_t kMostBytes = 64u << 20;  // of a body; arrays go through shared memory

  private:
    std::optional<Received> next_message();
    Got read_more();

    FileDescriptor socket_;
    std::string unread_;
    std::deque<FileDescriptor> files_;  // come, and not yet handed out with their messages
};

}  // namespace warpwise
