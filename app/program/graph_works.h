// What the parameters of a graph's node ask for. An Error of CUDA's where they cannot be.
#pragma once

#include "program/streams.h"

namespace warpwise {

using MadeWork = std::expected<NodeWork, cudaError_t>;

MadeWork kernel_node(Runtime&, const cudaKernelNodeParams*, const char* call, const CodePlace&);
MadeWork copy_node(const cudaMemcpy3DParms*, const char* call, const CodePlace&);
MadeWork copy_node(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, const char* call, const CodePlace&);
MadeWork fill_node(const cudaMemsetParams*, const char* call, const CodePlace&);
MadeWork host_node(const cudaHostNodeParams*, const CodePlace&);
MadeWork child_node(cudaGraph_t, const CodePlace&);
MadeWork event_node(cudaEvent_t, const CodePlace&);  // that records it

}  // namespace warpwise
