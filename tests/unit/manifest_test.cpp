#include "lesson/manifest.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/diagnostic.h"
#include "lesson/access_view.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using namespace warpwise::test;
namespace fs = std::filesystem;

namespace {

// What is said about a manifest that differs from a good one in one place.
Diagnostics said(const std::string& from, const std::string& to) {
    return read_manifest(with(good_manifest, from, to), "x/lesson.toml").diagnostics;
}

struct Broken {
    const char* name;
    const char* from;
    const char* to;
    int line;             // where the message points; 0: anywhere
    const char* message;  // a part of it
    const char* hint;     // a part of it
    Severity severity = Severity::error;
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

class BrokenManifest : public testing::TestWithParam<Broken> {};

}  // namespace

TEST_P(BrokenManifest, IsToldWithPlaceAndField) {
    const Broken& broken = GetParam();
    const Diagnostics diagnostics = said(broken.from, broken.to);
    ASSERT_FALSE(diagnostics.empty());
    const Diagnostic& first = diagnostics.front();
    EXPECT_EQ(first.file, "x/lesson.toml");
    EXPECT_EQ(first.severity, broken.severity) << text_of(diagnostics);
    if (broken.line > 0) EXPECT_EQ(first.line, broken.line) << text_of(diagnostics);
    EXPECT_GE(first.column, 1);
    EXPECT_NE(first.message.find(broken.message), std::string::npos) << text_of(diagnostics);
    EXPECT_NE(first.hint.find(broken.hint), std::string::npos) << text_of(diagnostics);
    EXPECT_EQ(diagnostics.size(), 1u) << text_of(diagnostics);
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenManifest,
    testing::Values(
        Broken{"missing_field", "title = \"A tiny lesson\"\n", "", 1, "the field \"title\" is missing", "docs/writing-lessons.md"},
        Broken{"wrong_type", "title = \"A tiny lesson\"", "title = 7", 2,
               "\"title\" must be a string in quotes, but it is a whole number", ""},
        Broken{"unknown_field", "part = 1", "part = 1\ntitel = \"x\"", 4, "the field \"titel\" is unknown",
               "Did you mean \"title\"?", Severity::warning},
        Broken{"two_to_remember", "\"two\", \"three\"", "\"two\"", 5, "three lines, but there are 2", ""},
        Broken{"unknown_kind", "kind = \"size\"", "kind = \"sise\"", 8, "kind of parameter \"sise\"", "Did you mean \"size\"?"},
        Broken{"default_out_of_range", "default = 100", "default = 2000", 8, "n = 2000 is outside its range", "from 1 to 1,024"},
        Broken{"default_of_wrong_type", "default = 100", "default = true", 8, "\"default\" must be a number", ""},
        Broken{"default_not_whole", "default = 100", "default = 1.5", 8, "not a whole number", "2^14"},
        Broken{"bad_size_text", "max = \"2^10\"", "max = \"2^\"", 8, "\"max\" = \"2^\" is not a number", ""},
        Broken{"dtype_not_offered", "default = \"f32\"", "default = \"f16\"", 10, "dtype cannot be \"f16\"",
               "Choose one of f32, f64."},
        Broken{"unknown_dtype", "[\"f32\", \"f64\"]", "[\"f32\", \"float\"]", 10, "no dtype \"float\"", ""},
        Broken{"name_with_dash", "block = { kind", "block-x = 1\nblock = { kind", 9, "[parameters] block-x must be a table", ""},
        Broken{"name_of_a_function", "block = { kind", "ceil = { kind = \"size\", default = 1 }\nblock = { kind", 9,
               "already has a meaning", ""},
        Broken{"unknown_fill", "fill = \"ones\"", "fill = \"random\"", 15, "no fill \"random\"", "uniform"},
        Broken{"unknown_role", "role = \"output\"", "role = \"result\"", 16, "no role \"result\"", "input, output"},
        Broken{"bad_formula", "grid = \"ceil(n / block)\"", "grid = \"ceil(m / block)\"", 23, "there is no \"m\"", ""},
        Broken{"bad_formula_near", "ceil(n / block)", "ceil(n / blok)", 23, "there is no \"blok\"", "Did you mean \"block\"?"},
        Broken{"division_by_zero", "ceil(n / block)", "ceil(n / 0)", 23, "not finite", "divide by zero"},
        Broken{"unknown_argument", "args = [\"a\", \"n\"]", "args = [\"b\", \"n\"]", 22,
               "\"b\" is not an array, a parameter or a formula", ""},
        Broken{"source_above", "source = \"add_one.cu\"", "source = \"../../secret.cu\"", 20, "is outside the lesson's folder",
               "below one of them"},
        Broken{"source_absolute", "source = \"add_one.cu\"", "source = \"/etc/x.cu\"", 20, "is outside the lesson's folder", ""},
        Broken{"source_not_cu", "source = \"add_one.cu\"", "source = \"add_one.so\"", 20, "is not a .cu file", ""},
        Broken{"unknown_outcome", "reference = \"add_one\"", "reference = \"add_one\"\nexpect = \"out_of_bound\"", 25,
               "no outcome \"out_of_bound\"", "out_of_bounds"},
        Broken{"preset_unknown_kernel", "name = \"Small\"\nkernel = \"add_one\"", "name = \"Small\"\nkernel = \"add_on\"", 28,
               "no kernel \"add_on\"", "add_one"},
        Broken{"preset_unknown_parameter", "set = { n = \"2^4\" }", "set = { m = 5 }", 29, "no parameter \"m\"", ""},
        Broken{"preset_out_of_range", "set = { n = \"2^4\" }", "set = { n = 0 }", 29, "n = 0 is outside its range", "from 1"},
        Broken{"fix_of_unknown_cost", "reference = \"add_one\"", "reference = \"add_one\"\nfix = { conflict = \"add_one\" }", 25,
               "no kind of cost \"conflict\"", "Did you mean \"conflicts\"?"},
        Broken{"fix_by_unknown_kernel", "reference = \"add_one\"", "reference = \"add_one\"\nfix = { sectors = \"solutoin\" }", 25,
               "[[kernel]] add_one, fix: there is no kernel \"solutoin\"", "Did you mean \"solution\"?"},
        Broken{"fix_by_itself", "reference = \"add_one\"", "reference = \"add_one\"\nfix = { sectors = \"add_one\" }", 25,
               "\"add_one\" cannot be its own fix", ""},
        Broken{"fix_is_no_table", "reference = \"add_one\"", "reference = \"add_one\"\nfix = \"tiled\"", 25,
               "\"fix\" must be a table", ""},
        Broken{"accesses_without_array", "kind = \"thread_grid\"", "kind = \"accesses\"", 31, "the view names no array",
               "a __shared__ array of the kernel"},
        Broken{"accesses_of_unknown_array", "kind = \"thread_grid\"", "kind = \"accesses\"\narray = \"b\"", 33, "no array \"b\"",
               ""},
        Broken{"accesses_of_unknown_kernel", "kind = \"thread_grid\"", "kind = \"accesses\"\narray = \"a\"\nkernel = \"add_two\"",
               34, "no kernel \"add_two\"", "Did you mean \"add_one\"?"},
        Broken{"accesses_of_a_wrong_block", "kind = \"thread_grid\"", "kind = \"accesses\"\narray = \"a\"\nblock = \"m\"", 34,
               "the field \"block\"", ""},
        Broken{"accesses_with_unknown_option", "kind = \"thread_grid\"", "kind = \"accesses\"\narray = \"a\"\nwrap = 1", 34,
               "no option \"wrap\"", "Did you mean \"warp\"?"},
        Broken{"flow_of_no_array", "kind = \"thread_grid\"", "kind = \"flow\"", 31, "the view names no array",
               "a __shared__ array"},
        Broken{"flow_from_an_unknown_array", "kind = \"thread_grid\"", "kind = \"flow\"\narray = \"a\"\nfrom = \"b\"", 34,
               "no array \"b\"", ""},
        Broken{"flow_of_unknown_kernel", "kind = \"thread_grid\"", "kind = \"flow\"\narray = \"a\"\nkernel = \"add_two\"", 34,
               "no kernel \"add_two\"", "Did you mean \"add_one\"?"},
        Broken{"flow_with_unknown_option", "kind = \"thread_grid\"", "kind = \"flow\"\narray = \"a\"\nform = \"a\"", 34,
               "no option \"form\"", "Did you mean \"from\"?"},
        Broken{"a_picture_elsewhere", "fill = \"ones\"", "fill = \"picture=../scene.png\"", 15, "no fill \"picture=../scene.png\"",
               ""},
        Broken{"a_picture_of_another_format", "fill = \"ones\"", "fill = \"scaled_picture=scene.jpg\"", 15, "scene.jpg", ""},
        Broken{"estimate_of_no_samples", "kind = \"thread_grid\"", "kind = \"estimate\"", 31, "the view names no array of samples",
               "Give \"hits\""},
        Broken{"estimate_of_an_unknown_array", "kind = \"thread_grid\"", "kind = \"estimate\"\nhits = \"b\"", 33, "no array \"b\"",
               ""},
        Broken{"estimate_that_cannot_be", "kind = \"thread_grid\"", "kind = \"estimate\"\nhits = \"a\"\nscale = 3\nexact = 4", 35,
               "exact = 4 is not between 0 and scale = 3", "the probability of a hit"},
        Broken{"estimate_of_points_in_a_row", "kind = \"thread_grid\"", "kind = \"estimate\"\nhits = \"a\"\npoints = \"a\"", 34,
               "does not hold points of a square", "x and y, from 0 to 1"},
        Broken{"estimate_with_unknown_option", "kind = \"thread_grid\"", "kind = \"estimate\"\nhits = \"a\"\nexat = 1", 34,
               "no option \"exat\"", "Did you mean \"exact\"?"},
        Broken{"bins_of_no_array", "kind = \"thread_grid\"", "kind = \"bins\"", 31, "the view names no array",
               "a __shared__ array"},
        Broken{"bins_with_unknown_option", "kind = \"thread_grid\"", "kind = \"bins\"\narray = \"a\"\nwarp = 1", 34,
               "no option \"warp\"", ""},
        Broken{"tile_of_no_shared_array", "kind = \"thread_grid\"", "kind = \"tile\"", 32, "the view names no shared array",
               "Give \"shared\""},
        Broken{"tile_from_an_unknown_array", "kind = \"thread_grid\"", "kind = \"tile\"\nshared = \"t\"\nfrom = \"b\"", 34,
               "no array \"b\"", ""},
        Broken{"tile_with_rows_of_nothing", "kind = \"thread_grid\"",
               "kind = \"tile\"\nshared = \"t\"\nfrom = \"a\"\ncols = \"n / 0.3\"", 32, "not a number of columns",
               "a whole number"},
        Broken{"tile_lists_that_differ", "kind = \"thread_grid\"",
               "kind = \"tile\"\nshared = [\"s\", \"t\", \"u\"]\nfrom = [\"a\", \"a\"]", 32, "another list has 2",
               "a single one for all"},
        Broken{"tile_with_unknown_option", "kind = \"thread_grid\"", "kind = \"tile\"\nshared = \"t\"\nfrom = \"a\"\ncol = 3", 35,
               "no option \"col\"", "Did you mean \"cols\"?"},
        Broken{"bits_of_an_unknown_format", "kind = \"thread_grid\"", "kind = \"bits\"\ndtype = \"f33\"", 33, "\"f33\"", "f32"},
        Broken{"bits_of_no_number", "kind = \"thread_grid\"", "kind = \"bits\"\nvalue = \"1 +\"", 33, "the number ends too early",
               "Type a number"},
        Broken{"bits_with_unknown_option", "kind = \"thread_grid\"", "kind = \"bits\"\nvalu = 1", 33, "no option \"valu\"",
               "Did you mean \"value\"?"},
        Broken{"sums_of_an_unknown_array", "kind = \"thread_grid\"", "kind = \"sum_race\"\narray = \"b\"", 33, "no array \"b\"",
               ""},
        Broken{"request_with_unknown_option", "kind = \"thread_grid\"", "kind = \"request\"\nstrid = 1", 33, "no option \"strid\"",
               "Did you mean \"stride\"?"},
        Broken{"request_of_an_unknown_parameter", "kind = \"thread_grid\"", "kind = \"request\"\nstride = \"m\"", 33,
               "the field \"stride\"", ""},
        Broken{"request_of_a_strange_element", "kind = \"thread_grid\"", "kind = \"request\"\nelement = \"3\"", 33,
               "the field \"element\": \"3\" gives 3 bytes", "1, 2, 4, 8 or 16 bytes"},
        Broken{"request_of_too_many_lanes", "kind = \"thread_grid\"", "kind = \"request\"\nlanes = 33", 33,
               "the field \"lanes\": \"33\" gives 33", "from 1 to 32"},
        Broken{"request_of_unknown_kernel", "kind = \"thread_grid\"", "kind = \"request\"\nkernel = \"add_two\"", 33,
               "no kernel \"add_two\"", "Did you mean \"add_one\"?"},
        Broken{"unknown_view", "kind = \"thread_grid\"", "kind = \"thread_gird\"", 32, "no view \"thread_gird\"",
               "Did you mean \"thread_grid\"?"},
        Broken{"bad_tolerance", "relative = \"n * epsilon\"", "relative = \"n * epsilom\"", 36, "there is no \"epsilom\"",
               "epsilon"},
        Broken{"drawn_no_range", "{ n = 33 }]", "{ n = 33 }]\ndrawn = [{ n = \"30..20\" }]", 36, "\"30..20\" is not a range for n",
               "n = \"10..2000\""},
        Broken{"drawn_unknown", "{ n = 33 }]", "{ n = 33 }]\ndrawn = [{ k = \"3..20\" }]", 36, "no parameter \"k\"", ""},
        Broken{"verify_unknown", "{ n = 33 }", "{ k = 33 }", 35, "no parameter \"k\"", ""},
        Broken{"no_right_answer", "right = true, measured = \"threads\"", "why = \"no\"", 42,
               "exactly one answer must be right, but 0 are", "right = true"},
        Broken{"answer_without_why", ", why = \"whole blocks\"", "", 43, "the field \"why\" is missing", ""},
        Broken{"answer_unmeasured", ", measured = \"threads\"", "", 44, "the field \"measured\" is missing", ""},
        Broken{"one_hint", "hints = [\"look\", \"write\"]", "hints = [\"look\"]", 50, "at least two hints", ""},
        Broken{"gate_without_bound", "{ shapes = \"verify\", say", "{ counter = \"threads / warps\", say", 51,
               "needs at_most or at_least", ""},
        Broken{"gate_misspelt", "{ shapes = \"verify\", say", "{ counter = \"writerz / n\", at_least = 1, say", 51,
               "there is no \"writerz\"", "Did you mean \"writers\"?"},
        Broken{"claim_misspelt", "[[view]]", "[[claim]]\nsay = \"x\"\nholds = \"[Small].writen == 16\"\n[[view]]", 33,
               "holds: there is no \"writen\"", "Did you mean \"written\"?"},
        Broken{"measured_misspelt", "measured = \"threads\"", "measured = \"{thread} of them\"", 0, "there is no \"thread\"",
               "Did you mean \"threads\"?"},
        Broken{"score_misspelt", "gates = [",
               "scores = [{ of = \"warp_instuctions\", say = \"x\", best = 1, silver = 2, bronze = 3 }]\ngates = [", 51,
               "there is no \"warp_instuctions\"", "Did you mean \"warp_instructions\"?"},
        Broken{"hint_on_race", "[\"look\", \"write\"]", "[\"look\", \"write\", { text = \"x\", on = \"race\" }]", 50,
               "no kind of failure \"race\"", "Did you mean \"data_race\"?"},
        Broken{"no_hints", "[\"look\", \"write\"]", "[]", 50, "at least two hints", "where to look"},
        Broken{"unknown_argument_far", "args = [\"a\", \"n\"]", "args = [\"numbers\", \"n\"]", 22, "\"numbers\" is not an array",
               "The arrays and parameters are a, n, block, dtype."},
        Broken{"length_no_argument", "reference = \"add_one\"", "reference = \"add_one\"\nlength = \"m\"", 25,
               "no number among the kernel's args called \"m\"", "Choose one of these: n"},
        Broken{"length_of_an_array", "reference = \"add_one\"", "reference = \"add_one\"\nlength = \"a\"", 25,
               "no number among the kernel's args called \"a\"", ""},
        Broken{"run_unknown_copies", "[[array]]", "[run]\ncopies = \"pined\"\n\n[[array]]", 13, "no copy mode",
               "Did you mean \"pinned\"?"},
        Broken{"run_copies_of_other_words", "[[array]]",
               "[parameters.how]\nkind = \"choice\"\ndefault = \"fast\"\nof = [\"fast\"]\n[run]\ncopies = \"how\"\n[[array]]", 17,
               "offers \"fast\", which is not a copy mode", "pageable"},
        Broken{"run_no_chunks", "[[array]]", "[run]\nstreams = 0\n\n[[array]]", 13, "a whole number from 1 to 64", ""},
        Broken{"run_chunks_formula", "[[array]]", "[run]\nstreams = \"n / 0\"\n\n[[array]]", 13, "not finite", ""},
        Broken{"run_chunks_without_length", "[[array]]", "[run]\nchunks = 4\n\n[[array]]", 13, "none can be cut into chunks",
               "length = \"n\""},
        Broken{"run_flush_no_flag", "[[array]]", "[run]\nflush_l2 = \"n\"\n\n[[array]]", 13, "no parameter of kind flag \"n\"", ""},
        Broken{"run_unknown_field", "[[array]]", "[run]\nchunk = 4\n\n[[array]]", 13, "the field \"chunk\" is unknown",
               "Did you mean \"chunks\"?", Severity::warning},
        Broken{"minutes_not_whole", "part = 1", "part = 1\nminutes = 2.5", 4, "a whole number from 1 to 600", ""},
        Broken{"unknown_difficulty", "part = 1", "part = 1\ndifficulty = \"advance\"", 4, "no difficulty \"advance\"",
               "Did you mean \"advanced\"?"},
        Broken{"further_without_place", "part = 1", "part = 1\nfurther = [{ title = \"Guide\" }]", 4,
               "further: the field \"where\" is missing", ""},
        Broken{"defaults_unknown_field", "[[kernel]]\n", "[kernel_defaults]\ngird = \"1\"\n[[kernel]]\n", 19,
               "[kernel_defaults]: the field \"gird\" is unknown", "Did you mean \"grid\"?", Severity::warning},
        Broken{"defaults_of_one_kernel", "[[kernel]]\n", "[kernel_defaults]\nsource = \"a.cu\"\n[[kernel]]\n", 19,
               "[kernel_defaults]: the field \"source\" is unknown", "", Severity::warning},
        Broken{"defaults_bad_value", "[[kernel]]\n", "[kernel_defaults]\nflops = \"m\"\n[[kernel]]\n", 19,
               "[kernel_defaults]: the field \"flops\": the formula \"m\": there is no \"m\"", ""},
        Broken{"hint_on_nothing", "[\"look\", \"write\"]", "[\"look\", \"write\", { text = \"x\", on = \"out_of_bound\" }]", 50,
               "no kind of failure \"out_of_bound\"", "Did you mean \"out_of_bounds\"?"},
        Broken{"hint_of_wrong_type", "[\"look\", \"write\"]", "[\"look\", \"write\", 3]", 50, "a hint must be a string or a table",
               ""},
        Broken{"hints_that_need_failures", "[\"look\", \"write\"]", "[\"look\", { text = \"x\", on = \"wrong\" }]", 50,
               "at least two hints that need no failure", ""},
        Broken{"score_without_best", "gates = [",
               "scores = [{ of = \"warps\", say = \"warps\", silver = 2, bronze = 3 }]\ngates = [", 51,
               "the field \"best\" is missing", ""},
        Broken{"score_of_nonsense", "gates = [",
               "scores = [{ of = \"warps / (\", say = \"warps\", best = 1, silver = 2, bronze = 3 }]\ngates = [", 51, "\"of\"", ""},
        Broken{"medals_out_of_order", "gates = [",
               "scores = [{ of = \"warps\", say = \"warps\", best = 4, silver = 3, bronze = 8 }]\ngates = [", 51,
               "a lower medal asks for a lower count", "Lower is better"},
        Broken{"score_unknown_field", "gates = [",
               "scores = [{ of = \"warps\", say = \"warps\", best = 1, silver = 2, bronze = 3, gold = 1 }]\ngates = [", 51,
               "\"gold\"", "", Severity::warning},
        Broken{"exercises_without_id", "[exercise]", "[[exercise]]", 47, "the field \"id\" is missing", ""},
        Broken{"term_twice", "[[view]]",
               "[[term]]\nname = \"halo\"\ntext = \"A.\"\n[[term]]\nname = \"Halo\"\ntext = \"B.\"\n[[view]]", 35,
               "\"Halo\" is defined twice", ""},
        Broken{"sweep_shows_nonsense", "kind = \"thread_grid\"", "kind = \"sweep\"\nshow = [\"sectors / (\"]", 33, "\"show\"", ""},
        Broken{"syntax", "part = 1", "part = = 1", 3, "not valid TOML", ""}),
    [](const testing::TestParamInfo<Broken>& info) { return info.param.name; });

TEST(Manifest, TheGoodOneIsGood) {
    const Manifest manifest = read_manifest(good_manifest, "x/lesson.toml");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const Lesson& lesson = manifest.lesson;
    ASSERT_EQ(lesson.parameters.size(), 3u);
    EXPECT_EQ(lesson.parameters[0].id, "n") << "in the order of the file";
    EXPECT_EQ(lesson.parameters[0].max, 1024);
    EXPECT_EQ(lesson.verify_shapes.size(), 4u) << "two shapes, two dtypes";
    EXPECT_EQ(lesson.verify_shapes[1].at("dtype"), ParameterValue{std::string("f64")});
    EXPECT_EQ(lesson.verify_shapes[1].at("block"), ParameterValue{std::int64_t{32}}) << "defaults filled in";
    EXPECT_EQ(lesson.presets[0].values.at("n"), ParameterValue{std::int64_t{16}});
    EXPECT_EQ(lesson.exercises.front().entry, "add_one<{dtype}>") << "the kernel's, when none is given";
    EXPECT_TRUE(lesson.arrays[0].output);
    EXPECT_EQ(lesson.predictions[0].expect, "128");
}

TEST(Manifest, EffortAndReadingAreTold) {
    EXPECT_EQ(read_manifest(good_manifest, "x").lesson.effort(), "");
    const std::string text = with(good_manifest, "part = 1", R"(part = 1
minutes = 20
difficulty = "introductory"
further = [{ title = "Guide", where = "chapter 2" }])");
    const Manifest manifest = read_manifest(text, "x");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    EXPECT_EQ(manifest.lesson.effort(), "about 20 minutes, introductory");
    ASSERT_EQ(manifest.lesson.further.size(), 1u);
    EXPECT_EQ(manifest.lesson.further[0].where, "chapter 2");
    EXPECT_EQ(read_manifest(with(good_manifest, "part = 1", "part = 1\nminutes = 1"), "x").lesson.effort(), "about 1 minute");
}

TEST(Manifest, SeveralExercisesAndTheirWrongSubmissions) {
    const std::size_t at = good_manifest.find("[exercise]");
    const std::string text = good_manifest.substr(0, at) + R"toml([[exercise]]
id = "guard"
title = "The guard"
kernel = "add_one"
task = "Do it."
hints = ["look", { text = "the guard", on = "out_of_bounds" }, "write"]
[[exercise.wrong]]
file = "wrong/a.cu"
told = "a"
[[exercise.wrong]]
file = "wrong/b.cu"
told = "b"
[[exercise]]
id = "stride"
kernel = "add_one"
task = "Do the other."
hints = ["look", "write"]
wrong = [{ file = "wrong/c.cu", told = "c" }]
)toml";
    const Manifest manifest = read_manifest(text, "x");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const Lesson& lesson = manifest.lesson;
    ASSERT_EQ(lesson.exercises.size(), 2u);
    EXPECT_EQ(lesson.exercises[0].wrong.size(), 2u);
    EXPECT_EQ(lesson.exercises[0].hints[1].on, "out_of_bounds");
    EXPECT_EQ(lesson.exercises[0].stub_file(), "exercise_guard.cu");
    EXPECT_EQ(lesson.exercises[1].title, "stride") << "the id, when none is given";
    ASSERT_EQ(lesson.exercises[1].wrong.size(), 1u);
    EXPECT_EQ(lesson.exercises[1].wrong[0].told, "c");
    EXPECT_EQ(lesson.find_exercise(""), &lesson.exercises[0]);
    EXPECT_EQ(lesson.find_exercise("stride"), &lesson.exercises[1]);
    EXPECT_EQ(lesson.find_exercise("other"), nullptr);
    EXPECT_NE(
        text_of(read_manifest(with(text, "id = \"stride\"", "id = \"guard\""), "x").diagnostics).find("\"guard\" is defined twice"),
        std::string::npos);
}

