#include "device/process/message_channel.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

namespace warpwise {
namespace {

using nlohmann::json;

struct Header {
    std::array<char, 4> mark{'W', 'W', 'M', '2'};
    std::uint32_t bytes = 0;  // of the body
    std::uint32_t files = 0;  // 1: a descriptor comes with it
};

// Room for one descriptor beside the bytes, aligned as the kernel wants it.
union ControlBuffer {
    cmsghdr aligned;
    std::array<char, CMSG_SPACE(sizeof(int))> bytes;
};

// How many bytes went: fewer than `size` after a failure.
std::size_t send_bytes(int socket, const char* data, std::size_t size, int file) {
    const std::size_t all = size;
    while (size > 0) {
        iovec part{const_cast<char*>(data), size};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        ControlBuffer control{};
        if (file >= 0) {
            message.msg_control = control.bytes.data();
            message.msg_controllen = control.bytes.size();
            cmsghdr* header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof(int));
            std::memcpy(CMSG_DATA(header), &file, sizeof file);
        }
        const ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) break;
        file = -1;  // went with the first byte
        data += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return all - size;
}

int milliseconds_until(const std::optional<MessageChannel::Time>& deadline) {
    if (!deadline) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
}

}  // namespace

MessageChannel::MessageChannel(FileDescriptor socket) : socket_(std::move(socket)) {
    const timeval patience{.tv_sec = 10, .tv_usec = 0};
    setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

MessageChannel::Sent MessageChannel::send(const json& message, int file) {
    std::vector<std::uint8_t> body = json::to_cbor(message);
    if (body.size() > kMostBytes) return Sent::too_large;
    if (!socket_) return Sent::failed;
    const Header header{.bytes = static_cast<std::uint32_t>(body.size()), .files = file >= 0 ? 1u : 0u};
    std::string bytes(sizeof header + body.size(), '\0');
    std::memcpy(bytes.data(), &header, sizeof header);
    std::memcpy(bytes.data() + sizeof header, body.data(), body.size());
    const std::size_t sent = send_bytes(socket_.get(), bytes.data(), bytes.size(), file);
    if (sent == bytes.size()) return Sent::whole;
    // Not close(): another thread may be waiting for a message, and finds the end now.
    if (sent > 0) shutdown(socket_.get(), SHUT_RDWR);
    return Sent::failed;
}

// What is left of the bytes read so far, when a whole message (or one that cannot be) is among them.
std::optional<MessageChannel::Received> MessageChannel::next_message() {
    Header header;
    if (unread_.size() < sizeof header) return std::nullopt;
    std::memcpy(&header, unread_.data(), sizeof header);
    if (header.mark != Header{}.mark || header.bytes > kMostBytes) return Received{Got::garbage, {}, {}};
    if (unread_.size() < sizeof header + header.bytes) return std::nullopt;
    const auto body = unread_.begin() + sizeof header;
    json message = json::from_cbor(body, body + header.bytes, true, false);
    if (message.is_discarded() || !message.is_object()) return Received{Got::garbage, {}, {}};
    unread_.erase(0, sizeof header + header.bytes);
    Received received{Got::message, std::move(message), {}};
    if (header.files == 0) return received;
    // One read may bring several messages, and the descriptor is not the first one's.
    if (files_.empty()) return Received{Got::garbage, {}, {}};
    received.file = std::move(files_.front());
    files_.pop_front();
    return received;
}

MessageChannel::Got MessageChannel::read_more() {
    std::array<char, 65536> bytes;
    iovec part{bytes.data(), bytes.size()};
    ControlBuffer control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes.data();
    message.msg_controllen = control.bytes.size();
    const ssize_t got = recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) return Got::message;
    if (got <= 0) return Got::closed;
    for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        int file = -1;
        std::memcpy(&file, CMSG_DATA(header), sizeof file);
        files_.emplace_back(file);
    }
    unread_.append(bytes.data(), static_cast<std::size_t>(got));
    return Got::message;
}

MessageChannel::Received MessageChannel::receive(std::optional<Time> deadline, int watched) {
    while (true) {
        if (auto message = next_message()) return std::move(*message);
        if (!socket_) return {Got::closed, {}, {}};
        std::array<pollfd, 2> waiting{{{socket_.get(), POLLIN, 0}, {watched, POLLIN, 0}}};  // poll skips a negative descriptor
        const int ready = poll(waiting.data(), waiting.size(), milliseconds_until(deadline));
        if (ready < 0 && errno == EINTR) continue;
        if (ready < 0) return {Got::closed, {}, {}};
        if (ready == 0 && deadline && std::chrono::steady_clock::now() < *deadline) continue;
        if (ready == 0) return {Got::timed_out, {}, {}};
        if (waiting[0].revents != 0) {
            if (read_more() == Got::closed) return {Got::closed, {}, {}};
        } else if (waiting[1].revents != 0) {
            return {Got::woken, {}, {}};
        }
    }
}

}  // namespace warpwise
