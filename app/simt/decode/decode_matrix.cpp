// Operations on the matrices of a warp: what mma.sync, ldmatrix, stmatrix and the header <mma.h> become.
#include "simt/code/matrix_form.h"
#include "simt/decode/decode_internal.h"

namespace warpwise::simt {

bool FunctionDecoder::matrix(llvm::CallInst& i, std::string_view form_name) {
    const auto form = matrix_form(form_name);
    if (!form) return false;
    CallSite site;
    for (const llvm::Use& argument : i.args()) {
        const std::vector<Leaf> parts = module_.leaves(argument->getType());
        for (unsigned k = 0; k < parts.size(); ++k) {
            site.arguments.push_back(operand(argument.get(), k));
            site.argument_wide.push_back(module_.lane_bytes(parts[k].type) == 8);
        }
    }
    const auto count = static_cast<unsigned>(module_.leaves(i.getType()).size());
    for (unsigned k = 0; k < count; ++k) site.results.push_back({destination(i, k), flags_for(i, k)});
    if (static_cast<int>(site.arguments.size()) != form->arguments() || static_cast<int>(count) != form->results()) return false;
    const auto index = static_cast<std::uint32_t>(out_.calls.size());
    out_.calls.push_back(std::move(site));
    emit(Op::matrix, 0, index, 0, 0, form->packed());
    return true;
}

}  // namespace warpwise::simt
