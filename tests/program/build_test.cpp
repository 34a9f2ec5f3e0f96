// `warpwise make` and `warpwise nvcc` on builds as people have them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "device/process/run_program.h"
#include "read_png.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;
using testing::HasSubstr;

// The program of several languages, with a build beside it.
class Build : public testing::Test {
  protected:
    Build() {
        for (const auto& entry :
             fs::directory_iterator(fs::path(WARPWISE_SOURCE_DIR) / "tests/programs/several/sources_of_all_languages"))
            fs::copy_file(entry.path(), folder.path() / entry.path().filename());
    }
    void write(const std::string& name, const std::string& text) {
        ASSERT_TRUE(write_file_atomically(folder.path() / name, text).has_value());
    }
    ProgramOutput run(const std::string& command) {
        const auto ran = run_program({"/bin/sh", "-c", "cd '" + folder.path().string() + "' || exit 1\n" + command}, {}, 120);
        EXPECT_TRUE(ran.has_value()) << (ran ? "" : ran.error().text());
        return ran ? *ran : ProgramOutput{};
    }
    static bool has(const char* tool) { return std::system((std::string("command -v ") + tool + " >/dev/null 2>&1").c_str()) == 0; }
    const std::string warpwise = WARPWISE_BINARY;
    test::TemporaryFolder folder;
};

constexpr const char* kMakefile = R"(NVCC = nvcc
CXX = g++
OBJECTS = main.o scale.o shift.o twice.o
all: app tool
app: $(OBJECTS)
	$(NVCC) -o $@ $^ -lcudart
tool: tool.c
	$(CC) -o $@ $<
%.o: %.cu
	$(NVCC) -O2 -arch=sm_70 -rdc=true -c $< -o $@
%.o: %.cpp
	$(CXX) -O2 -c $< -o $@
)";

TEST_F(Build, MakeIsAskedAndTheProgramRuns) {
    if (!has("make")) GTEST_SKIP() << "no make here";
    write("Makefile", kMakefile);
    write("tool.c", "int main(void) { return 3; }\n");
    const ProgramOutput ran = run("'" + warpwise + "' make");
    EXPECT_EQ(ran.out, "7 7 6 1\n") << ran.err;
    EXPECT_EQ(ran.status, 0);
    EXPECT_FALSE(fs::exists(folder.path() / "main.o"));
    EXPECT_EQ(run("'" + warpwise + "' make tool").status, 3);
    EXPECT_THAT(run("'" + warpwise + "' make nothing").err, HasSubstr("No rule to make target"));
}

// As the Makefiles of courses do it: a loop over folders, whose makes build for the GPU that nvidia-smi names.
TEST_F(Build, FoldersBelowAreAskedAndFindAGpu) {
    if (!has("make")) GTEST_SKIP() << "no make here";
    write("Makefile", "all:\n\t@for d in good bad; do (cd $$d; make); done\n");
    fs::create_directory(folder.path() / "good");
    fs::create_directory(folder.path() / "bad");
    write("bad/Makefile", "bad: a_source_that_is_missing.cu\n\tnvcc $^\n");
    write("good/one.cu", "#include <cstdio>\nint main() { std::puts(\"built\"); }\n");
    write("good/Makefile",
          "CAPABILITY := $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader | tr -d .)\n"
          "ifneq ($(CAPABILITY),)\nall:\n\tnvcc -arch=sm_$(CAPABILITY) one.cu -o good\nendif\n");
    EXPECT_EQ(run("'" + warpwise + "' make").out, "built\n");
}

TEST_F(Build, AProgramIsFoundThatIsNoTarget) {
    if (!has("make")) GTEST_SKIP() << "no make here";
    write("Makefile", "all: first second\nfirst:\n\tnvcc one.cu -o app_one\nsecond:\n\tnvcc two.cu -o app_two\n");
    write("one.cu", "int main() { return 4; }\n");
    write("two.cu", "int main() { return 5; }\n");
    EXPECT_THAT(run("'" + warpwise + "' make").err, HasSubstr("warpwise make app_two"));
    EXPECT_EQ(run("'" + warpwise + "' make app_two").status, 5);
    EXPECT_THAT(run("'" + warpwise + "' make app_three").err, HasSubstr("No rule to make target"));
}

TEST_F(Build, ObjectsOfAMakeBelowAreLinked) {
    if (!has("make")) GTEST_SKIP() << "no make here";
    fs::create_directory(folder.path() / "parts");
    write("Makefile", "app: one.cu parts/six.o\n\tnvcc $^ -o app\nparts/six.o:\n\tcd parts; make;\n");
    write("parts/Makefile", "six.o: six.cpp\n\tg++ -c six.cpp\n");
    write("parts/six.cpp", "int six() { return 6; }\n");
    write("one.cu", "int six();\nint main() { return six(); }\n");
    EXPECT_EQ(run("'" + warpwise + "' make").status, 6);
}

