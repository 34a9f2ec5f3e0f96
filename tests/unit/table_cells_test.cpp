// Tables of prose as RichMd is given them: each cell ends its line, and a column has room for more than its header.
#include "ui/kit/table_cells.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpwise::ui {
namespace {

TEST(TableCells, EveryCellEndsAndAHeaderMakesRoomForItsColumn) {
    EXPECT_EQ(mark_table_cells("Before:\n\n| job | whole |\n|---|--:|\n| *Small* job | 195 us |\n| x | |\n\nAfter."),
              "Before:\n\n| job <column-13><cell-end> | whole <column-8><cell-end> |\n|---|--:|\n"
              "| *Small* job <cell-end> | 195 us <cell-end> |\n| x <cell-end> |  <cell-end> |\n\nAfter.\n");
}

TEST(TableCells, ALongCellWrapsInsteadOfTakingAllTheRoom) {
    const std::string marked = mark_table_cells("| a | b |\n|---|---|\n| " + std::string(80, 'x') + " | y |\n");
    EXPECT_NE(marked.find("<column-18>"), std::string::npos);
    EXPECT_NE(marked.find("<column-3>"), std::string::npos);
}

TEST(TableCells, ANameInCodeHasRoomForAllOfIt) {
    EXPECT_EQ(mark_table_cells("| name | meaning |\n|---|---|\n| `threadIdx.x` | its place |\n"),
              "| name <column-14><cell-end> | meaning <column-11><cell-end> |\n|---|---|\n"
              "| `threadIdx.x` <cell-end> | its place <cell-end> |\n");
    EXPECT_NE(mark_table_cells("| n |\n|---|\n| [<thread-term>threadIdx.x</thread-term>](<term:x>) |\n").find("<column-14>"),
              std::string::npos);
}

TEST(TableCells, ALongHeaderIsBrokenOnce) {
    EXPECT_EQ(mark_table_cells("| in chunks, one stream | n |\n|---|---|\n"),
              "| in chunks,<br>one stream <column-12><cell-end> | n <column-3><cell-end> |\n|---|---|\n");
    EXPECT_EQ(mark_table_cells("| unbreakable_header |\n|---|\n"), "| unbreakable_header <column-21><cell-end> |\n|---|\n");
}

// Bold type is wider than that of the cells, and RichMd cuts a header that has too little room.
TEST(TableCells, AHeaderHasRoomInANarrowPanel) {
    const std::string table = "| preset | warps per SM | kernel |\n|---|---|---|\n| *Half of the slots* | 32 | 77.8 us |\n";
    EXPECT_EQ(mark_table_cells(table, 36),
              "| preset <column-8><cell-end> | warps per SM <column-14><cell-end> | kernel "
              "<column-7><cell-end> |\n|---|---|---|\n| *Half of the slots* <cell-end> | 32 "
              "<cell-end> | 77.8 us <cell-end> |\n");
    EXPECT_TRUE(mark_table_cells(table, 30).starts_with("| preset <column-8><cell-end> | warps<br>per SM <column-8><cell-end>"))
        << mark_table_cells(table, 30);
}

TEST(TableCells, OnlyTablesAreMarked) {
    for (const char* text : {"a | b\n", "| no rule below |\n", "```\n| a |\n|---|\n| b |\n```\n", ""})
        EXPECT_EQ(mark_table_cells(text), text);
    EXPECT_EQ(mark_table_cells("| a \\| b |\n|---|\n"), "| a \\| b <column-8><cell-end> |\n|---|\n");
}

TEST(TableCells, OnlyItsOwnTagsAreMarks) {
    ASSERT_TRUE(cell_mark_of("cell-end").has_value());
    EXPECT_EQ(cell_mark_of("cell-end")->characters, 0);
    EXPECT_EQ(cell_mark_of("column-7")->characters, 7);
    for (const char* tag : {"column-", "column-0", "column-100", "column-7x", "column--1", "block-term", "cell"})
        EXPECT_FALSE(cell_mark_of(tag).has_value()) << tag;
}

TEST(TableCells, ATableThatIsTooWideIsAListForEachRow) {
    const std::string table =
        "| per block | divergent branches | barriers |\n|---|--:|--:|\n| [*Interleaved*](<preset:x>) | 48 | 9 |\n| *b* | | 1 |\n";
    EXPECT_EQ(mark_table_cells(table, 20),
              "\n**[*Interleaved*](<preset:x>)**\n\n- divergent branches per block: 48\n- barriers per block: 9\n\n***b***\n\n- "
              "barriers per block: 1\n\n");
    EXPECT_EQ(mark_table_cells(table, 80), mark_table_cells(table));
    EXPECT_EQ(mark_table_cells("| word | a |\n|---|---|\n| unbreakable | 1 |\n", 5), "\n**unbreakable**\n\n- a: 1\n\n");
    EXPECT_EQ(mark_table_cells("| | a |\n|---|---|\n| unbreakable | 1 |\n", 5), "\n**unbreakable**\n\n- a: 1\n\n")
        << "no first header";
}

// The first row stands in the place of the header, which would be an empty strip.
TEST(TableCells, AMatrixStaysOneInANarrowPanel) {
    const std::string matrix = "| | |\n|---|---|\n| -4 | |\n| 0 | 3 |\n";
    EXPECT_EQ(mark_table_cells(matrix),
              "| <plain-cell>-4</plain-cell> <column-4><cell-end> | <plain-cell></plain-cell> <column-3><cell-end> |\n|---|---|\n"
              "| 0 <cell-end> | 3 <cell-end> |\n");
    EXPECT_EQ(std::ranges::count(mark_table_cells(matrix, 5), '|'), 9);
}

TEST(TableCells, ARunTurnsNoTableIntoAList) {
    const auto with = [](const std::string& value) { return "| a | b |\n|---|--:|\n| seven77 | " + value + " |\n"; };
    for (std::size_t characters = 10; characters < 30; ++characters)
        for (const char* value : {"7", "1,195", "16,777,216"})
            EXPECT_EQ(mark_table_cells(with(value), characters).contains("<cell-end>"),
                      mark_table_cells(with("(run to see)"), characters).contains("<cell-end>"))
                << value << " in " << characters;
}

}  // namespace
}  // namespace warpwise::ui
