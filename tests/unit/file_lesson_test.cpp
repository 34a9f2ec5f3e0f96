// Arguments that are proposed for the kernels of a CUDA file, and the lesson that is made of it: read back, and run.
#include "experiment/file/file_lesson.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/npy.h"
#include "experiment/check/course_verify.h"
#include "experiment/run/device_set.h"
#include "experiment/run/runner.h"
#include "lesson/lesson_path.h"
#include "lesson/manifest.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;

const FileKernel& only(const FileKernels& all) {
    if (all.kernels.size() != 1) throw std::logic_error("not one kernel");
    return all.kernels.front();
}

constexpr const char* vector_add = R"cu(
__global__ void vector_add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
)cu";

constexpr const char* matmul = R"cu(
#define TILE 16
__global__ void matmul(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float tile[TILE][TILE];
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = 0;
    if (row >= M || col >= N) return;
    float sum = 0;
    for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
}
)cu";

TEST(FileArguments, AVectorKernelGetsArraysOfItsSize) {
    const FileKernels all = propose_arguments(vector_add);
    const FileKernel& kernel = only(all);
    ASSERT_TRUE(kernel.problem.empty()) << kernel.problem;
    ASSERT_EQ(kernel.arguments.size(), 4u);
    EXPECT_EQ(kernel.arguments[0].dtype, "f32");
    EXPECT_EQ(kernel.arguments[0].size, "n");
    EXPECT_EQ(kernel.arguments[0].fill, "uniform");
    EXPECT_FALSE(kernel.arguments[0].is_output);
    EXPECT_EQ(kernel.arguments[2].fill, "zeros");
    EXPECT_TRUE(kernel.arguments[2].is_output);
    EXPECT_EQ(kernel.arguments[3].parameter, "n");
    EXPECT_EQ(kernel.grid[0], "ceil(n / block)");
    EXPECT_EQ(kernel.index, "blockIdx.x * blockDim.x + threadIdx.x");
}

TEST(FileArguments, AMatrixProductGetsItsThreeShapes) {
    const FileKernels all = propose_arguments(matmul);
    const FileKernel& kernel = only(all);
    ASSERT_EQ(kernel.arguments.size(), 6u);
    EXPECT_EQ(kernel.arguments[0].size, "M * K");
    EXPECT_EQ(kernel.arguments[1].size, "K * N");
    EXPECT_EQ(kernel.arguments[2].size, "M * N");
    EXPECT_EQ(kernel.grid[0], "ceil(N / block_x)");
    EXPECT_EQ(kernel.grid[1], "ceil(M / block_y)");
    const auto block = std::ranges::find(all.parameters, "block_y", &FileParameter::id);
    ASSERT_NE(block, all.parameters.end());
    EXPECT_EQ(block->initial, "16");
}

TEST(FileArguments, WhatKernelsDoWithTheirPointersIsSeen) {
    const FileKernels all = propose_arguments(
        "__global__ void sum(const int* a, int* total, int n) { extern __shared__ int part[]; if (threadIdx.x < n) "
        "atomicAdd(total, a[0]); }\n"
        "__global__ void scale(double* a, double factor, bool on, int n) { a[threadIdx.x] *= factor; }\n"
        "__global__ void copy(float4* from, float4* to, size_t count) { to[threadIdx.x] = from[threadIdx.x]; }\n");
    ASSERT_EQ(all.kernels.size(), 3u);
    EXPECT_EQ(all.kernels[0].arguments[0].fill, "iota");
    EXPECT_EQ(all.kernels[0].arguments[1].size, "1");
    EXPECT_EQ(all.kernels[0].shared_bytes, "block * 4");
    EXPECT_EQ(all.kernels[1].arguments[0].dtype, "f64");
    EXPECT_NE(all.kernels[1].arguments[0].fill, "zeros") << "it is changed in place";
    EXPECT_EQ(all.kernels[2].arguments[0].components, 4);
    EXPECT_EQ(all.kernels[2].arguments[0].fill, "uniform") << "it is read and not written";
    EXPECT_EQ(all.kernels[2].arguments[1].fill, "zeros");
    EXPECT_EQ(all.kernels[2].arguments[2].parameter, all.kernels[2].grid[0].substr(5, all.kernels[2].grid[0].find(' ') - 5));
}

TEST(FileArguments, WhatCannotBeGivenIsSaid) {
    const FileKernels all = propose_arguments(
        "struct Params { int n; float x; };\n__global__ void a(Params p, float* out) { out[0] = p.x; }\n"
        "__global__ void b(float** rows) { rows[0][0] = 1; }\n");
    ASSERT_EQ(all.kernels.size(), 2u);
    EXPECT_NE(all.kernels[0].problem.find("Params p"), std::string::npos) << all.kernels[0].problem;
    EXPECT_NE(all.kernels[1].problem.find("pointer to pointers"), std::string::npos) << all.kernels[1].problem;
    EXPECT_FALSE(all.can_run());
}

