// Memory that is freed by a function for other memory. A program that looks at the result may have expected it: a note.
#include <cstdio>
#include <cstdlib>

int main() {
    float *device, *managed, *pinned, *host = static_cast<float*>(std::malloc(64)), *never;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMalloc(&device, 64);
    cudaMallocManaged(&managed, 64);
    cudaHostAlloc(&pinned, 64, cudaHostAllocDefault);
    cudaMallocArray(&array, &format, 16, 16);
    cudaFreeHost(device);  // expect: wrong_free
    cudaFree(pinned);      // expect: wrong_free
    if (cudaFreeHost(managed) != cudaSuccess) std::printf("refused\n");  // note: wrong_free
    cudaFree(host);   // expect: wrong_free
    cudaFree(array);  // expect: wrong_free
    cudaHostRegister(host, 64, cudaHostRegisterDefault);
    cudaFreeHost(host);  // expect: wrong_free
    cudaHostUnregister(host);
    never = host + 4;
    cudaMalloc(&never, std::size_t{1} << 60);  // expect: unchecked_error
    cudaFree(never);                           // expect: unchecked_error
    cudaFree(device);
    cudaFree(managed);
    std::free(host);
}  // prints: refused
