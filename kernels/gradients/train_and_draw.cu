// A picture that learns. Its pixels are the plane from -2 to 2. A pixel of 1 or -1 is an example of that class: it stays. The others
// show what the network predicts there. Below them are 24 rows for the error over the steps. Behind another 16 rows, which no brush
// reaches, lie the 105 weights, the number of steps, and the errors so far. Block 0 takes one step of training; the others draw.
struct Net {
    const float* w;
    __device__ float forward(float x, float y, float* a1, float* a2) const {
        float out = w[104];
        for (int u = 0; u < 8; ++u) a1[u] = tanh(w[2 * u] * x + w[2 * u + 1] * y + w[16 + u]);
        for (int u = 0; u < 8; ++u) {
            float sum = w[88 + u];
            for (int v = 0; v < 8; ++v) sum += w[24 + 8 * u + v] * a1[v];
            a2[u] = tanh(sum);
            out += w[96 + u] * a2[u];
        }
        return out;
    }
};

// The data sets: 0 two moons, 1 circles, 2 spirals. Every sixth pixel of their areas is an example.
__device__ float drawn(int data, float x, float y, int p) {
    unsigned mixed = (p + 1) * 2654435761u;
    mixed = (mixed ^ mixed >> 15) * 2246822519u;
    if ((mixed ^ mixed >> 13) % 6 > 0) return 0;
    const float r = sqrtf(x * x + y * y);
    if (data == 1) return r < 0.6f ? 1.0f : r > 1.1f && r < 1.6f ? -1.0f : 0.0f;
    if (data == 2) {
        const float side = (x * cos(2.5f * r) + y * sin(2.5f * r)) / r;  // the cosine of an angle that grows with r
        return r < 0.2f || r > 1.8f || fabsf(side) < 0.8f ? 0.0f : side > 0 ? 1.0f : -1.0f;
    }
    const float up = sqrtf((x + 0.5f) * (x + 0.5f) + (y + 0.3f) * (y + 0.3f));
    const float down = sqrtf((x - 0.5f) * (x - 0.5f) + (y - 0.3f) * (y - 0.3f));
    return y > -0.3f && fabsf(up - 1) < 0.25f ? 1.0f : y < 0.3f && fabsf(down - 1) < 0.25f ? -1.0f : 0.0f;
}

__global__ void train_and_draw(const float* now, float* next, const float* start, int width, int height, int data,
                               float rate) {
    __shared__ float from[19][129], back[17][129];
    const int pixels = width * height, shown = width * (height + 24), kept = width * (height + 40), t = threadIdx.x;
    const float steps = now[kept + 105], *errors = now + kept + 106, *w = steps == 0 ? start : now + kept;
    const Net net = {w};
    float a1[8], a2[8];
    const auto x_of = [&](int p) { return 4 * (p % width + 0.5f) / width - 2; };
    const auto y_of = [&](int p) { return 2 - 4 * (p / width + 0.5f) / height; };
    const auto label_of = [&](int p) {
        if (fabsf(now[p]) >= 1) return now[p];
        return steps == 0 ? drawn(data, x_of(p), y_of(p), p) : 0.0f;
    };
    if (blockIdx.x > 0) {
        const int p = (blockIdx.x - 1) * 128 + t;
        if (p >= shown) return;
        if (p >= pixels) {  // the error over the steps
            const int row = 24 - (p - pixels) / width;
            const float error = p % width < steps / 8 ? errors[p % width] : 0;
            next[p] = 24 * error >= row ? 0.7f : -0.7f;
            return;
        }
        const float label = label_of(p);
        const float out = label != 0 ? label : net.forward(x_of(p), y_of(p), a1, a2);
        next[p] = label != 0 ? label : out > 0.7f ? 0.7f : out < -0.7f ? -0.7f : out;  //[predict]
        return;
    }
    const int to = t < 16 ? t / 2 : t < 24 ? t - 16 : t < 88 ? t / 8 + 5 : t < 96 ? t - 80 : 16;
    const int of = t < 16 ? t % 2 : t < 24 ? 18 : t < 88 ? 2 + t % 8 : t < 96 ? 18 : t < 104 ? 10 + t % 8 : t < 105 ? 18 : 16;
    float sum = 0, examples = 0;
    for (int first = 0; first < pixels; first += 128) {
        const int p = first + t, count = min(128, pixels - first);
        const float label = p < pixels ? label_of(p) : 0;
        from[18][t] = label != 0 ? 1 : 0;
        if (label != 0) {
            const float x = x_of(p), y = y_of(p), error = net.forward(x, y, a1, a2) - label;
            float back1[8] = {};
            from[0][t] = x, from[1][t] = y, back[16][t] = error;
            for (int u = 0; u < 8; ++u) {
                from[2 + u][t] = a1[u], from[10 + u][t] = a2[u];
                back[8 + u][t] = error * w[96 + u] * (1 - a2[u] * a2[u]);
                for (int v = 0; v < 8; ++v) back1[v] += back[8 + u][t] * w[24 + 8 * u + v];
            }
            for (int u = 0; u < 8; ++u) back[u][t] = back1[u] * (1 - a1[u] * a1[u]);
        }
        __syncthreads();
        for (int e = 0; e < count; ++e) {
            if (from[18][e] == 0) continue;
            examples += 1;
            sum += back[to][e] * (t == 105 ? back[16][e] : from[of][e]);  //[sum]
        }
        __syncthreads();
    }
    const float mean = examples > 0 ? sum / examples : 0;
    if (t < 105) next[kept + t] = w[t] - rate * 2 * mean;  //[step]
    if (t == 105) next[kept + 105] = steps + 1;
    const int column = min(int(steps) / 8, width - 1);
    if (t == 105) next[kept + 106 + column] = mean;
    for (int c = t; c < width; c += 128)
        if (c != column) next[kept + 106 + c] = errors[c];
}
