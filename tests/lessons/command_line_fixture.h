// The program as people and scripts call it, in a folder of its own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/files.h"

namespace warpwise::test {

struct Called {
    int status = -1;
    std::string out, err;
    nlohmann::json as_json() const { return nlohmann::json::parse(out, nullptr, false); }
};

class CommandLineTest : public ::testing::Test {
  protected:
    CommandLineTest() : dir(std::filesystem::path(::testing::TempDir()) / ("warpwise_cli_" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(dir);
    }
    ~CommandLineTest() override { std::filesystem::remove_all(dir); }

    // `arguments` as a shell would read them, in this folder or another.
    Called call(const std::string& arguments, const std::filesystem::path& folder = ".") const {
        const std::filesystem::path err = dir / "stderr";
        const std::string command =
            "cd " + folder.string() + " && " + std::string(WARPWISE_BINARY) + " " + arguments + " 2>" + err.string();
        Called called;
        FILE* pipe = ::popen(command.c_str(), "r");
        char buffer[4096];
        for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) called.out.append(buffer, n);
        const int status = ::pclose(pipe);
        called.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        called.err = read_file(err).value_or("");
        return called;
    }
    std::string write(const char* name, const std::string& text) const {
        EXPECT_TRUE(write_file_atomically(dir / name, text));
        return (dir / name).string();
    }
    std::filesystem::path dir;
};

}  // namespace warpwise::test
