// One case in words: its title, its facts, its notes. The terminal and the window say the same sentences.
#pragma once

#include <string>

#include "analyzer/launches/breakdown.hpp"
#include "core/records.hpp"
#include "present/facts.hpp"
#include "present/provenance.hpp"

namespace sortscope::present {

/// "2^12 u32 uniform keys (16.00 KiB)"; empty for a program that is not ours.
std::string workload_text(const CaseRecord& record);
/// "block 256, max_keys=16"; empty where there is nothing to choose.
std::string config_text(const CaseRecord& record);
/// Workload and launch configuration; empty where both are.
std::string what_text(const CaseRecord& record);
/// The variant, or the command line of a program that is not ours.
std::string variant_text(const CaseRecord& record);
/// "Case 12: bitonic-semi, 2^12 u32 uniform keys (16.00 KiB), block 256".
std::string case_title(const CaseRecord& record);
/// "bitonic-semi: 2^12 u32 uniform keys (16.00 KiB), block 256, case 12, 67.46 us": above its breakdown in a
/// report. Where it stands for `older` cases of its condition, too, it says so.
std::string case_heading(const CaseRecord& record, std::size_t older = 0);
/// "refused: Blocks of 2048 threads ..."; a message that begins with the status says it alone: "interrupted
/// after 3 of 9 launches".
std::string status_text(const CaseRecord& record);
/// "NVIDIA H200 (cupti)". Where several devices meet, analyzer::DeviceNames tells them apart.
std::string device_text(const Device& device);

/// Facts in the order in which they are listed. Those with a text are a terminal's, those with a brief figure
/// the window's. Of `details` everything but the launches is looked at (db::Detail::details); they come added
/// up in `by_stage`. `heaviest`: a launch of the stage and kernel that takes most time, for its occupancy;
/// may be null.
Facts case_facts(const CaseRecord& details, const analyzer::Breakdown& by_stage,
                 const LaunchRecord* heaviest = nullptr);

/// What says of which case rows are: as the subtitle one line, "NVIDIA H200 (cupti); median 67.46 us as one
/// CUDA graph, measured; ok", and the notes that must not be missed (warnings, what was lost). `details` as
/// case_facts() takes them.
Facts brief_facts(const CaseRecord& details);

/// Why a case has no breakdown; empty where it has launches.
std::string no_launches_sentence(const CaseRecord& record);

}  // namespace sortscope::present