TEST(FileArguments, ChosenOnesSurviveAChangedBody) {
    FileKernels before = propose_arguments(vector_add);
    before.kernels[0].arguments[0].fill = "ones";
    const std::string changed = test::with(vector_add, "a[i] + b[i]", "a[i] - b[i]");
    EXPECT_EQ(with_chosen_arguments(propose_arguments(changed), before).kernels[0].arguments[0].fill, "ones");
    const std::string other = test::with(vector_add, "const float* a", "const double* a");
    EXPECT_EQ(with_chosen_arguments(propose_arguments(other), before).kernels[0].arguments[0].fill, "uniform");
}

TEST(FileArguments, AFormulaThatCannotBeComputedIsAProblem) {
    FileKernel kernel = propose_arguments(vector_add).kernels[0];
    const ParameterValues values{{"n", std::int64_t{1000}}, {"block", std::int64_t{256}}};
    EXPECT_FALSE(problem_of(kernel, values));
    kernel.arguments[0].size = "m";
    EXPECT_TRUE(problem_of(kernel, values));
    kernel.arguments[0].size = "n - 1000";
    EXPECT_TRUE(problem_of(kernel, values));
}

class FileLesson : public ::testing::Test {
  protected:
    // The lesson of a text, as the window makes it.
    Lesson lesson_of(const std::string& text) {
        folder.write("mine.cu", text);
        file = read_cuda_file(folder.path() / "mine.cu").value();
        return made();
    }
    Lesson made() {
        const std::string id = lesson_id_of(file.path);
        EXPECT_TRUE(write_file_lesson(file, folder.path() / "made", id));
        auto lesson = load_lesson(folder.path() / "made");
        if (!lesson) throw std::runtime_error(text_of(lesson.error()));
        EXPECT_TRUE(lesson->warnings.empty()) << text_of(lesson->warnings);
        return std::move(*lesson);
    }
    RunRecord run(const Lesson& lesson, const std::string& kernel) {
        ExperimentRequest request;
        request.kernel = kernel;
        request.parameters = lesson.defaults();
        request.trace = Trace::full;
        auto record = run_experiment(lesson, request, devices);
        if (!record) throw std::runtime_error(record.error().text());
        return std::move(*record);
    }
    test::TemporaryFolder folder;
    CudaFile file;
    DeviceSet devices;
};

TEST_F(FileLesson, ItsKernelsRunAndAreNotChecked) {
    const Lesson lesson = lesson_of(std::string(vector_add) + matmul);
    ASSERT_EQ(lesson.kernels.size(), 2u);
    EXPECT_TRUE(lesson.playground);
    for (const KernelSpec& kernel : lesson.kernels) {
        const RunRecord record = run(lesson, kernel.id);
        EXPECT_EQ(record.status, RunStatus::ok)
            << kernel.id << (record.fault ? text_of(*record.fault) : "") << text_of(record.diagnostics);
        EXPECT_FALSE(record.check);
        EXPECT_EQ(record.expected, nullptr);
    }
    const RunRecord record = run(lesson, "vector_add");
    ASSERT_EQ(record.outputs->size(), 1u);
    const auto &a = record.inputs->at(0), &b = record.inputs->at(1);
    EXPECT_EQ(record.outputs->front().as<float>()[999], a.as<float>()[999] + b.as<float>()[999]);
}

TEST_F(FileLesson, TemplatesStructuresAndNamesOfFormulasRun) {
    const Lesson lesson = lesson_of(
        "struct Point { float x, y; };\nnamespace mine {\n"
        "template <typename T>\n__global__ void total(const T* in, T* sum, int n) { if (threadIdx.x == 0 && blockIdx.x == 0) *sum "
        "= in[n - 1]; }\n}\n"
        "__global__ void move(Point* points, float min, float max, int n) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) points[i].x += min + max;\n}\n");
    ASSERT_EQ(lesson.kernels.size(), 2u);
    for (const KernelSpec& kernel : lesson.kernels) {
        const RunRecord record = run(lesson, kernel.id);
        EXPECT_EQ(record.status, RunStatus::ok)
            << kernel.id << (record.fault ? text_of(*record.fault) : "") << text_of(record.diagnostics);
    }
    EXPECT_EQ(lesson.kernels[0].entry, "mine::total<{dtype}>");
}

