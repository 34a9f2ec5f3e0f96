// The reference of the tournament: p and q meet when twice the round is p + q, counted around the table.
__global__ void reference(int* meet, int edge) {
    int around = edge + edge % 2 - 1;
    for (int p = 0; p < edge; ++p)
        for (int q = p + 1; q < edge; ++q) {
            int round = p == 0 ? q % around : (p + q) * ((around + 1) / 2) % around;
            meet[p * edge + q] = meet[q * edge + p] = round + 1;
        }
}
