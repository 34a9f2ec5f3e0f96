// A host function in the body of a conditional node, which CUDA does not allow; and a loop that nothing ends.
#include <cstdio>

__global__ void nothing() {}
void on_the_host(void*) {}

int main() {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node, inner;
    cudaGraphConditionalHandle handle;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams loop = {cudaGraphNodeTypeConditional};
    loop.conditional.handle = handle;
    loop.conditional.type = cudaGraphCondTypeWhile;
    loop.conditional.size = 1;
    cudaGraphAddNode(&node, graph, nullptr, 0, &loop);  // expect: step_budget
    cudaHostNodeParams host = {on_the_host, nullptr};
    cudaGraph_t body = loop.conditional.phGraph_out[0];
    cudaGraphAddHostNode(&inner, body, nullptr, 0, &host);  // expect: unsupported
    if (cudaGraphInstantiate(&exec, graph, 0) != cudaErrorNotSupported) return 1;
    cudaGraphDestroyNode(inner);
    cudaGraphNodeParams empty = {cudaGraphNodeTypeEmpty};
    cudaGraphAddNode(&inner, body, nullptr, 0, &empty);
    if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return 2;
    return cudaGraphLaunch(exec, 0) == cudaErrorLaunchTimeout && cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 3;
}
