// The source panel's other two forms of a kernel: PTX and SASS, with the line of the source above the code that it became.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/gpu/listing.h"
#include "ui/kit/theme.h"
#include "ui/source/listing_check.h"
#include "ui/source/listing_rows.h"

namespace warpwise::ui {

enum class CodeForm { cuda, ptx, sass };
enum class BesideForm { emulator, ptx, sass };  // beside the source

struct ListingViewState {
    CodeForm form = CodeForm::cuda;
    int architecture = 0;  // sm_90: 90; 0: not chosen yet
    ListingCheck check;
    std::optional<ListingRequest> asked;  // the newest
    std::optional<ListingCheck::Result> shown;
    std::vector<ListingRow> rows;  // of `shown` in `rows_form`
    CodeForm rows_form = CodeForm::cuda;
    double ask_at_s = 0;  // while text is typed, not every letter is compiled
};

// The parts of the view below, for a listing beside the source. The first asks anew when the source or the architecture changed,
// and draws the choice of the architecture with what the compiler says; the second gives the lines, or draws why there are none.
void listing_status(const Look&, ListingViewState&, const KernelSource&);
const std::vector<ListingLine>* listing_lines(const Look&, const ListingViewState&, BesideForm);

// Asks anew when the source or the architecture changed. Draws PTX or SASS; returns the source line that was clicked.
std::optional<int> listing_view(const Look&, ListingViewState&, const KernelSource&);

}  // namespace warpwise::ui
