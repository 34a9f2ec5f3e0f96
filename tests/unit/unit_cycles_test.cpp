// No cycles in app: neither of units (a header with its source) nor of folders. Read from the #includes, which tell more than the
// linker: a header of plain data is one unit, and what includes it is another.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "temporary_folder.h"

namespace {
namespace fs = std::filesystem;

// From what includes to what is included, with the place of one such #include: "lesson/claim.h:12".
using Edges = std::map<std::string, std::map<std::string, std::string>>;

// Texts for a compiler of kernels or of host programs, which include each other as CUDA's headers do.
bool is_text_for_compilers(const std::string& path) {
    return path.starts_with("simt/compile/prelude/") || path.starts_with("program/headers/");
}

// The included file as a path below `root`; empty: none of ours.
std::string target_of(const fs::path& root, const std::string& file, const std::string& include) {
    if (fs::is_regular_file(root / include)) return fs::path(include).lexically_normal().string();
    const fs::path beside = (fs::path(file).parent_path() / include).lexically_normal();
    return fs::is_regular_file(root / beside) ? beside.string() : std::string();
}

// `node_of` makes of a file's path what the edges connect.
Edges edges_below(const fs::path& root, const std::function<std::string(const fs::path&)>& node_of) {
    static const std::set<std::string> read{".cpp", ".h", ".hpp", ".inc"};
    static const std::regex include(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
    Edges edges;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const std::string file = fs::relative(entry.path(), root).string();
        if (!entry.is_regular_file() || !read.contains(entry.path().extension().string()) || is_text_for_compilers(file)) continue;
        std::ifstream in(entry.path());
        std::string line;
        std::smatch match;
        for (int number = 1; std::getline(in, line); ++number) {
            if (!std::regex_search(line, match, include)) continue;
            const std::string target = target_of(root, file, match[1]);
            if (target.empty() || node_of(target) == node_of(file)) continue;
            edges[node_of(file)].emplace(node_of(target), file + ":" + std::to_string(number));
        }
    }
    return edges;
}

std::set<std::string> reachable(const Edges& edges, const std::string& from) {
    std::set<std::string> seen;
    std::vector<std::string> open{from};
    while (!open.empty()) {
        const auto at = edges.find(open.back());
        open.pop_back();
        if (at == edges.end()) continue;
        for (const auto& [to, place] : at->second)
            if (seen.insert(to).second) open.push_back(to);
    }
    return seen;
}

// A paragraph for each set of nodes that all reach each other: how many they are, and their edges among themselves.
std::vector<std::string> cycles_in(const Edges& edges) {
    std::map<std::string, std::set<std::string>> reach;
    for (const auto& [from, to] : edges) reach[from] = reachable(edges, from);
    std::vector<std::string> cycles;
    std::set<std::string> told;
    for (const auto& [from, reached] : reach) {
        if (!reached.contains(from) || told.contains(from)) continue;
        std::set<std::string> cycle;
        for (const std::string& other : reached)
            if (const auto back = reach.find(other); back != reach.end() && back->second.contains(from)) cycle.insert(other);
        std::string text = "a cycle of " + std::to_string(cycle.size()) + ":";
        for (const std::string& a : cycle)
            for (const auto& [b, place] : edges.at(a))
                if (cycle.contains(b)) text += "\n    " + a + " -> " + b + " (" + place + ")";
        cycles.push_back(text);
        told.merge(cycle);
    }
    return cycles;
}

std::string unit_of(const fs::path& file) { return fs::path(file).replace_extension().string(); }
std::string folder_of(const fs::path& file) { return file.parent_path().string(); }

const fs::path app = fs::path(WARPWISE_SOURCE_DIR) / "app";

TEST(UnitCycles, NoUnitsOfAppIncludeEachOther) {
    const Edges edges = edges_below(app, unit_of);
    ASSERT_GT(edges.size(), 500u);  // a folder that is not found has no cycles either
    for (const std::string& cycle : cycles_in(edges)) ADD_FAILURE() << cycle;
}

TEST(UnitCycles, NoFoldersOfAppIncludeEachOther) {
    const Edges edges = edges_below(app, folder_of);
    ASSERT_GT(edges.size(), 30u);
    for (const std::string& cycle : cycles_in(edges)) ADD_FAILURE() << cycle;
}

class PlantedCycle : public testing::Test {
  protected:
    void write(const char* file, const char* text) { folder_.write(file, text); }

    const warpwise::test::TemporaryFolder folder_;
    const fs::path& root_ = folder_.path();
};

TEST_F(PlantedCycle, OfTwoUnitsIsFound) {
    write("base/a.h", "#pragma once\n");
    write("base/a.cpp", "#include \"base/a.h\"\n#include \"base/b.h\"\n");
    write("base/b.h", "// a comment\n#include \"base/a.h\"\n");
    write("base/c.h", "#include \"base/b.h\"\n");  // leads into the cycle and is not of it
    EXPECT_EQ(cycles_in(edges_below(root_, unit_of)),
              std::vector<std::string>{"a cycle of 2:\n    base/a -> base/b (base/a.cpp:2)\n    base/b -> base/a (base/b.h:2)"});
    EXPECT_TRUE(cycles_in(edges_below(root_, folder_of)).empty());
}

TEST_F(PlantedCycle, OfThreeUnitsThroughAnIncludedTextIsFound) {
    write("simt/execute/loop.inc", "#include \"step.h\"\n");  // beside it
    write("simt/execute/step.h", "#include <simt/code/word.h>\n");
    write("simt/code/word.h", "#  include \"simt/execute/loop.inc\"\n");
    EXPECT_EQ(cycles_in(edges_below(root_, unit_of)),
              std::vector<std::string>{"a cycle of 3:\n"
                                       "    simt/code/word -> simt/execute/loop (simt/code/word.h:1)\n"
                                       "    simt/execute/loop -> simt/execute/step (simt/execute/loop.inc:1)\n"
                                       "    simt/execute/step -> simt/code/word (simt/execute/step.h:1)"});
}

TEST_F(PlantedCycle, OfFoldersIsFoundWhereTheUnitsHaveNone) {
    write("ui/kit/a.h", "#include \"ui/run/b.h\"\n");
    write("ui/run/b.h", "#pragma once\n");
    write("ui/run/c.cpp", "#include \"ui/kit/a.h\"\n");
    EXPECT_TRUE(cycles_in(edges_below(root_, unit_of)).empty());
    EXPECT_EQ(
        cycles_in(edges_below(root_, folder_of)),
        std::vector<std::string>{"a cycle of 2:\n    ui/kit -> ui/run (ui/kit/a.h:1)\n    ui/run -> ui/kit (ui/run/c.cpp:1)"});
}

TEST_F(PlantedCycle, TwoCyclesAreToldApart) {
    write("a.h", "#include \"b.h\"\n");
    write("b.h", "#include \"a.h\"\n#include \"c.h\"\n");
    write("c.h", "#include \"d.h\"\n");
    write("d.h", "#include \"c.h\"\n");
    EXPECT_EQ(cycles_in(edges_below(root_, unit_of)).size(), 2u);
}

}  // namespace
