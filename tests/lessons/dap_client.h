// A client of the Debug Adapter Protocol on two descriptors.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/dap_stream.h"

namespace warpwise::test {

inline std::string framed(const std::string& text) { return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text; }

class DapClient {
  public:
    DapClient() = default;
    DapClient(int to_server, int from_server) : to_(to_server), from_(from_server) {}

    void say(const std::string& bytes) const {
        EXPECT_EQ(::write(to_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    }
    void ask(const std::string& command, const nlohmann::json& arguments = nlohmann::json::object()) {
        say(framed(nlohmann::json{{"seq", ++asked_}, {"type", "request"}, {"command", command}, {"arguments", arguments}}.dump()));
    }
    // The next message of this type and name, "response" or "event"; null when none comes for half a minute.
    nlohmann::json hear(const std::string& type, const std::string& name) {
        for (;;) {
            while (const auto text = framing_.next()) {
                const nlohmann::json message = nlohmann::json::parse(*text);
                if (message["type"] == type && message.value(type == "event" ? "event" : "command", "") == name) return message;
            }
            pollfd ready{from_, POLLIN, 0};
            if (::poll(&ready, 1, 30'000) <= 0) return {};
            char bytes[4096];
            const ssize_t got = ::read(from_, bytes, sizeof bytes);
            if (got <= 0) return {};
            framing_.add({bytes, static_cast<std::size_t>(got)});
        }
    }
    // Asks and gives the body of the response, which must be one of success.
    nlohmann::json body(const std::string& command, const nlohmann::json& arguments = nlohmann::json::object()) {
        ask(command, arguments);
        const nlohmann::json response = hear("response", command);
        EXPECT_EQ(response.value("success", false), true) << command << ": " << response;
        return response.value("body", nlohmann::json::object());
    }

  private:
    int to_ = -1, from_ = -1, asked_ = 0;
    DapFraming framing_;
};

}  // namespace warpwise::test
