// Editors on the configurations of docs/debug-adapter.md: nvim-dap in Neovim and dape in Emacs, without a window. Each test is
// skipped where its editor or its plugin is not installed:
//   WARPWISE_NVIM, WARPWISE_EMACS      the editors; else nvim and emacs of the PATH
//   WARPWISE_NVIM_DAP, WARPWISE_DAPE   the folders of the plugins; else where plugin managers put them
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "base/files.h"
#include "lessons/command_line_fixture.h"

namespace warpwise::test {
namespace {

namespace fs = std::filesystem;
const fs::path root = WARPWISE_SOURCE_DIR;

constexpr const char* kernel =
    "template <typename T>\n"
    "__global__ void add(const T* x, T* y, int n) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) {\n"
    "        T sum = x[i];\n"
    "        sum += y[i];\n"
    "        y[i] = sum;\n"
    "    }\n"
    "}\n";

// The block of this language in the documentation. Two warps instead of one: what concerns the other warp is seen.
std::string documented(const std::string& language) {
    const std::string text = read_file(root / "docs/debug-adapter.md").value();
    const std::size_t begin = text.find("```" + language + "\n") + language.size() + 4;
    std::string block = text.substr(begin, text.find("```", begin) - begin);
    for (const auto& [from, to] : {std::pair{"grid = \"4\", block = \"32\"", "grid = \"2\", block = \"64\""},
                                   std::pair{":grid \"4\" :block \"32\"", ":grid \"2\" :block \"64\""}})
        if (const std::size_t at = block.find(from); at != std::string::npos) block.replace(at, std::string(from).size(), to);
    return block;
}

std::string from_environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// A folder that holds `file`, of those that a pattern of the shell names.
std::string folder_with(const std::string& file, const std::string& patterns) {
    const std::string command = "for d in " + patterns + "; do [ -e \"$d/" + file + "\" ] && echo \"$d\" && break; done";
    std::string found;
    if (FILE* out = ::popen(command.c_str(), "r")) {
        char line[4096];
        if (std::fgets(line, sizeof line, out) != nullptr) found = line;
        ::pclose(out);
    }
    found.erase(std::find(found.begin(), found.end(), '\n'), found.end());
    return found;
}

bool starts(const std::string& program) { return std::system((program + " --version > /dev/null 2>&1").c_str()) == 0; }

class DapEditors : public CommandLineTest {
  protected:
    // What the driver wrote, a line each.
    std::vector<std::string> drive(const std::string& command, const std::string& configuration) {
        const fs::path log = dir / "log";
        const std::string settings = "WARPWISE_TEST_CONFIGURATION='" + write("configuration", configuration) +
                                     "' WARPWISE_TEST_KERNEL='" + write("add.cu", kernel) + "' WARPWISE_TEST_LOG='" + log.string() +
                                     "' HOME='" + dir.string() + "' XDG_CONFIG_HOME='" + dir.string() + "' PATH='" +
                                     fs::path(WARPWISE_BINARY).parent_path().string() + "':\"$PATH\" ";
        static_cast<void>(
            std::system(("cd '" + dir.string() + "' && " + settings + "timeout 120 " + command + " > output 2>&1").c_str()));
        std::vector<std::string> lines;
        std::ifstream in(log);
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        return lines;
    }
    std::string output() { return read_file(dir / "output").value_or(""); }
};

TEST_F(DapEditors, NeovimGoesBothWays) {
    const std::string given = from_environment("WARPWISE_NVIM"), nvim = given.empty() ? "nvim" : given;
    if (!starts(nvim)) GTEST_SKIP() << "Neovim is not installed (WARPWISE_NVIM)";
    const std::string plugin = folder_with("lua/dap.lua",
                                           "\"$WARPWISE_NVIM_DAP\" ~/.local/share/nvim/lazy/nvim-dap "
                                           "~/.local/share/nvim/site/pack/*/*/nvim-dap ~/.vim/plugged/nvim-dap "
                                           "/usr/share/nvim/site/pack/*/*/nvim-dap");
    if (plugin.empty()) GTEST_SKIP() << "nvim-dap is not installed (WARPWISE_NVIM_DAP)";
    const auto seen = drive(nvim + " --headless -u NONE --cmd 'set rtp+=" + plugin + "' -c 'luafile " +
                                (root / "tests/lessons/editors/neovim.lua").string() + "'",
                            documented("lua"));
    EXPECT_THAT(
        seen, ::testing::ElementsAre("filetype: cuda", "launched: thread 1, line 3", "step over: thread 1, line 4",
                                     "two quick steps over: thread 1, line 6", "step back: thread 1, line 5", "i is 0..31",
                                     "x[i]@3 is 3", "condition: thread 2, line 7", "reverse continue: thread 2, line 3",
                                     "restart: thread 1, line 3", "after the restart: 1 more stops, session there", "session gone"))
        << output();
}

TEST_F(DapEditors, EmacsGoesBothWays) {
    const std::string given = from_environment("WARPWISE_EMACS"), emacs = given.empty() ? "emacs" : given;
    if (!starts(emacs)) GTEST_SKIP() << "Emacs is not installed (WARPWISE_EMACS)";
    if (std::system((emacs + " -Q --batch --eval '(kill-emacs (if (< emacs-major-version 29) 1 0))' > /dev/null 2>&1").c_str()) !=
        0)
        GTEST_SKIP() << "dape needs Emacs 29";
    const std::string plugin = folder_with("dape.el", "\"$WARPWISE_DAPE\" ~/.emacs.d/elpa/dape-* ~/.config/emacs/elpa/dape-*");
    if (plugin.empty()) GTEST_SKIP() << "dape is not installed (WARPWISE_DAPE)";
    const auto seen =
        drive(emacs + " -Q --batch -L '" + plugin + "' -l '" + (root / "tests/lessons/editors/emacs.el").string() + "'",
              documented("elisp"));
    EXPECT_THAT(seen, ::testing::ElementsAre("mode: c++-mode", "launched: thread 1, line 3", "step over: thread 1, line 4",
                                             "step over: thread 1, line 5", "step back: thread 1, line 4", "i is 0..31",
                                             "x[i]@3 is 3", "condition: thread 2, line 4", "reverse continue: thread 2, line 3",
                                             "restart: thread 1, line 3", "session gone"))
        << output();
}

}  // namespace
}  // namespace warpwise::test
