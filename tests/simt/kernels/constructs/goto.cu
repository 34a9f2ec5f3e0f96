__global__ void k(int* o) {
    int i = 0;
again:
    if (o[i] > 3) goto done;
    if (++i < 10) goto again;
done:
    o[threadIdx.x] = i;
}
