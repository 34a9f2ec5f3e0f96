// Names, answers and messages of strangers in every CSV that is written: each stays in its cell, says what it said, and no
// spreadsheet takes it for a formula.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/escape.h"
#include "experiment/check/check_folder.h"
#include "experiment/check/class_poll.h"
#include "experiment/record/record.h"
#include "ui/compare/compare_facts.h"
#include "ui/run/result_text.h"

namespace warpwise {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// RFC 4180. A quote within a field that is not quoted is a failure.
Rows read_csv(const std::string& text) {
    Rows rows(1);
    std::string cell;
    bool is_quoted = false, was_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (is_quoted) {
            if (c != '"') {
                cell += c;
            } else if (i + 1 < text.size() && text[i + 1] == '"') {
                cell += text[++i];
            } else {
                is_quoted = false;
            }
        } else if (c == '"') {
            EXPECT_TRUE(cell.empty() && !was_quoted) << text;
            is_quoted = was_quoted = true;
        } else if (c == ',' || c == '\n') {
            rows.back().push_back(std::exchange(cell, {}));
            was_quoted = false;
            if (c == '\n') rows.emplace_back();
        } else {
            EXPECT_FALSE(was_quoted || c == '\r') << text;
            cell += c;
        }
    }
    EXPECT_FALSE(is_quoted) << text;
    EXPECT_TRUE(rows.back().empty() && cell.empty()) << "the last line ends, too: " << text;
    rows.pop_back();
    return rows;
}

const std::vector<std::string>& hostile_texts() {
    using namespace std::string_literals;
    static const std::vector<std::string> all = {
        "=1+1",      "+cmd|' /C calc'!A0", "-2+3",          "@SUM(A1:A9)", "\t=1",       "\r=1",    "\uff1d1+1",
        "\uff0b1+1", "\uff0d1+1",          "\uff20SUM(A1)", "a,b",         "say \"hi\"", "\"",      "\"=1+1\"",
        ",=1",       "two\nlines",         "two\r\nlines",  "\n=1",        "nul\0=1"s,   "\0=1+1"s, "\"\0\""s,
        "plain"};
    return all;
}

// What a spreadsheet must show: the text, behind an apostrophe where it would be a formula, and a sign in place of a NUL.
std::string as_shown(std::string text) {
    const bool is_formula = std::string_view("=+-@\t\r\n\0", 8).contains(text[0]) || text.starts_with("\xef\xbc");
    std::string out = is_formula && text.size() > 1 ? "'" : "";
    for (const char c : text) out += c == 0 ? "\xef\xbf\xbd" : std::string(1, c);
    return out;
}

// `text` is in each of these cells of the only line below the header.
void expect_safe(const std::string& csv, const std::string& text, const std::vector<std::string>& columns) {
    const Rows rows = read_csv(csv);
    ASSERT_EQ(rows.size(), 2u) << csv;
    ASSERT_EQ(rows[0].size(), rows[1].size()) << csv;
    for (const std::string& column : columns) {
        const auto at = std::ranges::find(rows[0], column) - rows[0].begin();
        ASSERT_LT(static_cast<std::size_t>(at), rows[0].size()) << column;
        EXPECT_EQ(rows[1][static_cast<std::size_t>(at)], as_shown(text)) << column;
    }
    EXPECT_FALSE(csv.contains('\0'));
}

TEST(CsvWriters, FieldsSayWhatTheySaid) {
    for (const std::string& text : hostile_texts()) {
        expect_safe("a,b\n1," + csv_field(text) + "\n", text, {"b"});
        expect_safe("a,b\n1," + csv_quoted(text) + "\n", text, {"b"});
    }
}

TEST(CsvWriters, TimesOfRecords) {
    for (const std::string& text : hostile_texts()) {
        RunRecord record;
        record.lesson = record.kernel = record.device.name = text;
        record.request.parameters["name"] = text;
        record.phases.resize(1);
        record.phases[0].name = record.phases[0].source = text;
        expect_safe(to_csv({record}), text, {"lesson", "kernel", "device_name", "name", "phase", "source"});
        RunRecord named;
        named.request.parameters[text] = std::int64_t{1};
        named.phases.resize(1);
        const Rows rows = read_csv(to_csv({named}));
        ASSERT_EQ(rows.size(), 2u);
        EXPECT_EQ(rows[0][4], as_shown(text));
        EXPECT_EQ(rows[0].size(), rows[1].size());
    }
}

TEST(CsvWriters, ResultsOfAFolder) {
    for (const std::string& text : hostile_texts()) {
        FolderResult folder;
        folder.hand_ins.push_back({.name = text, .result = ExerciseResult{}, .problem = {}});
        ExerciseResult& result = *folder.hand_ins[0].result;
        result.failure = result.first_failure = result.hint = text;
        expect_safe(to_csv(folder), text, {"name", "failure", "told", "hint"});
        folder.hand_ins[0] = {.name = text, .result = std::nullopt, .problem = text};
        expect_safe(to_csv(folder), text, {"name", "told"});
    }
}

TEST(CsvWriters, AnswersOfAClass) {
    for (const std::string& text : hostile_texts())
        for (const bool reveal : {false, true}) {
            Poll poll;
            poll.lesson = text;
            poll.questions.push_back({.id = text, .ask = text, .answers = {{.text = text, .count = 3, .right = true}}});
            expect_safe(to_csv({poll}, reveal), text, {"lesson", "prediction", "answer"});
        }
}

TEST(CsvWriters, TablesOfTheWindow) {
    for (const std::string& text : hostile_texts()) {
        ui::CompareFacts facts;
        facts.why_not = text;
        facts.rows.push_back({.label = text, .yours = 1, .lessons = 2});
        expect_safe(ui::compare_csv(facts), text, {"count"});
        expect_safe(ui::rows_as_csv({{.label = text, .value = text, .note = text, .term = {}, .help = {}}}), text,
                    {"what", "value", "note"});
    }
}

}  // namespace
}  // namespace warpwise
