// More of CUDA's host API: nodes of any kind from one structure, conditional nodes, and what graphs hold of the memory. Names and
// values are those of the CUDA runtime API reference.
#pragma once
#ifndef WARPWISE_RUNTIME_BUILD
#pragma clang system_header
#endif

typedef unsigned long long cudaGraphConditionalHandle;
enum cudaGraphConditionalHandleFlags { cudaGraphCondAssignDefault = 1 };
enum cudaGraphConditionalNodeType { cudaGraphCondTypeIf = 0, cudaGraphCondTypeWhile = 1, cudaGraphCondTypeSwitch = 2 };
struct cudaConditionalNodeParams {
    cudaGraphConditionalHandle handle;
    enum cudaGraphConditionalNodeType type;
    unsigned size;
    cudaGraph_t* phGraph_out;
};
struct cudaKernelNodeParamsV2 {
    void* func;
    dim3 gridDim, blockDim;
    unsigned sharedMemBytes;
    void** kernelParams;
    void** extra;
};
struct cudaMemcpyNodeParams {
    int flags, reserved[3];
    struct cudaMemcpy3DParms copyParams;
};
struct cudaMemsetParamsV2 {
    void* dst;
    size_t pitch;
    unsigned value, elementSize;
    size_t width, height;
};
struct cudaHostNodeParamsV2 {
    cudaHostFn_t fn;
    void* userData;
};
struct cudaChildGraphNodeParams {
    cudaGraph_t graph;
};
struct cudaEventRecordNodeParams {
    cudaEvent_t event;
};
struct cudaEventWaitNodeParams {
    cudaEvent_t event;
};
struct cudaMemAllocNodeParamsV2 {
    struct cudaMemPoolProps poolProps;
    const struct cudaMemAccessDesc* accessDescs;
    size_t accessDescCount, bytesize;
    void* dptr;
};
struct cudaMemFreeNodeParams {
    void* dptr;
};
struct cudaGraphNodeParams {
    enum cudaGraphNodeType type;
    int reserved0[3];
    union {
        long long reserved1[29];
        struct cudaKernelNodeParamsV2 kernel;
        struct cudaMemcpyNodeParams memcpy;
        struct cudaMemsetParamsV2 memset;
        struct cudaHostNodeParamsV2 host;
        struct cudaChildGraphNodeParams graph;
        struct cudaEventWaitNodeParams eventWait;
        struct cudaEventRecordNodeParams eventRecord;
        struct cudaMemAllocNodeParamsV2 alloc;
        struct cudaMemFreeNodeParams free;
        struct cudaConditionalNodeParams conditional;
    };
    long long reserved2;
};
enum cudaGraphMemAttributeType {
    cudaGraphMemAttrUsedMemCurrent = 0,
    cudaGraphMemAttrUsedMemHigh = 1,
    cudaGraphMemAttrReservedMemCurrent = 2,
    cudaGraphMemAttrReservedMemHigh = 3
};

extern "C" {
__WARPWISE_RESULT cudaError_t __warpwise_graph_add_node(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                        struct cudaGraphNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t, struct cudaGraphNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, struct cudaGraphNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle*, cudaGraph_t,
                                                               unsigned default_launch_value
#ifndef WARPWISE_RUNTIME_BUILD
                                                               = 0
#endif
                                                               ,
                                                               unsigned flags
#ifndef WARPWISE_RUNTIME_BUILD
                                                               = 0
#endif
);
__WARPWISE_RESULT cudaError_t cudaDeviceGetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void*);
__WARPWISE_RESULT cudaError_t cudaDeviceSetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void*);
__WARPWISE_RESULT cudaError_t cudaDeviceGraphMemTrim(int);
}

#ifndef WARPWISE_RUNTIME_BUILD
__attribute__((always_inline, warn_unused_result)) static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t g,
                                                                                              const cudaGraphNode_t* before,
                                                                                              size_t n,
                                                                                              struct cudaGraphNodeParams* p) {
    return __warpwise_graph_add_node(node, g, before, n, p);
}
__attribute__((always_inline, warn_unused_result)) static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t g,
                                                                                              const cudaGraphNode_t* before,
                                                                                              const cudaGraphEdgeData*, size_t n,
                                                                                              struct cudaGraphNodeParams* p) {
    return __warpwise_graph_add_node(node, g, before, n, p);
}
// A condition is a word of device memory. An atomic operation, since any thread of the grid may set it.
__attribute__((device)) static inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) {
    atomicExch((unsigned*)handle, value);
}
#endif
