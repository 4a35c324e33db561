// One counter value: a number with its provenance and pass.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <vector>

#include "core/vocabulary.hpp"

namespace sortscope {
enum class CounterId : int;

/// An exact integer, or a real number.
class Number {
 public:
    constexpr Number() = default;
    template <std::integral T>
    constexpr Number(T value) : whole_(int64_t(value)) {}  // NOLINT: a number is a number
    template <std::floating_point T>
    constexpr Number(T value) : fraction_(double(value)), is_whole_(false) {}  // NOLINT

    constexpr bool is_whole() const { return is_whole_; }
    constexpr double as_double() const { return is_whole_ ? double(whole_) : fraction_; }
    /// Nearest integer, clamped to 64 bits.
    int64_t rounded() const {
        if (is_whole_) return whole_;
        constexpr double limit = 9.2e18;
        if (!(std::abs(fraction_) < limit))
            return fraction_ > 0 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min();
        return std::llround(fraction_);
    }

    friend constexpr bool operator==(const Number& a, const Number& b) {
        return a.is_whole_ == b.is_whole_ && a.whole_ == b.whole_ && a.fraction_ == b.fraction_;
    }

 private:
    int64_t whole_ = 0;
    double fraction_ = 0;
    bool is_whole_ = true;
};

/// From 1 within a case. 0: sum over several passes; never combine it in a ratio.
using PassNumber = uint16_t;
inline constexpr PassNumber several_passes = 0;

/// Value of one launch, or of a sum of launches.
struct CounterValue {
    CounterId id{};
    Provenance provenance{};
    Number value;
    PassNumber pass = 1;

    friend bool operator==(const CounterValue&, const CounterValue&) = default;
};

/// First value of `id`, with `provenance` if given. Empty if not counted: absent is not zero.
std::optional<CounterValue> find_value(std::span<const CounterValue> values, CounterId id,
                                       std::optional<Provenance> provenance = std::nullopt);

/// Like find_value(), rounded to an integer.
std::optional<int64_t> counter(std::span<const CounterValue> values, CounterId id,
                               std::optional<Provenance> provenance = std::nullopt);

/// From the most to the least trusted: measured, counted, modelled, published.
std::span<const Provenance> provenance_order();

/// Values of one provenance and pass.
struct SamePassValues {
    Provenance provenance{};
    PassNumber pass = 1;
    std::vector<double> values;  ///< in the order of the counters

    double sum() const { return std::accumulate(values.begin(), values.end(), 0.0); }
};

/// Values of `ids` from one provenance and one pass. Uses `provenance` if given, else the first in
/// provenance_order() with all values. Empty for several counters from several_passes: they share no pass.
std::optional<SamePassValues> find_same_pass(std::span<const CounterValue> values,
                                             std::initializer_list<CounterId> ids,
                                             std::optional<Provenance> provenance = std::nullopt);
}