TEST(Manifest, APredictionOfANumber) {
    const std::size_t from = good_manifest.find("answers = ["), to = good_manifest.find("[exercise]");
    const std::string number = R"toml(number = 128
within = 4
unit = "threads"
measured = "threads"
why = "whole blocks"
near_misses = [{ number = 100, why = "one per element" }]

)toml";
    const std::string text = good_manifest.substr(0, from) + number + good_manifest.substr(to);
    const Manifest manifest = read_manifest(text, "x");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const Prediction& prediction = manifest.lesson.predictions[0];
    EXPECT_TRUE(prediction.asks_number());
    EXPECT_EQ(prediction.expect, "128");
    EXPECT_TRUE(prediction.is_right(124));
    EXPECT_TRUE(prediction.is_right(132));
    EXPECT_FALSE(prediction.is_right(123));
    EXPECT_FALSE(prediction.is_right(133));
    EXPECT_EQ(prediction.near_misses[0].value, 100);
    const auto told = [&](const std::string& a, const std::string& b) {
        return text_of(read_manifest(with(text, a, b), "x").diagnostics);
    };
    EXPECT_NE(told("number = 100", "number = 126").find("within the tolerance"), std::string::npos);
    EXPECT_NE(told("within = 4", "within = -4").find("below 0"), std::string::npos);
    EXPECT_NE(told("within = 4", "answers = []").find("not both"), std::string::npos);
    EXPECT_NE(told("why = \"whole blocks\"\n", "").find("\"why\" is missing"), std::string::npos);
}

