__global__ void k(char* a, char* b, int n) {
    memcpy(a, b, n);
    memset(a, 3, n);
    memcpy(a, b, 64);
    char buf[100];
    memset(buf, 0, 100);
    memcpy(buf, b, 100);
    a[0] = buf[n];
    volatile int v = n;
    a[1] = v + v;
}
