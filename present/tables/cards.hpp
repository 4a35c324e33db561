// Four figures for a first judgement of a case.
#pragma once

#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/interval.hpp"

namespace sortscope::present {
struct Card {
    std::string id;             ///< stable: "time", "stage", "overhead", "limit"
    std::string title;          ///< "Sort time"
    std::string figure;         ///< "245.9 us"; "-" if absent
    std::string detail;         ///< "245.6 to 246.2 us, 99 %", or why the figure is absent
    std::string sentence = {};  ///< tooltip
    std::optional<Provenance> provenance = {};
    std::optional<int> stage = {};  ///< stage that the figure shows
};

/// Always four cards in this order: time, costliest stage, launch overhead and nearest limit. `limits`:
/// limits of the device. `variance`: RoundVariances::of() the case.
std::vector<Card> case_cards(const CaseRecord& details, const analyzer::Breakdown& by_stage,
                             std::span<const DeviceLimit> limits, const analyzer::Variance& variance);
}
