// The value that the view `bits` shows: its bits, where they came from, and the sentences about them. No window library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/number_format.h"

namespace warpwise::ui {

class BitEditor {
  public:
    BitEditor();

    const NumberFormat& format() const { return *format_; }
    std::uint64_t bits() const { return bits_; }
    const std::string& typed() const { return typed_; }
    // What was typed or computed, before it was rounded; nothing where the bits were set, and for infinities and NaN.
    const std::optional<ExactNumber>& wanted() const { return wanted_; }
    std::uint64_t version() const { return version_; }  // changes with the value and the format

    // A number (parse_exact), "inf", "-inf" or "nan". An Error leaves the value as it is.
    Result<void> type(const std::string& text);
    void set_bits(std::uint64_t bits);
    void flip(int bit);
    void add(int one);       // 1 or -1: as the format computes it
    void step(int towards);  // 1 or -1: to the neighbour
    bool can_step(int towards) const;
    // Rounds the value anew: what was typed, or that of the bits.
    void use_format(const NumberFormat&);

    // What came of the last change, in a sentence: exact, rounded (with its error), a tie, an overflow, wrapped around.
    std::string outcome() const;
    bool lost() const { return wanted_ && !last_.exact; }  // the outcome is not the value that was wanted

  private:
    void take(const ExactNumber& wanted, std::string text);
    void describe_bits();
    std::string wrap_text() const;
    std::string rounding_text() const;

    const NumberFormat* format_;
    std::uint64_t bits_ = 0, version_ = 0;
    std::string typed_;
    std::optional<ExactNumber> wanted_;
    Rounded last_;
    std::string note_;  // where no number was wanted
};

}  // namespace warpwise::ui
