// The reference of the 2 x 2 matrices: in double precision, the smaller value by a difference.
__global__ void reference(const float* a, float* values, int n) {
    for (int i = 0; i < n; ++i) {
        double x = a[4 * i], y = a[4 * i + 1], z = a[4 * i + 2], w = a[4 * i + 3];
        double sum = x * x + y * y + z * z + w * w, determinant = x * w - y * z;
        double root = sqrt(fmax(0.0, (sum - 2 * fabs(determinant)) * (sum + 2 * fabs(determinant))));
        values[2 * i] = sqrt((sum + root) / 2);
        values[2 * i + 1] = sqrt(fmax(0.0, (sum - root) / 2));
    }
}
