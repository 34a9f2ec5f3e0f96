// NVRTC: a text, a header beside it, an option and a template's name; its errors are in the log; what is compiled already is refused.
// prints: log: scale.cu(2): error: use of undeclared identifier 'undefined_name'
// prints: 3 6 9, 5 10 15, no such kernel 500
// prints: compiled already 200
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstring>
#include <string>

const char* wrong = "extern \"C\" __global__ void scale(float* a) {\n    a[0] = undefined_name;\n}\n";
const char* right = R"(#include "factor.h"
__device__ float factor() { return FACTOR * kOne; }
extern "C" __global__ void scale(float* a, int n) {
    assert(n == 3);
    if (threadIdx.x < n) a[threadIdx.x] *= factor();
}
template <typename T> __global__ void fill(T* a, T step) { a[threadIdx.x] = step * (threadIdx.x + 1); }
)";

int main() {
    nvrtcProgram program;
    if (nvrtcCreateProgram(&program, wrong, "scale.cu", 0, nullptr, nullptr)) return 1;
    if (nvrtcCompileProgram(program, 0, nullptr) != NVRTC_ERROR_COMPILATION) return 2;
    size_t bytes = 0;
    nvrtcGetProgramLogSize(program, &bytes);
    std::string log(bytes, ' ');
    nvrtcGetProgramLog(program, log.data());
    std::printf("log: %s", log.c_str());
    nvrtcDestroyProgram(&program);

    const char *header = "constexpr float kOne = 1;\n", *name = "factor.h", *option = "-DFACTOR=3", *lowered = nullptr;
    if (nvrtcCreateProgram(&program, right, "scale.cu", 1, &header, &name) || nvrtcAddNameExpression(program, "fill<float>")) return 3;
    if (nvrtcCompileProgram(program, 1, &option)) return 4;
    if (nvrtcGetLoweredName(program, "fill<float>", &lowered) || nvrtcGetPTXSize(program, &bytes)) return 5;
    std::string image(bytes, ' '), fill_name = lowered;
    nvrtcGetPTX(program, image.data());
    nvrtcDestroyProgram(&program);

    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction scale, fill, none;
    CUdeviceptr memory;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuCtxCreate(&context, 0, device) || cuModuleLoadDataEx(&module, image.c_str(), 0, 0, 0)) return 6;
    if (cuModuleGetFunction(&scale, module, "scale") || cuModuleGetFunction(&fill, module, fill_name.c_str())) return 7;
    const int missing = cuModuleGetFunction(&none, module, "none");
    float host[3] = {1, 2, 3}, step = 5, later[3];
    int n = 3;
    cuMemAlloc(&memory, sizeof host);
    cuMemcpyHtoD(memory, host, sizeof host);
    void *arguments[] = {&memory, &n}, *others[] = {&memory, &step};
    if (cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr)) return 8;
    cuMemcpyDtoH(host, memory, sizeof host);
    if (cuLaunchKernel(fill, 1, 1, 1, 3, 1, 1, 0, nullptr, others, nullptr) || cuCtxSynchronize()) return 9;
    cuMemcpyDtoH(later, memory, sizeof later);
    std::printf("%g %g %g, %g %g %g, no such kernel %d\n", host[0], host[1], host[2], later[0], later[1], later[2], missing);
    std::printf("compiled already %d\n", cuModuleLoadData(&module, ".version 8.0\n.target sm_80\n"));  // expect: unsupported
    cuMemFree(memory);
    cuModuleUnload(module);
}
