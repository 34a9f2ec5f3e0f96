// Graphs: the order in which a graph runs its nodes, and handles of nodes that are gone.
#include <algorithm>
#include <numeric>
#include <random>

#include "program/graphs/graphs.h"
#include "runtime_fixture.h"

namespace warpwise {
namespace {

using GraphOrder = RuntimeTest;

// Again and again from the first to the last, each node as soon as it can be.
std::vector<std::size_t> expected_order(const std::vector<std::vector<std::size_t>>& before) {
    std::vector<bool> is_done(before.size());
    std::vector<std::size_t> out;
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (is_done[i] || !std::ranges::all_of(before[i], [&](std::size_t b) { return is_done[b]; })) continue;
            is_done[i] = is_new = true;
            out.push_back(i);
        }
    }
    return out;
}

TEST_F(GraphOrder, DependenciesComeFirstAndElseAsNodesWereAdded) {
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
        cudaGraph_t graph = nullptr;
        ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
        constexpr std::size_t kNodes = 60;
        std::vector<cudaGraphNode_t> nodes(kNodes);
        for (auto& node : nodes) ASSERT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaSuccess);
        std::vector<std::size_t> places(kNodes);
        std::iota(places.begin(), places.end(), 0);
        std::ranges::shuffle(places, random);
        std::vector<std::vector<std::size_t>> before(kNodes);
        for (int edge = 0; edge < 100; ++edge) {
            const std::size_t a = random() % kNodes, b = random() % kNodes;
            if (places[a] >= places[b] || std::ranges::count(before[b], a) > 0) continue;
            ASSERT_EQ(cudaGraphAddDependencies(graph, &nodes[a], &nodes[b], 1), cudaSuccess);
            before[b].push_back(a);
        }
        const auto exec = instantiate(*graph->content);
        ASSERT_NE(exec, nullptr);
        EXPECT_EQ(exec->order, expected_order(before));
        ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    }
}

TEST_F(GraphOrder, ACycleIsRefused) {
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t a = nullptr, b = nullptr;
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddEmptyNode(&a, graph, nullptr, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddEmptyNode(&b, graph, &a, 1), cudaSuccess);
    ASSERT_EQ(cudaGraphAddDependencies(graph, &b, &a, 1), cudaSuccess);
    EXPECT_EQ(instantiate(*graph->content), nullptr);
    ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(GraphOrder, ANodeIsKnownAsLongAsItsGraphLives) {
    cudaGraph_t graph = nullptr, clone = nullptr;
    cudaGraphNode_t kept = nullptr, removed = nullptr, cloned = nullptr;
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddEmptyNode(&kept, graph, nullptr, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddEmptyNode(&removed, graph, nullptr, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphClone(&clone, graph), cudaSuccess);
    ASSERT_EQ(cudaGraphNodeFindInClone(&cloned, kept, clone), cudaSuccess);
    ASSERT_EQ(cudaGraphDestroyNode(removed), cudaSuccess);
    EXPECT_EQ(node_of(removed), nullptr);
    EXPECT_EQ(node_of(kept), kept);
    ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    EXPECT_EQ(node_of(kept), nullptr);
    EXPECT_EQ(node_of(cloned), cloned);
    ASSERT_EQ(cudaGraphDestroy(clone), cudaSuccess);
    EXPECT_EQ(node_of(cloned), nullptr);
    EXPECT_EQ(node_of(nullptr), nullptr);
}

}  // namespace
}  // namespace warpwise
