// Every function of CUDA's host API that a program here can call.
#pragma once

#include <vector>

#include "program/compile/jit.h"

namespace warpwise {

std::vector<HostFunction> api_functions();
std::vector<HostFunction> peer_functions();             // api_peers.cpp
std::vector<HostFunction> pool_functions();             // api_pools.cpp
std::vector<HostFunction> graph_functions();            // api_graphs.cpp
std::vector<HostFunction> graph_launch_functions();     // api_graph_launch.cpp
std::vector<HostFunction> graph_node_functions();       // api_graph_nodes.cpp
std::vector<HostFunction> capture_functions();          // api_capture.cpp
std::vector<HostFunction> attribute_functions();        // api_attributes.cpp
std::vector<HostFunction> random_functions();           // api_random.cpp
std::vector<HostFunction> blas_functions();             // api_blas_vectors.cpp
std::vector<HostFunction> glut_functions();             // glut_pictures.cpp
std::vector<HostFunction> gl_texture_functions();       // gl_textures.cpp
std::vector<HostFunction> nvrtc_functions();            // api_nvrtc.cpp
std::vector<HostFunction> blas_matrix_functions();      // api_blas_matrices.cpp
std::vector<HostFunction> blas_triangular_functions();  // api_blas_triangular.cpp
std::vector<HostFunction> blas_symmetric_functions();   // api_blas_symmetric.cpp
std::vector<HostFunction> blas_rotation_functions();    // api_blas_rotations.cpp
std::vector<HostFunction> blas_mixed_functions();       // api_blas_mixed.cpp
std::vector<HostFunction> blas_factor_functions();      // api_blas_factors.cpp
std::vector<HostFunction> blas_lt_functions();          // api_blas_lt.cpp
std::vector<HostFunction> solver_functions();           // api_solver.cpp
std::vector<HostFunction> sparse_functions();           // api_sparse.cpp
std::vector<HostFunction> fourier_functions();          // api_fourier.cpp
std::vector<HostFunction> nccl_functions();             // api_nccl.cpp

}  // namespace warpwise
