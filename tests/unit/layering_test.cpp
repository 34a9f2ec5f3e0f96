// Who may include what: the tables of docs/architecture.md are the rule, and every #include of the sources is held against them.
// What no table allows fails, so that a new folder or a new library is first written down.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "temporary_folder.h"

namespace {
namespace fs = std::filesystem;

using Names = std::vector<std::string>;

// What stands between backticks.
Names names_in(const std::string& cell) {
    static const std::regex name("`([^`]+)`");
    Names names;
    for (std::sregex_iterator at(cell.begin(), cell.end(), name), end; at != end; ++at) names.push_back((*at)[1]);
    return names;
}

struct Table {
    Names head;
    std::vector<Names> rows;
};

Names cells_of(const std::string& line) {
    Names cells;
    std::istringstream in(line.substr(1));
    for (std::string cell; std::getline(in, cell, '|');) cells.push_back(cell);
    return cells;
}

std::vector<Table> tables_in(std::istream& markdown) {
    std::vector<Table> tables;
    bool inside = false;
    for (std::string line; std::getline(markdown, line);) {
        const bool is_row = line.starts_with('|');
        if (is_row && !inside) tables.push_back({cells_of(line), {}});
        if (is_row && inside && !line.starts_with("|---")) tables.back().rows.push_back(cells_of(line));
        inside = is_row;
    }
    return tables;
}

// The tables whose last column is headed `last`.
std::vector<Table> tables_headed(const std::vector<Table>& all, const std::string& last) {
    std::vector<Table> found;
    for (const Table& table : all)
        if (!table.head.empty() && table.head.back().find(last) != std::string::npos) found.push_back(table);
    return found;
}

bool matches(const std::string& pattern, const std::string& text) {
    const std::size_t star = pattern.find('*');
    if (star == std::string::npos) return pattern == text;
    const std::string_view head = std::string_view(pattern).substr(0, star), tail = std::string_view(pattern).substr(star + 1);
    return text.size() >= head.size() + tail.size() && text.starts_with(head) && text.ends_with(tail);
}

bool lies_in(const std::string& path, const std::string& folder) { return path == folder || path.starts_with(folder + "/"); }

// A folder (or a file beside the folders) and what of ours its files may include besides themselves: folders or single files.
struct Room {
    std::string folder, parent;  // "ui/kit" of "ui"; the parent of "ui" is ""
    Names allowed;
};
// Headers of a library, and the paths of ours that may include them: folders, or what begins as "simt/decode*" says. No path at
// all: everywhere.
struct Library {
    Names headers, places;
};

class Architecture {
  public:
    explicit Architecture(const fs::path& document) {
        std::ifstream in(document);
        const std::vector<Table> tables = tables_in(in);
        for (const Table& table : tables_headed(tables, "may include of ours")) {
            const Names of = names_in(table.head.front());  // "folder of `app`", "room of `app/ui`"
            const std::string parent = of.empty() || of.front() == "app" ? "" : of.front().substr(std::string("app/").size());
            for (const Names& row : table.rows)
                for (const std::string& name : names_in(row.front()))
                    rooms_.push_back({inside(parent, name), parent, allowed_in(row.back(), parent)});
        }
        for (const Table& table : tables_headed(tables, "may be included in"))
            for (const Names& row : table.rows) libraries_.push_back({names_in(row[1]), names_in(row.back())});
    }

    // Every breach below `root` as "path:line: include (why)". `under` goes before the paths: "kernels" for a root beside app.
    Names breaches(const fs::path& root, const std::string& under = "") const {
        Names found;
        for (const auto& entry : fs::recursive_directory_iterator(root)) {
            static const std::set<std::string> read{".cpp", ".h", ".hpp", ".cuh", ".inc"};
            if (!read.contains(entry.path().extension().string())) continue;
            const std::string path = inside(under, fs::relative(entry.path(), root).string());
            if (const std::string why = why_homeless(path); !why.empty())
                found.push_back(path + ": " + why);
            else
                check_file(entry.path(), path, found);
        }
        return found;
    }

