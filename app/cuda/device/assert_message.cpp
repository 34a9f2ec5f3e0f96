#include "cuda/device/assert_message.h"

#include <fmt/format.h>

#include <charconv>

#include "base/text.h"

namespace warpwise {
namespace {

// kernel.cu:3: void check(int *): block: [1,0,0], thread: [5,0,0] Assertion `a[0] == 1` failed.
constexpr std::string_view kBlockWord = ": block: [", kThreadWord = "], thread: [", kAssertionWord = "] Assertion `",
                           kEndWord = "` failed.";

std::optional<Dim3> indices(std::string_view text) {
    Dim3 d;
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    for (std::uint32_t* edge : {&d.x, &d.y, &d.z}) {
        const auto [next, error] = std::from_chars(at, end, *edge);
        if (error != std::errc{}) return std::nullopt;
        at = next < end && *next == ',' ? next + 1 : next;
    }
    return at == end ? std::optional(d) : std::nullopt;
}

// "kernel.cu:3: void check(int *)": the line's number stands between the first two colons that hold a number.
std::optional<std::pair<std::string_view, int>> file_and_line(std::string_view text) {
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
        int line = 0;
        const auto [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), line);
        if (error == std::errc{} && end < text.data() + text.size() && *end == ':') return std::pair{text.substr(0, colon), line};
    }
    return std::nullopt;
}

std::optional<AssertMessage> parse_line(std::string_view line) {
    const std::size_t block = line.find(kBlockWord), thread = line.find(kThreadWord), assertion = line.find(kAssertionWord),
                      end = line.rfind(kEndWord);
    if (block == std::string_view::npos || thread == std::string_view::npos || assertion == std::string_view::npos ||
        end == std::string_view::npos || !(block < thread && thread < assertion && assertion < end))
        return std::nullopt;
    const auto between = [&](std::size_t from, std::string_view word, std::size_t to) {
        return line.substr(from + word.size(), to - from - word.size());
    };
    AssertMessage message;
    message.place.block = indices(between(block, kBlockWord, thread));
    message.place.thread = indices(between(thread, kThreadWord, assertion));
    const auto where = file_and_line(line.substr(0, block));
    if (!where || !message.place.block || !message.place.thread) return std::nullopt;
    message.place.file = std::string(where->first);
    message.place.line = where->second;
    message.expression = std::string(between(assertion, kAssertionWord, end));
    return message;
}

}  // namespace

std::optional<AssertMessage> parse_assert_messages(std::string_view text) {
    std::optional<AssertMessage> first;
    for (const std::string_view line : lines_of(text)) {
        auto message = parse_line(line);
        if (!message) continue;
        if (!first) first = std::move(message);
        ++first->threads;
    }
    return first;
}

std::string without_assert_messages(std::string_view text) {
    std::string rest;
    for (const std::string_view line : lines_of(text))
        if (!line.empty() && !parse_line(line)) rest += std::string(line) + "\n";
    return rest;
}

void add_assert_message(Fault& fault, const AssertMessage& message) {
    const auto text = [](const Dim3& d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); };
    fault.file = message.place.file;
    fault.line = message.place.line;
    fault.block = message.place.block;
    fault.thread = message.place.thread;
    fault.message =
        fmt::format("thread {} of block {} fails the assertion '{}'", text(*fault.thread), text(*fault.block), message.expression);
    if (message.threads > 1)
        fault.message += message.threads == 2 ? ", as does another" : fmt::format(", as do {} others", message.threads - 1);
    fault.message += " (CUDA_ERROR_ASSERT)";
    fault.hint = "The condition of the kernel's own assert is false here. The GPU is ready for the next run";
}

}  // namespace warpwise
