// What programs include as <curand.h>: cuRAND's generators that are called from the host. Names and values are those of cuRAND's
// reference.
#pragma once
#ifndef WARPWISE_RUNTIME_BUILD
#pragma clang system_header
#include <cuda_runtime.h>
#define CURAND_H_
#endif
#define CURANDAPI
#define CURAND_VERSION 10400

enum curandStatus {
    CURAND_STATUS_SUCCESS = 0,
    CURAND_STATUS_VERSION_MISMATCH = 100,
    CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102,
    CURAND_STATUS_TYPE_ERROR = 103,
    CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
    CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
    CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_PREEXISTING_FAILURE = 202,
    CURAND_STATUS_INITIALIZATION_FAILED = 203,
    CURAND_STATUS_ARCH_MISMATCH = 204,
    CURAND_STATUS_INTERNAL_ERROR = 999
};
enum curandRngType {
    CURAND_RNG_TEST = 0,
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32 = 201,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
};
enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100,
    CURAND_ORDERING_PSEUDO_DEFAULT = 101,
    CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103,
    CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
    CURAND_ORDERING_QUASI_DEFAULT = 201
};
enum curandDirectionVectorSet {
    CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
    CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
};
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef enum curandDirectionVectorSet curandDirectionVectorSet_t;
typedef enum curandStatus curandStatus_t;
typedef enum curandRngType curandRngType_t;
typedef enum curandOrdering curandOrdering_t;
typedef struct curandGenerator_st* curandGenerator_t;

#ifdef __cplusplus
extern "C" {
#endif
__WARPWISE_RESULT curandStatus_t curandCreateGenerator(curandGenerator_t*, curandRngType_t);
__WARPWISE_RESULT curandStatus_t curandCreateGeneratorHost(curandGenerator_t*, curandRngType_t);
curandStatus_t curandDestroyGenerator(curandGenerator_t);
curandStatus_t curandGetVersion(int*);
curandStatus_t curandSetStream(curandGenerator_t, cudaStream_t);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t, unsigned long long);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t, unsigned long long);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t);
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t, unsigned);
__WARPWISE_RESULT curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t**, curandDirectionVectorSet_t);
__WARPWISE_RESULT curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t**, curandDirectionVectorSet_t);
curandStatus_t curandGenerateSeeds(curandGenerator_t);
__WARPWISE_RESULT curandStatus_t curandGenerate(curandGenerator_t, unsigned*, size_t);
__WARPWISE_RESULT curandStatus_t curandGenerateLongLong(curandGenerator_t, unsigned long long*, size_t);
__WARPWISE_RESULT curandStatus_t curandGenerateUniform(curandGenerator_t, float*, size_t);
__WARPWISE_RESULT curandStatus_t curandGenerateUniformDouble(curandGenerator_t, double*, size_t);
__WARPWISE_RESULT curandStatus_t curandGenerateNormal(curandGenerator_t, float*, size_t, float, float);
__WARPWISE_RESULT curandStatus_t curandGenerateNormalDouble(curandGenerator_t, double*, size_t, double, double);
__WARPWISE_RESULT curandStatus_t curandGenerateLogNormal(curandGenerator_t, float*, size_t, float, float);
__WARPWISE_RESULT curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t, double*, size_t, double, double);
__WARPWISE_RESULT curandStatus_t curandGeneratePoisson(curandGenerator_t, unsigned*, size_t, double);
#ifdef __cplusplus
}
#endif
