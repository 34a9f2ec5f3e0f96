// cuFFT, by FFTW: both leave the factor 1/n out, and lay half a spectrum out in the same way.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "program/libraries/library_calls.h"
#include "program/libraries/number_types.h"
#include "program/runtime/api_table.h"

// They continue what runtime.h includes.
#include "program/libraries/complex_numbers.h"

#include "program/headers/cufft_host.h"

using namespace warpwise;

namespace {

// One side of a transform: `embed` elements along each axis, of which the transform uses some.
struct Layout {
    std::vector<int> embed;
    int step = 1, distance = 0;
};

struct Plan {
    bool is_made = false;
    cufftType type = CUFFT_C2C;
    bool is_half = false;  // the numbers in memory; FFTW computes in single precision
    std::vector<int> sizes;
    int batch = 1;
    std::optional<Layout> in, out;  // none: dense, as the transform's type has it
    cudaStream_t stream = nullptr;
    std::vector<int> gpus;  // of cufftXtSetGPUs(); the first has the data
};

std::map<cufftHandle, Plan>& plans() {
    static auto* all = new std::map<cufftHandle, Plan>;
    return *all;
}

struct Known {
    cufftResult code;
    const char *name, *text;
};
#define KNOWN(code, text) {code, #code, text}
constexpr Known kKnown[] = {
    KNOWN(CUFFT_INVALID_PLAN, "there is no such plan"),
    KNOWN(CUFFT_INVALID_TYPE, "the plan was made for a transform of another type"),
    KNOWN(CUFFT_INVALID_VALUE, "an argument is not valid"),
    KNOWN(CUFFT_EXEC_FAILED, "the transform cannot be run"),
    KNOWN(CUFFT_SETUP_FAILED, "the library cannot be set up"),
    KNOWN(CUFFT_INVALID_SIZE, "a size of the transform is not supported"),
    KNOWN(CUFFT_NOT_SUPPORTED, "half precision takes sizes that are powers of two"),
};
#undef KNOWN

cufftResult told(const LibraryCall& call, cufftResult code) {
    for (const Known& known : kKnown)
        if (known.code == code) call.returns(code, known.name, known.text);
    return code;
}

bool is_double(cufftType type) { return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D; }

const CpuLibraryFile& library(bool is_double) {
    static const CpuLibraryFile single("FFTW, which computes cuFFT's functions,", "WARPWISE_FFTW", {"libfftw3f.so.3"},
                                       "libfftw3-single3");
    static const CpuLibraryFile both("FFTW for double precision, which computes cuFFT's functions,", "WARPWISE_FFTW_DOUBLE",
                                     {"libfftw3.so.3"}, "libfftw3-double3");
    return is_double ? both : single;
}

// A function of either precision.
template <typename Function>
Function* fftw(bool is_double, const char* name) {
    return reinterpret_cast<Function*>(library(is_double).find(std::string(is_double ? "fftw_" : "fftwf_") + name));
}

// The elements of one transform along the last axis, on the side that has half a spectrum or real numbers.
enum class Side { real, half, complex };

Layout dense(const std::vector<int>& sizes, Side side, bool is_in_place) {
    Layout layout{.embed = sizes};
    const int half = sizes.back() / 2 + 1;
    if (side == Side::half) layout.embed.back() = half;
    if (side == Side::real && is_in_place) layout.embed.back() = 2 * half;
    layout.distance = 1;
    for (const int n : layout.embed) layout.distance *= n;
    return layout;
}

std::size_t extent(const Plan& plan, const Layout& layout, Side side) {
    std::size_t last = 0;
    for (std::size_t axis = 0; axis < plan.sizes.size(); ++axis) {
        const int used = side == Side::half && axis + 1 == plan.sizes.size() ? plan.sizes[axis] / 2 + 1 : plan.sizes[axis];
        last = last * static_cast<std::size_t>(layout.embed[axis]) + static_cast<std::size_t>(used - 1);
    }
    return static_cast<std::size_t>(plan.batch - 1) * static_cast<std::size_t>(layout.distance) +
           last * static_cast<std::size_t>(layout.step) + 1;
}

std::string text_of(const Plan& plan) {
    std::string out;
    for (const int n : plan.sizes) out += (out.empty() ? "" : " x ") + std::to_string(n);
    return plan.batch == 1 ? out : fmt::format("{}, batch of {}", out, plan.batch);
}

cufftResult make(const LibraryCall& call, cufftHandle handle, std::vector<int> sizes, cufftType type, int batch,
                 std::optional<Layout> in = {}, std::optional<Layout> out = {}) {
    const auto found = plans().find(handle);
    if (found == plans().end()) return CUFFT_INVALID_PLAN;
    constexpr cufftType known[] = {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D};
    if (std::ranges::find(known, type) == std::end(known)) return CUFFT_INVALID_TYPE;
    if (sizes.empty() || sizes.size() > 3 || batch < 1) return CUFFT_INVALID_SIZE;
    if (std::ranges::any_of(sizes, [](int n) { return n < 1; })) return CUFFT_INVALID_SIZE;
    if (!library(is_double(type)).is_open()) {
        const CpuLibraryFile& file = library(is_double(type));
        Runtime::instance().tell("unsupported", call.place, std::string(call.name) + ": " + file.problem(), file.remedy());
        return CUFFT_SETUP_FAILED;
    }
    const Plan before = std::move(found->second);
    found->second = {true, type, false, std::move(sizes), batch, std::move(in), std::move(out), before.stream, before.gpus};
    return CUFFT_SUCCESS;
}

cufftHandle new_handle() {
    static cufftHandle next = 1;
    plans()[next] = {};
    return next++;
}

// A plan of its own, which `fill` makes.
template <typename F>
cufftResult make_new(cufftHandle* out, F fill) {
    if (out == nullptr) return CUFFT_INVALID_VALUE;
    const cufftHandle handle = new_handle();
    const cufftResult made = fill(handle);
    if (made == CUFFT_SUCCESS) {
        *out = handle;
    } else {
        plans().erase(handle);
    }
    return made;
}

cufftResult make_many(const LibraryCall& call, cufftHandle handle, int rank, const int* n, const int* in_embed, int in_step,
                      int in_distance, const int* out_embed, int out_step, int out_distance, cufftType type, int batch) {
    if (n == nullptr || rank < 1 || rank > 3) return CUFFT_INVALID_SIZE;
    const std::vector<int> sizes(n, n + rank);
    if (in_embed == nullptr || out_embed == nullptr) return make(call, handle, sizes, type, batch);
    if (in_step < 1 || out_step < 1 || in_distance < 0 || out_distance < 0) return CUFFT_INVALID_VALUE;
    return make(call, handle, sizes, type, batch, Layout{{in_embed, in_embed + rank}, in_step, in_distance},
                Layout{{out_embed, out_embed + rank}, out_step, out_distance});
}

// The types of a transform's two sides in memory. Its numbers are all of one precision.
struct TypesOfSides {
    int in, out;
    cufftType type;
    bool is_half;
};
using enum number_types::NumberType;
constexpr int kComplexHalf = 6, kComplexFloat = 4, kComplexDouble = 5;  // as <library_types.h> numbers them, too
constexpr TypesOfSides kTypesOfSides[] = {
    {kComplexFloat, kComplexFloat, CUFFT_C2C, false}, {kFloat, kComplexFloat, CUFFT_R2C, false},
    {kComplexFloat, kFloat, CUFFT_C2R, false},        {kComplexDouble, kComplexDouble, CUFFT_Z2Z, false},
    {kDouble, kComplexDouble, CUFFT_D2Z, false},      {kComplexDouble, kDouble, CUFFT_Z2D, false},
    {kComplexHalf, kComplexHalf, CUFFT_C2C, true},    {kHalf, kComplexHalf, CUFFT_R2C, true},
    {kComplexHalf, kHalf, CUFFT_C2R, true},
};

struct WideSide {
    const long long* embed;
    long long step, distance;
};

// Sizes of 64 bits, as far as FFTW takes them.
cufftResult make_wide(const LibraryCall& call, cufftHandle handle, int rank, const long long* n, const WideSide& in,
                      const WideSide& out, cufftType type, long long batch) {
    if (n == nullptr || rank < 1 || rank > 3) return CUFFT_INVALID_SIZE;
    bool fits = true;
    const auto narrow = [&](long long value) {
        fits = fits && std::in_range<int>(value);
        return static_cast<int>(value);
    };
    const auto all = [&](const long long* from) {
        std::vector<int> sizes;
        for (int axis = 0; from != nullptr && axis < rank; ++axis) sizes.push_back(narrow(from[axis]));
        return sizes;
    };
    const std::vector<int> sizes = all(n), in_embed = all(in.embed), out_embed = all(out.embed);
    const int in_step = narrow(in.step), in_distance = narrow(in.distance), out_step = narrow(out.step),
              out_distance = narrow(out.distance), count = narrow(batch);
    if (!fits) return CUFFT_INVALID_SIZE;
    const auto start = [](const std::vector<int>& each) { return each.empty() ? nullptr : each.data(); };
    return make_many(call, handle, rank, sizes.data(), start(in_embed), in_step, in_distance, start(out_embed), out_step,
                     out_distance, type, count);
}

struct FftwPlan;
constexpr unsigned kEstimate = 1u << 6;
constexpr unsigned kUnaligned = 1u << 1;

using PlanMany = FftwPlan*(int rank, const int* n, int howmany, void* in, const int* inembed, int istride, int idist, void* out,
                           const int* onembed, int ostride, int odist, int sign, unsigned flags);
using PlanManyReal = FftwPlan*(int rank, const int* n, int howmany, void* in, const int* inembed, int istride, int idist, void* out,
                               const int* onembed, int ostride, int odist, unsigned flags);

std::vector<std::byte> singles_of(const std::byte* halves, std::size_t bytes) {
    std::vector<std::byte> out(2 * bytes);
    for (std::size_t i = 0; i < bytes / 2; ++i)
        number_types::store(out.data(), number_types::kFloat, i, number_types::number_at(halves, number_types::kHalf, i));
    return out;
}

void transform(const LibraryCall& call, const Plan& plan, void* in, void* out, int direction) {
    const bool is_wide = is_double(plan.type), is_in_place = in == out;
    const bool from_real = plan.type == CUFFT_R2C || plan.type == CUFFT_D2Z,
               to_real = plan.type == CUFFT_C2R || plan.type == CUFFT_Z2D;
    const Side in_side = from_real ? Side::real : to_real ? Side::half : Side::complex;
    const Side out_side = from_real ? Side::half : to_real ? Side::real : Side::complex;
    const Layout from = plan.in ? *plan.in : dense(plan.sizes, in_side, is_in_place);
    const Layout to = plan.out ? *plan.out : dense(plan.sizes, out_side, is_in_place);
    const std::size_t real = plan.is_half ? 2 : is_wide ? sizeof(double) : sizeof(float);
    const std::size_t in_bytes = extent(plan, from, in_side) * (in_side == Side::real ? real : 2 * real);
    const std::size_t out_bytes = extent(plan, to, out_side) * (out_side == Side::real ? real : 2 * real);
    std::byte* source = call.device_array(in, in_bytes, "the input", is_in_place ? Touch::updates : Touch::reads);
    std::byte* target = source ? call.device_array(out, out_bytes, "the output", Touch::writes) : nullptr;
    if (target == nullptr) return;
    std::byte* const halves = target;
    std::vector<std::byte> kept, computed;
    if (plan.is_half) {
        kept = singles_of(source, in_bytes);
        computed = singles_of(target, out_bytes);
        source = kept.data();
        target = computed.data();
    } else if (to_real && !is_in_place) {  // FFTW overwrites a spectrum that becomes real numbers
        kept.assign(source, source + in_bytes);
        source = kept.data();
    }
    const int rank = static_cast<int>(plan.sizes.size());
    const unsigned flags = kEstimate | kUnaligned;
    FftwPlan* made = nullptr;
    if (from_real || to_real) {
        auto* plan_many = fftw<PlanManyReal>(is_wide, from_real ? "plan_many_dft_r2c" : "plan_many_dft_c2r");
        made = plan_many(rank, plan.sizes.data(), plan.batch, source, from.embed.data(), from.step, from.distance, target,
                         to.embed.data(), to.step, to.distance, flags);
    } else {
        made = fftw<PlanMany>(is_wide, "plan_many_dft")(rank, plan.sizes.data(), plan.batch, source, from.embed.data(), from.step,
                                                        from.distance, target, to.embed.data(), to.step, to.distance, direction,
                                                        flags);
    }
    if (made == nullptr) {
        call.unsupported("a layout of cufftPlanMany() that FFTW does not take", "Copy the data to arrays without gaps.");
        return;
    }
    fftw<void(const FftwPlan*)>(is_wide, "execute")(made);
    fftw<void(FftwPlan*)>(is_wide, "destroy_plan")(made);
    for (std::size_t i = 0; i < computed.size() / sizeof(float); ++i)
        number_types::store(halves, number_types::kHalf, i, number_types::number_at(target, number_types::kFloat, i));
}

cufftResult submit(const LibraryCall& call, const Plan& plan, void* in, void* out, int direction) {
    if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
    const auto work = [call, plan, in, out, direction] { transform(call, plan, in, out, direction); };
    return call.submit(plan.stream, text_of(plan), work) == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult execute(const LibraryCall& call, cufftHandle handle, std::optional<cufftType> type, void* in, void* out,
                    int direction) {
    const auto found = plans().find(handle);
    if (found == plans().end() || !found->second.is_made) return CUFFT_INVALID_PLAN;
    if (Runtime::instance().sticky() != cudaSuccess) return CUFFT_EXEC_FAILED;
    const Plan& plan = found->second;
    if (type && (plan.type != *type || plan.is_half)) return CUFFT_INVALID_TYPE;
    const bool has_direction = type || plan.type == CUFFT_C2C || plan.type == CUFFT_Z2Z;
    return submit(call, plan, in, out, has_direction ? direction : CUFFT_FORWARD);
}

cufftResult done(cufftResult made, std::size_t* work_bytes) {
    if (work_bytes) *work_bytes = 0;
    return made;
}

}  // namespace

extern "C" {

cufftResult cufftPlan1d(cufftHandle* out, int n, cufftType type, int batch) {
    WARPWISE_LIBRARY_CALL("cufftPlan1d");
    return told(call, make_new(out, [&](cufftHandle plan) { return make(call, plan, {n}, type, batch); }));
}

cufftResult cufftPlan2d(cufftHandle* out, int rows, int columns, cufftType type) {
    WARPWISE_LIBRARY_CALL("cufftPlan2d");
    return told(call, make_new(out, [&](cufftHandle plan) { return make(call, plan, {rows, columns}, type, 1); }));
}

cufftResult cufftPlan3d(cufftHandle* out, int planes, int rows, int columns, cufftType type) {
    WARPWISE_LIBRARY_CALL("cufftPlan3d");
    return told(call, make_new(out, [&](cufftHandle plan) { return make(call, plan, {planes, rows, columns}, type, 1); }));
}

cufftResult cufftPlanMany(cufftHandle* out, int rank, int* n, int* in_embed, int in_step, int in_distance, int* out_embed,
                          int out_step, int out_distance, cufftType type, int batch) {
    WARPWISE_LIBRARY_CALL("cufftPlanMany");
    return told(call, make_new(out, [&](cufftHandle plan) {
                    return make_many(call, plan, rank, n, in_embed, in_step, in_distance, out_embed, out_step, out_distance, type,
                                     batch);
                }));
}

cufftResult cufftCreate(cufftHandle* out) {
    WARPWISE_LIBRARY_CALL("cufftCreate");
    if (out == nullptr) return told(call, CUFFT_INVALID_VALUE);
    *out = new_handle();
    return CUFFT_SUCCESS;
}

cufftResult cufftMakePlan1d(cufftHandle plan, int n, cufftType type, int batch, size_t* work_bytes) {
    WARPWISE_LIBRARY_CALL("cufftMakePlan1d");
    return told(call, done(make(call, plan, {n}, type, batch), work_bytes));
}

cufftResult cufftMakePlan2d(cufftHandle plan, int rows, int columns, cufftType type, size_t* work_bytes) {
    WARPWISE_LIBRARY_CALL("cufftMakePlan2d");
    return told(call, done(make(call, plan, {rows, columns}, type, 1), work_bytes));
}

cufftResult cufftMakePlan3d(cufftHandle plan, int planes, int rows, int columns, cufftType type, size_t* work_bytes) {
    WARPWISE_LIBRARY_CALL("cufftMakePlan3d");
    return told(call, done(make(call, plan, {planes, rows, columns}, type, 1), work_bytes));
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* in_embed, int in_step, int in_distance, int* out_embed,
                              int out_step, int out_distance, cufftType type, int batch, size_t* work_bytes) {
    WARPWISE_LIBRARY_CALL("cufftMakePlanMany");
    return told(call,
                done(make_many(call, plan, rank, n, in_embed, in_step, in_distance, out_embed, out_step, out_distance, type, batch),
                     work_bytes));
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* in_embed, long long in_step,
                                long long in_distance, long long* out_embed, long long out_step, long long out_distance,
                                cufftType type, long long batch, size_t* work_bytes) {
    WARPWISE_LIBRARY_CALL("cufftMakePlanMany64");
    return told(call, done(make_wide(call, plan, rank, n, {in_embed, in_step, in_distance}, {out_embed, out_step, out_distance},
                                     type, batch),
                           work_bytes));
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* in_embed, long long in_step,
                                long long in_distance, cudaDataType in_type, long long* out_embed, long long out_step,
                                long long out_distance, cudaDataType out_type, long long batch, size_t* work_bytes, cudaDataType) {
    WARPWISE_LIBRARY_CALL("cufftXtMakePlanMany");
    const auto* types = std::ranges::find_if(
        kTypesOfSides, [&](const TypesOfSides& each) { return each.in == int{in_type} && each.out == int{out_type}; });
    if (types == std::end(kTypesOfSides)) return told(call, CUFFT_INVALID_TYPE);
    const auto is_power_of_two = [](long long size) { return size > 0 && (size & (size - 1)) == 0; };
    if (types->is_half && n != nullptr && rank > 0 && !std::all_of(n, n + rank, is_power_of_two))
        return told(call, CUFFT_NOT_SUPPORTED);
    const cufftResult made =
        make_wide(call, plan, rank, n, {in_embed, in_step, in_distance}, {out_embed, out_step, out_distance}, types->type, batch);
    if (made == CUFFT_SUCCESS) plans()[plan].is_half = types->is_half;
    return told(call, done(made, work_bytes));
}

// The direction counts only from complex to complex numbers.
cufftResult cufftXtExec(cufftHandle plan, void* in, void* out, int direction) {
    WARPWISE_LIBRARY_CALL("cufftXtExec");
    return told(call, execute(call, plan, std::nullopt, in, out, direction));
}

cufftResult cufftXtSetGPUs(cufftHandle plan, int count, int* gpus) {
    WARPWISE_LIBRARY_CALL("cufftXtSetGPUs");
    if (!plans().contains(plan)) return told(call, CUFFT_INVALID_PLAN);
    constexpr int most = 16;  // cuFFT's own
    if (count < 1 || count > most || gpus == nullptr) return told(call, CUFFT_INVALID_VALUE);
    if (!std::all_of(gpus, gpus + count, [&](int gpu) { return runtime.gpus.has(gpu); })) return told(call, CUFFT_INVALID_DEVICE);
    plans()[plan].gpus.assign(gpus, gpus + count);
    return CUFFT_SUCCESS;
}

// The bytes of a transform in place, and the GPUs of its plan.
cufftResult __warpwise_fft_data(cufftHandle plan, size_t* bytes, int* gpus, int* gpu_count) {
    WARPWISE_LIBRARY_CALL("cufftXtMalloc");
    if (!plans().contains(plan) || !plans()[plan].is_made) return told(call, CUFFT_INVALID_PLAN);
    const Plan& known = plans()[plan];
    const bool is_real = known.type != CUFFT_C2C && known.type != CUFFT_Z2Z;
    const bool is_double = known.type == CUFFT_Z2Z || known.type == CUFFT_D2Z || known.type == CUFFT_Z2D;
    std::size_t numbers = static_cast<std::size_t>(known.batch);
    for (std::size_t i = 0; i < known.sizes.size(); ++i) {
        const auto size = static_cast<std::size_t>(known.sizes[i]);
        numbers *= is_real && i + 1 == known.sizes.size() ? size / 2 + 1 : size;
    }
    *bytes = numbers * (is_double ? 16 : known.is_half ? 4 : 8);
    std::ranges::copy(known.gpus, gpus);
    *gpu_count = std::max(1, static_cast<int>(known.gpus.size()));
    return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle plan) {
    WARPWISE_LIBRARY_CALL("cufftDestroy");
    return told(call, plans().erase(plan) == 0 ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS);
}

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
    WARPWISE_LIBRARY_CALL("cufftSetStream");
    if (!plans().contains(plan)) return told(call, CUFFT_INVALID_PLAN);
    plans()[plan].stream = stream;
    return CUFFT_SUCCESS;
}

// No work area is needed here.
cufftResult cufftGetSize(cufftHandle plan, size_t* bytes) {
    WARPWISE_LIBRARY_CALL("cufftGetSize");
    if (!plans().contains(plan)) return told(call, CUFFT_INVALID_PLAN);
    *bytes = 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftSetAutoAllocation(cufftHandle, int) { return CUFFT_SUCCESS; }
cufftResult cufftSetWorkArea(cufftHandle, void*) { return CUFFT_SUCCESS; }
cufftResult cufftGetVersion(int* version) {
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
    WARPWISE_LIBRARY_CALL("cufftExecC2C");
    return told(call, execute(call, plan, CUFFT_C2C, in, out, direction));
}

cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
    WARPWISE_LIBRARY_CALL("cufftExecR2C");
    return told(call, execute(call, plan, CUFFT_R2C, in, out, CUFFT_FORWARD));
}

cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
    WARPWISE_LIBRARY_CALL("cufftExecC2R");
    return told(call, execute(call, plan, CUFFT_C2R, in, out, CUFFT_INVERSE));
}

cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out, int direction) {
    WARPWISE_LIBRARY_CALL("cufftExecZ2Z");
    return told(call, execute(call, plan, CUFFT_Z2Z, in, out, direction));
}

cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
    WARPWISE_LIBRARY_CALL("cufftExecD2Z");
    return told(call, execute(call, plan, CUFFT_D2Z, in, out, CUFFT_FORWARD));
}

cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
    WARPWISE_LIBRARY_CALL("cufftExecZ2D");
    return told(call, execute(call, plan, CUFFT_Z2D, in, out, CUFFT_INVERSE));
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> fourier_functions() {
    return {
        API(cufftPlan1d),         API(cufftPlan2d),         API(cufftPlan3d),
        API(cufftPlanMany),       API(cufftCreate),         API(cufftMakePlan1d),
        API(cufftMakePlan2d),     API(cufftMakePlan3d),     API(cufftMakePlanMany),
        API(cufftMakePlanMany64), API(cufftXtMakePlanMany), API(cufftXtExec),
        API(cufftXtSetGPUs),      API(__warpwise_fft_data), API(cufftDestroy),
        API(cufftSetStream),      API(cufftGetSize),        API(cufftSetAutoAllocation),
        API(cufftSetWorkArea),    API(cufftGetVersion),     API(cufftExecC2C),
        API(cufftExecR2C),        API(cufftExecC2R),        API(cufftExecZ2Z),
        API(cufftExecD2Z),        API(cufftExecZ2D),
    };
}

}  // namespace warpwise
