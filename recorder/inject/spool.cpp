#include "recorder/inject/spool.hpp"

#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace sortscope::recorder::inject {
namespace {
constexpr size_t most_bytes = 1 << 16;   ///< kept before sending
constexpr size_t longest_symbol = 8192;  ///< names of templates are long
constexpr size_t longest_range = 256;
constexpr size_t most_paths = 100'000;
std::atomic<bool> forked{false};
}  // namespace

Spool& Spool::instance() {
    static auto* const spool = new Spool;
    return *spool;
}

Spool::Spool() {
    if (const char* name = std::getenv(repeat_variable)) repeated_ = name;
    sender_.connect();
    ::pthread_atfork(nullptr, nullptr, [] { forked = true; });
}

void Spool::add(const Event& event) {
    if (forked) return;
    const std::lock_guard lock(mutex_);
    add_locked(event);
}

void Spool::add_locked(const Event& event) {
    encode(event, bytes_);
    if (bytes_.size() < most_bytes) return;
    sender_.send(bytes_);
    bytes_.clear();
}

uint32_t Spool::symbol(const char* name) {
    if (name == nullptr) name = "";
    if (forked) return 0;
    const std::lock_guard lock(mutex_);
    if (last_symbol_ != 0 && last_name_ == name) return last_symbol_;
    std::string text(name, ::strnlen(name, longest_symbol));
    last_name_ = text;
    const auto [found, added] = symbols_.try_emplace(std::move(text), uint32_t(symbols_.size() + 1));
    if (added) add_locked(SymbolText{found->second, found->first});
    return last_symbol_ = found->second;
}

uint32_t Spool::path(uint32_t parent, std::string_view name) {
    if (forked) return parent;
    name = name.substr(0, longest_range);
    std::string key(reinterpret_cast<const char*>(&parent), sizeof parent);
    key += name;
    const std::lock_guard lock(mutex_);
    if (!repeated_.empty() && name == repeated_) key += "/" + std::to_string(repetitions_++);
    if (const auto found = paths_.find(key); found != paths_.end()) return found->second;
    if (paths_.size() >= most_paths) {
        if (!std::exchange(too_many_paths_, true))
            add_locked(
                Loss{"The program has more than 100000 different NVTX ranges; launches in others count "
                     "to the range around them."});
        return parent;
    }
    const auto id = uint32_t(paths_.size() + 1);
    paths_.emplace(std::move(key), id);
    add_locked(RangePath{id, parent, std::string(name)});
    return id;
}

void Spool::flush() {
    if (forked) return;
    const std::lock_guard lock(mutex_);
    sender_.send(bytes_);
    bytes_.clear();
}
}
