// Accesses that a compiler leaves out, counted beside the requests (docs/counters.md).
#include "simt/emulator.h"
#include "simt/sessions.h"

namespace warpwise::test {
namespace {

// One block of 64 threads: two warps. `in` and `out` have 256 floats.
std::map<std::string, double> counters_of(const std::string& body, Trace trace = Trace::full) {
    Array in = zeros(DType::f32, 256), out = zeros(DType::f32, 256);
    LaunchOptions options;
    options.threads = 1;
    options.trace = trace;
    const std::string text = "__global__ void k(const float* in, float* out) {\n    int i = threadIdx.x;\n" + body + "\n}\n";
    const LaunchOutcome outcome = run(text, "k", shape_of(1, 64), {argument(in, "in"), argument(out, "out")}, options);
    EXPECT_FALSE(outcome.fault) << fault_text(outcome) << "\n" << body;
    return outcome.counters;
}

double count(const std::map<std::string, double>& counters, const std::string& name) {
    const auto found = counters.find(name);
    return found == counters.end() ? 0 : found->second;
}

// How many of the loads and stores of a warp are repeats.
struct Repeats {
    double loads = 0, stores = 0;
    bool operator==(const Repeats&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Repeats& r) { return out << r.loads << " loads, " << r.stores << " stores"; }

Repeats repeats_of(const std::string& body, const std::string& memory = "global") {
    const auto counters = counters_of(body);
    return {count(counters, memory + "_load_repeats") / 2, count(counters, memory + "_store_repeats") / 2};
}

TEST(Repeats, AreLoadsOfWhatWasJustLoaded) {
    EXPECT_EQ(repeats_of("out[i] = in[i] + in[i] * in[i];"), (Repeats{2, 0}));
    EXPECT_EQ(repeats_of("const float& x = in[i]; float y = x; y += x; out[i] = y;"), (Repeats{1, 0}));
    EXPECT_EQ(repeats_of("out[i] = in[i] + in[i + 1];"), (Repeats{0, 0})) << "other elements";
    EXPECT_EQ(repeats_of("float y = in[i]; if (i % 2 == 0) y += in[i]; out[i] = y;"), (Repeats{1, 0})) << "fewer lanes know it too";
    EXPECT_EQ(repeats_of("float y = 0; if (i % 2 == 0) y = in[i]; out[i] = y + in[i];"), (Repeats{0, 0})) << "more lanes do not";
    EXPECT_EQ(repeats_of("float a = in[i], b = in[i + 1]; const float& c = i % 2 ? in[i] : in[i + 1]; out[i] = a + b + c;"),
              (Repeats{1, 0}))
        << "each lane knows it from one of two loads";
    const auto counters = counters_of("out[i] = in[i] + in[i] * in[i];");
    EXPECT_EQ(count(counters, "global_load_requests"), 6) << "they are requests as before";
    EXPECT_EQ(count(counters, "global_load_repeat_sectors"), 16);
}

TEST(Repeats, EndWhereTheValueMayHaveChanged) {
    EXPECT_EQ(repeats_of("float y = in[i]; out[i] = y; out[i + 64] = y + in[i];"), (Repeats{0, 0})) << "out may be in";
    EXPECT_EQ(repeats_of("float y = in[i]; __syncthreads(); out[i] = y + in[i];"), (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("float y = in[i]; __threadfence(); out[i] = y + in[i];"), (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("float y = in[i]; __syncwarp(); out[i] = y + in[i];"), (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("float y = in[i]; atomicAdd(out + 100, y); out[i] = y + in[i];"), (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("const volatile float* v = in; out[i] = v[i] + v[i];"), (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("float x, y; __atomic_load(in + i, &x, __ATOMIC_RELAXED); __atomic_load(in + i, &y, __ATOMIC_RELAXED);\n"
                         "__atomic_store(out + i, &x, __ATOMIC_RELAXED); __atomic_store(out + i, &y, __ATOMIC_RELAXED);"),
              (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("float y = in[i]; for (int k = 1; k < 9; ++k) y += in[i + k]; out[i] = y + in[i];"), (Repeats{0, 0}))
        << "nine loads ago";
}

TEST(Repeats, AStoreIsKnownAndMakesTheOneBeforeItVain) {
    EXPECT_EQ(repeats_of("out[i] = 1; out[i + 64] = out[i];"), (Repeats{1, 0})) << "what was stored is in a register";
    EXPECT_EQ(repeats_of("for (int k = 0; k < 4; ++k) out[i] = out[i] + 1;"), (Repeats{3, 3})) << "as through a register";
    EXPECT_EQ(repeats_of("for (int k = 0; k < 4; ++k) out[i] = out[i] + in[i];"), (Repeats{3, 0})) << "in may be out";
    EXPECT_EQ(repeats_of("out[i] = 1; if (i % 3 == 0) out[i] = 2; if (i % 3 == 1) out[i] = 3;"), (Repeats{0, 2}))
        << "one store of the value that was selected";
    EXPECT_EQ(repeats_of("if (i % 3 == 0) out[i] = 2; out[i] = 1;"), (Repeats{0, 0})) << "of all lanes, where some had stored";
    EXPECT_EQ(repeats_of("if (i % 2) out[i] = 2; else out[i] = 3;"), (Repeats{0, 0})) << "of other lanes";
    EXPECT_EQ(repeats_of("out[i] = 1; __syncthreads(); if (i % 3 == 0) out[i] = 2;"), (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("out[i] = 1; __syncthreads(); out[i] = 2;"), (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("out[i] = 1; out[i + 64] = 2; out[i] = 3;"), (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("volatile float* v = out; v[i] = 1; v[i] = 2;"), (Repeats{0, 0}));
}

// Members of a vector that is aligned to its size are loaded at once, as nvcc does (ld.v4); those of other structures are not.
TEST(Repeats, AreMembersOfABuiltInVector) {
    const std::string vectors = "const float4* p = reinterpret_cast<const float4*>(in);\n";
    EXPECT_EQ(repeats_of(vectors + "out[i] = p[i].x + p[i].y + p[i].z + p[i].w;"), (Repeats{3, 0}));
    EXPECT_EQ(repeats_of(vectors + "float4 a = p[i]; out[i] = a.x + p[i].w;"), (Repeats{1, 0}));
    EXPECT_EQ(repeats_of(vectors + "out[i] = p[i].x + p[(i + 1) % 64].y;"), (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("struct Four { float x, y, z, w; };\nconst Four* p = reinterpret_cast<const Four*>(in);\n"
                         "out[i] = p[i].x + p[i].y;"),
              (Repeats{0, 0}));
    EXPECT_EQ(repeats_of("out[i] = in[4 * (i % 32)] + in[4 * (i % 32) + 1];"), (Repeats{0, 0}))
        << "nothing says that it is aligned";
    EXPECT_EQ(repeats_of("float4* p = reinterpret_cast<float4*>(out);\np[i].x += 1; p[i].y += 2; p[i].z += 3;").stores, 2);
}

TEST(Repeats, InSharedMemoryHaveCountsOfTheirOwn) {
    const std::string tile = "__shared__ float4 tile[64];\ntile[i] = make_float4(i, 1, 2, 3);\n__syncthreads();\n";
    EXPECT_EQ(repeats_of(
                  tile + "float s = 0; for (int j = 0; j < 4; ++j) s += tile[j].x * tile[j].y + tile[j].x * tile[j].w; out[i] = s;",
                  "shared"),
              (Repeats{12, 0}));
    EXPECT_EQ(repeats_of(tile + "float s = tile[0].x; __syncthreads(); out[i] = s + tile[0].y;", "shared"), (Repeats{0, 0}));
}

TEST(Repeats, OnlyAFullTraceLooksForThem) {
    EXPECT_FALSE(counters_of("out[i] = in[i] + in[i];", Trace::counters).contains("global_load_repeats"));
}

}  // namespace
}  // namespace warpwise::test
