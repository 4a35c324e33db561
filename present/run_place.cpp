#include "present/run_place.hpp"

#include <fmt/core.h>

#include "present/list.hpp"

namespace sortscope::present {

Facts run_facts_with_place(const RunRecord& run, std::size_t cases, const std::string& path) {
    auto facts = run_facts(run, cases);
    facts.facts.push_back({.id = "machine",
                           .name = "machine",
                           .text = fmt::format("{}, {}, {}", run.host.name, run.host.cpu, run.host.os)});
    facts.facts.push_back({.id = "file", .name = "file", .text = path});
    return facts;
}

}  // namespace sortscope::present
