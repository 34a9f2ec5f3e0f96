// How much memory graphs hold: it is taken at the first launch, used again by the next graph, and kept until it is trimmed.
// prints: made: 0
// prints: the first: 4096, the second: 4096, at most 4096
// prints: not freed: 8192, freed: 8192, trimmed: 0, at most 8192
// prints: since then: 0
// prints: 1 1
#include <cstdio>
#include <initializer_list>

unsigned long long attribute(cudaGraphMemAttributeType which) {
    unsigned long long bytes = ~0ull;
    if (cudaDeviceGetGraphMemAttribute(0, which, &bytes) != cudaSuccess) std::printf("failed: ");
    return bytes;
}
unsigned long long held() { return attribute(cudaGraphMemAttrUsedMemCurrent); }

cudaGraphExec_t graph_with_memory(size_t bytes, bool is_freed, void** out) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t allocation, end;
    cudaGraphCreate(&graph, 0);
    cudaGraphNodeParams p = {cudaGraphNodeTypeMemAlloc};
    p.alloc.bytesize = bytes;
    if (cudaGraphAddNode(&allocation, graph, nullptr, 0, &p)) return nullptr;
    *out = p.alloc.dptr;
    if (is_freed && cudaGraphAddMemFreeNode(&end, graph, &allocation, 1, *out)) return nullptr;
    if (cudaGraphInstantiate(&exec, graph, 0) || cudaGraphDestroy(graph)) return nullptr;
    return exec;
}

int main() {
    void *a, *b, *kept[2];
    cudaGraphExec_t first = graph_with_memory(4096, true, &a), second = graph_with_memory(4096, true, &b);
    std::printf("made: %llu\n", held());
    cudaGraphLaunch(first, 0);
    std::printf("the first: %llu, ", held());
    cudaGraphLaunch(second, 0);
    std::printf("the second: %llu, at most %llu\n", held(), attribute(cudaGraphMemAttrReservedMemHigh));
    cudaGraphExec_t keeping[2];
    for (int i = 0; i < 2; ++i) {
        keeping[i] = graph_with_memory(4096, false, &kept[i]);
        cudaGraphLaunch(keeping[i], 0);
    }
    cudaDeviceGraphMemTrim(0);
    std::printf("not freed: %llu, ", held());
    for (int i = 0; i < 2; ++i) cudaFree(kept[i]);
    std::printf("freed: %llu, ", held());
    cudaDeviceGraphMemTrim(0);
    std::printf("trimmed: %llu, at most %llu\n", held(), attribute(cudaGraphMemAttrUsedMemHigh));
    unsigned long long zero = 0, other = 5;
    cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero);
    std::printf("since then: %llu\n", attribute(cudaGraphMemAttrUsedMemHigh));
    std::printf("%d ", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &other) == cudaErrorInvalidValue);
    std::printf("%d\n", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &zero) == cudaErrorInvalidValue);
    cudaGetLastError();
    for (cudaGraphExec_t each : {first, second, keeping[0], keeping[1]}) cudaGraphExecDestroy(each);
}
