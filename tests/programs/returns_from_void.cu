// nvcc refuses a result of a function that has none.
__global__ void k(float* v) {
    return v[0];  // error: compile
}

int main() {}
