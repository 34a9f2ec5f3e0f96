//! launch: grid=1 block=100
//! options: trace=full order=all
//! argument: i32[4]:zeros
//! argument: f32[4]:zeros
//! result: 0 = 0
//! result: 1 = 496 1 496
// CUB's reductions, scans and exchanges of warps and of parts of warps; the last warp has 4 threads.
#include <cub/cub.cuh>
struct Wide {
    double sum;
    char tag;
    __device__ Wide operator+(const Wide& b) const { return {sum + b.sum, b.tag}; }
};
__global__ void warps(int* wrong, float* reals) {
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    bool is_right = true;
    using Reals = cub::WarpReduce<float>;
    __shared__ typename Reals::TempStorage real_temp[4];
    const int here = warp == 3 ? 4 : 32;
    const float sum = Reals(real_temp[warp]).Sum((float)lane, here);
    if (lane == 0) is_right &= sum == here * (here - 1) / 2;
    if (t == 0) reals[0] = sum;
    if (warp < 3) {
        const float least = cub::WarpReduce<float>(real_temp[warp]).Reduce((float)(40 - lane), cub::Min());
        if (lane == 0) is_right &= least == 9;
        // heads at every fifth lane; tails at the lane before
        const int head = cub::WarpReduce<int>(*(cub::WarpReduce<int>::TempStorage*)&real_temp[warp]).HeadSegmentedSum(lane, lane % 5 == 0);
        const int tail = cub::WarpReduce<int>(*(cub::WarpReduce<int>::TempStorage*)&real_temp[warp]).TailSegmentedSum(lane, lane % 5 == 4);
        int expected = 0;
        for (int i = lane; i < min(lane + 5, 32); ++i) expected += i;
        if (lane % 5 == 0) is_right &= head == expected && tail == expected;
        // four logical warps of 8
        using Eight = cub::WarpReduce<int, 8>;
        __shared__ typename Eight::TempStorage eight[16];
        const int of_eight = Eight(eight[t / 8]).Sum(t);
        if (lane % 8 == 0) is_right &= of_eight == 8 * t + 28;
        using Doubles = cub::WarpReduce<Wide>;
        __shared__ typename Doubles::TempStorage doubles[4];
        const Wide wide = Doubles(doubles[warp]).Reduce(Wide{lane + 0.5, (char)lane}, [](Wide a, Wide b) { return a + b; });
        if (lane == 0) is_right &= wide.sum == 512 && wide.tag == 31;

        using Scan = cub::WarpScan<int>;
        __shared__ typename Scan::TempStorage scan[4];
        int inclusive, exclusive, aggregate, highest;
        Scan(scan[warp]).InclusiveSum(lane, inclusive, aggregate);
        Scan(scan[warp]).ExclusiveSum(lane, exclusive);
        Scan(scan[warp]).ExclusiveScan((lane * 7) % 32, highest, -1, cub::Max());
        int most = -1;
        for (int i = 0; i < lane; ++i) most = max(most, (i * 7) % 32);
        is_right &= inclusive == lane * (lane + 1) / 2 && exclusive == lane * (lane - 1) / 2 && aggregate == 496 && highest == most;
        is_right &= Scan(scan[warp]).Broadcast(lane, 3u) == 3;
        cub::WarpScan<float, 16>::TempStorage none;
        float running;
        cub::WarpScan<float, 16>(none).InclusiveSum(1.0f, running);
        is_right &= running == lane % 16 + 1;
        if (t == 0) reals[1] = running, reals[2] = (float)aggregate;

        using Exchange = cub::WarpExchange<int, 4, 16>;
        __shared__ typename Exchange::TempStorage exchange[6];
        int items[4], out[4];
        for (int i = 0; i < 4; ++i) items[i] = lane % 16 * 4 + i;
        Exchange(exchange[t / 16]).BlockedToStriped(items, out);
        for (int i = 0; i < 4; ++i) is_right &= out[i] == i * 16 + lane % 16;
        __syncwarp();
        Exchange(exchange[t / 16]).StripedToBlocked(out, items);
        for (int i = 0; i < 4; ++i) is_right &= items[i] == lane % 16 * 4 + i;
    }
    if (!is_right) atomicAdd(wrong, 1);
}
