// What graphs keep: memory that their nodes allocate, words of conditions, and handles, until the graph and its instances are gone;
// and the nodes of large graphs.
#include <utility>

#include "program/graphs/graphs.h"
#include "runtime_fixture.h"

namespace warpwise {
namespace {

class GraphMemoryTest : public RuntimeTest {
  protected:
    static constexpr std::size_t kBytes = std::size_t{1} << 20;
    struct Made {
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t exec = nullptr;
        void* memory = nullptr;
    };
    // A graph that allocates and, where it is told to, frees; with a condition.
    static Made make(bool frees) {
        Made out;
        EXPECT_EQ(cudaGraphCreate(&out.graph, 0), cudaSuccess);
        cudaMemAllocNodeParams p{};
        p.bytesize = kBytes;
        cudaGraphNode_t first = nullptr, last = nullptr;
        EXPECT_EQ(cudaGraphAddMemAllocNode(&first, out.graph, nullptr, 0, &p), cudaSuccess);
        out.memory = p.dptr;
        if (frees) EXPECT_EQ(cudaGraphAddMemFreeNode(&last, out.graph, &first, 1, p.dptr), cudaSuccess);
        cudaGraphConditionalHandle condition = 0;
        EXPECT_EQ(cudaGraphConditionalHandleCreate(&condition, out.graph, 0, 0), cudaSuccess);
        EXPECT_EQ(cudaGraphInstantiate(&out.exec, out.graph, 0), cudaSuccess);
        EXPECT_EQ(cudaGraphLaunch(out.exec, nullptr), cudaSuccess);
        return out;
    }
    static std::size_t blocks() { return Runtime::instance().heap.blocks().size(); }
    static bool is_there(void* pointer) { return Runtime::instance().heap.at(reinterpret_cast<std::uint64_t>(pointer)) != nullptr; }
};

TEST_F(GraphMemoryTest, GoesWithTheGraphAndItsInstances) {
    const std::size_t before = blocks(), bytes = Runtime::instance().heap.device_bytes();
    for (int i = 0; i < 100; ++i) {
        const Made made = make(true);
        ASSERT_EQ(cudaGraphExecDestroy(made.exec), cudaSuccess);
        ASSERT_EQ(cudaGraphDestroy(made.graph), cudaSuccess);
    }
    EXPECT_EQ(blocks(), before);
    EXPECT_EQ(Runtime::instance().heap.device_bytes(), bytes);
}

TEST_F(GraphMemoryTest, StaysAsLongAsAnInstanceOrACloneDoes) {
    const Made made = make(true);
    cudaGraph_t clone = nullptr;
    ASSERT_EQ(cudaGraphClone(&clone, made.graph), cudaSuccess);
    ASSERT_EQ(cudaGraphDestroy(made.graph), cudaSuccess);
    EXPECT_TRUE(is_there(made.memory));
    ASSERT_EQ(cudaGraphLaunch(made.exec, nullptr), cudaSuccess);
    ASSERT_EQ(cudaGraphExecDestroy(made.exec), cudaSuccess);
    EXPECT_TRUE(is_there(made.memory));
    ASSERT_EQ(cudaGraphDestroy(clone), cudaSuccess);
    EXPECT_FALSE(is_there(made.memory));
    EXPECT_TRUE(findings().empty());
    EXPECT_NE(cudaMemset(made.memory, 0, 4), cudaSuccess);
    EXPECT_EQ(findings(), std::vector<std::string>{"copy_out_of_bounds"});
}

TEST_F(GraphMemoryTest, ThatIsInUseIsTheProgramsToFree) {
    const Made made = make(false);
    ASSERT_EQ(cudaGraphDestroy(made.graph), cudaSuccess);
    ASSERT_EQ(cudaGraphExecDestroy(made.exec), cudaSuccess);
    EXPECT_EQ(cudaMemset(made.memory, 0, kBytes), cudaSuccess);
    EXPECT_EQ(cudaFree(made.memory), cudaSuccess);
    EXPECT_FALSE(is_there(made.memory));
    std::uint64_t used = 1;
    ASSERT_EQ(cudaDeviceGraphMemTrim(0), cudaSuccess);
    ASSERT_EQ(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used), cudaSuccess);
    EXPECT_EQ(used, 0u);
}

TEST_F(GraphMemoryTest, OfANodeThatIsDestroyedGoes) {
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr;
    cudaMemAllocNodeParams p{};
    p.bytesize = kBytes;
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &p), cudaSuccess);
    EXPECT_TRUE(is_there(p.dptr));
    ASSERT_EQ(cudaGraphDestroyNode(node), cudaSuccess);
    EXPECT_FALSE(is_there(p.dptr));
    ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(GraphMemoryTest, TheGraphOfANodeHasOneHandleWhichGoesWithIt) {
    const std::size_t before = living_graphs().size();
    cudaGraph_t graph = nullptr, child = nullptr, inside = nullptr;
    cudaGraphNode_t node = nullptr, leaf = nullptr;
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphCreate(&child, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddEmptyNode(&leaf, child, nullptr, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child), cudaSuccess);
    ASSERT_EQ(cudaGraphChildGraphNodeGetGraph(node, &inside), cudaSuccess);
    for (int i = 0; i < 100; ++i) {
        cudaGraph_t again = nullptr;
        ASSERT_EQ(cudaGraphChildGraphNodeGetGraph(node, &again), cudaSuccess);
        ASSERT_EQ(again, inside);
    }
    EXPECT_EQ(living_graphs().size(), before + 3);
    ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    ASSERT_EQ(cudaGraphDestroy(child), cudaSuccess);
    EXPECT_EQ(living_graphs().size(), before);
}