TEST_F(FileLesson, AFaultOfAKernelIsFound) {
    const std::string text = "__global__ void set(float* a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }\n";
    EXPECT_EQ(run(lesson_of(text), "set").status, RunStatus::ok) << "without a guard the size is a multiple of the block";
    const RunRecord record = run(lesson_of(test::with(text, "threadIdx.x]", "threadIdx.x + 1]")), "set");
    ASSERT_EQ(record.status, RunStatus::fault);
    EXPECT_EQ(record.fault->kind, FaultKind::out_of_bounds);
}

TEST_F(FileLesson, AnArrayComesFromAFile) {
    lesson_of(vector_add);
    auto data = Array::make(DType::f32, {10});
    ASSERT_TRUE(data);
    for (std::size_t i = 0; i < 10; ++i) data->as<float>()[i] = static_cast<float>(i) * 2;
    ASSERT_TRUE(write_npy(folder.path() / "data set.npy", *data));
    FileKernel& kernel = file.kernels.kernels[0];
    ASSERT_TRUE(take_data_file(kernel.arguments[0], folder.path() / "data set.npy", folder.path() / "made"));
    EXPECT_EQ(kernel.arguments[0].size, "10");
    kernel.arguments[1].size = kernel.arguments[2].size = "10";
    for (FileParameter& one : file.kernels.parameters)
        if (one.id == "n") one.initial = "10";
    const Lesson lesson = made();
    const RunRecord record = run(lesson, "vector_add");
    ASSERT_EQ(record.status, RunStatus::ok) << (record.fault ? text_of(*record.fault) : "");
    EXPECT_EQ(record.inputs->at(0).as<float>()[9], 18);
}

TEST_F(FileLesson, HeadersBesideItGoWithIt) {
    folder.write("scale.h", "#pragma once\n#include \"more/factor.h\"\n");
    folder.write("more/factor.h", "#define FACTOR 3\n");
    lesson_of("#include \"scale.h\"\n#include \"missing.h\"\n__global__ void k(int* a) { a[0] = FACTOR; }\n");
    EXPECT_TRUE(fs::exists(folder.path() / "made/scale.h"));
    EXPECT_TRUE(fs::exists(folder.path() / "made/more/factor.h"));
}

TEST_F(FileLesson, NoHeaderIsWrittenOutsideItsFolder) {
    folder.write("outside.h", "secret");
    folder.write("source/mine.cu", "#include \"../outside.h\"\n__global__ void k(int* a) { a[0] = 1; }\n");
    file = read_cuda_file(folder.path() / "source/mine.cu").value();
    ASSERT_TRUE(write_file_lesson(file, folder.path() / "deep/made", "mine"));
    EXPECT_TRUE(fs::exists(folder.path() / "deep/made/mine.cu"));
    EXPECT_FALSE(fs::exists(folder.path() / "deep/outside.h"));
}

TEST_F(FileLesson, SavedAsALessonItVerifies) {
    lesson_of(vector_add);
    const auto saved = save_as_lesson(file, folder.path() / "07_my_sum", folder.path() / "made");
    ASSERT_TRUE(saved) << saved.error().text();
    const auto lesson = load_lesson_at(*saved);
    ASSERT_TRUE(lesson) << lesson.error().text();
    EXPECT_EQ(lesson->id, "my_sum");
    EXPECT_EQ(lesson->title, "My sum");
    for (const VerifyLine& line : verify_lesson(*lesson, devices, {})) EXPECT_TRUE(line.passed) << line.what << ": " << line.detail;
    EXPECT_FALSE(save_as_lesson(file, folder.path() / "07_my_sum", folder.path() / "made")) << "nothing is written over";
}

TEST_F(FileLesson, WhatHasNoKernelIsRefused) {
    folder.write("none.cu", "void host() {}\n");
    EXPECT_FALSE(read_cuda_file(folder.path() / "none.cu"));
    EXPECT_FALSE(read_cuda_file(folder.path() / "not_there.cu"));
    folder.write("program.cu", "int main() { return 0; }\n");
    EXPECT_TRUE(read_cuda_file(folder.path() / "program.cu")) << "its main() can be run";
}

// Without playground nothing may be left out.
TEST(Playground, OnlyAPlaygroundLeavesOut) {
    const std::string manifest = manifest_of({"/x/mine.cu", vector_add, propose_arguments(vector_add)}, "mine", "Mine");
    EXPECT_TRUE(read_manifest(manifest, "lesson.toml").diagnostics.empty())
        << text_of(read_manifest(manifest, "lesson.toml").diagnostics);
    const Diagnostics without = read_manifest(test::with(manifest, "playground = true\n", ""), "lesson.toml").diagnostics;
    for (const char* missing : {"goals", "remember", "verify", "prediction", "reference"})
        EXPECT_NE(text_of(without).find(missing), std::string::npos) << missing;
}

}  // namespace
}  // namespace warpwise
