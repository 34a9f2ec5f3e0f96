// More of CUDA's host API: graphs, and the capture of a stream's work into one. Names and values are those of the CUDA runtime
// API reference.
#pragma once
#ifndef WARPWISE_RUNTIME_BUILD
#pragma clang system_header
#endif

typedef struct CUgraph_st* cudaGraph_t;
typedef struct CUgraphNode_st* cudaGraphNode_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
enum cudaGraphNodeType {
    cudaGraphNodeTypeKernel = 0,
    cudaGraphNodeTypeMemcpy = 1,
    cudaGraphNodeTypeMemset = 2,
    cudaGraphNodeTypeHost = 3,
    cudaGraphNodeTypeGraph = 4,
    cudaGraphNodeTypeEmpty = 5,
    cudaGraphNodeTypeWaitEvent = 6,
    cudaGraphNodeTypeEventRecord = 7,
    cudaGraphNodeTypeMemAlloc = 10,
    cudaGraphNodeTypeMemFree = 11,
    cudaGraphNodeTypeConditional = 13
};
enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone = 0,
    cudaStreamCaptureStatusActive = 1,
    cudaStreamCaptureStatusInvalidated = 2
};
enum cudaStreamUpdateCaptureDependenciesFlags { cudaStreamAddCaptureDependencies = 0, cudaStreamSetCaptureDependencies = 1 };
enum cudaGraphExecUpdateResult {
    cudaGraphExecUpdateSuccess = 0,
    cudaGraphExecUpdateError = 1,
    cudaGraphExecUpdateErrorTopologyChanged = 2,
    cudaGraphExecUpdateErrorNodeTypeChanged = 3,
    cudaGraphExecUpdateErrorFunctionChanged = 4,
    cudaGraphExecUpdateErrorParametersChanged = 5,
    cudaGraphExecUpdateErrorNotSupported = 6,
    cudaGraphExecUpdateErrorUnsupportedFunctionChange = 7,
    cudaGraphExecUpdateErrorAttributesChanged = 8
};
enum cudaGraphInstantiateFlags {
    cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
    cudaGraphInstantiateFlagUpload = 2,
    cudaGraphInstantiateFlagDeviceLaunch = 4,
    cudaGraphInstantiateFlagUseNodePriority = 8
};
#define cudaEventRecordExternal 0x01
#define cudaEventWaitExternal 0x01

struct cudaKernelNodeParams {
    void* func;
    dim3 gridDim, blockDim;
    unsigned sharedMemBytes;
    void** kernelParams;
    void** extra;
};
struct cudaMemsetParams {
    void* dst;
    size_t pitch;
    unsigned value, elementSize;
    size_t width, height;
};
struct cudaHostNodeParams {
    cudaHostFn_t fn;
    void* userData;
};
typedef struct cudaGraphExecUpdateResultInfo {
    enum cudaGraphExecUpdateResult result;
    cudaGraphNode_t errorNode, errorFromNode;
} cudaGraphExecUpdateResultInfo;
typedef struct cudaGraphEdgeData {
    unsigned char from_port, to_port, type, reserved[5];
} cudaGraphEdgeData;
struct cudaMemAllocNodeParams {
    struct cudaMemPoolProps poolProps;
    const struct cudaMemAccessDesc* accessDescs;
    size_t accessDescCount, bytesize;
    void* dptr;
};

extern "C" {
__WARPWISE_RESULT cudaError_t cudaGraphCreate(cudaGraph_t*, unsigned);
__WARPWISE_RESULT cudaError_t cudaGraphDestroy(cudaGraph_t);
__WARPWISE_RESULT cudaError_t cudaGraphClone(cudaGraph_t*, cudaGraph_t);
__WARPWISE_RESULT cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                     const struct cudaKernelNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                     const struct cudaMemcpy3DParms*);
__WARPWISE_RESULT cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, void*,
                                                       const void*, size_t, enum cudaMemcpyKind);
