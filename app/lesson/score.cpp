#include "lesson/score.h"

#include "lesson/formula.h"

namespace warpwise {

std::string_view name_of(Medal medal) {
    switch (medal) {
        case Medal::none: break;
        case Medal::bronze: return "bronze";
        case Medal::silver: return "silver";
        case Medal::gold: return "gold";
    }
    return "";
}

bool shows_same(double a, double b) { return a == b || number_text(a) == number_text(b); }

Medal medal_of(const Score& score, double value) {
    const auto reaches = [value](double limit) { return value <= limit || shows_same(value, limit); };
    if (reaches(score.best)) return Medal::gold;
    if (reaches(score.silver)) return Medal::silver;
    return reaches(score.bronze) ? Medal::bronze : Medal::none;
}

}  // namespace warpwise