// So many nodes that a walk over all of them for each would take minutes.
TEST_F(GraphMemoryTest, TheNodesOfALargeGraphAreFoundConnectedAndRemoved) {
    constexpr std::size_t kNodes = 40'000;
    cudaGraph_t graph = nullptr, clone = nullptr;
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    std::vector<cudaGraphNode_t> nodes(kNodes);
    for (auto& node : nodes) ASSERT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaSuccess);
    for (std::size_t i = 1; i < kNodes; ++i) ASSERT_EQ(cudaGraphAddDependencies(graph, &nodes[0], &nodes[i], 1), cudaSuccess);
    for (std::size_t i = 1; i + 1 < kNodes; ++i)
        ASSERT_EQ(cudaGraphAddDependencies(graph, &nodes[i], &nodes[kNodes - 1], 1), cudaSuccess);
    ASSERT_EQ(cudaGraphClone(&clone, graph), cudaSuccess);
    std::set<cudaGraphNode_t> found;
    for (const cudaGraphNode_t node : nodes) {
        cudaGraphNode_t copy = nullptr;
        ASSERT_EQ(cudaGraphNodeFindInClone(&copy, node, clone), cudaSuccess);
        ASSERT_EQ(copy->cloned_from, node->number);
        found.insert(copy);
    }
    EXPECT_EQ(found.size(), kNodes);
    for (std::size_t i = 1; i + 1 < kNodes; ++i) {
        cudaGraphNode_t before[2] = {}, after[2] = {};
        std::size_t before_count = 2, after_count = 2;
        ASSERT_EQ(cudaGraphNodeGetDependencies(nodes[i], before, &before_count), cudaSuccess);
        ASSERT_EQ(cudaGraphNodeGetDependentNodes(nodes[i], after, &after_count), cudaSuccess);
        ASSERT_EQ(std::pair(before_count, before[0]), std::pair(std::size_t{1}, nodes[0]));
        ASSERT_EQ(std::pair(after_count, after[0]), std::pair(std::size_t{1}, nodes[kNodes - 1]));
    }
    for (std::size_t i = 1; i + 1 < kNodes; ++i) ASSERT_EQ(cudaGraphDestroyNode(nodes[i]), cudaSuccess);
    std::size_t left = 0;
    ASSERT_EQ(cudaGraphNodeGetDependencies(nodes[kNodes - 1], nullptr, &left), cudaSuccess);
    EXPECT_EQ(left, 1u) << "the first node";
    cudaGraphNode_t copy = nullptr;
    EXPECT_NE(cudaGraphNodeFindInClone(&copy, nodes[1], clone), cudaSuccess) << "the node is gone";
    ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    ASSERT_EQ(cudaGraphDestroy(clone), cudaSuccess);
}

// The address of a node that is gone may be that of a new one.
TEST_F(GraphMemoryTest, ACopyIsFoundForTheNodeItWasMadeFromAlone) {
    cudaGraph_t graph = nullptr, clone = nullptr;
    cudaGraphNode_t node = nullptr;
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphClone(&clone, graph), cudaSuccess);
    for (int i = 0; i < 50; ++i) {
        ASSERT_EQ(cudaGraphDestroyNode(node), cudaSuccess);
        ASSERT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaSuccess);
        cudaGraphNode_t copy = nullptr;
        EXPECT_NE(cudaGraphNodeFindInClone(&copy, node, clone), cudaSuccess);
    }
    ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    ASSERT_EQ(cudaGraphDestroy(clone), cudaSuccess);
}

}  // namespace
}  // namespace warpwise
