// Collects a program's events and sends them to the recorder.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "recorder/events.hpp"

namespace sortscope::recorder::inject {
/// Thread-safe. Never destroyed: the driver's threads may outlive main().
class Spool {
 public:
    /// Connects at the first call. In a forked child, the spool drops all events: the connection belongs to
    /// the parent.
    static Spool& instance();

    bool connected() const { return sender_.connected(); }
    void add(const Event& event);
    /// Adds `name` once; returns its number. Long names are cut.
    uint32_t symbol(const char* name);
    /// The path of range `name` inside `parent`; `parent` itself if there are too many paths.
    uint32_t path(uint32_t parent, std::string_view name);
    void lose(std::string sentence) { add(Loss{std::move(sentence)}); }
    /// Sends all added events.
    void flush();

 private:
    Spool();
    void add_locked(const Event& event);

    std::mutex mutex_;
    std::string bytes_;
    std::unordered_map<std::string, uint32_t> symbols_;
    std::unordered_map<std::string, uint32_t> paths_;  ///< by parent and name
    std::string repeated_;                             ///< name of the ranges that are repetitions
    uint64_t repetitions_ = 0;
    std::string last_name_;  ///< a cache: most launches repeat the last kernel
    uint32_t last_symbol_ = 0;
    bool too_many_paths_ = false;
    EventSender sender_;
};

/// The path of NVTX ranges that this thread is in; 0 outside any.
uint32_t current_path();
/// Call before the first range: from then on, launches report their path.
void note_ranges();
}
