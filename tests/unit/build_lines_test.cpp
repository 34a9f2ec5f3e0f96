// What `make -n` prints, and the programs that it would make.
#include "experiment/file/build_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_folder.h"

namespace warpwise {
namespace {

using testing::ElementsAre;

TEST(BuildLines, ObjectsLeadBackToTheirSources) {
    const auto programs = programs_of_build(R"(mkdir -p obj
g++ -O2 -Iinclude -c main.cpp -o obj/main.o
/usr/local/cuda/bin/nvcc -arch=sm_75 -DN=4 -I. \
   -c src/kernel.cu -o obj/kernel.o
g++ -o app obj/main.o obj/kernel.o -L/usr/local/cuda/lib64 -lcudart -lm
)",
                                            "/home/me");
    ASSERT_EQ(programs.size(), 1u);
    EXPECT_EQ(programs[0].file, "/home/me/app");
    EXPECT_THAT(programs[0].text.sources(), ElementsAre("/home/me/main.cpp", "/home/me/src/kernel.cu"));
    EXPECT_THAT(programs[0].text.include_dirs, ElementsAre("/home/me/include", "/home/me/"));
    EXPECT_THAT(programs[0].text.definitions, ElementsAre("N=4"));
    EXPECT_THAT(programs[0].text.libraries, ElementsAre("cudart", "m"));
    EXPECT_TRUE(programs[0].has_cuda());
}

TEST(BuildLines, FoldersAreFollowed) {
    const auto programs = programs_of_build(R"(make[1]: Entering directory '/home/me/sub'
nvcc a.cu -o a
make[1]: Leaving directory '/home/me/sub'
cd other && nvcc "b c.cu" -o b; nvcc d.cu
)",
                                            "/home/me");
    ASSERT_EQ(programs.size(), 3u);
    EXPECT_EQ(programs[0].text.file, "/home/me/sub/a.cu");
    EXPECT_EQ(programs[1].text.file, "/home/me/other/b c.cu");
    EXPECT_EQ(programs[2].file, "/home/me/other/a.out");
}

TEST(BuildLines, ALoopOfTheShellIsGoneThrough) {
    const auto programs =
        programs_of_build("set -e; for d in one two; do (cd $d && nvcc a.cu -o a); done; nvcc last.cu -o last\n", "/x");
    ASSERT_EQ(programs.size(), 3u);
    EXPECT_EQ(programs[0].file, "/x/one/a");
    EXPECT_EQ(programs[1].text.file, "/x/two/a.cu");
    EXPECT_EQ(programs[2].file, "/x/last");
    EXPECT_EQ(makes_of_build("for d in one/ two/; do make -C ${d}; done\n", "/x"),
              (std::vector<NestedMake>{{"/x/one/", {}}, {"/x/two/", {}}}));
    EXPECT_TRUE(makes_of_build("for d in */; do\nmake -C $d\ndone\n", "/x").empty());
}

TEST(BuildLines, CompilersOfCppReadCppInEveryFile) {
    EXPECT_TRUE(programs_of_build("mpiCC -c main.c\nnvcc -c a.cu\nmpiCC main.o a.o -o app\n", "/x").at(0).text.is_c_as_cpp);
    EXPECT_FALSE(programs_of_build("gcc -c main.c\ng++ -c b.cpp\ng++ main.o b.o -o app\n", "/x").at(0).text.is_c_as_cpp);
}

TEST(BuildLines, ArchivesAndDeviceLinkingAreSeenThrough) {
    const auto programs = programs_of_build(R"(nvcc -dc a.cu
nvcc -dc b.cu -o b.o
ar rcs libparts.a a.o b.o
nvcc -dlink a.o b.o -o link.o
gcc -c tool.c -o tool.o
g++ link.o tool.o -L. -lparts -lcudart -o app
)",
                                            "/x");
    ASSERT_EQ(programs.size(), 1u);
    EXPECT_THAT(programs[0].text.sources(), ElementsAre("/x/tool.c", "/x/a.cu", "/x/b.cu"));
    EXPECT_THAT(programs[0].text.libraries, ElementsAre("cudart"));
}

TEST(BuildLines, FilesOfOptionsAreRead) {
    const TemporaryFolder folder;
    folder.write("objects1", "main.o\nkernel.o\n");
    folder.write("includes.rsp", "-I\"/some where/include\" -DN=4\n");
    const auto programs = programs_of_build(R"(nvcc --options-file includes.rsp -dc kernel.cu -o kernel.o
g++ -c main.cpp -o main.o
nvcc -dlink --options-file objects1 -o device_link.o
g++ @objects1 device_link.o -o app @no_such_file
)",
                                            folder.path());
    ASSERT_EQ(programs.size(), 1u);
    EXPECT_THAT(programs[0].text.sources(), ElementsAre(folder.path() / "main.cpp", folder.path() / "kernel.cu"));
    EXPECT_THAT(programs[0].text.include_dirs, ElementsAre("/some where/include"));
    EXPECT_THAT(programs[0].text.definitions, ElementsAre("N=4"));
}

TEST(BuildLines, AStandardOfCIsForCSources) {
    const auto programs = programs_of_build("gcc -std=c99 -c main.c\nnvcc -std=c++14 -c k.cu\ng++ -o app main.o k.o\n", "/home/me");
    ASSERT_EQ(programs.size(), 1u);
    EXPECT_EQ(programs[0].text.standard, "c++14");
}

TEST(BuildLines, AMakeThatIsStartedByNameIsAskedInItsFolder) {
    constexpr const char* kLines =
        "cd cuda; make\nmake -C ../tool all V=1 && echo done\nmake: Entering directory '/x/deep'\ncd a && gmake\n";
    const std::vector<NestedMake> expected{{"/x/cuda", {}}, {"/tool", {"all", "V=1"}}, {"/x/deep/a", {}}};
    EXPECT_EQ(makes_of_build(kLines, "/x"), expected);
}

TEST(BuildLines, OtherCommandsMakeNoProgram) {
    EXPECT_TRUE(programs_of_build("echo nvcc a.cu\nrm -f *.o\nif test -f x; then true; fi\n'unclosed\n\\", "/x").empty());
    EXPECT_TRUE(programs_of_build("", "/x").empty());
}

}  // namespace
}  // namespace warpwise