TEST(Manifest, RunAndLengthAreRead) {
    std::string text = with(good_manifest, "reference = \"add_one\"", "reference = \"add_one\"\nlength = \"n\"");
    text = with(text, "[[array]]", R"toml([parameters.how]
kind = "choice"
default = "pinned"
of = ["pageable", "pinned"]
[parameters.cold]
kind = "flag"
default = true
[run]
copies = "how"
chunks = "ceil(n / 32)"
streams = 3
flush_l2 = "cold"
[[array]])toml");
    const Manifest manifest = read_manifest(text, "x/lesson.toml");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    EXPECT_EQ(manifest.lesson.run.copies, "how");
    EXPECT_EQ(manifest.lesson.run.chunks, "ceil(n / 32)");
    EXPECT_EQ(manifest.lesson.run.streams, "3");
    EXPECT_EQ(manifest.lesson.run.flush_l2, "cold");
    EXPECT_EQ(manifest.lesson.kernels[0].length, "n");
}

TEST(Manifest, AFixNamesAKernelThatStandsBelowOrTheSolution) {
    const std::string text = with(good_manifest, "reference = \"add_one\"\n", R"toml(reference = "add_one"
fix = { conflicts = "later", divergence = "solution" }
[[kernel]]
id = "later"
source = "add_one.cu"
entry = "add_one<{dtype}>"
args = ["a", "n"]
grid = "ceil(n / block)"
reference = "add_one"
)toml");
    const Manifest manifest = read_manifest(text, "x/lesson.toml");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const std::map<std::string, std::string> fixes{{"conflicts", "later"}, {"divergence", "solution"}};
    EXPECT_EQ(manifest.lesson.kernels[0].fixes, fixes);
    EXPECT_TRUE(manifest.lesson.kernels[1].fixes.empty());
}