    std::size_t rooms() const { return rooms_.size(); }
    std::size_t libraries() const { return libraries_.size(); }

    // A room that its own rows lead back to, by the rooms that they list; empty: there is none.
    std::string room_in_cycle() const {
        for (const Room& room : rooms_) {
            std::set<std::string> reached;
            Names open = room.allowed;
            while (!open.empty()) {
                const std::string at = open.back();
                open.pop_back();
                if (!reached.insert(at).second) continue;
                for (const Room& other : rooms_)
                    if (other.folder == at) open.insert(open.end(), other.allowed.begin(), other.allowed.end());
            }
            if (reached.contains(room.folder)) return room.folder;
        }
        return {};
    }

  private:
    static std::string inside(const std::string& parent, const std::string& name) {
        return parent.empty() ? name : parent + "/" + name;
    }
    static Names allowed_in(const std::string& cell, const std::string& parent) {
        Names names = names_in(cell);
        for (std::string& name : names) name = inside(parent, name);
        return names;
    }

    // Every file has a row: that of its folder, and in a folder with a table of rooms that of its room.
    std::string why_homeless(const std::string& path) const {
        const auto has_row = [&](const std::string& parent) {
            return std::ranges::any_of(rooms_, [&](const Room& r) { return r.parent == parent && lies_in(path, r.folder); });
        };
        if (!has_row("")) return "in no table";
        for (const Room& room : rooms_)
            if (!room.parent.empty() && lies_in(path, room.parent) && !has_row(room.parent))
                return "in no room of `" + room.parent + "`";
        return {};
    }

