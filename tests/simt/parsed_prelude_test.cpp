// The prelude that is parsed once gives each text the code that it has with a prelude of its own, and a damaged file gives none.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/paths.h"
#include "simt/code/disassemble.h"
#include "simt/compile/compile_entry.h"
#include "simt/compile/compile_front.h"
#include "simt/compile/deep_stack.h"
#include "simt/compile/parsed_prelude.h"
#include "simt/compile/prelude_texts.h"
#include "simt/compile/write_preludes.h"
#include "simt/decode/decode.h"
#include "temporary_folder.h"

namespace warpwise::simt {
namespace {

namespace fs = std::filesystem;

// Every kernel of the text as instructions, one after another; what does not compile is its first error.
std::string code_of(const std::string& text, const Prelude& prelude) {
    std::string out;
    run_on_deep_stack([&] {
        FrontEnd named;
        const CompileOptions options;
        run_clang(named, {text, "", "kernel.cu", options}, prelude);
        for (const std::string& kernel : named.facts.kernels) {
            const std::string entry = kernel.ends_with("<...>") ? kernel.substr(0, kernel.size() - 5) + "<float>" : kernel;
            FrontEnd front;
            run_clang(front, {text, entry, "kernel.cu", options}, prelude);
            out += entry + "\n";
            if (!front.module || has_errors(front.diagnostics)) {
                out += front.diagnostics.empty() ? "no module\n" : front.diagnostics.front().message + "\n";
                continue;
            }
            llvm::Function* const function = take_entry(*front.module);
            if (function == nullptr) continue;
            const auto decoded = decode(*front.module, *function, "kernel.cu", front.facts.shared_elements);
            out += decoded ? disassemble(decoded->program, decoded->program.functions[decoded->entry])
                           : decoded.error().front().message;
            front.module.reset();
        }
    });
    return out;
}

std::vector<fs::path> kernel_files() {
    std::vector<fs::path> files;
    for (const fs::path& folder : {fs::path(WARPWISE_SOURCE_DIR) / "kernels", fs::path(WARPWISE_TEST_DATA) / "kernels"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
            if (entry.path().extension() == ".cu") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

class ParsedPrelude : public testing::TestWithParam<std::size_t> {};

constexpr std::size_t kShares = 6;

TEST_P(ParsedPrelude, GivesEveryKernelTheCodeOfAPreludeOfItsOwn) {
    const std::vector<fs::path> files = kernel_files();
    std::size_t compared = 0;
    for (std::size_t i = GetParam(); i < files.size(); i += kShares) {
        const auto text = read_file(files[i]);
        ASSERT_TRUE(text) << files[i];
        const std::string own = code_of(*text, {{}, prelude_for(*text)});
        if (own.contains("no member") || own.contains("undeclared") || own.contains("file not found"))
            continue;  // headers beside it
        EXPECT_EQ(code_of(*text, {parsed_prelude_for(*text), emitted_parts_for(*text)}), own) << files[i];
        ++compared;
    }
    EXPECT_GT(compared, files.size() / kShares / 2);
}

INSTANTIATE_TEST_SUITE_P(Shares, ParsedPrelude, testing::Range(std::size_t{0}, kShares));

TEST(ParsedPreludeFile, IsOfTheHeadersThatTheTextIncludes) {
    const auto file_for = [](const char* text) { return parsed_set_for(text).file; };
    EXPECT_EQ(file_for("__global__ void k() {}"), "prelude.pch");
    EXPECT_EQ(file_for("#include <cuda_fp16.h>\n"), "prelude_fp16.pch");
    EXPECT_EQ(file_for("// halves\n#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n"), "prelude_bf16.pch");
    EXPECT_EQ(file_for("#include <cooperative_groups.h>\n"), "prelude_groups.pch");
    EXPECT_EQ(file_for("#include <cuda_bf16.h>\n"), "prelude.pch");
    EXPECT_EQ(file_for("// #include <cuda_fp16.h>\n"), "prelude.pch") << "names of a header that is not included";
    EXPECT_EQ(parsed_sets().back().file, "prelude.pch");
    EXPECT_TRUE(parsed_sets().back().headers.empty());
}

TEST(ParsedPreludeFile, IsTakenAsItWasWrittenAndNotWhenItIsDamaged) {
    for (const ParsedSet& set : parsed_sets()) {
        auto file = read_file(executable_dir() / set.file);
        ASSERT_TRUE(file) << "the build writes it beside this executable";
        EXPECT_FALSE(tree_in(*file, set.text).empty());
        EXPECT_TRUE(tree_in(*file, set.text + " ").empty());
        EXPECT_TRUE(tree_in(std::string_view(*file).substr(0, file->size() / 2), set.text).empty());
        EXPECT_TRUE(tree_in(std::string_view(*file).substr(1), set.text).empty());
        (*file)[file->size() / 3] ^= 1;
        EXPECT_TRUE(tree_in(*file, set.text).empty());
    }
    EXPECT_TRUE(tree_in("", "").empty());
}

TEST(ParsedPreludeFile, IsWrittenWholeOrNotAtAll) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(write_parsed_preludes(folder.path()));
    EXPECT_EQ(std::ranges::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), std::ssize(parsed_sets()));
    for (const ParsedSet& set : parsed_sets()) {
        const auto file = read_file(folder.path() / set.file);
        ASSERT_TRUE(file);
        EXPECT_FALSE(tree_in(*file, set.text).empty());
    }
    EXPECT_FALSE(write_parsed_preludes(folder.path() / "missing"));
}

}  // namespace
}  // namespace warpwise::simt