TEST_F(Build, ProgramsWithoutCudaAreNamedToo) {
    if (!has("make")) GTEST_SKIP() << "no make here";
    write("Makefile", "all:\n\tgcc one.c -o one\n\tgcc two.c -o two\n");
    const ProgramOutput ran = run("'" + warpwise + "' make");
    EXPECT_THAT(ran.err, HasSubstr("the build makes 2 programs"));
    EXPECT_THAT(ran.err, HasSubstr("warpwise make two"));
    fs::create_directory(folder.path() / "v2");
    write("Makefile", "all:\n\tgcc one.c -o app\n\tgcc one.c -o v2/app\n");
    EXPECT_THAT(run("'" + warpwise + "' make").err, HasSubstr("warpwise make -C v2 app"));
}

TEST_F(Build, TheCompilersPlaceIsTaken) {
    if (!has("make") || !has("cc")) GTEST_SKIP() << "no make or no C compiler here";
    write("Makefile", kMakefile);
    EXPECT_EQ(run("make app NVCC='" + warpwise + " nvcc' CXX='" + warpwise + " nvcc'").status, 0);
    const ProgramOutput ran = run("./app");
    EXPECT_EQ(ran.out, "7 7 6 1\n") << ran.err;
    EXPECT_THAT(run("'" + warpwise + "' nvcc -c nowhere.cu").err, HasSubstr("there is no file nowhere.cu"));
}

