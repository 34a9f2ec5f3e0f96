// Attributes of streams, launches and kernel nodes. Most of them steer speed alone: they are kept, and change no result.
#include "base/emulated_gpu.h"
#include "program/graphs/streams.h"
#include "program/runtime/api_table.h"

using namespace warpwise;

namespace {

using Attributes = std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue>;

// What the reference asks of a value.
bool is_valid(cudaLaunchAttributeID which, const cudaLaunchAttributeValue& value) {
    if (which != cudaLaunchAttributeAccessPolicyWindow) return true;
    const cudaAccessPolicyWindow& window = value.accessPolicyWindow;
    return window.num_bytes <= static_cast<std::size_t>(kEmulatedGpu.largest_access_window_bytes) && window.hitRatio >= 0 &&
           window.hitRatio <= 1 && window.missProp != cudaAccessPropertyPersisting;
}

cudaError_t set(Attributes& attributes, cudaLaunchAttributeID which, const cudaLaunchAttributeValue* value) {
    if (value == nullptr || !is_valid(which, *value)) return cudaErrorInvalidValue;
    attributes[which] = *value;
    return cudaSuccess;
}

cudaError_t get(const Attributes& attributes, cudaLaunchAttributeID which, cudaLaunchAttributeValue* out) {
    if (out == nullptr) return cudaErrorInvalidValue;
    const auto found = attributes.find(which);
    *out = found == attributes.end() ? cudaLaunchAttributeValue{} : found->second;
    return cudaSuccess;
}

// The default stream has attributes, too.
Attributes* attributes_of(cudaStream_t stream) {
    static auto* of_default_stream = new Attributes;
    if (!is_stream(stream)) return nullptr;
    CUstream_st* known = stream_of(stream);
    return known == nullptr ? of_default_stream : &known->attributes;
}

KernelWork* kernel_of(cudaGraphNode_t node) {
    return node_of(node) == nullptr || !node->work.kernel ? nullptr : &*node->work.kernel;
}

// Clusters of more than one block share memory, which nothing here does.
bool is_cluster(const cudaLaunchAttribute& attribute) {
    const auto& of = attribute.val.clusterDim;
    return attribute.id == cudaLaunchAttributeClusterDimension && std::uint64_t{of.x} * of.y * of.z > 1;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID which, const cudaLaunchAttributeValue* value) {
    WARPWISE_CALL("cudaStreamSetAttribute");
    Attributes* attributes = attributes_of(stream);
    if (attributes == nullptr) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    if (which == cudaLaunchAttributePriority && value != nullptr && streams().contains(stream)) stream->priority = value->priority;
    WARPWISE_RETURN(set(*attributes, which, value));
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID which, cudaLaunchAttributeValue* out) {
    WARPWISE_CALL("cudaStreamGetAttribute");
    const Attributes* attributes = attributes_of(stream);
    if (attributes == nullptr) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    const cudaError_t error = get(*attributes, which, out);
    if (error == cudaSuccess && which == cudaLaunchAttributePriority && streams().contains(stream))
        out->priority = stream->priority;
    WARPWISE_RETURN(error);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    WARPWISE_CALL("cudaStreamCopyAttributes");
    Attributes* target = attributes_of(to);
    const Attributes* source = attributes_of(from);
    if (target == nullptr || source == nullptr) WARPWISE_RETURN(cudaErrorInvalidResourceHandle);
    *target = Attributes(*source);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID which,
                                            const cudaLaunchAttributeValue* value) {
    WARPWISE_CALL("cudaGraphKernelNodeSetAttribute");
    KernelWork* kernel = kernel_of(node);
    if (kernel == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    const cudaError_t error = set(kernel->attributes, which, value);
    if (error == cudaSuccess && which == cudaLaunchAttributeCooperative) kernel->is_cooperative = value->cooperative != 0;
    WARPWISE_RETURN(error);
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID which, cudaLaunchAttributeValue* out) {
    WARPWISE_CALL("cudaGraphKernelNodeGetAttribute");
    const KernelWork* kernel = kernel_of(node);
    if (kernel == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    const cudaError_t error = get(kernel->attributes, which, out);
    if (error == cudaSuccess && which == cudaLaunchAttributeCooperative) out->cooperative = kernel->is_cooperative;
    WARPWISE_RETURN(error);
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
    WARPWISE_CALL("cudaGraphKernelNodeCopyAttributes");
    KernelWork* target = kernel_of(to);
    const KernelWork* source = kernel_of(from);
    if (target == nullptr || source == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    target->attributes = Attributes(source->attributes);
    target->is_cooperative = source->is_cooperative;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }

cudaError_t __warpwise_launch_attributes(const cudaLaunchConfig_t* config, int* cooperative) {
    WARPWISE_CALL("cudaLaunchKernelEx");
    if (config == nullptr || (config->attrs == nullptr && config->numAttrs > 0)) WARPWISE_RETURN(cudaErrorInvalidValue);
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config->attrs[i];
        if (!is_valid(attribute.id, attribute.val)) WARPWISE_RETURN(cudaErrorInvalidValue);
        if (attribute.id == cudaLaunchAttributeCooperative) *cooperative = attribute.val.cooperative;
        if (!is_cluster(attribute)) continue;
        runtime.tell("unsupported", place, "clusters of blocks are not supported by the emulator",
                     "The program may still run on a GPU. If the kernel does not need clusters, remove "
                     "cudaLaunchAttributeClusterDimension.");
        WARPWISE_RETURN(cudaErrorNotSupported);
    }
    WARPWISE_RETURN(cudaSuccess);
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> attribute_functions() {
    return {
        API(cudaStreamSetAttribute),          API(cudaStreamGetAttribute),          API(cudaStreamCopyAttributes),
        API(cudaGraphKernelNodeSetAttribute), API(cudaGraphKernelNodeGetAttribute), API(cudaGraphKernelNodeCopyAttributes),
        API(cudaCtxResetPersistingL2Cache),   API(__warpwise_launch_attributes),
    };
}

}  // namespace warpwise