TEST(Manifest, AnAccessViewNamesBlockAndWarpByFormulas) {
    const std::string text = with(good_manifest, "kind = \"thread_grid\"",
                                  "kind = \"accesses\"\narray = \"a\"\nblock = \"ceil(n / block) - 1\"\nwarp = 0");
    const Manifest manifest = read_manifest(text, "x/lesson.toml");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const ViewSpec* const view = find_access_view(manifest.lesson, "add_one");
    ASSERT_NE(view, nullptr);
    const auto wanted = access_view(*view, manifest.lesson.defaults());
    ASSERT_TRUE(wanted) << wanted.error().text();
    EXPECT_EQ(wanted->array, "a");
    EXPECT_FALSE(wanted->is_shared);
    EXPECT_EQ(wanted->block.x, 3u);
    EXPECT_EQ(wanted->block.y, 0u);
    EXPECT_EQ(wanted->warp, 0u);
}

TEST(Manifest, SeveralProblemsAreToldAtOnceInOrder) {
    std::string text = with(good_manifest, "title = \"A tiny lesson\"", "title = 7");
    text = with(text, "kind = \"thread_grid\"", "kind = \"nothing\"");
    text = with(text, "hints = [\"look\", \"write\"]", "hints = []");
    const Diagnostics diagnostics = read_manifest(text, "x").diagnostics;
    ASSERT_EQ(diagnostics.size(), 3u) << text_of(diagnostics);
    EXPECT_LT(diagnostics[0].line, diagnostics[1].line);
    EXPECT_LT(diagnostics[1].line, diagnostics[2].line);
}

