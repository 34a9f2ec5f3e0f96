// What programs include as <nvml.h>: the emulated GPUs, counted, named and with their memory. What a GPU alone knows (its present
// clocks, its power, its temperature, how busy it is) is answered with NVML_ERROR_NOT_SUPPORTED, as by a GPU without the sensor.
// The values of types and names are those of NVIDIA's header.
#ifndef WARPWISE_NVML_HOST_H
#define WARPWISE_NVML_HOST_H
#pragma clang system_header
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef enum nvmlReturn_enum {
    NVML_SUCCESS = 0,
    NVML_ERROR_UNINITIALIZED = 1,
    NVML_ERROR_INVALID_ARGUMENT = 2,
    NVML_ERROR_NOT_SUPPORTED = 3,
    NVML_ERROR_NO_PERMISSION = 4,
    NVML_ERROR_ALREADY_INITIALIZED = 5,
    NVML_ERROR_NOT_FOUND = 6,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
    NVML_ERROR_INSUFFICIENT_POWER = 8,
    NVML_ERROR_DRIVER_NOT_LOADED = 9,
    NVML_ERROR_TIMEOUT = 10,
    NVML_ERROR_IRQ_ISSUE = 11,
    NVML_ERROR_LIBRARY_NOT_FOUND = 12,
    NVML_ERROR_FUNCTION_NOT_FOUND = 13,
    NVML_ERROR_CORRUPTED_INFOROM = 14,
    NVML_ERROR_GPU_IS_LOST = 15,
    NVML_ERROR_RESET_REQUIRED = 16,
    NVML_ERROR_OPERATING_SYSTEM = 17,
    NVML_ERROR_LIB_RM_VERSION_MISMATCH = 18,
    NVML_ERROR_IN_USE = 19,
    NVML_ERROR_MEMORY = 20,
    NVML_ERROR_NO_DATA = 21,
    NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;
typedef struct nvmlDevice_st* nvmlDevice_t;
typedef enum nvmlEnableState_enum { NVML_FEATURE_DISABLED = 0, NVML_FEATURE_ENABLED = 1 } nvmlEnableState_t;
typedef enum nvmlClockType_enum {
    NVML_CLOCK_GRAPHICS = 0,
    NVML_CLOCK_SM = 1,
    NVML_CLOCK_MEM = 2,
    NVML_CLOCK_VIDEO = 3
} nvmlClockType_t;
typedef enum nvmlTemperatureSensors_enum { NVML_TEMPERATURE_GPU = 0 } nvmlTemperatureSensors_t;
typedef enum nvmlTemperatureThresholds_enum {
    NVML_TEMPERATURE_THRESHOLD_SHUTDOWN = 0,
    NVML_TEMPERATURE_THRESHOLD_SLOWDOWN = 1,
    NVML_TEMPERATURE_THRESHOLD_MEM_MAX = 2,
    NVML_TEMPERATURE_THRESHOLD_GPU_MAX = 3
} nvmlTemperatureThresholds_t;
typedef enum nvmlRestrictedAPI_enum {
    NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS = 0,
    NVML_RESTRICTED_API_SET_AUTO_BOOSTED_CLOCKS = 1
} nvmlRestrictedAPI_t;
typedef enum nvmlSamplingType_enum {
    NVML_TOTAL_POWER_SAMPLES = 0,
    NVML_GPU_UTILIZATION_SAMPLES = 1,
    NVML_MEMORY_UTILIZATION_SAMPLES = 2,
    NVML_ENC_UTILIZATION_SAMPLES = 3,
    NVML_DEC_UTILIZATION_SAMPLES = 4,
    NVML_PROCESSOR_CLK_SAMPLES = 5,
    NVML_MEMORY_CLK_SAMPLES = 6
} nvmlSamplingType_t;
typedef enum nvmlValueType_enum {
    NVML_VALUE_TYPE_DOUBLE = 0,
    NVML_VALUE_TYPE_UNSIGNED_INT = 1,
    NVML_VALUE_TYPE_UNSIGNED_LONG = 2,
    NVML_VALUE_TYPE_UNSIGNED_LONG_LONG = 3,
    NVML_VALUE_TYPE_SIGNED_LONG_LONG = 4
} nvmlValueType_t;
typedef enum nvmlPstates_enum { NVML_PSTATE_0 = 0, NVML_PSTATE_15 = 15, NVML_PSTATE_UNKNOWN = 32 } nvmlPstates_t;
typedef enum nvmlComputeMode_enum {
    NVML_COMPUTEMODE_DEFAULT = 0,
    NVML_COMPUTEMODE_PROHIBITED = 2,
    NVML_COMPUTEMODE_EXCLUSIVE_PROCESS = 3
} nvmlComputeMode_t;
typedef union nvmlValue_st {
    double dVal;
    unsigned int uiVal;
    unsigned long ulVal;
    unsigned long long ullVal;
    signed long long sllVal;
} nvmlValue_t;
typedef struct nvmlSample_st {
    unsigned long long timeStamp;
    nvmlValue_t sampleValue;
} nvmlSample_t;
typedef struct nvmlMemory_st {
    unsigned long long total, free, used;
} nvmlMemory_t;
typedef struct nvmlUtilization_st {
    unsigned int gpu, memory;
} nvmlUtilization_t;
typedef struct nvmlPciInfo_st {
    char busIdLegacy[16];
    unsigned int domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
} nvmlPciInfo_t;
typedef struct nvmlProcessInfo_st {
    unsigned int pid;
    unsigned long long usedGpuMemory;
    unsigned int gpuInstanceId, computeInstanceId;
} nvmlProcessInfo_t;
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE 96
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE 80
#define nvmlClocksThrottleReasonGpuIdle 0x1ull
#define nvmlClocksThrottleReasonApplicationsClocksSetting 0x2ull
#define nvmlClocksThrottleReasonSwPowerCap 0x4ull
#define nvmlClocksThrottleReasonHwSlowdown 0x8ull
#define nvmlClocksThrottleReasonSyncBoost 0x10ull
#define nvmlClocksThrottleReasonSwThermalSlowdown 0x20ull
#define nvmlClocksThrottleReasonHwThermalSlowdown 0x40ull
#define nvmlClocksThrottleReasonHwPowerBrakeSlowdown 0x80ull
#define nvmlClocksThrottleReasonDisplayClockSetting 0x100ull
#define nvmlClocksThrottleReasonNone 0x0ull
#define nvmlClocksThrottleReasonAll 0x1ffull

// Inlined, so that a call's place is the user's.
#define __WARPWISE_NVML __attribute__((always_inline, unused)) static inline
#define __WARPWISE_NVML_CALL __WARPWISE_NVML nvmlReturn_t

__WARPWISE_NVML const char* nvmlErrorString(nvmlReturn_t code) {
    switch (code) {
        case NVML_SUCCESS: return "Success";
        case NVML_ERROR_UNINITIALIZED: return "Uninitialized";
        case NVML_ERROR_INVALID_ARGUMENT: return "Invalid Argument";
        case NVML_ERROR_NOT_SUPPORTED: return "Not Supported";
        case NVML_ERROR_NO_PERMISSION: return "Insufficient Permissions";
        case NVML_ERROR_NOT_FOUND: return "Not Found";
        case NVML_ERROR_INSUFFICIENT_SIZE: return "Insufficient Size";
        default: return "Unknown Error";
    }
}
__WARPWISE_NVML int __warpwise_nvml_count(void) {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}
// The number of a GPU, from 0; -1: it is none.
__WARPWISE_NVML int __warpwise_nvml_gpu(nvmlDevice_t device) {
    const size_t number = (size_t)device;
    return number >= 1 && number <= (size_t)__warpwise_nvml_count() ? (int)number - 1 : -1;
}
__WARPWISE_NVML nvmlReturn_t __warpwise_nvml_text(char* to, unsigned int room, const char* text) {
    if (!to) return NVML_ERROR_INVALID_ARGUMENT;
    if (strlen(text) >= room) return NVML_ERROR_INSUFFICIENT_SIZE;
    strcpy(to, text);
    return NVML_SUCCESS;
}
__WARPWISE_NVML nvmlReturn_t __warpwise_nvml_attribute(nvmlDevice_t device, enum cudaDeviceAttr which, unsigned int divisor,
                                                       unsigned int* out) {
    const int gpu = __warpwise_nvml_gpu(device);
    int value = 0;
    if (gpu < 0 || !out || cudaDeviceGetAttribute(&value, which, gpu) != cudaSuccess) return NVML_ERROR_INVALID_ARGUMENT;
    *out = (unsigned int)value / divisor;
    return NVML_SUCCESS;
}

__WARPWISE_NVML_CALL nvmlInit_v2(void) { return NVML_SUCCESS; }
__WARPWISE_NVML_CALL nvmlInitWithFlags(unsigned int flags) { return (void)flags, NVML_SUCCESS; }
__WARPWISE_NVML_CALL nvmlShutdown(void) { return NVML_SUCCESS; }
__WARPWISE_NVML_CALL nvmlSystemGetDriverVersion(char* version, unsigned int room) {
    return __warpwise_nvml_text(version, room, "emulated");
}
__WARPWISE_NVML_CALL nvmlSystemGetNVMLVersion(char* version, unsigned int room) {
    return __warpwise_nvml_text(version, room, "emulated");
}
__WARPWISE_NVML_CALL nvmlSystemGetCudaDriverVersion(int* version) {
    return version && cudaDriverGetVersion(version) == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_INVALID_ARGUMENT;
}
__WARPWISE_NVML_CALL nvmlDeviceGetCount_v2(unsigned int* count) {
    if (!count) return NVML_ERROR_INVALID_ARGUMENT;
    *count = (unsigned int)__warpwise_nvml_count();
    return NVML_SUCCESS;
}
__WARPWISE_NVML_CALL nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t* device) {
    if (!device || index >= (unsigned int)__warpwise_nvml_count()) return NVML_ERROR_INVALID_ARGUMENT;
    *device = (nvmlDevice_t)((size_t)index + 1);
    return NVML_SUCCESS;
}
__WARPWISE_NVML_CALL nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int* index) {
    if (__warpwise_nvml_gpu(device) < 0 || !index) return NVML_ERROR_INVALID_ARGUMENT;
    *index = (unsigned int)__warpwise_nvml_gpu(device);
    return NVML_SUCCESS;
}
__WARPWISE_NVML_CALL nvmlDeviceGetName(nvmlDevice_t device, char* name, unsigned int room) {
    struct cudaDeviceProp gpu;
    const int number = __warpwise_nvml_gpu(device);
    if (number < 0 || cudaGetDeviceProperties(&gpu, number) != cudaSuccess) return NVML_ERROR_INVALID_ARGUMENT;
    return __warpwise_nvml_text(name, room, gpu.name);
}
__WARPWISE_NVML_CALL nvmlDeviceGetUUID(nvmlDevice_t device, char* uuid, unsigned int room) {
    struct cudaDeviceProp gpu;
    const int number = __warpwise_nvml_gpu(device);
    if (number < 0 || cudaGetDeviceProperties(&gpu, number) != cudaSuccess) return NVML_ERROR_INVALID_ARGUMENT;
    char text[48] = "GPU";
    for (int i = 0; i < 16; ++i)
        snprintf(text + strlen(text), 4, "%s%02x", i == 0 || (i >= 4 && i <= 10 && i % 2 == 0) ? "-" : "",
                 (unsigned char)gpu.uuid.bytes[i]);
    return __warpwise_nvml_text(uuid, room, text);
}
__WARPWISE_NVML_CALL nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t* pci) {
    struct cudaDeviceProp gpu;
    const int number = __warpwise_nvml_gpu(device);
    if (number < 0 || !pci || cudaGetDeviceProperties(&gpu, number) != cudaSuccess) return NVML_ERROR_INVALID_ARGUMENT;
    memset(pci, 0, sizeof(*pci));
    pci->domain = (unsigned int)gpu.pciDomainID;
    pci->bus = (unsigned int)gpu.pciBusID;
    pci->device = (unsigned int)gpu.pciDeviceID;
    snprintf(pci->busIdLegacy, sizeof(pci->busIdLegacy), "%04X:%02X:%02X.0", pci->domain & 0xffff, pci->bus & 0xff,
             pci->device & 0xff);
    snprintf(pci->busId, sizeof(pci->busId), "%08X:%02X:%02X.0", pci->domain, pci->bus & 0xff, pci->device & 0xff);
    return NVML_SUCCESS;
}
__WARPWISE_NVML_CALL nvmlDeviceGetHandleByPciBusId_v2(const char* bus, nvmlDevice_t* device) {
    if (!bus || !device) return NVML_ERROR_INVALID_ARGUMENT;
    for (unsigned int i = 0; nvmlDeviceGetHandleByIndex_v2(i, device) == NVML_SUCCESS; ++i) {
        nvmlPciInfo_t pci;
        if (nvmlDeviceGetPciInfo_v3(*device, &pci) != NVML_SUCCESS) continue;
        if (strcasecmp(bus, pci.busId) == 0 || strcasecmp(bus, pci.busIdLegacy) == 0) return NVML_SUCCESS;
    }
    return NVML_ERROR_NOT_FOUND;
}
__WARPWISE_NVML_CALL nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t* memory) {
    const int gpu = __warpwise_nvml_gpu(device);
    int before = 0;
    size_t unused = 0, all = 0;
    if (gpu < 0 || !memory || cudaGetDevice(&before) != cudaSuccess) return NVML_ERROR_INVALID_ARGUMENT;
    (void)cudaSetDevice(gpu);
    const cudaError_t error = cudaMemGetInfo(&unused, &all);
    (void)cudaSetDevice(before);
    memory->total = all;
    memory->free = unused;
    memory->used = all - unused;
    return error == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}
