#include "ui/debugger/debug_request.h"

namespace warpwise::ui {

ExperimentRequest debug_request_of(const Workbench& bench) {
    ExperimentRequest request = bench.draft.request;
    request.device = kind_that(&DeviceTraits::has_debugger);
    bench.put_own_text(request);
    return request;
}

}  // namespace warpwise::ui
