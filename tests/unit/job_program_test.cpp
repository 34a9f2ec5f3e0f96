// The program of a job: what it looks like, and that the host compiles nothing that a lesson's author wrote.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/ranks/job_program.h"
#include "lesson/manifest.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

using testing::HasSubstr;
using testing::Not;

class JobProgramTest : public testing::Test {
  protected:
    Result<JobProgram> program(const std::string& kernel, const std::string& fill = "iota", const std::string& title = "A job",
                               const std::string& entry = "k", const std::string& more = {}, const JobTarget& target = {}) {
        folder_.write("k.cu", kernel);
        std::string text = R"toml(
id = "some"
title = "Some"
part = 7
playground = true
[parameters]
n = { kind = "size", default = 10 }
ranks = { kind = "integer", default = 4, min = 1, max = 8 }
rank = { kind = "integer", default = 0, min = 0, max = 7 }
[[array]]
name = "a"
dtype = "f32"
shape = ["n"]
fill = "FILL"
role = "output"
[[kernel]]
id = "k"
source = "k.cu"
entry = "ENTRY"
args = ["a", "n"]
grid = "ceil(n / 32)"
block = 32
[[view]]
kind = "ranks"
[[job]]
id = "j"
title = """TITLE"""
[[job.stage]]
do = "launch"
kernel = "k"
[[job.stage]]
do = "copy"
array = "a"
to = "host"
[[job.stage]]
do = "send"
array = "a"
first = "rank"
count = "n - rank"
to = "rank + 1"
when = "rank + 1 < ranks"
)toml";
        for (const auto& [word, value] : {std::pair<std::string, std::string>("FILL", fill), {"TITLE", title}, {"ENTRY", entry}})
            text.replace(text.find(word), word.size(), value);
        Manifest manifest = read_manifest(text + more, "lesson.toml");
        manifest.lesson.folder = folder_.path();
        EXPECT_EQ(manifest.lesson.jobs.size(), 1u) << text_of(manifest.diagnostics);
        if (manifest.lesson.jobs.empty()) return failure("no job");
        return job_program(manifest.lesson, manifest.lesson.jobs.front(), manifest.lesson.defaults(), target);
    }
    test::TemporaryFolder folder_;
    static constexpr const char* kKernel = "__global__ void k(float* a, int n) {\n    a[0] = n;\n}\n";
};

TEST_F(JobProgramTest, IsWhatAProgrammerWrites) {
    const auto made = program(kKernel);
    ASSERT_TRUE(made.has_value()) << made.error().text();
    for (const char* part : {"    const int n = 10;\n", "    k<<<(n + 32 - 1) / 32, 32>>>(d_a, n);\n",
                             "    check(cudaMemcpy(a, d_a, a_bytes, cudaMemcpyDeviceToHost), \"copy out a\");\n",
                             "    if (rank + 1 < ranks) MPI_Send(a + rank, n - rank, MPI_FLOAT, rank + 1, 0, MPI_COMM_WORLD);\n"})
        EXPECT_THAT(made->text, HasSubstr(part));
}

TEST_F(JobProgramTest, GivesTheHostTheParametersOfAKernelAlone) {
    const auto made = program(kKernel);
    ASSERT_TRUE(made.has_value());
    const std::size_t device = made->text.find("#ifdef __CUDA_ARCH__"), host = made->text.find("#else"),
                      text = made->text.find("a[0] = n;");
    EXPECT_LT(device, text);
    EXPECT_LT(text, host);
    EXPECT_THAT(made->text.substr(host), HasSubstr("__global__ void k(float* a, int n) {}\n#endif"));
}

TEST_F(JobProgramTest, RefusesTextsThatCouldReachTheHost) {
    for (const char* text :
         {"__global__ void k(float* a, int n) {}\n#endif\nint x = system(\"ls\");\n#if 0\n",
          "__global__ void k(float* a, int n) {}\n%:endif\n", "__global__ void k(float* a, int n) {}\n/**/ #endif\n",
          "__global__ void k(float* a, int n) {}\n \\\n#endif\n"})
        EXPECT_FALSE(program(text).has_value()) << text;
    EXPECT_FALSE(program("__global__ void k(float* a, decltype(system(\"ls\")) n) {}\n").has_value());
    EXPECT_FALSE(program("template <int i> __global__ void k(float* a, int n) {}\n", "iota", "A job", "k<1>").has_value());
    EXPECT_FALSE(program(kKernel, "constant=system(1)").has_value());
    EXPECT_FALSE(program(kKernel, "uniform=0..x").has_value());
    const auto titled = program(kKernel, "iota", "A job\nint x = 1;");
    ASSERT_TRUE(titled.has_value());
    EXPECT_THAT(titled->text, Not(HasSubstr("\nint x")));
}

