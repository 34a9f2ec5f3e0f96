// warpwise-cuda-worker PLUGIN ORDINAL: runs kernels on one GPU for the program that started it (docs/architecture.md). It opens
// the CUDA plugin, serves it over the socket it was given, and ends with that socket. With --listing it compiles one kernel to text
// instead (device/gpu/listing.h), by standard input and output.
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "device/gpu/cuda_loader.h"
#include "device/gpu/listing.h"
#include "device/process/child_process.h"
#include "device/process/device_server.h"

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[2]) == "--listing") return warpwise::serve_listing(argv[1]);
    struct stat status{};
    if (argc != 3 || fstat(warpwise::kChildSocket, &status) != 0 || !S_ISSOCK(status.st_mode)) {
        std::fputs("warpwise-cuda-worker is a part of Warpwise and is started by it; run warpwise instead\n", stderr);
        return 2;
    }
    warpwise::serve_device(warpwise::FileDescriptor(warpwise::kChildSocket),
                           [&] { return warpwise::load_cuda_plugin(argv[1], std::atoi(argv[2])); });
}
