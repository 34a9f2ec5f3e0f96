// A request with its formulas evaluated, and settings of a request.
#pragma once

#include <optional>
#include <string>

#include "experiment/record/record.h"

namespace warpwise {

// What a request becomes once its formulas are evaluated; the launch panel shows it before a run.
struct ResolvedLaunch {
    LaunchShape shape;
    DType dtype = DType::f32;
    std::string entry;       // "add_one<float>"
    std::uint64_t work = 0;  // threads that have an element
    // Of a 2-D kernel: columns and rows of threads that have an element.
    std::optional<std::uint64_t> columns, rows;
};
Result<ResolvedLaunch> resolve_launch(const Lesson&, const ExperimentRequest&);

// The parameters as the kernel's formulas see them: a block of the request's own counts for the parameters that name its edges.
ParameterValues formula_values(const Lesson&, const KernelSpec&, const ExperimentRequest&);

// The block of the next launch. Edges that are parameters of the lesson (the kernel's `block` is just their name) are set there,
// so that all formulas follow; a block that the parameters cannot say goes to the launch alone.
void set_block(const Lesson&, ExperimentRequest& request, const Dim3& block);

// Parameters given as text ("block=64", "grid=4", "dtype=f64") checked against the lesson and put over `request`.
Result<void> apply_setting(const Lesson&, ExperimentRequest& request, const std::string& key, const std::string& value);

}  // namespace warpwise
