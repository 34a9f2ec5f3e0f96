// Memory pools: all of the device's memory is one.
#include <cstring>
#include <map>
#include <set>

#include "program/runtime/api_table.h"
#include "program/runtime/runtime.h"

// It continues what runtime.h includes.
#include "program/headers/runtime_pools.h"

struct CUmemPoolHandle_st {
    std::map<cudaMemPoolAttr, std::uint64_t> attributes;
};

using namespace warpwise;

namespace {

CUmemPoolHandle_st& default_pool() {
    static auto* pool = new CUmemPoolHandle_st;
    return *pool;
}

std::set<cudaMemPool_t>& pools() {
    static auto* all = new std::set<cudaMemPool_t>{&default_pool()};
    return *all;
}

cudaMemPool_t& current_pool() {
    static cudaMemPool_t pool = &default_pool();
    return pool;
}

// The first three are switches (int), the others numbers of bytes (64 bits).
std::size_t bytes_of(cudaMemPoolAttr which) {
    return which <= cudaMemPoolReuseAllowInternalDependencies ? sizeof(int) : sizeof(std::uint64_t);
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* out, int device) {
    WARPWISE_CALL("cudaDeviceGetDefaultMemPool");
    if (!runtime.is_gpu(device)) WARPWISE_RETURN(cudaErrorInvalidDevice);
    *out = &default_pool();
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* out, int device) {
    WARPWISE_CALL("cudaDeviceGetMemPool");
    if (!runtime.is_gpu(device)) WARPWISE_RETURN(cudaErrorInvalidDevice);
    *out = current_pool();
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    WARPWISE_CALL("cudaDeviceSetMemPool");
    if (!runtime.is_gpu(device)) WARPWISE_RETURN(cudaErrorInvalidDevice);
    if (!pools().contains(pool)) WARPWISE_RETURN(cudaErrorInvalidValue);
    current_pool() = pool;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* out, const cudaMemPoolProps* properties) {
    WARPWISE_CALL("cudaMemPoolCreate");
    if (out == nullptr || properties == nullptr || properties->location.id != 0) WARPWISE_RETURN(cudaErrorInvalidValue);
    *out = *pools().insert(new CUmemPoolHandle_st).first;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    WARPWISE_CALL("cudaMemPoolDestroy");
    if (pool == &default_pool() || pools().erase(pool) == 0) WARPWISE_RETURN(cudaErrorInvalidValue);
    if (current_pool() == pool) current_pool() = &default_pool();
    delete pool;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
    WARPWISE_CALL("cudaMemPoolSetAttribute");
    if (!pools().contains(pool) || value == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    std::memcpy(&pool->attributes[which], value, bytes_of(which));
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
    WARPWISE_CALL("cudaMemPoolGetAttribute");
    if (!pools().contains(pool) || value == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    const bool is_used = which == cudaMemPoolAttrReservedMemCurrent || which == cudaMemPoolAttrUsedMemCurrent;
    const std::uint64_t bytes = is_used ? runtime.heap.device_bytes(Gpus::current()) : pool->attributes[which];
    std::memcpy(value, &bytes, bytes_of(which));
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* wanted, size_t count) {
    WARPWISE_CALL("cudaMemPoolSetAccess");
    if (!pools().contains(pool)) WARPWISE_RETURN(cudaErrorInvalidValue);
    for (std::size_t i = 0; i < count; ++i)
        if (wanted[i].location.id != 0) WARPWISE_RETURN(cudaErrorInvalidDevice);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
    WARPWISE_CALL("cudaMemPoolTrimTo");
    WARPWISE_RETURN(pools().contains(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

// There is one device, so no two are linked.
}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> pool_functions() {
    return {
        API(cudaDeviceGetDefaultMemPool), API(cudaDeviceGetMemPool), API(cudaDeviceSetMemPool),
        API(cudaMemPoolCreate),           API(cudaMemPoolDestroy),   API(cudaMemPoolSetAttribute),
        API(cudaMemPoolGetAttribute),     API(cudaMemPoolSetAccess), API(cudaMemPoolTrimTo),
    };
}

}  // namespace warpwise
