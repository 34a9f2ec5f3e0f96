// Phrases that a native reader stops at, found by pattern in everything that people read: Markdown, manifests, kernels, and the
// comments and texts of the program. A folder that is clean is listed in `rooms` and stays clean. What is found elsewhere:
//   WARPWISE_WORDS=app/ui build/release/test_unit --gtest_filter='PlainWords.*'
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

// Files and folders below the root of the sources that have none of the habits. Add what has been edited.
constexpr std::array rooms{
    "app", "kernels", "lessons", "tests", "docs", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "THIRD_PARTY_NOTICES.md"};

// Of a pattern that begins at a word, "\\bonce" or "\\b(many|few|\\d+)": the characters that the word may begin with, in lower
// case.
std::string first_characters(const std::string& pattern) {
    std::string firsts;
    const auto add = [&](std::size_t at) {
        const std::string_view rest = std::string_view(pattern).substr(at);
        firsts += rest.starts_with("\\d") || rest.starts_with("[0-9]") ? "0123456789" : std::string(rest.substr(0, 1));
    };
    constexpr std::size_t word = 2;  // after "\b"
    if (!pattern.starts_with("\\b")) throw std::invalid_argument(pattern);
    if (pattern[word] != '(') {
        add(word);
        return firsts;
    }
    add(word + 1);
    int depth = 0;
    for (std::size_t i = word; i < pattern.size() && (i == word || depth > 0); ++i) {
        if (pattern[i] == '(') ++depth;
        if (pattern[i] == ')') --depth;
        if (pattern[i] == '|' && depth == 1) add(i + 1);
    }
    std::ranges::transform(firsts, firsts.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return firsts;
}

struct Habit {
    Habit(const std::string& words, const char* better)
        : pattern(words, std::regex::icase), firsts(first_characters(words)), instead(better) {}
    std::regex pattern;
    std::string firsts;  // the search looks at words that begin so alone: the pattern takes a hundred times as long to see that
    const char* instead;
};

// One of `many` for each of `each`: "threads a block". The nouns are those of the field; other pairs are rare enough.
const std::string many =
    "threads|warps|bytes|bits|registers|operations|elements|sectors|requests|frames|kernels|lanes|instructions|blocks|numbers|"
    "wavefronts|cells|pixels|words|chunks|outputs|launches|pictures|gigabytes|flops?|rounds|ranges|floats|pieces|KiB|KB";
// These are verbs too ("it reads a row"), so a number or a quantity stands before them.
const std::string counted =
    "(\\d+|many|few|two|three|four|five|eight|nine|most) (\\w+ )?(loads|stores|reads|writes|runs|steps|samples|lines)";
const std::string one =
    "thread|warp|byte|bit|block|element|load|store|request|sector|addition|word|line|file|step|run|instruction|launch|dash|bar|"
    "kernel";
const std::string each =
    "block|warp|thread|second|product|element|lane|core|step|frame|request|pixel|byte|cell|particle|SM|multiprocessor|run|"
    "sample|word|bank|launch|load|store|row|column|lesson|command|layer|tile|commit|chunk|cycle|number|round|patch|line|file|"
    "process|edge|place";
// "how many sectors a load takes" is plain: what follows is a verb.
const std::string no_verb = "(?! (moves|has|takes|needs|gets|reads|writes|owns|keeps|holds|makes|uses|runs|is|can)\\b)";

const std::vector<Habit>& habits() {
    static const std::string per = "\\b(" + many + ") an? (" + each + ")\\b" + no_verb;
    static const std::string counted_per = "\\b" + counted + " an? (" + each + ")\\b" + no_verb;
    static const std::string one_per = "\\b(a|an|one) (\\w+ )?(" + one + ") an? (" + each + ")\\b" + no_verb;
    static const std::vector<Habit> all{
        {per, "\"threads per block\""},
        {counted_per, "\"eight loads per thread\""},
        {one_per, "\"one thread per element\""},
        {"\\bonce an? (run|process|launch|frame)(?=[:;,.)])", "\"once per run\""},
        {"\\b(is|are|was|were) no (multiple|number|power|kernel|lesson|GPU|file|mistake|size|way|usable|valid|identifier|command|"
         "UTF-8|JSON|template|race|index|parameter|setting|fault)s?\\b",
         "\"is not a multiple of\""},
        {"\\bthat is no (?!longer|more)\\w+", "\"that is not ...\""},
        {"\\b(whoever|somebody|nobody|everybody)('s)?\\b", "who or what is meant: \"no thread\", \"a program that ...\""},
        {"\\b(that many|[0-9][0-9,]*) (?!where|when|if|as|than|and|or)\\w+ there (are|is|were)\\b",
         "\"there are that many blocks\""},
        {"\\binto so many\\b", "\"into that many\""},
        {"\\b(is|are) in no time\\b", "\"is not part of any time\""},
        {"\\bcosts? most( |\\.|,)", "\"costs the most\""},
        {"\\b(goes|runs|gives|takes) always\\b", "\"always goes\""},
        {"\\bso (does|do|is|are) (it|they)(,| too)", "\"does so too\""},
        {"\\b(kernel|text|file|recording|manifest|program|lesson) is told\\b", "\"you are told what is wrong with the kernel\""},
        {"\\bbit by bit\\b", "\"bit for bit\""},
        {"\\bbelieves? to be\\b", "\"thinks that it is\""},
        {"\\bcools? by [0-9{]", "\"cools for 64 steps\""},
        {"\\b(so (it|he|she) would be|it would be so)\\b", "\"that would be the case\""},
    };
    return all;
}

// "there is no number" and "if there is no kernel" are plain.
bool is_plain(const std::string& text, std::size_t at) {
    constexpr std::string_view there = "here ";  // of "there" and "There"
    return at >= there.size() && text.compare(at - there.size(), there.size(), there) == 0;
}

std::string read_text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The comments and string literals of a C++ text; all else becomes blanks, so that lines keep their numbers.
std::string words_of_code(const std::string& code) {
    std::string words = code;
    enum class In { code, line_comment, block_comment, text, character } in = In::code;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char c = code[i], next = i + 1 < code.size() ? code[i + 1] : '\0';
        switch (in) {
            case In::code:
                if (c == '/' && next == '/') in = In::line_comment;
                if (c == '/' && next == '*') in = In::block_comment;
                if (c == '"') in = In::text;
                // 1'000 has an apostrophe too
                if (c == '\'' && (i == 0 || std::isalnum(static_cast<unsigned char>(code[i - 1])) == 0)) in = In::character;
                if (c != '\n' && in != In::line_comment && in != In::block_comment) words[i] = ' ';
                break;
            case In::line_comment:
                if (c == '\n') in = In::code;
                break;
            case In::block_comment:
                if (c == '*' && next == '/') in = In::code;
                break;
            case In::text:
            case In::character:
                if (c == '\\') ++i;
                if (c == (in == In::text ? '"' : '\'') || c == '\n') in = In::code;
                break;
        }
    }
    return words;
}

