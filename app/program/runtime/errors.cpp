#include "program/runtime/errors.h"

#include <algorithm>
#include <iterator>

namespace warpwise {
namespace {

struct Known {
    cudaError_t code;
    const char *name, *text;
};

#define KNOWN(code, text) {code, #code, text}
constexpr Known kKnown[] = {
    KNOWN(cudaSuccess, "no error"),
    KNOWN(cudaErrorInvalidValue, "invalid argument"),
    KNOWN(cudaErrorMemoryAllocation, "out of memory"),
    KNOWN(cudaErrorInitializationError, "initialization error"),
    KNOWN(cudaErrorCudartUnloading, "driver shutting down"),
    KNOWN(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    KNOWN(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    KNOWN(cudaErrorInvalidSymbol, "invalid device symbol"),
    KNOWN(cudaErrorInvalidHostPointer, "invalid host pointer"),
    KNOWN(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    KNOWN(cudaErrorInvalidTexture, "invalid texture reference"),
    KNOWN(cudaErrorInvalidTextureBinding, "texture is not bound to a pointer"),
    KNOWN(cudaErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    KNOWN(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    KNOWN(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    KNOWN(cudaErrorInvalidDeviceFunction, "invalid device function"),
    KNOWN(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    KNOWN(cudaErrorInvalidDevice, "invalid device ordinal"),
    KNOWN(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    KNOWN(cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    KNOWN(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    KNOWN(cudaErrorIllegalState, "the operation cannot be performed in the present state"),
    KNOWN(cudaErrorSymbolNotFound, "named symbol not found"),
    KNOWN(cudaErrorNotReady, "device not ready"),
    KNOWN(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    KNOWN(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    KNOWN(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    KNOWN(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    KNOWN(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    KNOWN(cudaErrorAssert, "device-side assert triggered"),
    KNOWN(cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped"),
    KNOWN(cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    KNOWN(cudaErrorHardwareStackError, "hardware stack error"),
    KNOWN(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    KNOWN(cudaErrorMisalignedAddress, "misaligned address"),
    KNOWN(cudaErrorLaunchFailure, "unspecified launch failure"),
    KNOWN(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    KNOWN(cudaErrorNotPermitted, "operation not permitted"),
    KNOWN(cudaErrorNotSupported, "operation not supported"),
    KNOWN(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    KNOWN(cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture"),
    KNOWN(cudaErrorStreamCaptureMerge, "operation would result in a merge of separate capture sequences"),
    KNOWN(cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    KNOWN(cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    KNOWN(cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream"),
    KNOWN(cudaErrorStreamCaptureImplicit, "operation would make the legacy stream depend on a capturing blocking stream"),
    KNOWN(cudaErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing stream"),
    KNOWN(cudaErrorStreamCaptureWrongThread, "attempt to terminate a thread-local capture sequence from another thread"),
    KNOWN(cudaErrorGraphExecUpdateFailure,
          "the graph update was not performed because it included changes which violated constraints "
          "specific to instantiated graph update"),
    KNOWN(cudaErrorUnknown, "unknown error"),
};
#undef KNOWN

const Known* find(cudaError_t code) {
    const auto* found = std::ranges::find(kKnown, code, &Known::code);
    return found == std::end(kKnown) ? nullptr : found;
}

}  // namespace

const char* error_name(cudaError_t code) {
    const Known* known = find(code);
    return known ? known->name : "unrecognized error code";
}

const char* error_text(cudaError_t code) {
    const Known* known = find(code);
    return known ? known->text : "unrecognized error code";
}

std::optional<cudaError_t> error_of_name(std::string_view name) {
    const auto* known = std::ranges::find(kKnown, name, [](const Known& each) { return std::string_view(each.name); });
    return known == std::end(kKnown) ? std::nullopt : std::optional(known->code);
}

}  // namespace warpwise