    void check_file(const fs::path& file, const std::string& path, Names& found) const {
        static const std::regex include(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
        std::ifstream in(file);
        std::string line;
        std::smatch match;
        for (int number = 1; std::getline(in, line); ++number) {
            if (!std::regex_search(line, match, include)) continue;
            const std::string why = why_not(file, path, match[1]);
            if (!why.empty()) found.push_back(path + ":" + std::to_string(number) + ": " + match[1].str() + " (" + why + ")");
        }
    }

    bool is_ours(const std::string& target) const {
        return std::ranges::any_of(rooms_, [&](const Room& room) { return room.parent.empty() && lies_in(target, room.folder); });
    }

    std::string why_not(const fs::path& file, const std::string& path, const std::string& target) const {
        if (fs::exists(file.parent_path() / target)) return {};  // beside it
        if (!is_ours(target)) return why_not_library(path, target);
        for (const Room& room : rooms_) {
            if (!lies_in(path, room.folder)) continue;
            if (!room.parent.empty() && !lies_in(target, room.parent)) continue;  // its parent's row says
            const auto holds = [&](const std::string& allowed) { return lies_in(target, allowed); };
            if (!lies_in(target, room.folder) && std::ranges::none_of(room.allowed, holds))
                return "`" + room.folder + "` does not list it";
        }
        return {};
    }

    std::string why_not_library(const std::string& path, const std::string& header) const {
        if (header.find_first_of("./") == std::string::npos) return {};  // the C++ standard library's
        bool is_known = false;
        for (const Library& library : libraries_) {
            if (std::ranges::none_of(library.headers, [&](const std::string& h) { return matches(h, header); })) continue;
            is_known = true;
            if (library.places.empty()) return {};
            for (const std::string& place : library.places)
                if (lies_in(path, place) || matches(place, path)) return {};
        }
        return is_known ? "this library has another place" : "no table has this library";
    }

    std::vector<Room> rooms_;
    std::vector<Library> libraries_;
};

const fs::path source = WARPWISE_SOURCE_DIR;

TEST(Layering, IncludesFollowTheArchitecture) {
    const Architecture architecture(source / "docs/architecture.md");
    ASSERT_GE(architecture.rooms(), 10u);  // a table that is not found allows nothing and tells little
    ASSERT_GE(architecture.libraries(), 5u);
    for (const std::string& breach : architecture.breaches(source / "app")) ADD_FAILURE() << breach;
    for (const std::string& breach : architecture.breaches(source / "kernels", "kernels")) ADD_FAILURE() << breach;
}

// A folder that is gone leaves no row behind.
TEST(Layering, EveryFolderOfTheTableIsThere) {
    std::ifstream in(source / "docs/architecture.md");
    for (const Table& table : tables_headed(tables_in(in), "may include of ours")) {
        const Names of = names_in(table.head.front());
        ASSERT_FALSE(of.empty());
        for (const Names& row : table.rows)
            for (const std::string& name : names_in(row.front()))
                EXPECT_TRUE(fs::exists(source / of.front() / name) || fs::exists(source / name)) << of.front() << ": " << name;
    }
}

// A cycle that the tables allow is no rule against one.
TEST(Layering, TheTablesLeadInOneDirection) { EXPECT_EQ(Architecture(source / "docs/architecture.md").room_in_cycle(), ""); }

// A new folder and a new room are first written down.
TEST(Layering, AFileOutsideOfTheTablesIsABreach) {
    const warpwise::test::TemporaryFolder folder;
    for (const char* file : {"base/at_home.h", "ui/kit/at_home.h", "attic/odd.h", "loose.cpp", "ui/attic/odd.h", "ui/loose.cpp"})
        folder.write(file, "#include \"base/array.h\"\n");
    Names found = Architecture(source / "docs/architecture.md").breaches(folder.path());
    std::ranges::sort(found);
    EXPECT_EQ(found, (Names{"attic/odd.h: in no table", "loose.cpp: in no table", "ui/attic/odd.h: in no room of `ui`",
                            "ui/loose.cpp: in no room of `ui`"}));
}

struct Planted {
    const char* name;     // of the test
    const char* file;     // below app
    const char* include;  // the line
    const char* why;      // part of what the breach says; empty: allowed
};

void PrintTo(const Planted& planted, std::ostream* out) { *out << planted.name; }

class PlantedInclude : public testing::TestWithParam<Planted> {};

TEST_P(PlantedInclude, IsJudged) {
    const Planted& planted = GetParam();
    const warpwise::test::TemporaryFolder folder;
    folder.write(planted.file, std::string("// a comment\n") + planted.include + "\n");
    const Names found = Architecture(source / "docs/architecture.md").breaches(folder.path());
    if (*planted.why == '\0') {
        EXPECT_TRUE(found.empty()) << found.front();
        return;
    }
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found.front().starts_with(std::string(planted.file) + ":2: ")) << found.front();
    EXPECT_NE(found.front().find(planted.why), std::string::npos) << found.front();
}

INSTANTIATE_TEST_SUITE_P(
    Each, PlantedInclude,
    testing::Values(
        // ours
        Planted{"BaseKnowsNothing", "base/bad.h", "#include \"lesson/lesson.h\"", "`base` does not list it"},
        Planted{"LessonKnowsNoDevice", "lesson/bad.cpp", "#include \"device/interface/device.h\"", "`lesson` does not list it"},
        Planted{"LessonKnowsNoEmulator", "lesson/bad.cpp", "#include \"simt/compile/compile.h\"", "`lesson` does not list it"},
        Planted{"SimtKnowsNoDevice", "simt/code/bad.cpp", "#include \"device/interface/device.h\"", "`simt` does not list it"},
        Planted{"DeviceKnowsNoExperiment", "device/gpu/bad.cpp", "#include \"experiment/record/record.h\"",
                "`device` does not list it"},
        Planted{"CudaKnowsNoEmulator", "cuda/driver/bad.h", "#include \"simt/execute/execute.h\"", "`cuda` does not list it"},
        Planted{"ExperimentKnowsNoEmulator", "experiment/run/bad.cpp", "#include \"simt/execute/execute.h\"",
                "`experiment` does not list it"},
        Planted{"ExperimentKnowsNoWindow", "experiment/run/bad.cpp", "#include \"ui/kit/theme.h\"",
                "`experiment` does not list it"},
        Planted{"GlKnowsNoExperiment", "gl/bad.cpp", "#include \"experiment/record/record.h\"", "`gl` does not list it"},
        Planted{"UiKnowsNoEmulator", "ui/run/bad.cpp", "#include \"simt/execute/execute.h\"", "`ui` does not list it"},
        Planted{"UiKnowsNoCommand", "ui/shell/bad.cpp", "#include \"cli/commands.h\"", "`ui` does not list it"},
        Planted{"CliKnowsNoWindow", "cli/bad.cpp", "#include \"ui/shell/app.h\"", "`cli` does not list it"},
        Planted{"CliKnowsNoEmulator", "cli/bad.cpp", "#include \"simt/compile/compile.h\"", "`cli` does not list it"},
        Planted{"MainKnowsNoDevice", "main.cpp", "#include \"device/interface/device.h\"", "`main.cpp` does not list it"},
        Planted{"AHeaderForCudaIsRead", "base/bad.cuh", "#include \"device/interface/device.h\"", "`base` does not list it"},
        Planted{"AnIncludedTextIsRead", "simt/compile/prelude/bad.inc", "  #  include <cli/commands.h>", "`simt` does not list it"},
        Planted{"DebugKnowsNoEmulator", "debug/bad.h", "#include \"simt/debug/session.h\"", "`debug` does not list it"},
        Planted{"TextKnowsNoDevice", "text/bad.h", "#include \"device/interface/device.h\"", "`text` does not list it"},
        // rooms
        Planted{"BytecodeKnowsNoExecutor", "simt/code/bad.h", "#include \"simt/execute/execute.h\"",
                "`simt/code` does not list it"},
        Planted{"TheExecutorKnowsNoCompiler", "simt/execute/bad.cpp", "#include \"simt/compile/compile.h\"",
                "`simt/execute` does not list it"},
        Planted{"ADeviceKnowsNoProcess", "device/interface/bad.h", "#include \"device/process/child_process.h\"",
                "`device/interface` does not list it"},
        Planted{"ARecordKnowsNoRunner", "experiment/record/bad.h", "#include \"experiment/run/runner.h\"",
                "`experiment/record` does not list it"},
        Planted{"TheRuntimeKnowsNoGraphs", "program/runtime/bad.cpp", "#include \"program/graphs/graphs.h\"",
                "`program/runtime` does not list it"},
        Planted{"TheDriverKnowsNoLaunch", "cuda/driver/bad.cpp", "#include \"cuda/launch/cuda_launch.h\"",
                "`cuda/driver` does not list it"},
        Planted{"WidgetsKnowNoWindow", "ui/kit/bad.cpp", "#include \"ui/shell/app.h\"", "`ui/kit` does not list it"},
        Planted{"ARoomOfThePanelsKnowsNoOther", "ui/threads/bad.cpp", "#include \"ui/run/panels.h\"",
                "`ui/threads` does not list it"},
        // libraries
        Planted{"ImGuiInBase", "base/bad.cpp", "#include <imgui.h>", "this library has another place"},
        Planted{"ImPlotInExperiment", "experiment/run/bad.cpp", "#include <implot.h>", "this library has another place"},
        Planted{"OpenGlInUi", "ui/kit/bad.cpp", "#include <epoxy/gl.h>", "this library has another place"},
        Planted{"GlfwInCli", "cli/bad.cpp", "#include <GLFW/glfw3.h>", "this library has another place"},
        Planted{"ClangInDevice", "device/gpu/bad.cpp", "#include <clang/Lex/Lexer.h>", "this library has another place"},
        Planted{"LlvmInTheExecutor", "simt/execute/bad.cpp", "#include <llvm/IR/Module.h>", "this library has another place"},
        Planted{"CudaInDevice", "device/gpu/bad.cpp", "#include <cuda.h>", "this library has another place"},
        Planted{"CublasInExperiment", "experiment/run/bad.cpp", "#include <cublas_v2.h>", "this library has another place"},
        Planted{"TomlInExperiment", "experiment/run/bad.cpp", "#include <toml++/toml.h>", "this library has another place"},
        Planted{"TbbInUi", "ui/run/bad.cpp", "#include <tbb/parallel_for.h>", "this library has another place"},
        Planted{"PngInUi", "ui/shell/bad.cpp", "#include <spng.h>", "this library has another place"},
        Planted{"AnUnknownLibrary", "base/bad.cpp", "#include <boost/asio.hpp>", "no table has this library"},
        // and what is allowed
        Planted{"OwnFolder", "simt/debug/good.cpp", "#include \"simt/code/bytecode.h\"", ""},
        Planted{"ListedFolder", "cli/good.cpp", "#include \"experiment/record/record.h\"", ""},
        Planted{"ListedFile", "ui/shell/good.cpp", "#include \"cli/window_options.h\"", ""},
        Planted{"LlvmInTheDecoder", "simt/decode/good.cpp", "#include <llvm/IR/Module.h>", ""},
        Planted{"StandardLibrary", "base/good.h", "#include <vector>", ""},
        Planted{"PlainText", "base/good.h", "// #include <imgui.h> would be wrong here", ""}),
    [](const testing::TestParamInfo<Planted>& info) { return std::string(info.param.name); });

// Rooms of a folder: a table of their own, within what the folder's row allows.
class LayeringOfRooms : public testing::Test {
  protected:
    LayeringOfRooms() {
        fs::create_directories(folder_ / "app/ui/kit");
        fs::create_directories(folder_ / "app/ui/run");
        std::ofstream(folder_ / "architecture.md") << "| folder of `app` | lives there | may include of ours |\n|---|---|---|\n"
                                                      "| `base` | all | nothing |\n| `gl` | pixels | `base` |\n"
                                                      "| `ui` | the window | `base` |\n\n"
                                                      "| room of `app/ui` | lives there | may include of ours |\n|---|---|---|\n"
                                                      "| `kit` | widgets | nothing |\n| `run` | panels | `kit` |\n";
    }

