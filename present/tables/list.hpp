// Lists of runs, cases and devices, with their names, notes and tags.
#pragma once

#include "analyzer/devices.hpp"
#include "present/cells.hpp"
#include "present/table.hpp"

namespace sortscope::present {
std::string tags_text(const Annotation& annotation);
/// "before the fix; tags: a, b; the note".
std::string annotation_text(const Annotation& annotation);
void add_annotation(Facts& facts, const Annotation& annotation);

struct Annotated {
    RunId run{};
    CaseId id{};  ///< 0 for the whole run
    Annotation annotation;
};
Table annotation_table(const std::vector<Annotated>& annotated);

/// Unverified cases have no rate.
Table case_table(std::span<const CaseRecord* const> cases);
Fields<CaseRecord> case_fields(std::span<const CaseRecord* const> cases = {});

/// Sorts by variant, size, key type and block, then by order of collecting.
void order_cases(std::vector<CaseRecord>& cases);
/// Sorts stably by a column of case_table(). Throws as find_column().
void order_cases(std::vector<CaseRecord>& cases, const std::string& column);

/// case_table() with two more columns: launches, and the first line of an imported case, if known.
Table imported_table(std::span<const CaseRecord> cases, std::span<const size_t> lines);

std::vector<std::string> case_messages(std::span<const CaseRecord* const> cases);

/// `filtered`: options selected some of the cases.
Facts run_facts(const RunRecord& run, size_t cases, bool filtered = false);

/// "NVIDIA H200 (cupti), compute capability 9.0".
std::string device_heading(const analyzer::DeviceGroup& group);
/// "244 cases, 2 of them not ok ...; compute capability 9.0".
std::string device_summary(const analyzer::DeviceGroup& group);

Facts run_facts_with_place(const RunRecord& run, size_t cases, const std::string& path);

struct DeviceLines {
    std::string head;                ///< "GPU 0  NVIDIA H200"
    std::vector<std::string> lines;  ///< descriptions of the device; none is empty
};

std::vector<DeviceLines> device_list(std::span<const Device> devices);

const Fields<Device>& device_fields();

/// One row for each device, for spreadsheets.
Table device_rows(std::span<const Device> devices);

std::string capability_text(const Device& device);
}