__WARPWISE_NVML_CALL nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int* major, int* minor) {
    const nvmlReturn_t code = __warpwise_nvml_attribute(device, cudaDevAttrComputeCapabilityMajor, 1, (unsigned int*)major);
    return code ? code : __warpwise_nvml_attribute(device, cudaDevAttrComputeCapabilityMinor, 1, (unsigned int*)minor);
}
// In MHz; CUDA tells kHz.
__WARPWISE_NVML_CALL nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int* mhz) {
    return __warpwise_nvml_attribute(device, type == NVML_CLOCK_MEM ? cudaDevAttrMemoryClockRate : cudaDevAttrClockRate, 1000, mhz);
}
__WARPWISE_NVML_CALL nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned int* bits) {
    return __warpwise_nvml_attribute(device, cudaDevAttrGlobalMemoryBusWidth, 1, bits);
}
__WARPWISE_NVML_CALL nvmlDeviceGetAPIRestriction(nvmlDevice_t device, nvmlRestrictedAPI_t which, nvmlEnableState_t* is_restricted) {
    (void)which;
    if (__warpwise_nvml_gpu(device) < 0 || !is_restricted) return NVML_ERROR_INVALID_ARGUMENT;
    *is_restricted = NVML_FEATURE_ENABLED;
    return NVML_SUCCESS;
}