TEST_F(Build, CMakeIsAskedWithoutAToolkit) {
    if (!has("cmake") || !has("c++")) GTEST_SKIP() << "no CMake or no C++ compiler here";
    write("CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.18)
project(demo LANGUAGES C CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_library(parts STATIC scale.cu shift.cu)
set_target_properties(parts PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
target_compile_features(parts PRIVATE cuda_std_17)
add_executable(app main.cpp twice.c)
target_link_libraries(app parts CUDA::cudart)
)");
    const ProgramOutput ran = run("'" + warpwise + "' make");
    EXPECT_EQ(ran.out, "7 7 6 1\n") << ran.err;
}

// As cuda-samples are built: CMake passes the objects in files, and links by the compiler that nvcc names. The header is given as
// seen from a folder `build` in the project.
TEST_F(Build, CMakeLinksDeviceCodeOfAProgram) {
    if (!has("cmake") || !has("c++")) GTEST_SKIP() << "no CMake or no C++ compiler here";
    write("shared/size.h", "#define SIZE 5\n");
    write("app/one.cu", R"(#include <cstdio>
#include "size.h"
extern __device__ int half(int);
__global__ void k(int* x) { *x = half(2 * SIZE); }
int main() {
    int* x;
    cudaMallocManaged(&x, 4);
    k<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    printf("%d\n", *x);
    cudaFree(x);
}
)");
    write("app/two.cu", "__device__ int half(int n) { return n / 2; }\n");
    write("app/CMakeLists.txt", R"(include_directories(${CMAKE_CURRENT_SOURCE_DIR}/../shared)
add_executable(halves one.cu two.cu ../../shared/size.h)
set_target_properties(halves PROPERTIES CUDA_SEPARABLE_COMPILATION ON))");
    write("CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.18)
project(demo LANGUAGES C CXX CUDA)
add_subdirectory(app))");
    const ProgramOutput ran = run("'" + warpwise + "' make");
    EXPECT_EQ(ran.out, "5\n") << ran.err;
}

// Rows from the top; OpenGL's first row is the lowest.
TEST_F(Build, WhatAProgramDrawsIsAPicture) {
    const fs::path programs = fs::path(WARPWISE_SOURCE_DIR) / "tests/programs/anywhere";
    const ProgramOutput one = run("'" + warpwise + "' exec '" + (programs / "julia_bitmap.cu").string() + "'");
    EXPECT_EQ(one.status, 0) << one.err;
    EXPECT_THAT(one.err, HasSubstr("julia_bitmap.png, 64 x 32 pixels")) << one.err;
    const auto picture = read_png(folder.path() / "julia_bitmap.png");
    ASSERT_TRUE(picture.has_value());
    EXPECT_EQ(picture->image.width, 64);
    EXPECT_EQ(picture->image.rgb[0], 0);
    EXPECT_EQ(picture->image.rgb[1], 8 * 31);
    EXPECT_EQ(picture->image.rgb[3 * 63], 4 * 63);
    run("'" + warpwise + "' exec '" + (programs / "float_picture.cu").string() + "'");
    const auto floats = read_png(folder.path() / "float_picture.png");
    ASSERT_TRUE(floats.has_value());
    const auto& rgb = floats->image.rgb;
    ASSERT_EQ(rgb.size(), 4u * 2 * 3);
    EXPECT_EQ(std::vector(rgb.begin() + 12, rgb.begin() + 15), (std::vector<std::uint8_t>{128, 255, 0}));
    EXPECT_EQ(rgb[2], 0);
    for (const char* name : {"ripple_animation.cu", "ripple_asked_for.cu"}) {
        const ProgramOutput many = run("'" + warpwise + "' exec '" + (programs / name).string() + "'");
        EXPECT_EQ(many.status, 0) << many.err;
        EXPECT_THAT(many.err, HasSubstr("an animation of 60 frames")) << many.err;
    }
}

// The lowest row of a texture is where the quad's corners say.
TEST_F(Build, ATextureOnAQuadIsAPicture) {
    const std::string program =
        "'" + (fs::path(WARPWISE_SOURCE_DIR) / "tests/programs/anywhere/texture_on_a_quad.cu").string() + "'";
    for (const bool is_turned : {false, true}) {
        const ProgramOutput ran = run("'" + warpwise + "' exec " + program + (is_turned ? " -- turned" : ""));
        EXPECT_EQ(ran.status, 0) << ran.err;
        EXPECT_EQ(ran.out, "32 bytes\nclosed\n");
        const auto picture = read_png(folder.path() / "texture_on_a_quad.png");
        ASSERT_TRUE(picture.has_value());
        ASSERT_EQ(picture->image.rgb.size(), 4u * 2 * 3);
        const auto highest = std::vector(picture->image.rgb.begin() + 3, picture->image.rgb.begin() + 6);
        EXPECT_EQ(highest, (std::vector<std::uint8_t>{10, static_cast<std::uint8_t>(is_turned ? 0 : 100), 7}));
    }
    const ProgramOutput shaded = run("'" + warpwise + "' exec " + program + " -- shader");
    EXPECT_EQ(shaded.status, 1);
    EXPECT_THAT(shaded.err, HasSubstr("a function of OpenGL that the program asked for by name")) << shaded.err;
}

TEST_F(Build, StandardInputGoesThrough) {
    write("read.cu", "#include <cstdio>\nint main() { int n = -1; std::scanf(\"%d\", &n); std::printf(\"<%d>\", n); }\n");
    EXPECT_EQ(run("echo 42 | '" + warpwise + "' exec read.cu").out, "<42>");
    EXPECT_THAT(run("echo 42 | '" + warpwise + "' exec read.cu --json").out, HasSubstr("<42>"));
}

// Also while a line of progress is shown, for which the output passes through.
TEST_F(Build, ATerminalIsATerminalForTheProgram) {
    if (!has("script")) GTEST_SKIP() << "no script(1) here, which gives a command a terminal";
    write("tty.cu",
          "#include <cstdio>\n#include <sys/ioctl.h>\n#include <unistd.h>\nint main() {\n    winsize size{};\n"
          "    ioctl(1, TIOCGWINSZ, &size);\n    std::printf(\"<%d %d %d>\\n\", isatty(1), isatty(2), size.ws_col);\n}\n");
    for (const char* options : {"", " --no-progress", " --html page.html"}) {
        const ProgramOutput ran = run("script -qec \"stty cols 91; '" + warpwise + "' exec tty.cu" + options + "\" /dev/null");
        EXPECT_THAT(ran.out, HasSubstr("<1 1 91>\r\n")) << options << ran.out;
    }
    EXPECT_EQ(run("'" + warpwise + "' exec tty.cu --progress 2>&1 | grep -c '<0 0 0>'").out, "1\n");
}

TEST_F(Build, WhatIsStoppedIsReportedUpToThere) {
    write("late.cu",
          "#include <cstdio>\n#include <unistd.h>\n__global__ void k() {}\n"
          "int main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); std::puts(\"begun\"); std::fflush(stdout); sleep(60); }\n");
    for (const char* signal : {"INT", "TERM"}) {
        const ProgramOutput ran =
            run("'" + warpwise + "' exec late.cu > out & child=$!; while ! grep -q begun out; do sleep 0.1; done; kill -" +
                std::string(signal) + " $child; wait $child; rm out");
        EXPECT_THAT(ran.err, HasSubstr("stopped before its end")) << ran.err;
        EXPECT_THAT(ran.err, HasSubstr("1 kernel launch")) << ran.err;
    }
}

TEST_F(Build, AFolderWithoutABuildIsTold) {
    const ProgramOutput ran = run("'" + warpwise + "' make");
    EXPECT_NE(ran.status, 0);
    EXPECT_THAT(ran.err, HasSubstr("there is no Makefile and no CMakeLists.txt"));
}

}  // namespace
}  // namespace warpwise
