// CUB, Thrust and the parts of libcu++ that both use: texts of ours under the libraries' names.
#include "simt/compile/prelude_texts.h"

namespace warpwise::simt {
namespace {

constexpr std::string_view kFunctional =
#include "simt/compile/prelude/functional.inc"
    ;
constexpr std::string_view kCubUtil =
#include "simt/compile/prelude/cub_util.inc"
    ;
constexpr std::string_view kCubWarp =
#include "simt/compile/prelude/cub_warp.inc"
    ;
constexpr std::string_view kCubBlock =
#include "simt/compile/prelude/cub_block.inc"
    ;
constexpr std::string_view kCubMove =
#include "simt/compile/prelude/cub_move.inc"
    ;
constexpr std::string_view kCubNeighbours =
#include "simt/compile/prelude/cub_neighbours.inc"
    ;
constexpr std::string_view kCubSort =
#include "simt/compile/prelude/cub_sort.inc"
    ;
constexpr std::string_view kIterators =
#include "simt/compile/prelude/library_iterators.inc"
    ;
constexpr std::string_view kKernels =
#include "simt/compile/prelude/library_kernels.inc"
    ;
constexpr std::string_view kCubDevice =
#include "simt/compile/prelude/cub_device.inc"
    ;
constexpr std::string_view kCubDeviceSort =
#include "simt/compile/prelude/cub_device_sort.inc"
    ;
constexpr std::string_view kThrustSystem =
#include "simt/compile/prelude/thrust_system.inc"
    ;
constexpr std::string_view kThrustPointers =
#include "simt/compile/prelude/thrust_vectors.inc"
    ;
constexpr std::string_view kThrustItems =
#include "simt/compile/prelude/thrust_algorithms.inc"
    ;
constexpr std::string_view kThrustOrders =
#include "simt/compile/prelude/thrust_orders.inc"
    ;
constexpr std::string_view kThrustSets =
#include "simt/compile/prelude/thrust_sets.inc"
    ;
constexpr std::string_view kThrustContainers =
#include "simt/compile/prelude/thrust_containers.inc"
    ;
constexpr std::string_view kThrustFunctional =
#include "simt/compile/prelude/thrust_functional.inc"
    ;
constexpr std::string_view kThrustComplex =
#include "simt/compile/prelude/thrust_complex.inc"
    ;

// A header of several names is one text, read once.
constexpr std::string_view kSeeFunctional = "#pragma once\n#include <__simt_functional.h>\n";
constexpr std::string_view kSeeCubUtil = "#pragma once\n#include <cub/util_type.cuh>\n";
constexpr std::string_view kSeeCubWarp = "#pragma once\n#include <cub/warp/warp_reduce.cuh>\n";
constexpr std::string_view kSeeCubBlock = "#pragma once\n#include <cub/block/block_reduce.cuh>\n";
constexpr std::string_view kSeeCubMove = "#pragma once\n#include <cub/block/block_exchange.cuh>\n";
constexpr std::string_view kSeeCubNeighbours = "#pragma once\n#include <cub/block/block_discontinuity.cuh>\n";
constexpr std::string_view kSeeCubSort = "#pragma once\n#include <cub/block/block_radix_sort.cuh>\n";
constexpr std::string_view kSeeIterators = "#pragma once\n#include <__simt_library_iterators.h>\n";
constexpr std::string_view kSeeCubDevice = "#pragma once\n#include <cub/device/device_reduce.cuh>\n";
constexpr std::string_view kSeeCubDeviceSort = "#pragma once\n#include <cub/device/device_radix_sort.cuh>\n";
constexpr std::string_view kSeeThrustPointers = "#pragma once\n#include <thrust/device_ptr.h>\n";
constexpr std::string_view kSeeThrustSystem = "#pragma once\n#include <thrust/detail/execution_policy.h>\n";
constexpr std::string_view kSeeThrust = "#pragma once\n#include <thrust/sort.h>\n#include <thrust/functional.h>\n";
constexpr std::string_view kSeeThrustSets = "#pragma once\n#include <thrust/set_operations.h>\n#include <thrust/functional.h>\n";
constexpr std::string_view kSeeThrustContainers = "#pragma once\n#include <thrust/device_vector.h>\n";
constexpr std::string_view kSeeThrustFunctional = "#pragma once\n#include <thrust/functional.h>\n";
constexpr std::string_view kCub =
    "#pragma once\n#include <cub/device/device_radix_sort.cuh>\n#include "
    "<cub/block/block_reduce.cuh>\n#include "
    "<cub/block/block_exchange.cuh>\n"
    "#include <cub/block/block_discontinuity.cuh>\n#include <cub/block/block_radix_sort.cuh>\n";

constexpr HeaderText kLibraries[] = {
    {"__simt_functional.h", kFunctional},
    {"cuda/std/functional", kSeeFunctional},
    {"cuda/functional", kSeeFunctional},
    {"cub/cub.cuh", kCub},
    {"cub/util_type.cuh", kCubUtil},
    {"cub/version.cuh", kSeeCubUtil},
    {"cub/config.cuh", kSeeCubUtil},
    {"cub/util_allocator.cuh", kSeeCubDeviceSort},
    {"cub/util_arch.cuh", kSeeCubUtil},
    {"cub/util_debug.cuh", kSeeCubUtil},
    {"cub/util_device.cuh", kSeeCubUtil},
    {"cub/util_macro.cuh", kSeeCubUtil},
    {"cub/util_math.cuh", kSeeCubUtil},
    {"cub/util_namespace.cuh", kSeeCubUtil},
    {"cub/util_ptx.cuh", kSeeCubUtil},
    {"cub/thread/thread_load.cuh", kSeeCubUtil},
    {"cub/thread/thread_store.cuh", kSeeCubUtil},
    {"cub/thread/thread_operators.cuh", kSeeCubUtil},
    {"cub/thread/thread_reduce.cuh", kSeeCubUtil},
    {"cub/warp/warp_reduce.cuh", kCubWarp},
    {"cub/warp/warp_scan.cuh", kSeeCubWarp},
    {"cub/warp/warp_exchange.cuh", kSeeCubWarp},
    {"cub/block/block_reduce.cuh", kCubBlock},
    {"cub/block/block_scan.cuh", kSeeCubBlock},
    {"cub/block/block_exchange.cuh", kCubMove},
    {"cub/block/block_load.cuh", kSeeCubMove},
    {"cub/block/block_store.cuh", kSeeCubMove},
    {"cub/block/block_shuffle.cuh", kSeeCubMove},
    {"cub/block/block_discontinuity.cuh", kCubNeighbours},
    {"cub/block/block_adjacent_difference.cuh", kSeeCubNeighbours},
    {"cub/block/block_histogram.cuh", kSeeCubNeighbours},
    {"cub/block/block_radix_sort.cuh", kCubSort},
    {"cub/block/block_merge_sort.cuh", kSeeCubSort},
    {"__simt_library_iterators.h", kIterators},
    {"__simt_library_kernels.h", kKernels},
    {"cub/iterator/counting_input_iterator.cuh", kSeeIterators},
    {"cub/iterator/constant_input_iterator.cuh", kSeeIterators},
    {"cub/iterator/transform_input_iterator.cuh", kSeeIterators},
    {"cub/iterator/cache_modified_input_iterator.cuh", kSeeIterators},
    {"cub/iterator/cache_modified_output_iterator.cuh", kSeeIterators},
    {"cub/iterator/arg_index_input_iterator.cuh", kSeeIterators},
    {"cub/iterator/discard_output_iterator.cuh", kSeeIterators},
    {"cub/device/device_reduce.cuh", kCubDevice},
    {"cub/device/device_scan.cuh", kSeeCubDevice},
    {"cub/device/device_select.cuh", kSeeCubDevice},
    {"cub/device/device_partition.cuh", kSeeCubDevice},
    {"cub/device/device_run_length_encode.cuh", kSeeCubDevice},
    {"cub/device/device_radix_sort.cuh", kCubDeviceSort},
    {"cub/device/device_merge_sort.cuh", kSeeCubDeviceSort},
    {"cub/device/device_segmented_reduce.cuh", kSeeCubDeviceSort},
    {"cub/device/device_segmented_sort.cuh", kSeeCubDeviceSort},
    {"cub/device/device_segmented_radix_sort.cuh", kSeeCubDeviceSort},
    {"cub/device/device_histogram.cuh", kSeeCubDeviceSort},
    {"cub/device/device_for.cuh", kSeeCubDeviceSort},
    {"thrust/detail/execution_policy.h", kThrustSystem},
    {"thrust/device_ptr.h", kThrustPointers},
    {"thrust/for_each.h", kThrustItems},
    {"thrust/sort.h", kThrustOrders},
    {"thrust/set_operations.h", kThrustSets},
    {"thrust/device_vector.h", kThrustContainers},
    {"thrust/functional.h", kThrustFunctional},
    {"thrust/complex.h", kThrustComplex},
    {"thrust/host_vector.h", kSeeThrustContainers},
    {"thrust/universal_vector.h", kSeeThrustContainers},
    {"thrust/random.h", kSeeThrustFunctional},
    {"thrust/random/linear_congruential_engine.h", kSeeThrustFunctional},
    {"thrust/random/uniform_int_distribution.h", kSeeThrustFunctional},
    {"thrust/random/uniform_real_distribution.h", kSeeThrustFunctional},
    {"thrust/random/normal_distribution.h", kSeeThrustFunctional},
    {"thrust/device_malloc.h", kSeeThrustPointers},
    {"thrust/device_free.h", kSeeThrustPointers},
    {"thrust/device_new.h", kSeeThrustPointers},
    {"thrust/device_delete.h", kSeeThrustPointers},
    {"thrust/device_reference.h", kSeeThrustPointers},
    {"thrust/device_malloc_allocator.h", kSeeThrustPointers},
    {"thrust/device_allocator.h", kSeeThrustPointers},
    {"thrust/memory.h", kSeeThrustPointers},
    {"thrust/execution_policy.h", kSeeThrustSystem},
    {"thrust/version.h", kSeeThrustSystem},
    {"thrust/system_error.h", kSeeThrustSystem},
    {"thrust/system/cuda/execution_policy.h", kSeeThrustSystem},
    {"thrust/system/cuda/config.h", kSeeThrustSystem},
    {"thrust/system/cpp/execution_policy.h", kSeeThrustSystem},
    {"thrust/system/cuda/detail/par.h", kSeeThrustSystem},
    {"thrust/system/system_error.h", kSeeThrustSystem},
    {"thrust/tuple.h", kSeeIterators},
    {"thrust/pair.h", kSeeIterators},
    {"thrust/zip_function.h", kSeeIterators},
    {"thrust/distance.h", kSeeIterators},
    {"thrust/advance.h", kSeeIterators},
    {"thrust/detail/type_traits.h", kSeeIterators},
    {"thrust/iterator/iterator_traits.h", kSeeIterators},
    {"thrust/iterator/counting_iterator.h", kSeeIterators},
    {"thrust/iterator/constant_iterator.h", kSeeIterators},
    {"thrust/iterator/transform_iterator.h", kSeeIterators},
    {"thrust/iterator/permutation_iterator.h", kSeeIterators},
    {"thrust/iterator/discard_iterator.h", kSeeIterators},
    {"thrust/iterator/reverse_iterator.h", kSeeIterators},
    {"thrust/iterator/zip_iterator.h", kSeeIterators},
    {"thrust/adjacent_difference.h", kSeeThrust},
    {"thrust/binary_search.h", kSeeThrust},
    {"thrust/copy.h", kSeeThrust},
    {"thrust/count.h", kSeeThrust},
    {"thrust/equal.h", kSeeThrust},
    {"thrust/extrema.h", kSeeThrust},
    {"thrust/fill.h", kSeeThrust},
    {"thrust/find.h", kSeeThrust},
    {"thrust/gather.h", kSeeThrust},
    {"thrust/generate.h", kSeeThrust},
    {"thrust/inner_product.h", kSeeThrust},
    {"thrust/logical.h", kSeeThrust},
    {"thrust/merge.h", kSeeThrustSets},
    {"thrust/mismatch.h", kSeeThrust},
    {"thrust/partition.h", kSeeThrust},
    {"thrust/reduce.h", kSeeThrust},
    {"thrust/remove.h", kSeeThrust},
    {"thrust/replace.h", kSeeThrust},
    {"thrust/reverse.h", kSeeThrust},
    {"thrust/scan.h", kSeeThrust},
    {"thrust/scatter.h", kSeeThrust},
    {"thrust/sequence.h", kSeeThrust},
    {"thrust/shuffle.h", kSeeThrust},
    {"thrust/swap.h", kSeeThrust},
    {"thrust/tabulate.h", kSeeThrust},
    {"thrust/transform.h", kSeeThrust},
    {"thrust/transform_reduce.h", kSeeThrust},
    {"thrust/transform_scan.h", kSeeThrust},
    {"thrust/uninitialized_fill.h", kSeeThrust},
    {"thrust/uninitialized_copy.h", kSeeThrust},
    {"thrust/unique.h", kSeeThrust},
};

}  // namespace

std::span<const HeaderText> library_header_texts() { return kLibraries; }

}  // namespace warpwise::simt