    Names breaches_of(const char* file, const char* include) {
        std::ofstream(folder_ / "app" / file) << "#include \"" << include << "\"\n";
        return Architecture(folder_ / "architecture.md").breaches(folder_ / "app");
    }

    const warpwise::test::TemporaryFolder temporary_;
    const fs::path& folder_ = temporary_.path();
};

TEST_F(LayeringOfRooms, TablesThatLeadBackAreNoticed) {
    std::ofstream(folder_ / "architecture.md", std::ios::app) << "| `shell` | the frame | `kit`, `bench` |\n"
                                                                 "| `bench` | measures | `run`, `shell` |\n";
    EXPECT_EQ(Architecture(folder_ / "architecture.md").room_in_cycle(), "ui/shell");
}
TEST_F(LayeringOfRooms, ARoomIncludesWhatItsRowLists) { EXPECT_TRUE(breaches_of("ui/run/good.cpp", "ui/kit/a.h").empty()); }
TEST_F(LayeringOfRooms, ARoomIncludesItself) { EXPECT_TRUE(breaches_of("ui/kit/good.cpp", "ui/kit/a.h").empty()); }
TEST_F(LayeringOfRooms, OtherFoldersAreTheFoldersRow) { EXPECT_TRUE(breaches_of("ui/kit/good.cpp", "base/a.h").empty()); }
TEST_F(LayeringOfRooms, AnotherRoomIsABreach) {
    EXPECT_EQ(breaches_of("ui/kit/bad.cpp", "ui/run/a.h"), Names{"ui/kit/bad.cpp:1: ui/run/a.h (`ui/kit` does not list it)"});
}
TEST_F(LayeringOfRooms, AnotherFolderIsABreach) {
    EXPECT_EQ(breaches_of("ui/kit/bad.cpp", "gl/a.h"), Names{"ui/kit/bad.cpp:1: gl/a.h (`ui` does not list it)"});
}

}  // namespace