bool is_code(const fs::path& file) {
    const std::string extension = file.extension().string();
    return extension == ".cpp" || extension == ".h" || extension == ".cu";
}

bool is_read_by_people(const fs::path& file) {
    const std::string extension = file.extension().string();
    return is_code(file) || extension == ".md" || extension == ".toml";
}

// Sentences run over the ends of lines and over the marks of comments: both become one blank.
// What was code stays apart from what follows it, by two blanks.
std::string joined_lines(const std::string& text) {
    std::string joined;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string::npos) {
            if (!joined.ends_with("  ")) joined += ' ';
            continue;
        }
        const std::size_t mark = line.find_first_not_of(line[begin], begin);  // "//" or "///" as a whole
        if (line.compare(begin, 2, "//") == 0 || line[begin] == '*' || line[begin] == '>')
            begin = std::min(line.find_first_not_of(" \t", mark), line.size());
        for (const char c : line.substr(begin))
            if (c != ' ' || !joined.ends_with("  ")) joined += c;
        while (joined.ends_with(' ')) joined.pop_back();
        joined += ' ';
    }
    return joined;
}

struct Found {
    std::string where, phrase, instead;
};

void look_for_habits(const std::string& where, const std::string& text, std::vector<Found>& found) {
    const std::string sentences = joined_lines(text);
    const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    std::smatch match;
    for (std::size_t at = 0; at < sentences.size(); ++at) {
        if (!is_of_word(sentences[at]) || (at > 0 && is_of_word(sentences[at - 1]))) continue;
        const auto first = static_cast<char>(std::tolower(static_cast<unsigned char>(sentences[at])));
        for (const Habit& habit : habits()) {
            if (!habit.firsts.contains(first)) continue;
            const auto here = sentences.cbegin() + static_cast<std::ptrdiff_t>(at);
            using namespace std::regex_constants;
            const auto flags = match_continuous | (at > 0 ? match_prev_avail : match_default);
            if (!std::regex_search(here, sentences.cend(), match, habit.pattern, flags) || is_plain(sentences, at)) continue;
            constexpr std::size_t around = 30;
            const std::size_t begin = at > around ? at - around : 0;
            found.push_back({where, sentences.substr(begin, at - begin + match.length() + around), habit.instead});
        }
    }
}

