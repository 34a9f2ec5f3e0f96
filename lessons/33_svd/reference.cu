// The reference: one matrix after another, in double precision, one pair after another, until no pair has to be turned.
__global__ void reference(const float* a, float* values, int n, int edge, int sweeps) {
    double v[32][32];  // the columns
    for (int matrix = 0; matrix < n; ++matrix) {
        for (int row = 0; row < edge; ++row)
            for (int column = 0; column < edge; ++column) v[column][row] = a[(matrix * edge + row) * edge + column];
        bool turned = true;
        for (int sweep = 0; sweep < 30 && turned; ++sweep) {
            turned = false;
            for (int p = 0; p < edge; ++p)
                for (int q = p + 1; q < edge; ++q) {
                    double pp = 0, qq = 0, pq = 0;
                    for (double *x = v[p], *y = v[q], *end = v[p] + edge; x < end; ++x, ++y) {
                        double left = *x, right = *y;
                        pp += left * left, qq += right * right, pq += left * right;
                    }
                    if (fabs(pq) <= 1e-8 * sqrt(pp * qq)) continue;
                    turned = true;
                    double zeta = (qq - pp) / (2 * pq);
                    double tangent = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
                    double cosine = 1 / sqrt(1 + tangent * tangent), sine = cosine * tangent;
                    for (double *x = v[p], *y = v[q], *end = v[p] + edge; x < end; ++x, ++y) {
                        double left = *x, right = *y;
                        *x = cosine * left - sine * right;
                        *y = sine * left + cosine * right;
                    }
                }
        }
        for (int column = 0; column < edge; ++column) {  // sorted as they come, largest first
            double square = 0;
            for (int row = 0; row < edge; ++row) square += v[column][row] * v[column][row];
            float length = sqrt(square);
            int place = matrix * edge + column;
            for (; place > matrix * edge && values[place - 1] < length; --place) values[place] = values[place - 1];
            values[place] = length;
        }
    }
}
