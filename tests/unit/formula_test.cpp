#include "lesson/formula.h"

#include <gtest/gtest.h>

#include "lesson/lesson.h"

using namespace warpwise;

namespace {

const ParameterValues values{{"n", std::int64_t{100}}, {"block", std::int64_t{32}}, {"dtype", std::string("f32")}};

}  // namespace

TEST(Formula, Arithmetic) {
    EXPECT_EQ(evaluate("ceil(n / block)", values), 4);
    EXPECT_EQ(evaluate("2^10", {}), 1024);
    EXPECT_EQ(evaluate("2^27 - 1", {}), 134217727);
    EXPECT_EQ(evaluate("min(n, 8 * block) + max(1, 2)", values), 102);
    EXPECT_EQ(evaluate("log2(1024)", {}), 10);
    EXPECT_EQ(evaluate("n > 50 ? floor(n / 3) : round(2.5)", values), 33);
}

TEST(Formula, TheDtypeGivesEpsilonAndSize) {
    EXPECT_DOUBLE_EQ(evaluate("n * epsilon", values).value(), 100 * 1.1920928955078125e-07);
    EXPECT_EQ(evaluate("dtype_bytes", values), 4);
}

TEST(Formula, UnknownNamesAreNamedWithTheNearest) {
    const auto value = evaluate("ceil(n / blok)", values);
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().kind, ErrorKind::usage);
    EXPECT_NE(value.error().message.find("there is no \"blok\""), std::string::npos) << value.error().message;
    EXPECT_NE(value.error().hint.find("\"block\""), std::string::npos) << value.error().hint;
    EXPECT_EQ(evaluate_formula("n / blok", {{"n", 1}}).error().offset, 4u);
}

TEST(Formula, WhatIsNoFormulaIsRefused) {
    for (const char* text :
         {"", "  ", "n /", "(n", "n n", "n, block", "1 / 0", "0 / 0", "\"text\"", "dtype", "10^400", "ceil()", "ceil(n"})
        EXPECT_FALSE(evaluate(text, values)) << text;
    EXPECT_FALSE(evaluate(std::string(1001, '1'), values));
    EXPECT_FALSE(evaluate(std::string(900, '('), values));
}

TEST(Formula, AssigningChangesNothingOutside) {
    (void)evaluate("n = 5", values);
    EXPECT_EQ(evaluate("n", values), 100);
}

TEST(Formula, OverCounters) {
    EXPECT_EQ(evaluate_counters("global_load_sectors / global_load_requests",
                                {{"global_load_sectors", 64}, {"global_load_requests", 16}}),
              4);
    EXPECT_FALSE(evaluate_counters("global_load_sectors / global_load_requests",
                                   {{"global_load_sectors", 64}, {"global_load_requests", 0}}));
    EXPECT_FALSE(evaluate_counters("no_such_counter", {{"global_load_sectors", 64}}));
}

TEST(Formula, Templates) {
    EXPECT_EQ(fill_template("{first} to {last + 1}", {{"first", 32}, {"last", 65}}), "32 to 66");
    EXPECT_EQ(fill_template("threads", {{"threads", 65536}}), "65,536");
    EXPECT_FALSE(fill_template("{first", {{"first", 32}}));
    EXPECT_FALSE(fill_template("{second}", {{"first", 32}}));
}

TEST(Formula, NumbersAsText) {
    EXPECT_EQ(number_text(0), "0");
    EXPECT_EQ(number_text(999), "999");
    EXPECT_EQ(number_text(65536), "65,536");
    EXPECT_EQ(number_text(-1234567), "-1,234,567");
    EXPECT_EQ(number_text(0.125), "0.125");
    EXPECT_EQ(number_text(2.0 / 3), "0.6667");
}

TEST(Formula, NearestWord) {
    EXPECT_EQ(nearest_word("tolerence", {"title", "tolerance", "id"}), "tolerance");
    EXPECT_EQ(nearest_word("sweep", {"timings", "source"}), "");
    EXPECT_EQ(nearest_word("x", {"y"}), "");
    EXPECT_EQ(nearest_word("race", {"gate", "data_race"}), "data_race");
    EXPECT_EQ(nearest_word("sector", {"global_sector_map", "sectors"}), "sectors");
}

TEST(Parameter, ValuesAsText) {
    Parameter size{.id = "n", .kind = ParameterKind::size, .min = 1, .max = 1024};
    EXPECT_EQ(parse_parameter(size, "2^10"), ParameterValue{std::int64_t{1024}});
    for (const char* text : {"2^11", "0", "1.5", "many", "", "-3", "nan", "1e3000"})
        EXPECT_FALSE(parse_parameter(size, text)) << text;
    Parameter dtype{.id = "dtype", .kind = ParameterKind::dtype, .choices = {"f32", "f64"}};
    EXPECT_EQ(parse_parameter(dtype, "f64"), ParameterValue{std::string("f64")});
    const auto wrong = parse_parameter(dtype, "f16");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().hint, "Choose one of f32, f64.");
    Parameter flag{.id = "guard", .kind = ParameterKind::flag};
    EXPECT_EQ(parse_parameter(flag, "true"), ParameterValue{std::int64_t{1}});
    EXPECT_FALSE(parse_parameter(flag, "maybe"));
}
