// The reference of the exercise: one particle after another, and a branch for each force.
__global__ void reference(const int* kinds, const float* places, const float* speeds, float* moved, int n, int steps) {
    for (int i = 0; i < n; ++i) {
        float x = places[i], v = speeds[i];
        for (int step = 0; step < steps; ++step) {
            float pull = -9.81f - 2 * v;
            if (kinds[i] == 0) pull = -4 * x;
            if (kinds[i] == 1) pull = -4 * x - 0.5f * v;
            if (kinds[i] == 2) pull = -9.81f;
            v += 0.015625f * pull;
            x += 0.015625f * v;
        }
        moved[i] = x;
    }
}
