// `warpwise kernel` on files as people write them: headers, macros, overloads, structures by value.
#include <gmock/gmock.h>

#include "command_line_fixture.h"

namespace warpwise {
namespace {

using test::Called;
using testing::HasSubstr;

class CommandLineRealFiles : public test::CommandLineTest {};

TEST_F(CommandLineRealFiles, HeadersAndMacrosAreFound) {
    std::filesystem::create_directories(dir / "more");
    write("scale.h", "__device__ float scale(float x) { return FACTOR * x; }\n");
    write("more/offset.h", "__device__ float offset(float x) { return x + 1; }\n");
    const std::string file = write("mine.cu",
                                   "#include \"scale.h\"\n#include <offset.h>\n"
                                   "__global__ void k(float* a) { a[threadIdx.x] = offset(scale(a[threadIdx.x])); }\n");
    const std::string command = "kernel " + file + " --entry k --block 32 --arg f32[32]:ones";
    const Called called = call(command + " -D FACTOR=3 -I " + (dir / "more").string());
    EXPECT_EQ(called.status, 0) << called.out << called.err;
    EXPECT_THAT(called.out, HasSubstr("4, 4, 4"));
    EXPECT_EQ(call(command).status, 1) << "no -I";
    EXPECT_EQ(call(command + " -I " + file).status, 2) << "not a folder";
}

TEST_F(CommandLineRealFiles, AFaultInAHeaderNamesItsLine) {
    write("at.h", "\n__device__ __noinline__ float at(float* a, int i) {\n    return a[i];\n}\n");
    const std::string file = write("mine.cu", "#include \"at.h\"\n__global__ void k(float* a) { a[0] = at(a, 99); }\n");
    const auto fault = call("kernel " + file + " --entry k --arg f32[32] --json").as_json()["fault"];
    EXPECT_EQ(fault["kind"], "out_of_bounds") << fault;
    EXPECT_EQ(fault["line"], 3);
    EXPECT_THAT(fault["file"].get<std::string>(), HasSubstr("at.h"));
}

TEST_F(CommandLineRealFiles, StructuresAndVectorsAreGivenByValue) {
    const std::string file = write("mine.cu",
                                   "struct P { char c; float f; int2 v; };\n"
                                   "__global__ void vector(float* a, float3 w) { a[0] = w.x; a[1] = w.y; a[2] = w.z; }\n"
                                   "__global__ void structure(float* a, P p) { a[0] = p.c; a[1] = p.f; a[2] = p.v.y; }\n");
    const std::string kernel = "kernel " + file + " --arg f32[3] --entry ";
    const Called vector = call(kernel + "vector --arg f32x3:1,2,3");
    EXPECT_THAT(vector.out, HasSubstr("1, 2, 3")) << vector.err;
    const Called structure = call(kernel + "structure --arg struct:i8:7,f32:0.5,i32x2:8,9");
    EXPECT_THAT(structure.out, HasSubstr("7, 0.5, 9")) << structure.err;
    write("params.bin", std::string("\x01\0\0\0\0\0\x80\x3f\0\0\0\0\x05\0\0\0", 16));
    const Called bytes = call(kernel + "structure --arg file:" + (dir / "params.bin").string());
    EXPECT_THAT(bytes.out, HasSubstr("1, 1, 5")) << bytes.err;
    const Called wrong = call(kernel + "vector --arg f32x2:1,2");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.err, HasSubstr("has 8 bytes, the kernel's 'float3 w' has 12"));
    for (const std::string spec : {"f32x3:1,2", "f32x3:1,2,3,4", "struct:", "struct:i32", "f32x5:1", "file:nowhere.bin"})
        EXPECT_EQ(call(kernel + "vector --arg " + spec).status, 2) << spec;
}

TEST_F(CommandLineRealFiles, ArgumentsPickAmongOverloads) {
    const std::string file = write("mine.cu",
                                   "template <typename T> __global__ void k(T* a) { a[0] = 1; }\n"
                                   "template <typename T> __global__ void k(T* a, int n) { a[0] = n; }\n");
    const std::string kernel = "kernel " + file + " --entry 'k<float>";
    EXPECT_THAT(call(kernel + "' --arg f32[1]").out, HasSubstr(" 1"));
    EXPECT_THAT(call(kernel + "' --arg f32[1] --arg i32:5").out, HasSubstr(" 5"));
    EXPECT_EQ(call(kernel + "(float*, int)' --arg f32[1] --arg i32:5").status, 0);
}

}  // namespace
}  // namespace warpwise