// ---- what is not known of a GPU that is emulated ----
#define __WARPWISE_NVML_UNKNOWN(name, ...)                                                               \
    __WARPWISE_NVML_CALL name(nvmlDevice_t device, __VA_ARGS__) {                                        \
        return __warpwise_nvml_gpu(device) < 0 ? NVML_ERROR_INVALID_ARGUMENT : NVML_ERROR_NOT_SUPPORTED; \
    }
// clang-format off: one function per line
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetUtilizationRates, nvmlUtilization_t* a)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetClockInfo, nvmlClockType_t a, unsigned int* b)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetApplicationsClock, nvmlClockType_t a, unsigned int* b)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetDefaultApplicationsClock, nvmlClockType_t a, unsigned int* b)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceSetApplicationsClocks, unsigned int a, unsigned int b)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetSupportedMemoryClocks, unsigned int* a, unsigned int* b)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetSupportedGraphicsClocks, unsigned int a, unsigned int* b, unsigned int* c)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetTemperature, nvmlTemperatureSensors_t a, unsigned int* b)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetTemperatureThreshold, nvmlTemperatureThresholds_t a, unsigned int* b)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetPowerUsage, unsigned int* a)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetPowerManagementLimit, unsigned int* a)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetEnforcedPowerLimit, unsigned int* a)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetTotalEnergyConsumption, unsigned long long* a)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetFanSpeed, unsigned int* a)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetPerformanceState, nvmlPstates_t* a)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetCurrentClocksThrottleReasons, unsigned long long* a)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetSamples, nvmlSamplingType_t a, unsigned long long b, nvmlValueType_t* c, unsigned int* d, nvmlSample_t* e)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetComputeRunningProcesses_v3, unsigned int* a, nvmlProcessInfo_t* b)
__WARPWISE_NVML_UNKNOWN(nvmlDeviceGetGraphicsRunningProcesses_v3, unsigned int* a, nvmlProcessInfo_t* b)
// clang-format on
__WARPWISE_NVML_CALL nvmlDeviceResetApplicationsClocks(nvmlDevice_t device) {
    return __warpwise_nvml_gpu(device) < 0 ? NVML_ERROR_INVALID_ARGUMENT : NVML_ERROR_NOT_SUPPORTED;
}
#define nvmlInit nvmlInit_v2
#define nvmlDeviceGetCount nvmlDeviceGetCount_v2
#define nvmlDeviceGetHandleByIndex nvmlDeviceGetHandleByIndex_v2
#define nvmlDeviceGetHandleByPciBusId nvmlDeviceGetHandleByPciBusId_v2
#define nvmlDeviceGetPciInfo nvmlDeviceGetPciInfo_v3
#define nvmlDeviceGetComputeRunningProcesses nvmlDeviceGetComputeRunningProcesses_v3
#define nvmlDeviceGetGraphicsRunningProcesses nvmlDeviceGetGraphicsRunningProcesses_v3
#endif
