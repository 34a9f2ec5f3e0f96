// The rooms of the window (docs/architecture.md): which may include which, read from the sources.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {
namespace fs = std::filesystem;

using Rooms = std::set<std::string>;

const std::map<std::string, Rooms>& allowed_rooms() {
    static const Rooms all{"kit",    "workbench", "timing",   "threads", "picture", "export",  "run",
                           "lesson", "source",    "debugger", "present", "shell",   "numbers", "file"};
    static const std::map<std::string, Rooms> allowed{
        {"kit", {}},
        {"workbench", {"kit"}},
        {"timing", {"kit", "workbench"}},
        {"threads", {"kit", "workbench"}},
        {"numbers", {"kit", "workbench", "timing", "threads"}},
        {"picture", {"kit", "workbench", "timing", "threads"}},
        {"export", {"kit", "workbench", "timing", "threads", "picture"}},
        {"run", {"kit", "workbench", "timing", "threads"}},
        {"file", {"kit", "workbench"}},
        {"lesson", {"kit", "workbench", "timing", "run"}},
        {"source", {"kit", "workbench", "threads", "lesson"}},
        {"debugger", {"kit", "workbench", "threads", "lesson", "source"}},
        {"present", {"kit", "workbench", "threads", "run", "lesson"}},
        {"shell", all},
        {"bench", all},
    };
    return allowed;
}

// Every include that the table does not allow, as "run/launch_panel.cpp:9: ui/shell/actions.h"; a room that is not in it, too.
std::vector<std::string> breaches(const fs::path& ui) {
    static const std::regex include(R"re(^\s*#\s*include\s*"(ui/(\w+)/[^"]+)")re");
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(ui)) {
        if (!entry.is_regular_file()) continue;
        const fs::path path = fs::relative(entry.path(), ui);
        const std::string room = path.begin()->string();
        const auto allowed = allowed_rooms().find(room);
        if (allowed == allowed_rooms().end()) {
            found.push_back(path.string() + ": in no room");
            continue;
        }
        std::ifstream in(entry.path());
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            std::smatch match;
            if (std::regex_search(line, match, include) && match[2] != room && !allowed->second.contains(match[2]))
                found.push_back(path.string() + ":" + std::to_string(number) + ": " + match[1].str());
        }
    }
    return found;
}

TEST(UiRoomsTest, IncludesFollowTheDirection) {
    for (const std::string& breach : breaches(fs::path(WARPWISE_SOURCE_DIR) / "app/ui")) ADD_FAILURE() << breach;
}

TEST(UiRoomsTest, ABreachIsFound) {
    const fs::path ui = fs::path(testing::TempDir()) / "ui_rooms_test";
    fs::create_directories(ui / "kit");
    fs::create_directories(ui / "attic");
    std::ofstream(ui / "kit/bad.cpp") << "#include \"ui/kit/theme.h\"\n#include \"ui/shell/app.h\"\n";
    std::ofstream(ui / "attic/odd.h") << "\n";
    std::vector<std::string> found = breaches(ui);
    std::ranges::sort(found);
    EXPECT_EQ(found, (std::vector<std::string>{"attic/odd.h: in no room", "kit/bad.cpp:2: ui/shell/app.h"}));
    fs::remove_all(ui);
}

}  // namespace
