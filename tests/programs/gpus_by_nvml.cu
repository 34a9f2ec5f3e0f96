// NVML counts and names the emulated GPUs; what only a GPU knows is not supported, which programs are told as by a GPU without a sensor.
// prints: 2 GPUs, 9.0, the same name and memory
// prints: 1: restricted, Not Supported, Invalid Argument
// gpus: 2
#include <nvml.h>

#include <cstdio>
#include <cstring>

int main() {
    unsigned count = 0, busy = 7;
    nvmlInit();
    nvmlDeviceGetCount(&count);
    nvmlDevice_t gpu;
    if (nvmlDeviceGetHandleByIndex(1, &gpu) != NVML_SUCCESS) return 1;
    char name[NVML_DEVICE_NAME_BUFFER_SIZE], uuid[NVML_DEVICE_UUID_BUFFER_SIZE];
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, 1) != cudaSuccess) return 2;
    nvmlMemory_t memory;
    nvmlPciInfo_t pci;
    int major = 0, minor = 0;
    if (nvmlDeviceGetName(gpu, name, sizeof(name)) || nvmlDeviceGetUUID(gpu, uuid, sizeof(uuid)) || strlen(uuid) != 40) return 3;
    if (nvmlDeviceGetMemoryInfo(gpu, &memory) || nvmlDeviceGetCudaComputeCapability(gpu, &major, &minor)) return 4;
    const bool is_same = strcmp(name, properties.name) == 0 && memory.total == properties.totalGlobalMem && memory.used + memory.free == memory.total;
    if (nvmlDeviceGetPciInfo(gpu, &pci) || (int)pci.bus != properties.pciBusID) return 5;
    printf("%u GPUs, %d.%d, %s name and memory\n", count, major, minor, is_same ? "the same" : "another");
    unsigned index = 0;
    nvmlEnableState_t is_restricted;
    if (nvmlDeviceGetHandleByPciBusId(pci.busId, &gpu)) return 6;
    nvmlDeviceGetIndex(gpu, &index);
    nvmlDeviceGetAPIRestriction(gpu, NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS, &is_restricted);
    printf("%u: %s, %s, %s\n", index, is_restricted == NVML_FEATURE_ENABLED ? "restricted" : "free",
           nvmlErrorString(nvmlDeviceGetTemperature(gpu, NVML_TEMPERATURE_GPU, &busy)), nvmlErrorString(nvmlDeviceGetHandleByIndex(2, &gpu)));
    return nvmlShutdown();
}
