// Asks a worker process and waits for its answer.
#pragma once

#include "collector/worker/process.hpp"
#include "core/text.hpp"

namespace sortscope::collector {
inline CaseWatch patient(std::chrono::milliseconds limit) { return {.silence_limit = limit}; }

/// Sends `request`, if given, and waits for the answer. Throws the worker's Error. Kills a worker without
/// progress for watch.silence_limit. If the worker ends, empties `worker` and throws Error(environment).
/// `remedy`: advice if the worker is only slow.
template <class Answer>
Answer answer_of(std::unique_ptr<WorkerProcess>& worker, const CaseWatch& watch,
                 const Frame* request = nullptr,
                 const char* remedy = " If it is only slow, give it longer with --case-limit SECONDS.") {
    using Clock = std::chrono::steady_clock;
    constexpr int poll_ms = 50;  // between checks of CaseWatch::stop
    auto& process = *worker;
    std::string lost;
    std::optional<Error> failure;  // from a living worker
    try {
        if (request != nullptr) process.channel().send(*request);
        bool told = false;
        auto last_sign = Clock::now();
        while (true) {
            if (watch.stopped() && !std::exchange(told, true)) process.channel().send({FrameKind::stop, {}});
            // A plug-in's child process may keep the socket open after the worker's end.
            const bool ended = process.has_ended();
            const auto frame = process.channel().receive(ended ? 0 : poll_ms);
            if (!frame && ended) throw Error(ErrorKind::environment, "The worker process is gone.");
            if (!frame) {
                if (watch.silence_limit.count() == 0 || Clock::now() - last_sign < watch.silence_limit)
                    continue;
                process.kill();
                lost = "It made no progress for " +
                       format_rough_time(std::chrono::duration<double>(watch.silence_limit).count()) +
                       ", so its worker process was ended." + remedy;
                break;
            }
            last_sign = Clock::now();
            if (frame->kind == FrameKind::progress) {
                watch.report(unpack<double>(frame->body));
                continue;
            }
            if (frame->kind == FrameKind::launches) {
                const auto how = static_cast<Launches>(unpack<uint32_t>(frame->body));
                if (watch.may_launch) watch.may_launch(how);
                if (how != Launches::none) process.channel().send({FrameKind::launches, {}});
                last_sign = Clock::now();  // waiting for other GPUs is not silence
                continue;
            }
            if (frame->kind == FrameKind::failure) {
                const auto [kind, sentence] = unpack<WorkerFailure>(frame->body);
                failure.emplace(kind, sentence);
                break;
            }
            if (frame->kind != FrameKind::answer && frame->kind != FrameKind::last_answer)
                throw Error(ErrorKind::internal, "A worker process gave an unexpected answer.");
            auto answer = unpack<Answer>(frame->body);
            if (frame->kind == FrameKind::last_answer) worker.reset();
            return answer;
        }
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::internal) {
            process.kill();
            lost = "Its worker process sent an unreadable message and was ended.";
        } else {
            lost = "Its worker process " + process.fate() + ".";
        }
    }
    if (failure) throw *failure;
    worker.reset();
    throw Error(ErrorKind::environment, lost);
}
}
