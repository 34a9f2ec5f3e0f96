// cuRAND's host interface.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "program/libraries/library_calls.h"
#include "program/libraries/random_source.h"
#include "program/libraries/sobol_source.h"
#include "program/runtime/api_table.h"

// It continues what runtime.h includes.
#include "program/headers/curand_host.h"

struct curandGenerator_st {
    // Shared with graphs that a stream captured its calls into.
    std::shared_ptr<warpwise::RandomSource> source;
    bool is_host = false;
    cudaStream_t stream = nullptr;
    std::uint64_t seed = 0, offset = 0;
    bool is_started = false;
};

using namespace warpwise;

namespace {

struct KnownGenerator {
    curandStatus code;
    const char *name, *text;
};
#define KNOWN(code, text) {code, #code, text}
constexpr KnownGenerator kKnownGenerators[] = {
    KNOWN(CURAND_STATUS_NOT_INITIALIZED, "the generator was not created, or is destroyed"),
    KNOWN(CURAND_STATUS_TYPE_ERROR, "the generator has another type"),
    KNOWN(CURAND_STATUS_OUT_OF_RANGE, "an argument is out of range"),
    KNOWN(CURAND_STATUS_LENGTH_NOT_MULTIPLE,
          "the number of results is odd, although they come in pairs, or is not a multiple of the dimensions"),
    KNOWN(CURAND_STATUS_LAUNCH_FAILURE, "the numbers cannot be made"),
    KNOWN(CURAND_STATUS_PREEXISTING_FAILURE, "an earlier kernel or call has failed"),
};
#undef KNOWN

curandStatus_t told(const LibraryCall& call, curandStatus code) {
    for (const KnownGenerator& known : kKnownGenerators)
        if (known.code == code) call.returns(code, known.name, known.text);
    return code;
}

std::set<curandGenerator_t>& generators() {
    static auto* all = new std::set<curandGenerator_t>;
    return *all;
}

curandStatus make(const LibraryCall& call, curandGenerator_t* out, curandRngType type, bool is_host) {
    if (out == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
    std::unique_ptr<RandomSource> source;
    switch (type) {
        case CURAND_RNG_PSEUDO_DEFAULT:
        case CURAND_RNG_PSEUDO_XORWOW: source = xorwow_source(); break;
        case CURAND_RNG_PSEUDO_MRG32K3A: source = mrg32k3a_source(); break;
        case CURAND_RNG_PSEUDO_PHILOX4_32_10: source = philox_source(); break;
        case CURAND_RNG_PSEUDO_MTGP32:
        case CURAND_RNG_PSEUDO_MT19937: source = mersenne_twister_source(); break;
        case CURAND_RNG_QUASI_DEFAULT:
        case CURAND_RNG_QUASI_SOBOL32: source = sobol_source_32(); break;
        case CURAND_RNG_QUASI_SOBOL64: source = sobol_source_64(); break;
        default:
            call.unsupported("the scrambled quasi-random generators of cuRAND's host interface",
                             "Use CURAND_RNG_QUASI_SOBOL32 or CURAND_RNG_QUASI_SOBOL64.");
            return CURAND_STATUS_TYPE_ERROR;
    }
    *out = *generators().insert(new curandGenerator_st{.source = std::move(source), .is_host = is_host}).first;
    return CURAND_STATUS_SUCCESS;
}

// `count` results of type T, `step` at a time, which `make_some` writes.
template <typename T, typename F>
curandStatus generate(const LibraryCall& call, curandGenerator_t generator, T* out, std::size_t count, std::size_t step,
                      F make_some) {
    Runtime& runtime = Runtime::instance();
    if (!generators().contains(generator)) return CURAND_STATUS_NOT_INITIALIZED;
    if (runtime.sticky() != cudaSuccess) return CURAND_STATUS_PREEXISTING_FAILURE;
    if (step > 1 && count % step != 0 && generator->source->has_pairs()) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (count % generator->source->dimensions() != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (count == 0) return CURAND_STATUS_SUCCESS;
    if (!generator->is_started) generator->source->restart(generator->seed, generator->offset);
    generator->is_started = true;
    const auto work = [call, out, count, step, make_some, source = generator->source, is_host = generator->is_host] {
        auto* to = is_host
                       ? reinterpret_cast<T*>(call.host_array(out, count * sizeof(T), "the results",
                                                              "A generator from curandCreateGeneratorHost() writes to the host's "
                                                              "memory. To write to device memory, use curandCreateGenerator()."))
                       : call.device<T>(out, count, "the results", Touch::writes);
        if (to == nullptr) return;
        source->begin(count);
        std::vector<T> some(step);
        for (std::size_t i = 0; i < count; i += step) {
            make_some(*source, some.data());
            source->next_stream();
            for (std::size_t k = 0; k < step && i + k < count; ++k) to[i + k] = some[k];
        }
    };
    const cudaError_t error = call.submit(generator->is_host ? nullptr : generator->stream, fmt::format("{} numbers", count), work);
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

}  // namespace

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* out, curandRngType_t type) {
    WARPWISE_LIBRARY_CALL("curandCreateGenerator");
    return told(call, make(call, out, type, false));
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t* out, curandRngType_t type) {
    WARPWISE_LIBRARY_CALL("curandCreateGeneratorHost");
    return told(call, make(call, out, type, true));
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    WARPWISE_LIBRARY_CALL("curandDestroyGenerator");
    if (generators().erase(generator) == 0) return told(call, CURAND_STATUS_NOT_INITIALIZED);
    delete generator;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int* version) {
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    WARPWISE_LIBRARY_CALL("curandSetStream");
    if (!generators().contains(generator)) return told(call, CURAND_STATUS_NOT_INITIALIZED);
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
    WARPWISE_LIBRARY_CALL("curandSetPseudoRandomGeneratorSeed");
    if (!generators().contains(generator)) return told(call, CURAND_STATUS_NOT_INITIALIZED);
    generator->seed = seed;
    generator->is_started = false;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    WARPWISE_LIBRARY_CALL("curandSetGeneratorOffset");
    if (!generators().contains(generator)) return told(call, CURAND_STATUS_NOT_INITIALIZED);
    generator->offset = offset;
    generator->is_started = false;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t) {
    WARPWISE_LIBRARY_CALL("curandSetGeneratorOrdering");
    return told(call, generators().contains(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED);
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned count) {
    WARPWISE_LIBRARY_CALL("curandSetQuasiRandomGeneratorDimensions");
    if (!generators().contains(generator)) return told(call, CURAND_STATUS_NOT_INITIALIZED);
    if (count == 0 || count > 20000) return told(call, CURAND_STATUS_OUT_OF_RANGE);
    if (count > kSobolDimensions) {
        call.unsupported(fmt::format("more than {} dimensions of quasi-random numbers", kSobolDimensions),
                         "Direction numbers are not available for further dimensions.");
        return told(call, CURAND_STATUS_OUT_OF_RANGE);
    }
    if (!generator->source->set_dimensions(count)) return told(call, CURAND_STATUS_TYPE_ERROR);
    generator->is_started = false;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t** out, curandDirectionVectorSet_t set) {
    WARPWISE_LIBRARY_CALL("curandGetDirectionVectors32");
    if (out == nullptr || set != CURAND_DIRECTION_VECTORS_32_JOEKUO6) return told(call, CURAND_STATUS_OUT_OF_RANGE);
    *out = reinterpret_cast<curandDirectionVectors32_t*>(const_cast<std::uint32_t*>(sobol_directions_32()));
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t** out, curandDirectionVectorSet_t set) {
    WARPWISE_LIBRARY_CALL("curandGetDirectionVectors64");
    if (out == nullptr || set != CURAND_DIRECTION_VECTORS_64_JOEKUO6) return told(call, CURAND_STATUS_OUT_OF_RANGE);
    *out = reinterpret_cast<curandDirectionVectors64_t*>(const_cast<std::uint64_t*>(sobol_directions_64()));
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    WARPWISE_LIBRARY_CALL("curandGenerateSeeds");
    if (!generators().contains(generator)) return told(call, CURAND_STATUS_NOT_INITIALIZED);
    generator->source->restart(generator->seed, generator->offset);
    generator->is_started = true;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* out, size_t count) {
    WARPWISE_LIBRARY_CALL("curandGenerate");
    if (generators().contains(generator) && generator->source->is_of_64_bits()) return told(call, CURAND_STATUS_TYPE_ERROR);
    return told(call, generate(call, generator, out, count, 1, [](RandomSource& s, unsigned* to) { *to = s.bits(); }));
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* out, size_t count) {
    WARPWISE_LIBRARY_CALL("curandGenerateLongLong");
    if (generators().contains(generator) && !generator->source->is_of_64_bits()) return told(call, CURAND_STATUS_TYPE_ERROR);
    return told(call,
                generate(call, generator, out, count, 1, [](RandomSource& s, unsigned long long* to) { *to = s.long_bits(); }));
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* out, size_t count) {
    WARPWISE_LIBRARY_CALL("curandGenerateUniform");
    return told(call, generate(call, generator, out, count, 1, [](RandomSource& s, float* to) { *to = s.uniform(); }));
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t count) {
    WARPWISE_LIBRARY_CALL("curandGenerateUniformDouble");
    return told(call, generate(call, generator, out, count, 1, [](RandomSource& s, double* to) { *to = s.uniform_double(); }));
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* out, size_t count, float mean, float deviation) {
    WARPWISE_LIBRARY_CALL("curandGenerateNormal");
    return told(call, generate(call, generator, out, count, 2, [=](RandomSource& s, float* to) {
                    s.normal(to[0], to[1]);
                    for (int i = 0; i < 2; ++i) to[i] = mean + deviation * to[i];
                }));
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t count, double mean, double deviation) {
    WARPWISE_LIBRARY_CALL("curandGenerateNormalDouble");
    return told(call, generate(call, generator, out, count, 2, [=](RandomSource& s, double* to) {
                    s.normal_double(to[0], to[1]);
                    for (int i = 0; i < 2; ++i) to[i] = mean + deviation * to[i];
                }));
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t count, float mean, float deviation) {
    WARPWISE_LIBRARY_CALL("curandGenerateLogNormal");
    return told(call, generate(call, generator, out, count, 2, [=](RandomSource& s, float* to) {
                    s.normal(to[0], to[1]);
                    for (int i = 0; i < 2; ++i) to[i] = std::exp(mean + deviation * to[i]);
                }));
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, size_t count, double mean,
                                             double deviation) {
    WARPWISE_LIBRARY_CALL("curandGenerateLogNormalDouble");
    return told(call, generate(call, generator, out, count, 2, [=](RandomSource& s, double* to) {
                    s.normal_double(to[0], to[1]);
                    for (int i = 0; i < 2; ++i) to[i] = std::exp(mean + deviation * to[i]);
                }));
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* out, size_t count, double lambda) {
    WARPWISE_LIBRARY_CALL("curandGeneratePoisson");
    if (!(lambda > 0)) return told(call, CURAND_STATUS_OUT_OF_RANGE);
    return told(call, generate(call, generator, out, count, 1, [=](RandomSource& s, unsigned* to) { *to = poisson(s, lambda); }));
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> random_functions() {
    return {
        API(curandCreateGenerator),
        API(curandCreateGeneratorHost),
        API(curandDestroyGenerator),
        API(curandGetVersion),
        API(curandSetStream),
        API(curandSetPseudoRandomGeneratorSeed),
        API(curandSetGeneratorOffset),
        API(curandSetGeneratorOrdering),
        API(curandSetQuasiRandomGeneratorDimensions),
        API(curandGetDirectionVectors32),
        API(curandGetDirectionVectors64),
        API(curandGenerateSeeds),
        API(curandGenerate),
        API(curandGenerateLongLong),
        API(curandGenerateUniform),
        API(curandGenerateUniformDouble),
        API(curandGenerateNormal),
        API(curandGenerateNormalDouble),
        API(curandGenerateLogNormal),
        API(curandGenerateLogNormalDouble),
        API(curandGeneratePoisson),
    };
}

}  // namespace warpwise