__WARPWISE_RESULT cudaError_t __warpwise_graph_add_symbol_copy(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                               const void* symbol, void* other, size_t, size_t, int to_symbol,
                                                               enum cudaMemcpyKind);
__WARPWISE_RESULT cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                     const struct cudaMemsetParams*);
__WARPWISE_RESULT cudaError_t cudaGraphAddHostNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                   const struct cudaHostNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                         cudaGraph_t);
__WARPWISE_RESULT cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t);
__WARPWISE_RESULT cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                          cudaEvent_t);
__WARPWISE_RESULT cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, cudaEvent_t);
__WARPWISE_RESULT cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                       struct cudaMemAllocNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, void*);
__WARPWISE_RESULT cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, size_t);
__WARPWISE_RESULT cudaError_t cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, size_t);
__WARPWISE_RESULT cudaError_t cudaGraphDestroyNode(cudaGraphNode_t);
cudaError_t cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t*, size_t*);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t, cudaGraphNode_t*, size_t*);
cudaError_t cudaGraphGetEdges(cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*, size_t*);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t, cudaGraphNode_t*, size_t*);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t, cudaGraphNode_t*, size_t*);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t, enum cudaGraphNodeType*);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t*, cudaGraphNode_t, cudaGraph_t);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t, cudaGraph_t*);
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t, struct cudaKernelNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t, const struct cudaKernelNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t, const struct cudaMemcpy3DParms*);
__WARPWISE_RESULT cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t, void*, const void*, size_t, enum cudaMemcpyKind);
__WARPWISE_RESULT cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t, const struct cudaMemsetParams*);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t, struct cudaHostNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t, const struct cudaHostNodeParams*);

// ---- what can be launched ----
__WARPWISE_RESULT cudaError_t cudaGraphInstantiate(cudaGraphExec_t*, cudaGraph_t, unsigned long long);
__WARPWISE_RESULT cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t*, cudaGraph_t, unsigned long long);
__WARPWISE_RESULT cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaGraphExecDestroy(cudaGraphExec_t);
__WARPWISE_RESULT cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo*);
__WARPWISE_RESULT cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, cudaGraphNode_t,
                                                               const struct cudaKernelNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const struct cudaMemcpy3DParms*);
__WARPWISE_RESULT cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t, cudaGraphNode_t, void*, const void*, size_t,
                                                                 enum cudaMemcpyKind);
__WARPWISE_RESULT cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const struct cudaMemsetParams*);
__WARPWISE_RESULT cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const struct cudaHostNodeParams*);
__WARPWISE_RESULT cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, cudaGraph_t);
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t, cudaGraphNode_t, unsigned);
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t, cudaGraphNode_t, unsigned*);

// ---- capture ----
__WARPWISE_RESULT cudaError_t cudaStreamBeginCapture(cudaStream_t, enum cudaStreamCaptureMode);
__WARPWISE_RESULT cudaError_t __warpwise_begin_capture_to_graph(cudaStream_t, cudaGraph_t, const cudaGraphNode_t*, size_t,
                                                                enum cudaStreamCaptureMode);
__WARPWISE_RESULT cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t*);
cudaError_t cudaStreamIsCapturing(cudaStream_t, enum cudaStreamCaptureStatus*);
cudaError_t __warpwise_capture_info(cudaStream_t, enum cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*,
                                    const cudaGraphNode_t**, size_t*);
__WARPWISE_RESULT cudaError_t __warpwise_update_capture(cudaStream_t, cudaGraphNode_t*, size_t, unsigned);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode*);
__WARPWISE_RESULT cudaError_t cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t, unsigned);

// ---- asynchronous calls of other parts, with their streams ----
__WARPWISE_RESULT cudaError_t __warpwise_copy_to_symbol_async(const void*, const void*, size_t, size_t, enum cudaMemcpyKind,
                                                              size_t room, cudaStream_t);
__WARPWISE_RESULT cudaError_t __warpwise_copy_from_symbol_async(void*, const void*, size_t, size_t, enum cudaMemcpyKind,
                                                                size_t room, cudaStream_t);
}
