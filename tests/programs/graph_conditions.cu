// Conditional nodes: IF with and without ELSE, a loop whose condition has a value at the start, SWITCH, one inside another.
// prints: if: 0 100
// prints: if, else: 7 100
// prints: while: 45, then 45
// prints: switch: 10 20 30 0
// prints: nested: 6
// prints: refused: 1 1 1 1
#include <cstdio>
#include <initializer_list>

__global__ void set(cudaGraphConditionalHandle handle, const int* value) {
    if (threadIdx.x == 0) cudaGraphSetConditional(handle, *value);
}
__global__ void write(int* out, int value) { *out = value; }
__global__ void count_down(int* counter, int* sum, cudaGraphConditionalHandle handle) {
    *sum += *counter;
    cudaGraphSetConditional(handle, --*counter > 0);
}
__global__ void add(int* out, int value) { *out += value; }

cudaGraphNodeParams kernel_node(void* function, void** arguments) {
    cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
    p.kernel.func = function;
    p.kernel.gridDim = p.kernel.blockDim = dim3(1, 1, 1);
    p.kernel.kernelParams = arguments;
    return p;
}
cudaGraphNodeParams conditional(cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned size) {
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    p.conditional.handle = handle;
    p.conditional.type = type;
    p.conditional.size = size;
    return p;
}

int *value, *out, *sum;

int result_of(cudaGraphExec_t exec, int given) {
    cudaMemcpy(value, &given, sizeof given, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(int));
    cudaGraphLaunch(exec, 0);
    int result = -1;
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    return result;
}

// A kernel that sets the condition, and a node with graphs that write 100 (or 10, 20, 30) or 7.
cudaGraphExec_t choice(cudaGraphConditionalNodeType type, unsigned size) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t first, node, inner;
    cudaGraphConditionalHandle handle;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph);
    void* arguments[] = {&handle, &value};
    cudaGraphNodeParams p = kernel_node((void*)set, arguments);
    if (cudaGraphAddNode(&first, graph, nullptr, 0, &p)) return nullptr;
    cudaGraphNodeParams c = conditional(handle, type, size);
    if (cudaGraphAddNode(&node, graph, &first, nullptr, 1, &c)) return nullptr;
    for (unsigned i = 0; i < size; ++i) {
        int written = type == cudaGraphCondTypeSwitch ? 10 * (i + 1) : i == 0 ? 100 : 7;
        void* to_write[] = {&out, &written};
        p = kernel_node((void*)write, to_write);
        if (cudaGraphAddNode(&inner, c.conditional.phGraph_out[i], nullptr, 0, &p)) return nullptr;
    }
    cudaGraphNodeType is;
    if (cudaGraphNodeGetType(node, &is) || is != cudaGraphNodeTypeConditional) return nullptr;
    if (cudaGraphInstantiate(&exec, graph, 0) || cudaGraphDestroy(graph)) return nullptr;
    return exec;
}

