#include "cli/dap_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/json.h"
#include "base/text.h"

namespace warpwise {

using nlohmann::json;

namespace {

constexpr std::string_view kLengthName = "content-length:";
constexpr std::size_t kMostHeaderBytes = 64 << 10;

bool is_length(std::string_view line) {
    return line.size() > kLengthName.size() && std::ranges::equal(line.substr(0, kLengthName.size()), kLengthName, {}, [](char c) {
               return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
           });
}

}  // namespace

// A line of a header; false when none is complete.
bool DapFraming::take_line() {
    const std::size_t end = buffer_.find('\n');
    if (end == std::string::npos) {
        if (buffer_.size() > kMostHeaderBytes) buffer_.clear();  // not a header
        return false;
    }
    const std::string_view line = trimmed(std::string_view(buffer_).substr(0, end));
    if (line.empty()) {
        header_ended_ = length_.has_value();
    } else if (is_length(line)) {
        const std::string_view digits = trimmed(line.substr(kLengthName.size()));
        std::size_t length = 0;
        const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
        if (error == std::errc::result_out_of_range || length > kMostBytes)
            broken_ = true;
        else if (error == std::errc{} && last == digits.data() + digits.size())
            length_ = length;
    }
    buffer_.erase(0, end + 1);
    return true;
}

std::optional<std::string> DapFraming::next() {
    while (!header_ended_ && !broken_)
        if (!take_line()) return std::nullopt;
    if (broken_ || buffer_.size() < *length_) return std::nullopt;
    std::string message = buffer_.substr(0, *length_);
    buffer_.erase(0, *length_);
    length_.reset();
    header_ended_ = false;
    return message;
}

void DapWriter::send(json message) {
    const std::lock_guard lock(mutex_);
    message["seq"] = ++sent_;
    const std::string text = json_text(message, -1);
    sink_(fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text));
}

void DapWriter::respond(const json& request, json body) {
    json message{{"type", "response"},
                 {"request_seq", value_or(request, "seq", 0)},
                 {"success", true},
                 {"command", dap_command_of(request)}};
    if (!body.is_null()) message["body"] = std::move(body);
    send(std::move(message));
}

void DapWriter::refuse(const json& request, const std::string& message) {
    // The text itself is the format: some clients show it without filling in variables. None are given, so braces stay.
    send({{"type", "response"},
          {"request_seq", value_or(request, "seq", 0)},
          {"success", false},
          {"command", dap_command_of(request)},
          {"message", message},
          {"body", {{"error", {{"id", 1}, {"format", message}, {"showUser", true}}}}}});
}

void DapWriter::event(std::string_view name, json body) {
    json message{{"type", "event"}, {"event", name}};
    if (!body.is_null()) message["body"] = std::move(body);
    send(std::move(message));
}

void DapWriter::output(std::string_view category, const std::string& text, json more) {
    json body{{"category", category}, {"output", text.ends_with('\n') || category == "stdout" ? text : text + "\n"}};
    body.update(more);
    event("output", std::move(body));
}

std::string dap_command_of(const json& request) {
    const json& command = json_part(request, "command");
    return command.is_string() ? command.get<std::string>() : std::string();
}

const json& dap_arguments_of(const json& request) {
    static const json none = json::object();
    const json& arguments = json_part(request, "arguments");
    return arguments.is_object() ? arguments : none;
}

}  // namespace warpwise