TEST(Manifest, NotUtf8AndTooLarge) {
    EXPECT_NE(text_of(read_manifest("id = \"\xff\"", "x").diagnostics).find("not UTF-8"), std::string::npos);
    // Refused by its size alone: a parser would have found that it is no TOML.
    const Diagnostics large = read_manifest(std::string(std::size_t{100} << 20, 'x'), "x").diagnostics;
    ASSERT_EQ(large.size(), 1u) << text_of(large);
    EXPECT_NE(large.front().message.find("100 MB"), std::string::npos) << text_of(large);
}

TEST(Manifest, NoPrefixOfItCrashes) {
    for (std::size_t size = 0; size < good_manifest.size(); size += 7)
        EXPECT_TRUE(has_errors(read_manifest(good_manifest.substr(0, size), "x").diagnostics)) << size;
}

TEST(Manifest, DeepNestingIsAnError) {
    EXPECT_TRUE(has_errors(read_manifest("id = " + std::string(100000, '['), "x").diagnostics));
}

TEST(ManifestWork, FlopsAndBytesAreFormulasThatGiveWork) {
    const std::string line = "reference = \"add_one\"\n";
    const Manifest good =
        read_manifest(with(good_manifest, line, line + "flops = \"n\"\nbytes = \"2 * n * dtype_bytes\"\n"), "x/lesson.toml");
    ASSERT_TRUE(good.diagnostics.empty()) << text_of(good.diagnostics);
    EXPECT_EQ(good.lesson.kernels.at(0).flops, "n");
    EXPECT_EQ(good.lesson.kernels.at(0).bytes, "2 * n * dtype_bytes");
    for (const auto& [field, says] : {std::pair{"flops = \"m\"", "there is no \"m\""},
                                      {"bytes = \"n - n\"", "must be more than 0"},
                                      {"flops = 0", "must be more than 0"}}) {
        const Diagnostics diagnostics = said(line, line + field + "\n");
        ASSERT_EQ(diagnostics.size(), 1u) << field;
        EXPECT_NE(diagnostics.front().message.find(says), std::string::npos) << text_of(diagnostics);
        EXPECT_EQ(diagnostics.front().line, 25) << field;
    }
}
