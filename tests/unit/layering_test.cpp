// Who may include what (docs/architecture.md): a grep over the sources, so that a window library never creeps into the parts
// that must build and test without one.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace {
namespace fs = std::filesystem;

struct Rule {
    const char* what;
    const char* include;               // regex on the path in #include
    std::vector<const char*> allowed;  // path prefixes below app/
};

const std::vector<Rule>& rules() {
    static const std::vector<Rule> all{
        {"Dear ImGui belongs to app/ui", R"(imgui.*|implot.*|TextEditor\.h|imcmd.*|.*rich_md.*)", {"ui/", "test_hooks_none.cpp"}},
        {"GL and GLFW belong to app/gl", R"(epoxy/.*|GLFW/.*|GL/.*|EGL/.*)", {"gl/"}},
        {"Clang and LLVM belong to app/simt/compile* and decode*", R"(clang/.*|llvm/.*)", {"simt/compile", "simt/decode"}},
        {"CUDA headers belong to app/cuda", R"(cuda.*\.h|nvrtc\.h|nvml\.h|cu[a-zA-Z]+\.h)", {"cuda/"}},
        {"simt knows neither device, lesson, experiment nor ui",
         R"((device|lesson|experiment|ui|gl|cli)/.*)",
         {"device/", "lesson/", "experiment/", "ui/", "gl/", "cli/", "cuda/", "main.cpp"}},
        {"lesson is plain data",
         R"((device|simt|experiment|ui|gl|cli)/.*)",
         {"simt/", "device/", "experiment/", "ui/", "gl/", "cli/", "cuda/", "main.cpp"}},
        {"only ui, cli and main see the window", R"((ui|gl)/.*)", {"ui/", "gl/", "cli/", "main.cpp"}},
        {"base stands alone",
         R"((device|lesson|experiment|ui|gl|cli|cuda|simt)/.*)",
         {"simt/", "device/", "lesson/", "experiment/", "ui/", "gl/", "cli/", "cuda/", "main.cpp"}},
    };
    return all;
}

bool allowed(const Rule& rule, const std::string& path) {
    for (const char* prefix : rule.allowed)
        if (path.starts_with(prefix)) return true;
    return false;
}

// Every breach as "path:line: include".
std::vector<std::string> breaches(const Rule& rule, const fs::path& app) {
    const std::regex line_pattern(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])"), include_pattern(rule.include);
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(app)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".cpp" && extension != ".h") continue;
        const std::string path = fs::relative(entry.path(), app).string();
        if (allowed(rule, path)) continue;
        std::ifstream in(entry.path());
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            std::smatch match;
            // The plugin's C interface is a header of ours whose name only looks like CUDA's.
            if (!std::regex_search(line, match, line_pattern) || match[1].str().find("cuda_plugin.h") != std::string::npos)
                continue;
            if (std::regex_match(match[1].str(), include_pattern))
                found.push_back(path + ":" + std::to_string(number) + ": " + match[1].str());
        }
    }
    return found;
}

TEST(Layering, IncludesFollowTheArchitecture) {
    for (const Rule& rule : rules()) {
        for (const std::string& breach : breaches(rule, fs::path(WARPWISE_SOURCE_DIR) / "app"))
            ADD_FAILURE() << rule.what << ": " << breach;
    }
}

TEST(Layering, TheRuleFindsABreach) {
    const fs::path dir = fs::temp_directory_path() / "warpwise_layering_test/app/simt";
    fs::create_directories(dir);
    std::ofstream(dir / "bad.cpp") << "#include <imgui.h>\n";
    EXPECT_EQ(breaches(rules().front(), dir.parent_path()).size(), 1u);
    fs::remove_all(dir.parent_path().parent_path());
}

}  // namespace
