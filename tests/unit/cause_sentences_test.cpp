// Each sentence that the cause card says of an access is held against the addresses, for structured and random patterns: what it
// says of sectors, sharing, strides, bytes, banks and wavefronts is counted here anew, by other means. A sentence that this test
// does not know fails it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "ui/debug_states.h"
#include "ui/debugger/cause.h"

namespace warpwise::ui {
namespace {

struct Lane {
    int lane = 0;
    std::uint64_t first = 0, end = 0;  // bytes
};

// What is true of an access, by counting.
struct Facts {
    const DebugAccess& access;
    std::vector<Lane> lanes;
    std::set<std::uint64_t> bytes, addresses;
    std::map<std::uint64_t, std::set<int>> sectors, words;  // by number: the lanes that have bytes there

    explicit Facts(const DebugAccess& of) : access(of) {
        for (int lane = 0; lane < kDebugLanes; ++lane) {
            if (!(of.mask >> lane & 1)) continue;
            const std::uint64_t first = of.addresses[static_cast<std::size_t>(lane)];
            lanes.push_back({lane, first, first + of.bytes});
            addresses.insert(first);
            for (std::uint64_t byte = first; byte < first + of.bytes; ++byte) {
                bytes.insert(byte);
                sectors[byte / 32].insert(lane);
                words[byte / 4].insert(lane);
            }
        }
    }
    std::size_t fewest_sectors() const { return std::max<std::size_t>((bytes.size() + 31) / 32, 1); }
    std::size_t most_per_sector() const {
        std::size_t most = 0;
        for (const auto& [sector, of] : sectors) most = std::max(most, of.size());
        return most;
    }
    std::size_t most_per_address() const {
        std::map<std::uint64_t, std::size_t> count;
        std::size_t most = 0;
        for (const Lane& lane : lanes) most = std::max(most, ++count[lane.first]);
        return most;
    }
    std::size_t banks() const {
        std::set<std::uint64_t> banks;
        for (const auto& [word, of] : words) banks.insert(word % 32);
        return banks.size();
    }
    // Whether neighbouring lanes of each row that take part are so far apart, per lane.
    bool has_stride(std::int64_t bytes_apart, int row = 32) const {
        for (std::size_t i = 1; i < lanes.size(); ++i) {
            const auto distance = static_cast<std::int64_t>(lanes[i].first - lanes[i - 1].first);
            if (lanes[i].lane / row == lanes[i - 1].lane / row &&
                std::abs(distance) != bytes_apart * (lanes[i].lane - lanes[i - 1].lane))
                return false;
        }
        return true;
    }
    bool all_multiples(std::int64_t apart) const {
        for (const Lane& lane : lanes)
            if (lane.lane / 8 == lanes.front().lane / 8 && static_cast<std::int64_t>(lane.first - lanes.front().first) % apart != 0)
                return false;
        return true;
    }
    bool is_consecutive() const { return lanes.back().lane - lanes.front().lane + 1 == static_cast<int>(lanes.size()); }
    bool is_one_run() const { return *bytes.rbegin() - *bytes.begin() + 1 == bytes.size(); }
    // Each row is one run of bytes, and together they are not.
    bool rows_lie_apart(int row) const {
        std::map<int, std::set<std::uint64_t>> of_rows;
        for (const Lane& lane : lanes)
            for (std::uint64_t byte = lane.first; byte < lane.end; ++byte) of_rows[lane.lane / row].insert(byte);
        for (const auto& [number, of] : of_rows)
            if (*of.rbegin() - *of.begin() + 1 != of.size()) return false;
        return of_rows.size() > 1 && !is_one_run();
    }
};

using Groups = std::smatch;
struct Sentence {
    Sentence(std::string text, std::function<bool(const Facts&, const Groups&)> of) : holds(std::move(of)) {
        for (std::size_t at; (at = text.find("VERB")) != std::string::npos;) text.replace(at, 4, "(?:read|write|update)s?");
        pattern = std::regex(text, std::regex::optimize);
    }
    std::regex pattern;
    std::function<bool(const Facts&, const Groups&)> holds;
};

std::uint64_t number(const Groups& found, std::size_t place) {
    std::string digits = found[place].str();
    std::erase(digits, ',');
    return digits.empty() ? 0 : std::stoull(digits);
}

bool says(const Facts& facts, const std::string& text, const std::vector<Sentence>& known) {
    Groups found;
    for (const Sentence& one : known)
        if (std::regex_match(text, found, one.pattern)) return one.holds(facts, found);
    ADD_FAILURE() << "this test does not know the sentence: " << text;
    return false;
}

const std::vector<Sentence> titles{
    {R"((\d+) lanes? VERB (\d+) sectors?, all at the same address)",
     [](const Facts& f, const Groups& g) {
         return number(g, 1) == f.lanes.size() && number(g, 2) == f.sectors.size() && f.addresses.size() == 1;
     }},
    {R"((\d+) lanes? VERB (\d+) sectors? and use every byte)",
     [](const Facts& f, const Groups& g) {
         return number(g, 1) == f.lanes.size() && number(g, 2) == f.sectors.size() && f.bytes.size() == 32 * f.sectors.size();
     }},
    {R"((\d+) lanes? VERB (\d+) sectors? for ([\d,]+) bytes?, the minimum)",
     [](const Facts& f, const Groups& g) {
         return number(g, 1) == f.lanes.size() && number(g, 2) == f.sectors.size() && number(g, 3) == f.bytes.size() &&
                f.sectors.size() == f.fewest_sectors();
     }},
    {R"((\d+) lanes? VERB (\d+) sectors? instead of (\d+))",
     [](const Facts& f, const Groups& g) {
         return number(g, 1) == f.lanes.size() && number(g, 2) == f.sectors.size() && number(g, 3) == f.fewest_sectors() &&
                f.sectors.size() > f.fewest_sectors();
     }},
    {R"((\d+) lanes update one address: (\d+) passes instead of 1)",
     [](const Facts& f, const Groups& g) {
         return f.addresses.size() == 1 && number(g, 1) == f.lanes.size() && number(g, 2) == f.lanes.size();
     }},
    {R"((\d+) of (\d+) lanes update the same address: (\d+) passes instead of 1)",
     [](const Facts& f, const Groups& g) {
         return number(g, 1) == f.most_per_address() && number(g, 2) == f.lanes.size() && number(g, 3) == f.most_per_address();
     }},
    {R"((\d+) lanes, one (word|address), broadcast to all: (\d+) wavefronts?)",
     [](const Facts& f, const Groups& g) {
         return !f.access.is_store && number(g, 1) == f.lanes.size() && f.addresses.size() == 1 &&
                (g[2] == "address" || f.words.size() == 1) && number(g, 3) == f.access.wavefronts;
     }},
    {R"((\d+) lanes VERB one (word|address): (\d+) wavefronts?)",
     [](const Facts& f, const Groups& g) {
         return f.access.is_store && number(g, 1) == f.lanes.size() && f.addresses.size() == 1 &&
                (g[2] == "address" || f.words.size() == 1) && number(g, 3) == f.access.wavefronts;
     }},
    {R"((\d+) lanes?, no bank conflict: (\d+) wavefronts?)",
     [](const Facts& f, const Groups& g) {
         return number(g, 1) == f.lanes.size() && f.access.conflicts == 0 && number(g, 2) == f.access.wavefronts;
     }},
    {R"((\d+) lanes?, (?:one bank|(\d+) banks?): (\d+) wavefronts instead of (\d+))",
     [](const Facts& f, const Groups& g) {
         return number(g, 1) == f.lanes.size() && (g[2].matched ? number(g, 2) : 1) == f.banks() &&
                number(g, 3) == f.access.wavefronts && number(g, 4) + f.access.conflicts == f.access.wavefronts;
     }},
    {R"((\d+) lanes? update (\d+) address(?:es)?: (\d+) wavefronts instead of (\d+))",
     [](const Facts& f, const Groups& g) {
         return f.access.is_atomic && number(g, 1) == f.lanes.size() && number(g, 2) == f.addresses.size() &&
                number(g, 3) == f.access.wavefronts && number(g, 4) + f.access.conflicts == f.access.wavefronts;
     }},
    {R"((\d+) of (\d+) lanes update the same word: (\d+) wavefronts instead of 1)",
     [](const Facts& f, const Groups& g) {
         return number(g, 1) == f.most_per_address() && number(g, 2) == f.lanes.size() && number(g, 3) == f.access.wavefronts;
     }},
};

// The second half of a sentence on sectors.
const std::vector<Sentence> costs{
    {R"(([\d,]+) bytes are fetched, of which ([\d,]+) are used)",
     [](const Facts& f, const Groups& g) {
         return !f.access.is_store && number(g, 1) == 32 * f.sectors.size() && number(g, 2) == f.bytes.size();
     }},
    {R"(the sectors hold ([\d,]+) bytes, of which ([\d,]+) are (written|updated))",
     [](const Facts& f, const Groups& g) {
         return f.access.is_store && (g[3] == "updated") == f.access.is_atomic && number(g, 1) == 32 * f.sectors.size() &&
                number(g, 2) == f.bytes.size();
     }},
};
bool apart_holds(const Facts& f, const Groups& g) {
    return f.is_consecutive() && f.has_stride(static_cast<std::int64_t>(number(g, 1)));
}
bool serves(const Facts& f, const Groups& g, std::size_t place) {
    return g[place].matched ? number(g, place) == f.most_per_sector() : f.most_per_sector() == 1;
}
#define SERVES "(?:so no two lanes share a sector|and no sector of 32 bytes serves more than (\\d+) lanes)"
const std::vector<Sentence> reasons_of_sectors{
    {"Some lanes in between make no access, so the sectors hold bytes that no lane (?:reads|writes|updates)",
     [](const Facts& f, const Groups&) { return !f.is_consecutive() && f.bytes.size() < 32 * f.sectors.size(); }},
    {R"(The lanes VERB ([\d,]+) address(?:es)? with no fixed stride between them)",
     [](const Facts& f, const Groups& g) {
         if (number(g, 1) != f.addresses.size()) return false;
         for (std::int64_t stride = 0; stride < 4096; ++stride)
             if (f.lanes.size() > 1 && f.has_stride(stride) && std::ranges::is_sorted(f.lanes, {}, &Lane::first)) return false;
         return true;
     }},
    {"The lanes of the warp form rows of (\\d+)\\. Within a row they VERB (the same element|neighbouring elements), but the rows "
     "lie "
     "apart in memory",
     [](const Facts& f, const Groups& g) {
         const auto row = static_cast<int>(number(g, 1));
         return f.has_stride(g[2] == "the same element" ? 0 : f.access.bytes, row) && f.rows_lie_apart(row);
     }},
    {"Consecutive lanes VERB addresses ([\\d,]+) bytes? apart, " SERVES,
     [](const Facts& f, const Groups& g) { return apart_holds(f, g) && serves(f, g, 2); }},
    {"In each row of (\\d+) lanes, consecutive lanes VERB addresses ([\\d,]+) bytes? apart, " SERVES,
     [](const Facts& f, const Groups& g) {
         return f.is_consecutive() && f.has_stride(static_cast<std::int64_t>(number(g, 2)), static_cast<int>(number(g, 1))) &&
                serves(f, g, 3);
     }},
    {"The addresses that the lanes VERB are multiples of ([\\d,]+) bytes? apart, " SERVES,
     [](const Facts& f, const Groups& g) {
         return !f.is_consecutive() && f.all_multiples(static_cast<std::int64_t>(number(g, 1))) && serves(f, g, 2);
     }},
};
const std::vector<Sentence> reasons{
    {R"(The lanes VERB ([\d,]+) consecutive bytes that begin (\d+) bytes? past a sector boundary, so they need one more sector\.)",
     [](const Facts& f, const Groups& g) {
         return f.is_one_run() && number(g, 1) == f.bytes.size() && number(g, 2) == *f.bytes.begin() % 32 && number(g, 2) != 0 &&
                f.sectors.size() == f.fewest_sectors() + 1;
     }},
    {R"(Atomic operations on one address are serialized; the (\d+) lanes? update ([\d,]+) address(?:es)?\.)",
     [](const Facts& f, const Groups& g) { return number(g, 1) == f.lanes.size() && number(g, 2) == f.addresses.size(); }},
    {R"(Atomic operations in one bank are serialized; the (\d+) lanes? update ([\d,]+) address(?:es)?\.)",
     [](const Facts& f, const Groups& g) { return number(g, 1) == f.lanes.size() && number(g, 2) == f.addresses.size(); }},
    {R"(For an atomic operation, a bank serves one lane at a time, and (\d+) lanes have their words in one bank\.)",
     [](const Facts& f, const Groups& g) {
         std::map<std::uint64_t, std::uint64_t> in_bank;
         std::uint64_t most = 0;
         for (const Lane& lane : f.lanes) most = std::max(most, ++in_bank[lane.first / 4 % 32]);
         return f.access.is_atomic && number(g, 1) == most;
     }},
    {R"(A bank serves one word at a time, and (\d+) different words that the lanes VERB are in one bank\.)",
     [](const Facts& f, const Groups& g) {
         std::map<std::uint64_t, std::uint64_t> in_bank;
         std::uint64_t most = 0;
         for (const auto& [word, of] : f.words) most = std::max(most, ++in_bank[word % 32]);
         return number(g, 1) > 1 && number(g, 1) <= most;  // of one group of lanes, where there are several
     }},
    {R"(Consecutive lanes VERB words ([\d,]+) apart\. There are 32 banks, each one word wide, so all these words are in )"
     R"((?:the same bank|(\d+) banks?)\.)",
     [](const Facts& f, const Groups& g) {
         return f.is_consecutive() && f.has_stride(static_cast<std::int64_t>(4 * number(g, 1))) &&
                (g[2].matched ? number(g, 2) : 1) == f.banks();
     }},
};

std::string told(const DebugAccess& access) {
    std::string text = fmt::format("{} bytes, {}, mask {:x}:", access.bytes, name_of(access.space), access.mask);
    for (const std::uint64_t address : access.addresses) text += fmt::format(" {:x}", address);
    return text;
}

void check(const DebugAccess& access) {
    const Facts facts(access);
    const Cause cause = cause_of(access);
    SCOPED_TRACE(told(access));
    EXPECT_TRUE(says(facts, cause.title, titles)) << cause.title;
    const std::string& why = cause.why;
    if (why.empty()) {
        EXPECT_FALSE(cause.costs()) << cause.title;
    } else if (const std::size_t colon = why.find(": "); colon != std::string::npos) {
        EXPECT_TRUE(says(facts, why.substr(0, colon), reasons_of_sectors)) << why;
        EXPECT_TRUE(says(facts, why.substr(colon + 2, why.size() - colon - 3), costs)) << why;
    } else {
        EXPECT_TRUE(says(facts, why, reasons)) << why;
    }
    if (access.space == MemorySpace::global && !access.is_atomic) {
        const double useful = 100.0 * static_cast<double>(facts.bytes.size()) / static_cast<double>(32 * facts.sectors.size());
        EXPECT_EQ(memory_headline(access).text,
                  fmt::format("{} sector{}, {:.3g} % useful", facts.sectors.size(), facts.sectors.size() == 1 ? "" : "s", useful));
    }
}

class CauseSentences : public testing::Test {
  public:
    std::mt19937 random{20261125};
    int below(int limit) { return std::uniform_int_distribution(0, limit - 1)(random); }
    std::uint32_t mask() {
        switch (below(6)) {
            case 0: return 0x0000ffffu << below(17);
            case 1: return std::uint32_t(random()) | 1u << below(32);
            case 2: return 0x55555555u << below(2);
            case 3: return 1u << below(32);
            default: return test::all_lanes;
        }
    }
    // An access of a kind that is drawn.
    test::AccessOf access() {
        test::AccessOf of{.array = "a", .line = 0, .space = below(2) ? MemorySpace::global : MemorySpace::shared};
        const std::uint32_t sizes[] = {1, 2, 4, 4, 4, 8, 16};
        of.bytes = of.element_bytes = sizes[below(7)];
        of.mask = mask();
        of.is_store = below(3) == 0;
        if (below(5) == 0) {
            of.is_store = of.is_atomic = true;
            of.bytes = of.element_bytes = below(2) ? 4 : 8;
        }
        if (of.space == MemorySpace::shared) of.start = 0;
        return of;
    }
};

TEST_F(CauseSentences, HoldForEveryStrideAndStart) {
    for (const MemorySpace space : {MemorySpace::global, MemorySpace::shared})
        for (const std::uint32_t bytes : {1u, 2u, 4u, 8u, 16u})
            for (const bool is_store : {false, true})
                for (int stride = -9; stride <= 40; ++stride)
                    for (const int start : {400, 401, 403, 408}) {
                        check(test::access_to({.array = "a",
                                               .line = 0,
                                               .space = space,
                                               .bytes = bytes,
                                               .element_bytes = bytes,
                                               .is_store = is_store,
                                               .start = space == MemorySpace::shared ? 0u : 0x70000000u},
                                              [&](int lane) { return start + lane * stride; }));
                    }
}

TEST_F(CauseSentences, HoldForRowsPairsAndMembers) {
    for (int i = 0; i < 3000; ++i) {
        test::AccessOf of = access();
        const int row = 1 << below(6), pitch = below(80), step = below(4), share = 1 + below(4), start = 3000 + below(9);
        check(test::access_to(of, [&](int lane) { return start + lane / row * pitch + lane % row / share * step; }));
        of.element_bytes = of.bytes * static_cast<std::uint32_t>(1 + below(9));  // a member of a structure
        check(test::access_to(of, [&](int lane) { return 20 + lane; }, of.bytes * static_cast<std::uint32_t>(below(2))));
    }
}

TEST_F(CauseSentences, HoldForAddressesAtRandom) {
    for (int i = 0; i < 3000; ++i) {
        const test::AccessOf of = access();
        const int range = 1 << below(14), hot = below(range);
        const bool has_hot = below(3) == 0;
        std::vector<int> places(kDebugLanes);
        for (int& place : places) place = has_hot && below(2) ? hot : below(range);
        check(test::access_to(of, [&](int lane) { return places[static_cast<std::size_t>(lane)]; }));
    }
}

// The sentence that was false: pairs of lanes share a sector.
TEST_F(CauseSentences, PairsThatShareASectorAreSaidTo) {
    const DebugAccess access = test::access_to({.array = "a", .line = 0}, [](int lane) { return lane % 16 * 8 + lane / 16; });
    ASSERT_EQ(access.sectors, 16u);
    EXPECT_EQ(cause_of(access).why.find("no two lanes"), std::string::npos) << cause_of(access).why;
    check(access);
}

}  // namespace
}  // namespace warpwise::ui
