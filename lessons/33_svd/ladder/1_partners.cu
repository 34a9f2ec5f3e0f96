// meet[p, q] = the round of a tournament in which columns p and q meet, counted from 1. Each round has all columns in pairs: one
// thread per pair, and a barrier between rounds.

// The column at a place in a round: one column stays, all others move on by one.
__device__ int player(int round, int place, int players) { return place == 0 ? 0 : 1 + (round + place - 1) % (players - 1); }

__global__ void meetings(int* meet, int edge) {
    int players = edge + edge % 2;  // with an odd number of columns, one rests in each round
    for (int round = 0; round < players - 1; ++round) {
        for (int pair = threadIdx.x; pair < players / 2; pair += blockDim.x) {
            int p = player(round, pair, players);
            int q = player(round, players - 1 - pair, players);  //[line]
            if (p < edge && q < edge) meet[p * edge + q] = meet[q * edge + p] = round + 1;
        }
        __syncthreads();
    }
}