std::vector<Found> habits_in(const fs::path& root, const fs::path& room) {
    std::vector<Found> found;
    const auto look = [&](const fs::path& file) {
        // this file quotes every habit
        if (!is_read_by_people(file) || file.filename() == fs::path(__FILE__).filename()) return;
        const std::string text = read_text(file);
        look_for_habits(fs::relative(file, root).string(), is_code(file) ? words_of_code(text) : text, found);
    };
    if (fs::is_directory(root / room)) {
        for (const auto& entry : fs::recursive_directory_iterator(root / room))
            if (entry.is_regular_file()) look(entry.path());
    } else {
        look(root / room);
    }
    return found;
}

std::vector<std::string> phrases_in(const std::string& text) {
    std::vector<Found> found;
    look_for_habits("here", text, found);
    std::vector<std::string> phrases;
    for (const Found& one_found : found) phrases.push_back(one_found.phrase);
    return phrases;
}

TEST(PlainWords, NoHabitIsInACleanRoom) {
    for (const char* room : rooms) {
        ASSERT_TRUE(fs::exists(fs::path(WARPWISE_SOURCE_DIR) / room)) << room;
        for (const Found& found : habits_in(WARPWISE_SOURCE_DIR, room))
            ADD_FAILURE() << found.where << ": \"" << found.phrase << "\"; write " << found.instead;
    }
}

TEST(PlainWords, ListsTheRoomThatIsAskedFor) {
    const char* room = std::getenv("WARPWISE_WORDS");
    if (room == nullptr) GTEST_SKIP() << "WARPWISE_WORDS names no folder";
    for (const Found& found : habits_in(WARPWISE_SOURCE_DIR, room))
        ADD_FAILURE() << found.where << ": \"" << found.phrase << "\"; write " << found.instead;
}

TEST(PlainWords, EveryHabitIsFound) {
    for (const char* phrase : {"256 threads a block",
                               "eight loads a thread",
                               "4 sectors a request",
                               "a thread an element",
                               "one atomic addition a block",
                               "48 is no multiple of 32",
                               "it is no number",
                               "whoever has escaped",
                               "nobody wrote it",
                               "that many blocks there are",
                               "12 operations there are",
                               "it costs most time",
                               "it goes always",
                               "so does it, too",
                               "the kernel is told",
                               "equal bit by bit",
                               "believes to be in seat 0",
                               "cools by 64 steps",
                               "So it would be with one",
                               "compiled once a process.",
                               "300 is no index",
                               "cut into so many chunks",
                               "this is in no time",
                               "48 KiB a block"})
        EXPECT_EQ(phrases_in(phrase).size(), 1u) << phrase;
}

TEST(PlainWords, PlainPhrasesAreNot) {
    for (const char* phrase :
         {"256 threads per block", "one thread per element", "there is no kernel", "There is no lesson", "if there are no files",
          "is not a multiple of 32", "as many threads as there are", "gives each thread a block of memory",
          "each thread reads a row", "so there is no result yet", "how many sectors a load takes", "once a run has ended",
          "3 where there is no GPU", "a name that is no longer used", "at most ten times a second"})
        EXPECT_TRUE(phrases_in(phrase).empty()) << phrase;
}

TEST(PlainWords, OnlyWordsOfCodeAreRead) {
    EXPECT_EQ(words_of_code("int threads; // a block\nputs(\"nobody\");"), "             // a block\n      nobody\"  ");
    EXPECT_EQ(phrases_in(words_of_code("// 256 threads\n// a block\n")).size(), 1u);
    EXPECT_TRUE(phrases_in(words_of_code("int nobody = 1'000;")).empty());
}

}  // namespace
