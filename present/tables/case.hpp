// One case in words: its title, facts and notes.
#pragma once

#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/interval.hpp"
#include "present/table.hpp"

namespace sortscope::present {
/// "2^12 u32 uniform keys (16.00 KiB)"; empty for a program.
std::string workload_text(const CaseRecord& record);
/// "block 256, max_keys=16".
std::string config_text(const CaseRecord& record);
std::string what_text(const CaseRecord& record);
std::string variant_text(const CaseRecord& record);
/// "Case 12: bitonic-semi, 2^12 u32 uniform keys ...".
std::string case_title(const CaseRecord& record);
/// "bitonic-semi: 2^12 u32 uniform keys ..., case 12, 67.46 us". Adds the number of `older` cases.
std::string case_heading(const CaseRecord& record, size_t older = 0);
/// "refused: Blocks of 2048 threads ...".
std::string status_text(const CaseRecord& record);
/// "NVIDIA H200 (cupti)".
std::string device_text(const Device& device);

/// `details`: a case read with db::Detail::details. `heaviest`: a launch of the longest kernel, or null.
Facts case_facts(const CaseRecord& details, const analyzer::Breakdown& by_stage,
                 const LaunchRecord* heaviest = nullptr);

/// Subtitle "NVIDIA H200 (cupti); median 67.46 us ...; ok"; notes are warnings.
Facts brief_facts(const CaseRecord& details);

/// A command that collects the case again into `file`, with some `options` replaced: "--counters all".
std::string collect_command(const CaseRecord& record, const std::string& file, const std::string& options);

/// Explains why the case has no launches; empty if the case has launches.
std::string no_launches_sentence(const CaseRecord& record);

/// One row for each bin, with a bar. Empty without times.
Table trial_histogram_table(const CaseRecord& record);
/// One row for each group of successive trials, with a bar from the shortest to the longest time.
Table trial_order_table(const CaseRecord& record);
Table trial_table(const CaseRecord& record);

struct Card {
    std::string id;             ///< stable: "time", "stage", "overhead", "limit"
    std::string title;          ///< "Sort time"
    std::string figure = "-";   ///< "245.9 us"; "-" if absent
    std::string detail;         ///< "245.6 to 246.2 us, 99 %", or why the figure is absent
    std::string sentence = {};  ///< tooltip
    std::optional<Provenance> provenance = {};
    std::optional<int> stage = {};  ///< stage that the figure shows
};

/// Always four cards in this order: time, costliest stage, launch overhead and nearest limit. `limits`:
/// limits of the device. `variance`: RoundVariances::of() for the case.
std::vector<Card> case_cards(const CaseRecord& details, const analyzer::Breakdown& by_stage,
                             std::span<const DeviceLimit> limits, const analyzer::Variance& variance);
}
