// Compiled code on disk: what one process leaves for the next.
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <filesystem>

#include "base/cpu_isa.h"
#include "base/files.h"
#include "simt/compile/compile.h"
#include "simt/execute/execute_native.h"
#include "simt/native/native_store.h"
#include "tests/temporary_folder.h"

namespace warpwise::test {
namespace {

namespace fs = std::filesystem;
using simt::NativeCache;

std::size_t files_in(const fs::path& folder) {
    return fs::exists(folder) ? static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {})) : 0;
}

TEST(NativeCache, GivesBackWhatItKept) {
    const TemporaryFolder folder;
    const NativeCache cache(folder.path() / "native");
    const std::string key = simt::cache_key("a kernel");
    ASSERT_EQ(key.size(), 64u) << "the linker leaves a build id";
    EXPECT_NE(key, simt::cache_key("another kernel"));
    EXPECT_FALSE(cache.has(key));
    EXPECT_FALSE(cache.load(key));
    cache.keep(key, std::string("code\0with zeros", 15));
    EXPECT_TRUE(cache.has(key));
    EXPECT_EQ(cache.load(key), std::string("code\0with zeros", 15));
    EXPECT_FALSE(cache.load(simt::cache_key("another kernel")));
}

TEST(NativeCache, RemovesWhatIsDamaged) {
    const TemporaryFolder folder;
    const NativeCache cache(folder.path());
    const std::string key = simt::cache_key("a kernel");
    const fs::path file = folder.path() / (key + ".o");
    for (const char* const how : {"a byte changed", "cut short", "empty", "another version"}) {
        SCOPED_TRACE(how);
        cache.keep(key, "some code");
        std::string text = *read_file(file);
        if (how == std::string("a byte changed")) text.back() ^= 1;
        if (how == std::string("cut short")) text.pop_back();
        if (how == std::string("empty")) text.clear();
        if (how == std::string("another version")) text[16] = '0';
        ASSERT_TRUE(write_file_atomically(file, text));
        EXPECT_FALSE(cache.load(key));
        EXPECT_FALSE(fs::exists(file));
    }
}

TEST(NativeCache, HasABoundAndLosesWhatWasUsedLongestAgo) {
    const TemporaryFolder folder;
    const NativeCache cache(folder.path(), 1000);
    const auto now = fs::file_time_type::clock::now();
    for (int i = 0; i < 4; ++i) {
        const std::string key = simt::cache_key(std::to_string(i));
        cache.keep(key, std::string(200, 'x'));  // 283 bytes with the mark and the digest
        if (i == 0) continue;
        fs::last_write_time(folder.path() / (key + ".o"), now - std::chrono::hours(10 - i));
        EXPECT_TRUE(cache.load(simt::cache_key("0")));  // used again each time
    }
    EXPECT_TRUE(cache.has(simt::cache_key("0")));
    EXPECT_FALSE(cache.has(simt::cache_key("1")));
    EXPECT_TRUE(cache.has(simt::cache_key("2")));
    EXPECT_TRUE(cache.has(simt::cache_key("3")));
    cache.keep(simt::cache_key("large"), std::string(300, 'x'));
    EXPECT_FALSE(cache.has(simt::cache_key("large"))) << "more than a quarter of it";
}

TEST(NativeCache, AFolderThatCannotBeIsNoCache) {
    const TemporaryFolder folder;
    folder.write("file", "");
    const NativeCache cache(folder.path() / "file" / "native");
    cache.keep(simt::cache_key("a kernel"), "code");
    EXPECT_FALSE(cache.load(simt::cache_key("a kernel")));
}

TEST(NativeCache, AFolderThatOthersMayWriteToIsNoCache) {
    const TemporaryFolder folder;
    const NativeCache cache(folder.path());
    cache.keep(simt::cache_key("a kernel"), "code");
    fs::permissions(folder.path(), fs::perms::others_write, fs::perm_options::add);
    EXPECT_FALSE(cache.load(simt::cache_key("a kernel")));
    cache.keep(simt::cache_key("another kernel"), "code");
    EXPECT_EQ(files_in(folder.path()), 1u);
}

// A store of its own stands for a process.
TEST(NativeCache, AnotherProcessBeginsWithTheCode) {
    const TemporaryFolder folder;
    const auto kernel = simt::compile("__global__ void k(int* a) { a[threadIdx.x] = 7 * threadIdx.x; }", "k", "kernel.cu");
    ASSERT_TRUE(kernel);
    const simt::NativeSource source(kernel->program, static_cast<std::size_t>(kernel->entry), false, false);
    simt::NativeHelpers helpers;  // that nothing calls here
    std::memset(&helpers, 1, sizeof helpers);
    const auto address_of = [](const auto& code) { return code->program()->functions().front(); };
    {
        simt::NativeStore first;
        first.use(NativeCache(folder.path()));
        EXPECT_EQ(first.kept_code_of(source, helpers, isa_here(), 1), nullptr) << "it was not asked for";
        EXPECT_EQ(files_in(folder.path()), 0u);
        const auto code = first.code_of(source, helpers, isa_here(), 1, true);
        ASSERT_NE(code->program(), nullptr);
        EXPECT_EQ(files_in(folder.path()), 1u);
        EXPECT_EQ(first.kept_code_of(source, helpers, isa_here(), 1), code);
        EXPECT_EQ(first.kept_code_of(source, helpers, isa_here(), 2), nullptr) << "another flavour";
    }
    simt::NativeStore second;
    second.use(NativeCache(folder.path()));
    const auto code = second.kept_code_of(source, helpers, isa_here(), 1);
    ASSERT_NE(code, nullptr);
    second.code_of(source, helpers, isa_here(), 1, true);  // it has come
    ASSERT_NE(code->program(), nullptr);
    EXPECT_NE(address_of(code), nullptr);
    EXPECT_EQ(files_in(folder.path()), 1u);

    simt::NativeStore without;
    EXPECT_EQ(without.kept_code_of(source, helpers, isa_here(), 1), nullptr);
}

}  // namespace
}  // namespace warpwise::test