constexpr const char* kOfTheGpu = R"toml(
[[job.stage]]
do = "exchange"
memory = "device"
array = "a"
first = "2"
count = "rank + 3"
to = "rank == 0 ? ranks - 1 : rank - 1"
into = "a"
into_first = "5"
from = "rank + 1 == ranks ? 0 : rank + 1"
times = "ceil(n / 2)"
[[job.stage]]
do = "reduce"
memory = "device"
array = "a"
into = "a"
root = "0"
)toml";

TEST_F(JobProgramTest, SendsFromTheGpuAsItsTargetDoes) {
    const auto text_for = [&](JobTarget::Path path) {
        const auto made =
            program(kKernel, "iota", "A job", "k", kOfTheGpu, {.is_on_gpu = path != JobTarget::Path::mpi, .path = path});
        EXPECT_TRUE(made.has_value()) << (made ? "" : made.error().text());
        return made ? made->text : std::string();
    };
    const std::string mpi = text_for(JobTarget::Path::mpi), nccl = text_for(JobTarget::Path::nccl),
                      staged = text_for(JobTarget::Path::staged);
    EXPECT_THAT(mpi, HasSubstr("MPI_Sendrecv(d_a + 2, rank + 3, MPI_FLOAT"));
    EXPECT_THAT(mpi, HasSubstr("must be CUDA-aware"));
    EXPECT_THAT(mpi, HasSubstr("    for (int iteration = 0; iteration < (n + 2 - 1) / 2; ++iteration) {\n        MPI_Sendrecv("));
    EXPECT_THAT(mpi, Not(HasSubstr("MPI_Pcontrol"))) << "emulated ranks run their stages once";
    EXPECT_THAT(nccl, HasSubstr("ncclSend(d_a + 2, rank + 3, ncclFloat32, rank == 0 ? ranks - 1 : rank - 1, comm, stream)"));
    EXPECT_THAT(nccl, HasSubstr("ncclRecv(d_a + 5, rank + 3, ncclFloat32"));
    EXPECT_THAT(nccl, HasSubstr("ncclReduce(d_a, d_a, a_count, ncclFloat32, ncclSum, 0, comm, stream)"));
    EXPECT_THAT(nccl, HasSubstr("cudaSetDevice(rank % gpus)"));
    EXPECT_THAT(nccl, HasSubstr("MPI_Send(a + rank")) << "what is the host's goes by MPI";
    EXPECT_THAT(staged, HasSubstr("cudaMemcpy(a + 2, d_a + 2, (rank + 3) * sizeof(float), cudaMemcpyDeviceToHost)"));
    EXPECT_THAT(staged, HasSubstr("cudaMemcpy(d_a + 5, a + 5, (rank + 3) * sizeof(float), cudaMemcpyHostToDevice)"));
    EXPECT_THAT(staged, HasSubstr("if (rank == 0) check(cudaMemcpy(d_a, a, (a_count) * sizeof(float), cudaMemcpyHostToDevice)"));
    EXPECT_THAT(staged, Not(HasSubstr("nccl")));
}

TEST_F(JobProgramTest, OnAGpuRunsItsStagesAgainWithTheFirstData) {
    const auto made =
        program(kKernel, "uniform", "A job", "k", kOfTheGpu, {.is_on_gpu = true, .path = JobTarget::Path::staged, .rounds = 3});
    ASSERT_TRUE(made.has_value());
    EXPECT_THAT(made->text, HasSubstr("for (int round = 0; round <= 3; ++round) {"));
    EXPECT_THAT(made->text, HasSubstr("        a_host = a_first;\n"));
    EXPECT_THAT(made->text, HasSubstr("if (round > 0) MPI_Pcontrol(1);"));
}

