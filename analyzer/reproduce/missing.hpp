// Cases that figures ask for and a file has not, put together into few calls of the collector.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/reproduce/recorded.hpp"
#include "analyzer/reproduce/reproduction.hpp"

namespace sortscope::analyzer::reproduce {

class MissingList {
 public:
    void add(const Query& query, Needs needed);
    /// Cases that differ in size alone are one call, then those that differ in variant, block or a parameter
    /// alone.
    std::vector<MissingCases> take();

 private:
    std::vector<MissingCases> all_;
};

}  // namespace sortscope::analyzer::reproduce
