// Whole messages come out of a socket, however their bytes went in; what is not a message is told apart from an end.
#include "device/process/message_channel.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <limits>
#include <string>
#include <thread>

namespace warpwise {
namespace {
using nlohmann::json;
using Got = MessageChannel::Got;
using Sent = MessageChannel::Sent;
using std::chrono::milliseconds;

class MessageChannelTest : public testing::Test {
  protected:
    void SetUp() override {
        std::array<int, 2> ends{};
        ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
        channel_ = MessageChannel(FileDescriptor(ends[0]));
        other_ = FileDescriptor(ends[1]);
    }
    MessageChannel::Received receive() { return channel_.receive(std::chrono::steady_clock::now() + milliseconds(2000)); }
    void write_raw(const std::string& bytes) { ASSERT_EQ(write(other_.get(), bytes.data(), bytes.size()), ssize_t(bytes.size())); }
    MessageChannel channel_;
    FileDescriptor other_;
};

TEST_F(MessageChannelTest, NumbersAndTextComeOutAsTheyWentIn) {
    MessageChannel sender{std::move(other_)};
    const json sent{{"third", 1.0 / 3}, {"most", std::numeric_limits<std::uint64_t>::max()}, {"bytes", "no \xff UTF-8"}};
    ASSERT_EQ(sender.send(sent), Sent::whole);
    const auto received = receive();
    ASSERT_EQ(received.got, Got::message);
    EXPECT_EQ(received.message["third"].get<double>(), 1.0 / 3);
    EXPECT_EQ(received.message["most"], sent["most"]);
    EXPECT_EQ(received.message["bytes"].get<std::string>(), "no \xff UTF-8");
    EXPECT_FALSE(received.file);
}

TEST_F(MessageChannelTest, AMessageLargerThanTheSocketTakesArrivesWhole) {
    MessageChannel sender{std::move(other_)};
    const std::string text(5'000'000, 'x');
    std::jthread writer([&] { EXPECT_EQ(sender.send({{"text", text}}), Sent::whole); });
    const auto received = receive();
    ASSERT_EQ(received.got, Got::message);
    EXPECT_EQ(received.message["text"].get<std::string>(), text);
}

TEST_F(MessageChannelTest, SingleBytesAndTwoAtOnceMakeNoDifference) {
    const std::string one("WWM2\x04\0\0\0\0\0\0\0\xa1\x61n\x01", 16);  // {"n": 1}
    for (const char byte : one) write_raw(std::string(1, byte));
    write_raw(one + one);
    for (int i = 0; i < 3; ++i) {
        const auto received = receive();
        ASSERT_EQ(received.got, Got::message);
        EXPECT_EQ(received.message["n"], 1);
    }
}

TEST_F(MessageChannelTest, AFileTravelsWithItsMessage) {
    MessageChannel sender{std::move(other_)};
    const FileDescriptor file(memfd_create("test", MFD_CLOEXEC));
    ASSERT_EQ(write(file.get(), "hello", 5), 5);
    ASSERT_EQ(sender.send({{"with", "file"}}, file.get()), Sent::whole);
    const auto received = receive();
    ASSERT_TRUE(received.file);
    EXPECT_NE(fcntl(received.file.get(), F_GETFD) & FD_CLOEXEC, 0);
    std::array<char, 5> bytes{};
    EXPECT_EQ(pread(received.file.get(), bytes.data(), 5, 0), 5);
    EXPECT_EQ(std::string(bytes.data(), 5), "hello");
}

// Several messages may come with one read: the descriptor belongs to the one that it was sent with.
TEST_F(MessageChannelTest, AFileStaysWithItsMessageWhenSeveralWait) {
    MessageChannel sender{std::move(other_)};
    const FileDescriptor file(memfd_create("test", MFD_CLOEXEC));
    ASSERT_EQ(sender.send({{"n", 1}}), Sent::whole);
    ASSERT_EQ(sender.send({{"n", 2}}, file.get()), Sent::whole);
    ASSERT_EQ(sender.send({{"n", 3}}), Sent::whole);
    for (int n = 1; n <= 3; ++n) {
        const auto received = receive();
        ASSERT_EQ(received.got, Got::message);
        EXPECT_EQ(received.message["n"], n);
        EXPECT_EQ(static_cast<bool>(received.file), n == 2) << n;
    }
}

TEST_F(MessageChannelTest, WhatIsNoMessageIsGarbage) {
    write_raw("this is no message");
    EXPECT_EQ(receive().got, Got::garbage);
}

TEST_F(MessageChannelTest, ALengthBeyondAllSenseIsGarbage) {
    write_raw(std::string("WWM2\xff\xff\xff\xff\0\0\0\0", 12));
    EXPECT_EQ(receive().got, Got::garbage);
}

TEST_F(MessageChannelTest, ABodyThatIsNoObjectIsGarbage) {
    write_raw(std::string("WWM2\x01\0\0\0\0\0\0\0\x01", 13));
    EXPECT_EQ(receive().got, Got::garbage);
}

TEST_F(MessageChannelTest, WhatIsTooLargeLeavesTheChannelAsItWas) {
    MessageChannel sender{std::move(other_)};
    EXPECT_EQ(sender.send({{"text", std::string(MessageChannel::kMostBytes, 'x')}}), Sent::too_large);
    ASSERT_EQ(sender.send({{"n", 1}}), Sent::whole);
    const auto received = receive();
    ASSERT_EQ(received.got, Got::message);
    EXPECT_EQ(received.message["n"], 1);
}

// The message that follows a half of one must not be read as its rest: `receive` would take it for the end of the text.
TEST_F(MessageChannelTest, AfterHalfAMessageNothingMoreIsSent) {
    const timeval soon{.tv_sec = 0, .tv_usec = 20'000};
    const int socket = other_.get();
    MessageChannel sender{std::move(other_)};
    ASSERT_EQ(setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &soon, sizeof soon), 0);
    EXPECT_EQ(sender.send({{"text", std::string(5'000'000, 'x')}}), Sent::failed);
    EXPECT_EQ(sender.send({{"n", 1}}), Sent::failed);
    EXPECT_EQ(sender.receive().got, Got::closed);  // who waits here for an answer waits no more
    EXPECT_EQ(receive().got, Got::closed);
}

TEST_F(MessageChannelTest, AMessageOfWhichNothingWentLeavesTheChannelOpen) {
    const timeval soon{.tv_sec = 0, .tv_usec = 20'000};
    const int socket = other_.get();
    MessageChannel sender{std::move(other_)};
    ASSERT_EQ(setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &soon, sizeof soon), 0);
    int whole = 0;
    while (sender.send({{"n", whole}}) == Sent::whole) ++whole;
    ASSERT_GT(whole, 0);
    for (int n = 0; n < whole; ++n) EXPECT_EQ(receive().message["n"], n);
    EXPECT_EQ(sender.send({{"n", -1}}), Sent::whole);
    EXPECT_EQ(receive().message["n"], -1);
}

TEST_F(MessageChannelTest, AnEndInTheMiddleIsAnEnd) {
    write_raw("WWM2");
    other_.reset();
    EXPECT_EQ(receive().got, Got::closed);
    EXPECT_EQ(channel_.send({{"to", "no reader"}}), Sent::failed);  // and no SIGPIPE
}

TEST_F(MessageChannelTest, WaitingEndsAtTheDeadlineOrByTheWatchedDescriptor) {
    EXPECT_EQ(channel_.receive(std::chrono::steady_clock::now() + milliseconds(20)).got, Got::timed_out);
    std::array<int, 2> pipe_ends{};
    ASSERT_EQ(pipe2(pipe_ends.data(), O_CLOEXEC), 0);
    const FileDescriptor reading(pipe_ends[0]), writing(pipe_ends[1]);
    ASSERT_EQ(write(writing.get(), "x", 1), 1);
    EXPECT_EQ(channel_.receive(std::nullopt, reading.get()).got, Got::woken);
}

}  // namespace
}  // namespace warpwise