int main() {
    cudaMalloc(&value, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMalloc(&sum, sizeof(int));

    cudaGraphExec_t exec = choice(cudaGraphCondTypeIf, 1);
    std::printf("if: %d ", result_of(exec, 0));
    std::printf("%d\n", result_of(exec, 5));
    cudaGraphExecDestroy(exec);
    exec = choice(cudaGraphCondTypeIf, 2);
    std::printf("if, else: %d ", result_of(exec, 0));
    std::printf("%d\n", result_of(exec, 1));
    cudaGraphExecDestroy(exec);

    // The body is captured; the condition is 1 whenever the graph begins.
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphConditionalHandle handle;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams loop = conditional(handle, cudaGraphCondTypeWhile, 1);
    if (cudaGraphAddNode(&node, graph, nullptr, 0, &loop)) return 1;
    cudaStreamBeginCaptureToGraph(stream, loop.conditional.phGraph_out[0], nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
    count_down<<<1, 1, 0, stream>>>(value, out, handle);
    if (cudaStreamEndCapture(stream, nullptr)) return 2;
    cudaGraphInstantiate(&exec, graph, 0);
    std::printf("while: %d, ", result_of(exec, 9));
    std::printf("then %d\n", result_of(exec, 9));
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);

    exec = choice(cudaGraphCondTypeSwitch, 3);
    std::printf("switch:");
    for (int i = 0; i < 4; ++i) std::printf(" %d", result_of(exec, i));
    std::printf("\n");
    cudaGraphExecDestroy(exec);

    // A loop of three, and in it one of two that adds 1 each time.
    cudaGraphConditionalHandle inner_handle;
    cudaGraphNode_t counts, inside, adds;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    loop = conditional(handle, cudaGraphCondTypeWhile, 1);
    if (cudaGraphAddNode(&node, graph, nullptr, 0, &loop)) return 3;
    cudaGraph_t body = loop.conditional.phGraph_out[0];
    cudaGraphConditionalHandleCreate(&inner_handle, body);
    void* outer_arguments[] = {&value, &sum, &handle};
    cudaGraphNodeParams p = kernel_node((void*)count_down, outer_arguments);
    if (cudaGraphAddNode(&counts, body, nullptr, 0, &p)) return 4;
    int two = 2, *start;
    cudaMalloc(&start, sizeof(int));
    cudaMemcpy(start, &two, sizeof two, cudaMemcpyHostToDevice);
    int* left;
    cudaMalloc(&left, sizeof(int));
    cudaGraphNodeParams copy = {cudaGraphNodeTypeMemcpy};
    copy.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(start, sizeof(int), 1, 1);
    copy.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(left, sizeof(int), 1, 1);
    copy.memcpy.copyParams.extent = make_cudaExtent(sizeof(int), 1, 1);
    copy.memcpy.copyParams.kind = cudaMemcpyDeviceToDevice;
    cudaGraphNode_t copied, set_it;
    if (cudaGraphAddNode(&copied, body, &counts, 1, &copy)) return 5;
    void* to_set[] = {&inner_handle, &start};
    p = kernel_node((void*)set, to_set);
    if (cudaGraphAddNode(&set_it, body, &copied, 1, &p)) return 6;
    loop = conditional(inner_handle, cudaGraphCondTypeWhile, 1);
    if (cudaGraphAddNode(&inside, body, &set_it, 1, &loop)) return 7;
    cudaGraph_t inner_body = loop.conditional.phGraph_out[0];
    int one = 1;
    void* to_add[] = {&out, &one};
    p = kernel_node((void*)add, to_add);
    if (cudaGraphAddNode(&adds, inner_body, nullptr, 0, &p)) return 8;
    void* inner_arguments[] = {&left, &sum, &inner_handle};
    p = kernel_node((void*)count_down, inner_arguments);
    if (cudaGraphAddNode(&counts, inner_body, &adds, 1, &p)) return 9;
    cudaMemset(sum, 0, sizeof(int));
    if (cudaGraphInstantiate(&exec, graph, 0)) return 10;
    std::printf("nested: %d\n", result_of(exec, 3));
    cudaGraphExecDestroy(exec);

    // A handle has one node; a loop has one graph; a handle is of its own graph; IF has at most two.
    cudaGraphNodeParams again = conditional(handle, cudaGraphCondTypeIf, 1);
    std::printf("refused: %d ", cudaGraphAddNode(&node, graph, nullptr, 0, &again) == cudaErrorInvalidValue);
    cudaGraphConditionalHandle unused;
    cudaGraphConditionalHandleCreate(&unused, graph);
    again = conditional(unused, cudaGraphCondTypeWhile, 2);
    std::printf("%d ", cudaGraphAddNode(&node, graph, nullptr, 0, &again) == cudaErrorInvalidValue);
    again = conditional(inner_handle, cudaGraphCondTypeIf, 1);
    std::printf("%d ", cudaGraphAddNode(&node, graph, nullptr, 0, &again) == cudaErrorInvalidValue);
    again = conditional(unused, cudaGraphCondTypeIf, 3);
    std::printf("%d\n", cudaGraphAddNode(&node, graph, nullptr, 0, &again) == cudaErrorInvalidValue);
    cudaGetLastError();
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    for (int* each : {value, out, sum, start, left}) cudaFree(each);
}
