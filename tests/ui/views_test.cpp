// The table of views against everything that must know each view: what lessons may name, every layout, and the docs.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "base/files.h"
#include "lesson/views.h"
#include "ui/shell/views.h"

namespace warpwise::ui {
namespace {

struct Tables {
    std::vector<View> window;
    std::vector<LessonView> lesson;
    std::string lessons_doc, names_doc;  // docs/writing-lessons.md, docs/ui-anchors.md
};

std::string text_of(const std::string& file) {
    const auto text = read_file(std::string(WARPWISE_SOURCE_DIR "/docs/") + file, std::size_t{1} << 20);
    EXPECT_TRUE(text) << file;
    return text.value_or("");
}

Tables present_tables() {
    const auto window = all_views();
    const auto lesson = lesson_views();
    return {
        {window.begin(), window.end()}, {lesson.begin(), lesson.end()}, text_of("writing-lessons.md"), text_of("ui-anchors.md")};
}

// The names in the first column of the table of kinds in docs/writing-lessons.md.
std::set<std::string> documented_kinds(const std::string& doc) {
    const std::size_t begin = doc.find("| kind | shows |"), end = doc.find("\n\n", begin);
    std::set<std::string> kinds;
    if (begin == std::string::npos) return kinds;
    const std::string table = doc.substr(begin, end - begin);
    const std::regex row(R"(\n\|([^|]*)\|)"), name("`([a-z_]+)`");
    for (std::sregex_iterator line(table.begin(), table.end(), row), last; line != last; ++line) {
        const std::string cell = (*line)[1];
        for (std::sregex_iterator found(cell.begin(), cell.end(), name); found != last; ++found) kinds.insert((*found)[1]);
    }
    return kinds;
}

std::vector<std::string> problems_of(const Tables& tables) {
    std::vector<std::string> problems;
    const std::set<std::string> documented = documented_kinds(tables.lessons_doc);
    const auto window_has = [&](std::string_view id) {
        return std::ranges::any_of(tables.window, [&](const View& view) { return view.id == id; });
    };
    const auto lesson_has = [&](std::string_view id) {
        return std::ranges::any_of(tables.lesson, [&](const LessonView& view) { return view.id == id; });
    };
    for (const View& view : tables.window) {
        const std::string id = view.id;
        for (const LayoutName layout : {LayoutName::study, LayoutName::code})
            for (const Room room : {Room::wide, Room::narrow})
                if (!has_place(layout, room, view.place(layout, room)))
                    problems.push_back(id + " has no place in the layout " + name_of(layout));
        if (view.draw == nullptr) problems.push_back("nothing draws " + id);
        if (view.shown == Shown::by_lesson && !lesson_has(id)) problems.push_back("no lesson may name " + id);
        if (!tables.names_doc.contains("`" + id + "`")) problems.push_back(id + " is not in docs/ui-anchors.md");
    }
    for (const LessonView& view : tables.lesson) {
        const std::string id(view.id);
        if (!window_has(id)) problems.push_back("the window has no " + id);
        if (!documented.contains(id)) problems.push_back(id + " is not in docs/writing-lessons.md");
    }
    for (const std::string& id : documented)
        if (!lesson_has(id)) problems.push_back("docs/writing-lessons.md has " + id + ", which no lesson may name");
    return problems;
}

TEST(ViewsTest, EveryTableHasEveryView) {
    for (const std::string& problem : problems_of(present_tables())) ADD_FAILURE() << problem;
}

TEST(ViewsTest, AViewMissingFromTheWindowIsFound) {
    const Tables whole = present_tables();
    for (const LessonView& view : lesson_views()) {
        Tables tables = whole;
        std::erase_if(tables.window, [&](const View& of_window) { return of_window.id == view.id; });
        EXPECT_EQ(problems_of(tables), std::vector{"the window has no " + std::string(view.id)});
    }
}

TEST(ViewsTest, AViewThatNoLessonMayNameIsFound) {
    Tables tables = present_tables();
    std::erase_if(tables.lesson, [](const LessonView& view) { return view.id == "timeline"; });
    EXPECT_EQ(problems_of(tables), (std::vector<std::string>{"no lesson may name timeline",
                                                             "docs/writing-lessons.md has timeline, which no lesson may name"}));
}

TEST(ViewsTest, AViewMissingFromTheDocsIsFound) {
    Tables tables = present_tables();
    tables.lessons_doc.replace(tables.lessons_doc.find("| `occupancy` |"), std::string_view("| `occupancy` |").size(), "| |");
    EXPECT_EQ(problems_of(tables), std::vector<std::string>{"occupancy is not in docs/writing-lessons.md"});
}

TEST(ViewsTest, AViewWithoutAPlaceIsFound) {
    Tables tables = present_tables();
    const auto grid = std::ranges::find(tables.window, std::string_view("thread_grid"), &View::id);
    grid->places.code = Place::none;            // forgotten
    grid->places.study_narrow = Place::right;   // Study has no such dock where there is no room
    EXPECT_EQ(problems_of(tables).size(), 3u);  // Code with room and without, Study without
}

}  // namespace
}  // namespace warpwise::ui
