// The rows of all ranks form a ring. Before each step every rank gets the halo rows from its neighbours.
__device__ void exchange(float* plate, int rows, int columns, int ranks) {
    int all = (rows + 2) * columns;
    for (int rank = 0; rank < ranks; ++rank)
        for (int column = 0; column < columns; ++column) {
            plate[rank * all + column] = plate[(rank + ranks - 1) % ranks * all + rows * columns + column];
            plate[rank * all + (rows + 1) * columns + column] = plate[(rank + 1) % ranks * all + columns + column];
        }
}
__device__ void cool(const float* now, float* next, int rows, int columns, int ranks) {
    for (int rank = 0; rank < ranks; ++rank, now += (rows + 2) * columns, next += (rows + 2) * columns)
        for (int row = 1; row <= rows; ++row)
            for (int column = 0; column < columns; ++column) {
                int here = row * columns + column;
                float left = now[row * columns + max(column - 1, 0)], right = now[row * columns + min(column + 1, columns - 1)];
                next[here] = now[here] + 0.2f * (left + right + now[here - columns] + now[here + columns] - 4 * now[here]);
            }
}
__global__ void reference(float* plate, float* scratch, int rows, int columns, int pairs, int ranks) {
    for (int pair = 0; pair < pairs; ++pair) {
        exchange(plate, rows, columns, ranks);
        cool(plate, scratch, rows, columns, ranks);
        exchange(scratch, rows, columns, ranks);
        cool(scratch, plate, rows, columns, ranks);
    }
}
