//! launch: grid=2 block=64
//! argument: i32[128]:zeros
//! result: 0 = 60 65 70
struct Node {
    int value;
    Node* next;
    __device__ Node(int v, Node* n) : value(v), next(n) {}
};

// More is asked for over time than the heap has: what is freed is given out again.
__global__ void lists(int* out) {
    int sum = 0;
    for (int round = 0; round < 20; ++round) {
        Node* head = nullptr;
        for (int i = 0; i < 5; ++i) head = new Node(i + threadIdx.x, head);
        int* more = static_cast<int*>(malloc(4096));
        if (!more) return;
        more[1000] = 50;
        sum = more[1000];
        free(more);
        while (head) {
            sum += head->value;
            Node* done = head;
            head = head->next;
            delete done;
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
