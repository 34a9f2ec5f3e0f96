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

}  // namespace
}  // namespace warpwise
