//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! argument: i32:4
//! fault: out_of_bounds 12 state.left 4 0 0
struct State {
    int left[4];
    float right;
};
__global__ void walk(int* out, int n) {
    State state = {};
    for (int k = 0; k < n; ++k) state.left[k] = k;
    out[threadIdx.x] = state.left[n] + (state.right > 0);
}
