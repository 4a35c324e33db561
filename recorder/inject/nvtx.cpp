// NVTX calls this library as its profiler: each thread keeps a stack of pushed ranges.
#include <array>
#include <cwchar>
#include <string>
#include <unordered_map>
#include <vector>

// Declares types for a tool, without the functions that programs call.
#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExt.h>

#include "recorder/inject/spool.hpp"

namespace sortscope::recorder::inject {
namespace {
/// Most nested ranges. Launches in deeper ranges count to the range at this depth.
constexpr size_t deepest = 1000;

struct Pushed {
    const void* domain;
    uint32_t path;
};

/// True once the thread has destroyed its stack: a later destructor may still push.
thread_local bool thread_ended = false;
struct Stack {
    std::vector<Pushed> ranges;
    std::unordered_map<const void*, int> depths;  ///< by domain
    ~Stack() { thread_ended = true; }
};
thread_local Stack stack;

/// Handle of a domain or a registered string; never freed, as programs keep handles.
struct Handle {
    std::string text;
};

std::string narrow(const wchar_t* text) {
    std::string bytes;
    for (; text != nullptr && *text != 0 && bytes.size() < 1024; ++text) {
        const auto code = char32_t(*text);
        if (code < 0x80)
            bytes += char(code);
        else if (code < 0x800) {
            bytes += char(0xc0 | (code >> 6));
            bytes += char(0x80 | (code & 0x3f));
        } else if (code < 0x10000) {
            bytes += char(0xe0 | (code >> 12));
            bytes += char(0x80 | ((code >> 6) & 0x3f));
            bytes += char(0x80 | (code & 0x3f));
        } else {
            bytes += char(0xf0 | (code >> 18));
            bytes += char(0x80 | ((code >> 12) & 0x3f));
            bytes += char(0x80 | ((code >> 6) & 0x3f));
            bytes += char(0x80 | (code & 0x3f));
        }
    }
    return bytes;
}
std::string text_of(const char* text) { return text == nullptr ? "" : text; }

std::string message_of(const nvtxEventAttributes_t* attributes) {
    if (attributes == nullptr) return {};
    switch (attributes->messageType) {
        case NVTX_MESSAGE_TYPE_ASCII:
            return text_of(attributes->message.ascii);
        case NVTX_MESSAGE_TYPE_UNICODE:
            return narrow(attributes->message.unicode);
        case NVTX_MESSAGE_TYPE_REGISTERED: {
            const auto* handle = reinterpret_cast<const Handle*>(attributes->message.registered);
            return handle == nullptr ? std::string() : handle->text;
        }
        default:
            return {};
    }
}

/// Returns the depth from 0 within the domain, as NVTX defines it.
int push(const void* domain, const std::string& name) {
    if (thread_ended) return NVTX_NO_PUSH_POP_TRACKING;
    note_ranges();
    const auto around = current_path();
    stack.ranges.push_back(
        {domain, stack.ranges.size() < deepest ? Spool::instance().path(around, name) : around});
    return stack.depths[domain]++;
}

int pop(const void* domain) {
    if (thread_ended) return NVTX_NO_PUSH_POP_TRACKING;
    for (auto each = stack.ranges.rbegin(); each != stack.ranges.rend(); ++each) {
        if (each->domain != domain) continue;
        stack.ranges.erase(std::next(each).base());
        return --stack.depths[domain];
    }
    return -1;  // a pop without its push
}

int push_ex(const nvtxEventAttributes_t* attributes) { return push(nullptr, message_of(attributes)); }
int push_ascii(const char* message) { return push(nullptr, text_of(message)); }
int push_wide(const wchar_t* message) { return push(nullptr, narrow(message)); }
int pop_default() { return pop(nullptr); }
int domain_push_ex(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes) {
    return push(domain, message_of(attributes));
}
int domain_pop(nvtxDomainHandle_t domain) { return pop(domain); }
nvtxStringHandle_t register_ascii(nvtxDomainHandle_t, const char* text) {
    return reinterpret_cast<nvtxStringHandle_t>(new Handle{text_of(text)});
}
nvtxStringHandle_t register_wide(nvtxDomainHandle_t, const wchar_t* text) {
    return reinterpret_cast<nvtxStringHandle_t>(new Handle{narrow(text)});
}
nvtxDomainHandle_t create_ascii(const char* name) {
    return reinterpret_cast<nvtxDomainHandle_t>(new Handle{text_of(name)});
}
nvtxDomainHandle_t create_wide(const wchar_t* name) {
    return reinterpret_cast<nvtxDomainHandle_t>(new Handle{narrow(name)});
}

struct Entry {
    unsigned index;
    NvtxFunctionPointer function;
};
template <class F>
Entry entry(unsigned index, F* function) {
    return {index, reinterpret_cast<NvtxFunctionPointer>(function)};
}

bool set_functions(const NvtxExportTableCallbacks& callbacks, NvtxCallbackModule module,
                   std::initializer_list<Entry> entries) {
    NvtxFunctionTable table = nullptr;
    unsigned size = 0;
    if (callbacks.GetModuleFunctionTable(module, &table, &size) == 0 || table == nullptr) return false;
    for (const auto& [index, function] : entries)
        if (index < size && table[index] != nullptr) *table[index] = function;
    return true;
}
}  // namespace

uint32_t current_path() { return thread_ended || stack.ranges.empty() ? 0 : stack.ranges.back().path; }
}

/// Called by each copy of NVTX in the program at its first use. Result 0 makes NVTX do nothing.
extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(
    NvtxGetExportTableFunc_t export_table) {
    using namespace sortscope::recorder::inject;
    if (!Spool::instance().connected()) return 0;
    const auto* callbacks = static_cast<const NvtxExportTableCallbacks*>(export_table(NVTX_ETID_CALLBACKS));
    if (callbacks == nullptr) return 0;
    const bool core = set_functions(
        *callbacks, NVTX_CB_MODULE_CORE,
        {entry(NVTX_CBID_CORE_RangePushEx, push_ex), entry(NVTX_CBID_CORE_RangePushA, push_ascii),
         entry(NVTX_CBID_CORE_RangePushW, push_wide), entry(NVTX_CBID_CORE_RangePop, pop_default)});
    set_functions(*callbacks, NVTX_CB_MODULE_CORE2,
                  {entry(NVTX_CBID_CORE2_DomainRangePushEx, domain_push_ex),
                   entry(NVTX_CBID_CORE2_DomainRangePop, domain_pop),
                   entry(NVTX_CBID_CORE2_DomainRegisterStringA, register_ascii),
                   entry(NVTX_CBID_CORE2_DomainRegisterStringW, register_wide),
                   entry(NVTX_CBID_CORE2_DomainCreateA, create_ascii),
                   entry(NVTX_CBID_CORE2_DomainCreateW, create_wide)});
    return core ? 1 : 0;
}
