// Writing files: what cannot be a file is said before anything is written, and devices, pipes and links stay what they are.
#include "base/files.h"
#include "base/paths.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "lesson_folder.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Files : public ::testing::Test {
  protected:
    test::TemporaryFolder folder;
};

TEST_F(Files, NoNameAndAFolderAreNoPlaceToWriteTo) {
    for (const auto& answer : {check_output_file(""), write_file_atomically("", "text")}) {
        ASSERT_FALSE(answer.has_value());
        EXPECT_EQ(answer.error().kind, ErrorKind::usage);
        EXPECT_THAT(answer.error().text(), HasSubstr("no name"));
    }
    for (const auto& answer : {check_output_file(folder.path()), write_file_atomically(folder.path(), "text")}) {
        ASSERT_FALSE(answer.has_value());
        EXPECT_EQ(answer.error().kind, ErrorKind::usage);
        EXPECT_THAT(answer.error().text(), HasSubstr(folder.path().string() + " is a folder"));
    }
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST_F(Files, AreShownAsAnEditorFindsThem) {
    const fs::path before = fs::current_path();
    folder.write("here/lesson.toml", "x");
    fs::create_directories(folder.path() / "hereafter");
    fs::current_path(folder.path() / "here");
    EXPECT_EQ(shown_path("lesson.toml"), "lesson.toml");
    EXPECT_EQ(shown_path(fs::current_path() / "wrong" / "serial.cu"), "wrong/serial.cu");
    EXPECT_EQ(shown_path("../hereafter/lesson.toml"), (fs::current_path().parent_path() / "hereafter/lesson.toml").string());
    EXPECT_EQ(shown_path("/usr/share/lesson.toml"), "/usr/share/lesson.toml");
    fs::current_path(before);
}

TEST_F(Files, AFileInPlaceOfAFolderIsSaid) {
    folder.write("plain", "x");
    for (const char* name : {"plain/out.json", "plain/deep/out.json"}) {
        const auto answer = check_output_file(folder.path() / name);
        ASSERT_FALSE(answer.has_value()) << name;
        EXPECT_THAT(answer.error().text(), HasSubstr("plain is a file, not a folder"));
    }
    EXPECT_TRUE(check_output_file(folder.path() / "new" / "out.json").has_value());
    EXPECT_FALSE(fs::exists(folder.path() / "new")) << "asking makes nothing";
}

TEST_F(Files, APipeIsWrittenToAndStaysAPipe) {
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);  // so that the writer finds a reader
    ASSERT_GE(reader, 0);
    const auto written = write_file_atomically(pipe, "a,b\n");
    std::array<char, 16> got{};
    const ssize_t size = ::read(reader, got.data(), got.size());
    ::close(reader);
    ASSERT_TRUE(written.has_value()) << written.error().text();
    EXPECT_EQ(std::string(got.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))), "a,b\n");
    EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(Files, ADeviceThatIsFullIsAnErrorAndStaysADevice) {
    const fs::path full = "/dev/full";
    if (!fs::is_character_file(full)) GTEST_SKIP() << "no /dev/full here";
    const fs::path link = folder.path() / "full";  // by a link in a folder of our own: if this fails, no device is lost
    fs::create_symlink(full, link);
    const auto written = write_file_atomically(link, "text");
    ASSERT_FALSE(written.has_value());
    EXPECT_THAT(written.error().text(), HasSubstr("No space left on device"));
    EXPECT_TRUE(fs::is_symlink(link));
}

TEST_F(Files, ALinkStaysALinkAndItsFileIsReplaced) {
    folder.write("real", "old");
    const fs::path link = folder.path() / "link";
    fs::create_symlink("real", link);
    ASSERT_TRUE(write_file_atomically(link, "new").has_value());
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(read_file(folder.path() / "real").value(), "new");
}

TEST_F(Files, AReplacedFileKeepsItsPermissions) {
    const fs::path file = folder.path() / "private.json";
    const auto mode = [&] {
        struct stat status{};
        EXPECT_EQ(::stat(file.c_str(), &status), 0);
        return status.st_mode & 0777;
    };
    const mode_t umask_before = ::umask(0022);
    ASSERT_TRUE(write_file_atomically(file, "new"));
    EXPECT_EQ(mode(), 0644u);
    for (const mode_t wanted : {0600u, 0640u, 0664u, 0400u}) {
        ASSERT_EQ(::chmod(file.c_str(), wanted), 0);
        ASSERT_TRUE(write_file_atomically(file, "changed"));
        EXPECT_EQ(mode(), wanted);
    }
    EXPECT_EQ(read_file(file).value_or(""), "changed");
    ::umask(umask_before);
}

// Nothing is ever written into a pipe in the program's own folders: opening it would not end.
TEST_F(Files, APipeOfTheProgramsOwnIsNotOpened) {
    const fs::path pipe = folder.path() / "settings.json";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const auto read = read_regular_file(pipe);
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().text(), HasSubstr("settings.json is not a regular file"));
    const auto written = write_regular_file(pipe, "text");
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().text(), HasSubstr("not a regular file"));
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_TRUE(write_regular_file(folder.path() / "new.json", "text"));
    EXPECT_EQ(read_regular_file(folder.path() / "new.json").value_or(""), "text");
}

TEST_F(Files, WhatIsTooLargeSaysHowMuchIsRead) {
    folder.write("large", std::string(70'000, 'x'));
    const auto read = read_file(folder.path() / "large", 64 << 10);
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().text(), HasSubstr("larger than 64 kB"));
    EXPECT_THAT(read_file(folder.path() / "large", 100).error().text(), HasSubstr("larger than 100 bytes"));
}

}  // namespace
}  // namespace warpwise
