// Device code can call the functions that CUDA's device headers declare (device_functions.txt).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"
#include "program/compile/compile_program.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

struct Header {
    std::string name;  // empty: no include is needed
    std::vector<std::string> functions;
};

std::vector<Header> known_headers() {
    std::istringstream lines(read_file(std::filesystem::path(WARPWISE_TEST_DATA) / "device_functions.txt").value());
    std::vector<Header> out;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#')) continue;
        if (line.starts_with('[')) {
            out.push_back({line.substr(1, line.size() - 2), {}});
            continue;
        }
        std::istringstream words(line);
        for (std::string word; words >> word;) out.back().functions.push_back(word);
    }
    return out;
}

TEST(DeviceFunctions, AreKnown) {
    const std::vector<Header> headers = known_headers();
    ASSERT_GT(headers.size(), 5u);
    for (const Header& header : headers) {
        std::string text = header.name.empty() ? "" : "#include <" + header.name + ">\n";
        text += "__global__ void kernel() {\n";
        for (const std::string& function : header.functions) text += "    { using ::" + function + "; }\n";
        const test::TemporaryFolder folder;
        folder.write("names.cu", text + "}\nint main() { kernel<<<1, 1>>>(); }\n");
        ProgramText program;
        program.file = folder.path() / "names.cu";
        const auto compiled = compile_host_side(program);
        if (compiled) continue;
        for (const Diagnostic& each : compiled.error()) ADD_FAILURE() << header.name << ": " << each.message;
    }
}

}  // namespace
}  // namespace warpwise
