// What the parameters of a graph's node ask for. An Error of CUDA's where they cannot be.
#pragma once

#include "program/graphs/streams.h"

namespace warpwise {

using MadeWork = std::expected<NodeWork, cudaError_t>;

MadeWork kernel_node(Runtime&, const cudaKernelNodeParams*, const char* call, const CodePlace&);
MadeWork copy_node(const cudaMemcpy3DParms*, const char* call, const CodePlace&);
MadeWork copy_node(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, const char* call, const CodePlace&);
MadeWork fill_node(const cudaMemsetParams*, const char* call, const CodePlace&);
MadeWork host_node(const cudaHostNodeParams*, const CodePlace&);
MadeWork child_node(cudaGraph_t, const CodePlace&);
MadeWork event_node(cudaEvent_t, const CodePlace&);  // that records it
// Memory that a graph allocates has its address at once, for nodes to be made with it (graph_memory.cpp).
MadeWork allocation_node(Runtime&, std::size_t bytes, const CodePlace&, const char* call, void** out);
MadeWork free_node(Runtime&, void*, const CodePlace&);
MadeWork conditional_node(cudaGraph_t, cudaConditionalNodeParams&, const CodePlace&);  // graph_conditions.cpp

// A node of the graph; one of the same kind takes what another call makes, in a graph or in one that can be launched.
cudaError_t add(cudaGraphNode_t* out, cudaGraph_t, const cudaGraphNode_t* before, std::size_t count, MadeWork);
cudaError_t change(cudaGraphNode_t, cudaGraphNodeType, MadeWork);
cudaError_t change(Runtime&, cudaGraphExec_t, cudaGraphNode_t from, cudaGraphNodeType, MadeWork, const char* call,
                   const CodePlace&);

}  // namespace warpwise
