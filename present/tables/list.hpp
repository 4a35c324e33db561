// A file's runs and cases as they are listed, and its devices as they are headed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "analyzer/devices.hpp"
#include "core/records.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a case: number, variant, keys, input, launch configuration, status, time, rate. No rate is given
/// for a case that was not verified.
Table case_table(std::span<const CaseRecord* const> cases);

/// What an import made: one row a case, as case_table() has them but with the `lines` in which they begin in
/// place of numbers that only a store gives, and with how many launches each has. As many lines as cases.
Table imported_table(std::span<const CaseRecord> cases, std::span<const std::size_t> lines);

/// "Case 12 refused: ..." for each that has a message.
std::vector<std::string> case_messages(std::span<const CaseRecord* const> cases);

/// What a run is: title "Run 1 on host", subtitle "2026-11-20T21:04:56Z, 12 cases of 14 planned, sortscope
/// 0.1.0". `cases` are those of the run that are listed; where options chose among them (`filtered`), how
/// many were planned says nothing.
Facts run_facts(const RunRecord& run, std::size_t cases, bool filtered = false);

/// Above a device's cases in a list: "NVIDIA H200 (cupti), compute capability 9.0".
std::string device_heading(const analyzer::DeviceGroup& group);
/// Below a device's name in a report: "244 cases, 2 of them not ok ('sortscope list' says why); compute
/// capability 9.0".
std::string device_summary(const analyzer::DeviceGroup& group);

/// run_facts() of a run with `cases` cases, then the machine (name, processor, system) and the file's path,
/// as it was opened.
Facts run_facts_with_place(const RunRecord& run, std::size_t cases, const std::string& path);

}  // namespace sortscope::present
