// Host files of Open MPI: which lines are right, and which host mpirun could not reach.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/file/host_file.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

class HostFileTest : public testing::Test {
  protected:
    Result<HostFile> read(const std::string& text) {
        folder_.write("hosts.txt", text);
        return read_host_file(folder_.path() / "hosts.txt");
    }
    std::string refusal(const std::string& text) {
        const auto read_file = read(text);
        return read_file ? "it was read" : read_file.error().message;
    }
    test::TemporaryFolder folder_;
};

TEST_F(HostFileTest, HasHostsWithSlotsAndComments) {
    const auto file = read("# two racks\nnode1 slots=4\n\nuser@node2.example.org max_slots=8 # the new one\n10.0.0.7\nfe80::1\n");
    ASSERT_TRUE(file.has_value()) << file.error().text();
    ASSERT_EQ(file->hosts.size(), 4u);
    EXPECT_EQ(file->hosts[1].name, "user@node2.example.org");
    EXPECT_EQ(file->hosts[1].line, 4);
    EXPECT_EQ(file->hosts[0].slots, 4);
    EXPECT_EQ(file->hosts[2].slots, 0) << "not said";
    EXPECT_TRUE(file->path.is_absolute());
    EXPECT_TRUE(file->has_other_machines());
    EXPECT_FALSE(read("localhost slots=2\n" + name_of_this_machine() + "\n")->has_other_machines());
}

TEST_F(HostFileTest, SaysWhatIsWrongWithWhichLine) {
    EXPECT_THAT(read_host_file(folder_.path() / "none.txt").error().message, HasSubstr("there is no host file"));
    EXPECT_THAT(read_host_file(folder_.path()).error().message, HasSubstr("there is no host file"));
    EXPECT_THAT(refusal(""), HasSubstr("names no host"));
    EXPECT_THAT(refusal("# nothing but a comment\n"), HasSubstr("names no host"));
    EXPECT_THAT(refusal("node1\n-x evil\n"), HasSubstr("line 2 of"));
    EXPECT_THAT(refusal("node1;ls\n"), HasSubstr("\"node1;ls\" is not the name of a host"));
    EXPECT_THAT(refusal("node1 slots=many\n"), HasSubstr("\"slots=many\" does not say how many slots the host has"));
    EXPECT_THAT(refusal("node1 node2\n"), HasSubstr("\"node2\" does not say"));
    EXPECT_THAT(refusal("node1 slots=0\n"), HasSubstr("\"slots=0\" does not say"));
}

TEST_F(HostFileTest, NamesTheHostThatMpirunCouldNotReach) {
    const auto file = read("localhost\nnode1\nnode12\n");
    ASSERT_TRUE(file.has_value());
    EXPECT_THAT(unreachable_in(*file, "ssh: Could not resolve hostname node12: Name or service not known"),
                HasSubstr("mpirun could not start the ranks on node12 (line 3 of"));
    EXPECT_EQ(words_before_advice("ssh: no\r\n------\nadvice\n"), "ssh: no");
    EXPECT_EQ(unreachable_in(*file, "localhost and node123 are of no interest"), "");
}

}  // namespace
}  // namespace warpwise
