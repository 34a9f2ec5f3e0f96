#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(float* a) {
    auto g = cg::this_thread_block();
    auto t = cg::tiled_partition<16>(g);
    float v = cg::reduce(t, a[g.thread_rank()], cg::plus<float>());
    if (t.thread_rank() == 0) a[t.meta_group_rank()] = v;
    auto c = cg::coalesced_threads();
    a[5] = c.size();
    cg::sync(g);
}
