struct Node {
    Node* next;
    int v;
};
__global__ void k(Node* n, int* o) {
    int s = 0;
    while (n) {
        s += n->v;
        n = n->next;
    }
    Node c = *(Node*)o;
    c = *c.next;
    o[threadIdx.x] = s + c.v;
}
