// Which family of statements knows an instruction.
#include "simt/decode/decode_ptx.h"

namespace warpwise::simt::ptx {

const std::vector<std::pair<std::string_view, Lowering::Member>>& Lowering::families() const {
    using L = Lowering;
    // clang-format off: several to a line
    static const std::vector<std::pair<std::string_view, Member>> all = {
        {"add", &L::add_or_subtract}, {"sub", &L::add_or_subtract}, {"addc", &L::add_or_subtract},
        {"subc", &L::add_or_subtract}, {"mul", &L::multiply}, {"mad", &L::multiply}, {"madc", &L::multiply},
        {"mul24", &L::multiply_24}, {"mad24", &L::multiply_24}, {"fma", &L::multiply}, {"div", &L::divide}, {"rem", &L::divide},
        {"min", &L::minimum}, {"max", &L::minimum}, {"abs", &L::not_}, {"neg", &L::not_}, {"not", &L::not_}, {"cnot", &L::not_},
        {"and", &L::bitwise}, {"or", &L::bitwise}, {"xor", &L::bitwise}, {"shl", &L::shift}, {"shr", &L::shift},
        {"shf", &L::funnel}, {"bfe", &L::extract_field}, {"bfi", &L::insert_field}, {"bfind", &L::find_bit},
        {"brev", &L::find_bit}, {"clz", &L::find_bit}, {"popc", &L::find_bit}, {"prmt", &L::permute}, {"lop3", &L::lookup},
        {"sad", &L::absolute_difference}, {"dp4a", &L::dot_product}, {"dp2a", &L::dot_product}, {"rcp", &L::real_function},
        {"sqrt", &L::real_function}, {"rsqrt", &L::real_function}, {"ex2", &L::real_function}, {"lg2", &L::real_function},
        {"sin", &L::real_function}, {"cos", &L::real_function}, {"tanh", &L::real_function}, {"setp", &L::set_predicate},
        {"set", &L::set_value}, {"selp", &L::select}, {"slct", &L::select_by_sign}, {"testp", &L::test_class},
        {"copysign", &L::copy_sign}, {"cvt", &L::convert}, {"mov", &L::move}, {"cvta", &L::convert_address},
        {"isspacep", &L::test_space}, {"ld", &L::load}, {"ldu", &L::load}, {"st", &L::store}, {"atom", &L::atomic},
        {"red", &L::atomic}, {"cp", &L::copy_async}, {"membar", &L::fence}, {"fence", &L::fence}, {"prefetch", &L::nothing},
        {"prefetchu", &L::nothing}, {"applypriority", &L::nothing}, {"discard", &L::nothing}, {"griddepcontrol", &L::nothing},
        {"setmaxnreg", &L::nothing}, {"pmevent", &L::nothing}, {"createpolicy", &L::policy}, {"bar", &L::barrier},
        {"barrier", &L::barrier}, {"shfl", &L::shuffle}, {"vote", &L::vote}, {"match", &L::match}, {"redux", &L::reduce},
        {"activemask", &L::active_mask}, {"nanosleep", &L::sleep}, {"exit", &L::leave}, {"trap", &L::trap}, {"brkpt", &L::trap},
        {"vadd2", &L::packed}, {"vadd4", &L::packed}, {"vsub2", &L::packed}, {"vsub4", &L::packed}, {"vavrg2", &L::packed},
        {"vavrg4", &L::packed}, {"vabsdiff2", &L::packed}, {"vabsdiff4", &L::packed}, {"vmin2", &L::packed},
        {"vmin4", &L::packed}, {"vmax2", &L::packed}, {"vmax4", &L::packed}, {"mma", &L::matrix}, {"ldmatrix", &L::load_matrix}, {"stmatrix", &L::store_matrix}, {"movmatrix", &L::move_matrix}};
    // clang-format on
    return all;
}

}  // namespace warpwise::simt::ptx
