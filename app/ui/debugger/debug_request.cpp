#include "ui/debugger/debug_request.h"

namespace warpwise::ui {

ExperimentRequest debug_request_of(const Workbench& bench) {
    ExperimentRequest request = bench.draft.request;
    request.device = kind_that(&DeviceTraits::has_debugger);
    if (const auto edited = bench.draft.edited_source.find(request.kernel); edited != bench.draft.edited_source.end())
        request.edited_source = edited->second;
    return request;
}

}  // namespace warpwise::ui
