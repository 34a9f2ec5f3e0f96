//! launch: grid=1 block=4
//! argument: i32[28]:zeros
//! fault: out_of_bounds 10 cells[1].low 3 0 1
struct Cell {
    int low[3];
    int high[4];
};
__global__ void fill(Cell* cells) {
    Cell& cell = cells[threadIdx.x];
    for (int k = 0; k <= 2 + (threadIdx.x == 1); ++k) cell.low[k] = k;
}
