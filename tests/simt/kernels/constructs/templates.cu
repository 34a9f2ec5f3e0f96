template <typename T, int N>
struct Stack {
    T v[N];
    int n = 0;
    __device__ void push(T x) {
        v[n++] = x;
    }
    __device__ T pop() {
        return v[--n];
    }
};
template <typename T, int N>
__global__ void pop_last(T* o) {
    Stack<T, N> s;
    for (int i = 0; i < N; ++i) s.push(o[i]);
    o[threadIdx.x] = s.pop();
}
__global__ void k(float* o) {
    Stack<float, 4> s;
    s.push(o[0]);
    o[threadIdx.x] = s.pop();
}
