//! launch: grid=1 block=1 shared=64
//! argument: i32[4]:zeros
//! result: 0 = 0 16 144 208
// The offsets that a GPU's compiler gives them: arrays in the order of their names' use, the dynamic one last.
extern __shared__ int dynamic[];
__global__ void places(int* out) {
    __shared__ int few[4];
    __shared__ int more[32];
    __shared__ int last[16];
    few[0] = more[0] = last[0] = dynamic[0] = 1;
    out[0] = (int)__cvta_generic_to_shared(few);
    out[1] = (int)(size_t)&more;
    out[2] = (int)__cvta_generic_to_shared(&last[0]);
    out[3] = (int)__cvta_generic_to_shared(dynamic);
}
