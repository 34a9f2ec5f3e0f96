// The settings of a launch request, and the extension for Visual Studio Code that completes them.
#include "cli/dap_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "unit/lesson_folder.h"

namespace warpwise::test {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::filesystem::path root = WARPWISE_SOURCE_DIR;

std::string refusal(const json& arguments) {
    const auto launch = dap_launch_of(arguments);
    return launch ? std::string("none") : launch.error().text();
}

TEST(DapSettings, AKernelOfAFile) {
    const auto launch = dap_launch_of({{"program", "a.cu"},
                                       {"entry", "add<float>"},
                                       {"grid", 4},
                                       {"block", {16, 8}},
                                       {"arg", "i32:1"},
                                       {"symbol", {"c=f32[4]:iota"}},
                                       {"include", "headers"},
                                       {"define", {"N=4"}},
                                       {"shared", "1024"},
                                       {"seed", 7},
                                       {"atBlock", {2, 1}},
                                       {"before", "all"},
                                       {"schedule", "reversed"},
                                       {"stopOnEntry", "true"},
                                       {"stopAtEnd", true}});
    ASSERT_TRUE(launch) << launch.error().text();
    EXPECT_EQ(launch->what, DapLaunch::What::kernel);
    EXPECT_EQ(launch->kernel.entry, "add<float>");
    EXPECT_EQ(launch->kernel.grid, "4");
    EXPECT_EQ(launch->kernel.block, "16,8");
    EXPECT_THAT(launch->kernel.arguments, ElementsAre("i32:1")) << "one text is a list of one";
    EXPECT_THAT(launch->kernel.symbols, ElementsAre("c=f32[4]:iota"));
    EXPECT_THAT(launch->kernel.includes.folders, ElementsAre("headers"));
    EXPECT_EQ(launch->kernel.shared_bytes, 1024u);
    EXPECT_EQ(launch->kernel.seed, 7u);
    EXPECT_EQ(launch->debug.block, (Dim3{2, 1, 0}));
    EXPECT_TRUE(launch->stop_on_entry && launch->stop_at_end && !launch->no_debug);
}

TEST(DapSettings, ALessonAndAWholeProgram) {
    const auto lesson =
        dap_launch_of({{"lesson", 2}, {"kernel", "naive"}, {"set", {"n=100"}}, {"block", 64}, {"program", "mine.cu"}});
    ASSERT_TRUE(lesson) << lesson.error().text();
    EXPECT_EQ(lesson->what, DapLaunch::What::lesson);
    EXPECT_EQ(lesson->lesson.lesson, "2");
    EXPECT_THAT(lesson->lesson.settings, ElementsAre("n=100", "block=64"));
    EXPECT_EQ(lesson->text, "mine.cu");
    const auto program = dap_launch_of({{"program", "p.cu"}, {"launch", "line 42"}, {"programArguments", {"--size", "9"}}});
    ASSERT_TRUE(program) << program.error().text();
    EXPECT_EQ(program->what, DapLaunch::What::program);
    EXPECT_EQ(program->launch_line, 42);
    EXPECT_THAT(program->program_arguments, ElementsAre("--size", "9"));
    EXPECT_EQ(dap_launch_of({{"program", "p.cu"}, {"launch", 3}})->launch, 3);
}

TEST(DapSettings, MistakesAreTold) {
    EXPECT_THAT(refusal({{"entry", "k"}}), HasSubstr("'program' is missing"));
    EXPECT_THAT(refusal({{"program", "a.cu"}}), HasSubstr("'entry' is missing"));
    EXPECT_THAT(refusal({{"program", "a.cu"}, {"entry", "k"}, {"arg", {1}}}), HasSubstr("1 needs quotes"));
    EXPECT_THAT(refusal({{"program", "a.cu"}, {"entry", "k"}, {"shared", "4k"}}), HasSubstr("'shared' is not a whole number"));
    EXPECT_THAT(refusal({{"program", "a.cu"}, {"entry", "k"}, {"stopOnEntry", "maybe"}}),
                HasSubstr("'stopOnEntry' is not true or false"));
    EXPECT_THAT(refusal({{"program", {"a"}}, {"entry", "k"}}), HasSubstr("'program' is not a text"));
    EXPECT_THAT(refusal({{"program", "a.cu"}, {"launch", 0}}), HasSubstr("'launch' is not a number from 1"));
    EXPECT_THAT(refusal({{"program", "a.cu"}, {"launch", 1}, {"entry", "k"}}),
                HasSubstr("'entry' has no effect on a launch of a whole program"));
    EXPECT_THAT(refusal({{"program", "a.cu"}, {"entry", "k"}, {"set", "n=1"}}),
                HasSubstr("'set' has no effect on a kernel of a file"));
    EXPECT_THAT(words_about_settings({{"args", 1}, {"blok", 1}, {"zzz", 1}, {"type", 1}, {"__x", 1}, {"block", 1}}),
                ElementsAre("launch: 'args' is not a setting that warpwise knows. Did you mean 'arg'?",
                            "launch: 'blok' is not a setting that warpwise knows. Did you mean 'block'?",
                            "launch: 'zzz' is not a setting that warpwise knows: it has no effect."));
}

// In the extension each setting is completed and described as it is here, in the forms that are taken.
TEST(DapSettings, TheExtensionHasThemAll) {
    const json package = json::parse(read_file(root / "assets/editors/vscode/package.json").value());
    const json& debugger = package.at("contributes").at("debuggers").at(0);
    const json& properties = debugger.at("configurationAttributes").at("launch").at("properties");
    std::size_t known = 0;
    for (const DapSetting& setting : dap_settings()) {
        const std::string name(setting.name);
        if (name == "noDebug") continue;  // the editor's own
        ASSERT_TRUE(properties.contains(name)) << name << " is missing in assets/editors/vscode/package.json";
        EXPECT_EQ(properties[name]["description"], setting.description) << name;
        const std::string types = properties[name]["type"].dump();
        EXPECT_EQ(types.contains("boolean"), setting.form == DapSetting::Form::flag) << name;
        EXPECT_EQ(types.contains("array"), setting.form == DapSetting::Form::list || setting.form == DapSetting::Form::shape)
            << name;
        ++known;
    }
    EXPECT_EQ(properties.size(), known) << "one of the extension's settings is not known to warpwise dap";
    for (const char* list : {"initialConfigurations", "configurationSnippets"})
        for (const json& one : debugger.at(list)) {
            const json& configuration = one.contains("body") ? one["body"] : one;
            EXPECT_TRUE(words_about_settings(configuration).empty()) << configuration;
            EXPECT_EQ(refusal(configuration), "none") << configuration;
        }
    bool has_cuda = false;
    for (const json& one : package.at("contributes").at("breakpoints")) has_cuda = has_cuda || one["language"] == "cuda-cpp";
    EXPECT_TRUE(has_cuda) << "the editor's name for .cu files";
}

TEST(DapSettings, TheDocumentationHasThemAll) {
    const std::string text = read_file(root / "docs/debug-adapter.md").value();
    for (const DapSetting& setting : dap_settings())
        EXPECT_TRUE(text.contains("`" + std::string(setting.name) + "`")) << setting.name << " is not in docs/debug-adapter.md";
}

TEST(DapSettings, TheExtensionIsPacked) {
    if (std::system("python3 -c '' 2>/dev/null") != 0) GTEST_SKIP() << "python3 is not installed";
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "w.vsix").string();
    ASSERT_EQ(std::system(("'" + (root / "scripts/package-vsix").string() + "' '" + file + "'").c_str()), 0);
    const std::string check =
        "python3 -c \"import json, sys, zipfile, xml.dom.minidom as x\n"
        "z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None\n"
        "m = x.parseString(z.read('extension.vsixmanifest')); x.parseString(z.read('[Content_Types].xml'))\n"
        "p = json.loads(z.read('extension/package.json'))\n"
        "i = m.getElementsByTagName('Identity')[0]\n"
        "assert (i.getAttribute('Id'), i.getAttribute('Version')) == (p['name'], p['version']) and p['version'] != '0.0.0'\n"
        "assert all(a.getAttribute('Path') in z.namelist() for a in m.getElementsByTagName('Asset'))\" '" +
        file + "'";
    EXPECT_EQ(std::system(check.c_str()), 0);
}

}  // namespace
}  // namespace warpwise::test
