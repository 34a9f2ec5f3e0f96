// What ptxas, NVRTC and nvdisasm write, as lines with the source's line numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

struct ListingLine {
    std::string text;
    int source_line = 0;  // of the kernel's own text; 0: none
    bool operator==(const ListingLine&) const = default;
};

// What ptxas says of the kernel.
struct ListingResources {
    int registers_per_thread = 0;
    std::size_t shared_bytes = 0, stack_bytes = 0, spill_store_bytes = 0, spill_load_bytes = 0;
    bool operator==(const ListingResources&) const = default;
};

// `file`: the kernel's own text, as the compiler calls it.
std::vector<ListingLine> parse_ptx(std::string_view ptx, std::string_view file);
std::vector<ListingLine> parse_sass(std::string_view nvdisasm_output, std::string_view file);
std::optional<ListingResources> parse_ptxas_log(std::string_view log, std::string_view entry);

}  // namespace warpwise
