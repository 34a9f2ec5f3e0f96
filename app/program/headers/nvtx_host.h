// What programs include as <nvtx3/nvToolsExt.h>: ranges and marks for a profiler, which nothing reads here. The values of types and
// names are those of NVIDIA's header; a range's depth is counted as it counts, per thread and from 0.
#ifndef WARPWISE_NVTX_HOST_H
#define WARPWISE_NVTX_HOST_H
#pragma clang system_header
#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
typedef uint64_t nvtxRangeId_t;
typedef struct __warpwise_nvtx_domain* nvtxDomainHandle_t;
typedef struct __warpwise_nvtx_string* nvtxStringHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
    const char* ascii;
    const wchar_t* unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_t {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

// The depth of the calling thread's ranges, after a change; -1: none is open. One for all files of the program.
#ifdef __cplusplus
inline int __warpwise_nvtx_depth(int change) {
    static thread_local int depth = 0;
#else
static inline int __warpwise_nvtx_depth(int change) {
    static _Thread_local int depth = 0;
#endif
    if (change < 0 && depth == 0) return -1;
    const int before = depth;
    depth += change;
    return change < 0 ? depth : before;
}

static inline void nvtxInitialize(const void* reserved) { (void)reserved; }
static inline void nvtxMarkEx(const nvtxEventAttributes_t* what) { (void)what; }
static inline void nvtxMarkA(const char* text) { (void)text; }
static inline void nvtxMarkW(const wchar_t* text) { (void)text; }
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* what) { return (void)what, 1; }
static inline nvtxRangeId_t nvtxRangeStartA(const char* text) { return (void)text, 1; }
static inline nvtxRangeId_t nvtxRangeStartW(const wchar_t* text) { return (void)text, 1; }
static inline void nvtxRangeEnd(nvtxRangeId_t range) { (void)range; }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t* what) { return (void)what, __warpwise_nvtx_depth(1); }
static inline int nvtxRangePushA(const char* text) { return (void)text, __warpwise_nvtx_depth(1); }
static inline int nvtxRangePushW(const wchar_t* text) { return (void)text, __warpwise_nvtx_depth(1); }
static inline int nvtxRangePop(void) { return __warpwise_nvtx_depth(-1); }
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char* name) { return (void)name, (nvtxDomainHandle_t)0; }
static inline void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
static inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char* text) {
    return (void)domain, (void)text, (nvtxStringHandle_t)0;
}
static inline void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* what) { (void)domain, (void)what; }
static inline nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* what) {
    return (void)domain, (void)what, 1;
}
static inline void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t range) { (void)domain, (void)range; }
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* what) {
    return (void)domain, (void)what, __warpwise_nvtx_depth(1);
}
static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return (void)domain, __warpwise_nvtx_depth(-1); }
static inline void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category, const char* name) {
    (void)domain, (void)category, (void)name;
}
static inline void nvtxNameCategoryA(uint32_t category, const char* name) { (void)category, (void)name; }
static inline void nvtxNameOsThreadA(uint32_t thread, const char* name) { (void)thread, (void)name; }
// Of CUDA's own objects (nvToolsExtCuda.h, nvToolsExtCudaRt.h).
static inline void nvtxNameCudaDeviceA(int device, const char* name) { (void)device, (void)name; }
static inline void nvtxNameCudaStreamA(void* stream, const char* name) { (void)stream, (void)name; }
static inline void nvtxNameCudaEventA(void* event, const char* name) { (void)event, (void)name; }
static inline void nvtxNameCuDeviceA(int device, const char* name) { (void)device, (void)name; }
static inline void nvtxNameCuContextA(void* context, const char* name) { (void)context, (void)name; }
static inline void nvtxNameCuStreamA(void* stream, const char* name) { (void)stream, (void)name; }
static inline void nvtxNameCuEventA(void* event, const char* name) { (void)event, (void)name; }

#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA
#endif