constexpr const char* kStarted = R"toml(
[[job.stage]]
do = "exchange"
memory = "device"
start = "halo"
array = "a"
count = "2"
to = "rank + 1 == ranks ? 0 : rank + 1"
into = "a"
into_first = "5"
from = "rank == 0 ? ranks - 1 : rank - 1"
[[job.stage]]
do = "exchange"
memory = "device"
start = "halo"
array = "a"
first = "3"
count = "1"
to = "rank"
into = "a"
into_first = "7"
from = "rank"
[[job.stage]]
do = "send"
start = "up"
array = "a"
first = "8"
count = "1"
to = "0"
when = "rank > 0"
[[job.stage]]
do = "launch"
kernel = "k"
[[job.stage]]
do = "wait"
for = "up"
[[job.stage]]
do = "wait"
for = "halo"
)toml";
constexpr const char* kReader = "__global__ void k(const float* a, int n) {\n}\n";

TEST_F(JobProgramTest, StartsAMessageAndWaitsForItLater) {
    const auto text_for = [&](JobTarget::Path path) {
        const auto made =
            program(kReader, "iota", "A job", "k", kStarted, {.is_on_gpu = path != JobTarget::Path::mpi, .path = path});
        EXPECT_TRUE(made.has_value()) << (made ? "" : made.error().text());
        return made ? made->text : std::string();
    };
    const std::string mpi = text_for(JobTarget::Path::mpi), nccl = text_for(JobTarget::Path::nccl),
                      staged = text_for(JobTarget::Path::staged);
    EXPECT_THAT(mpi, HasSubstr("    MPI_Request halo_requests[4];\n    int halo_started = 0;\n    MPI_Request up_requests[1];\n"));
    EXPECT_THAT(mpi, HasSubstr("MPI_Irecv(d_a + 5, 2, MPI_FLOAT, rank == 0 ? ranks - 1 : rank - 1, 0, MPI_COMM_WORLD, "
                               "&halo_requests[halo_started++]);\n    MPI_Isend(d_a, 2, MPI_FLOAT,"));
    EXPECT_THAT(mpi, HasSubstr("    MPI_Waitall(halo_started, halo_requests, MPI_STATUSES_IGNORE);\n    halo_started = 0;\n"));
    EXPECT_THAT(nccl, HasSubstr("check(cudaStreamWaitEvent(message_stream, halo_ready, 0)"));
    EXPECT_THAT(nccl, HasSubstr("ncclSend(d_a, 2, ncclFloat32, rank + 1 == ranks ? 0 : rank + 1, comm, message_stream)"));
    EXPECT_THAT(nccl, HasSubstr("ncclRecv(d_a + 5, 2, ncclFloat32, rank == 0 ? ranks - 1 : rank - 1, comm, message_stream), "
                                "\"ncclRecv\");\n\n        check_nccl(ncclSend(d_a + 3, 1,"))
        << "two exchanges in one group";
    EXPECT_LT(nccl.rfind("k<<<"), nccl.find("check(cudaStreamWaitEvent(stream, halo_arrived, 0)")) << "the launch goes on before";
    EXPECT_THAT(nccl, HasSubstr("MPI_Isend(a + 8, 1, MPI_FLOAT")) << "what is the host's goes by MPI";
    EXPECT_THAT(nccl, Not(HasSubstr("halo_requests")));
    EXPECT_LT(staged.find("cudaMemcpy(a, d_a, (2) * sizeof(float), cudaMemcpyDeviceToHost)"), staged.find("MPI_Irecv(a + 5"));
    EXPECT_LT(staged.find("MPI_Waitall(halo_started"),
              staged.find("cudaMemcpy(d_a + 5, a + 5, (2) * sizeof(float), cudaMemcpyHostToDevice)"));
    EXPECT_THAT(staged, HasSubstr("    if (rank > 0) MPI_Isend(a + 8"));
}

TEST_F(JobProgramTest, RefusesALaunchThatMayWriteWhatIsUnderWay) {
    const auto made = program(kKernel, "iota", "A job", "k", kStarted);
    ASSERT_FALSE(made.has_value());
    EXPECT_THAT(made.error().text(), HasSubstr("the kernel k may write a while the messages \"halo\" are under way"));
}

}  // namespace
}  // namespace warpwise
