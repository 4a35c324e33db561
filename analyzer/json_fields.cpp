#include "analyzer/json_fields.hpp"

#include <istream>
#include <streambuf>

#include "core/failure.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer {
namespace {
constexpr int deepest = 32;

/// Counts the lines that the parser has read.
class CountedText : public std::streambuf {
 public:
    explicit CountedText(std::string_view text) : text_(text) {}
    int line = 1;

 private:
    int_type underflow() override {
        return at_ < text_.size() ? traits_type::to_int_type(text_[at_]) : traits_type::eof();
    }
    int_type uflow() override {
        const auto next = underflow();
        // Counts a newline when the next character is read: the parser reads a newline to find the end of a
        // number.
        if (at_ > 0 && at_ < text_.size() && text_[at_ - 1] == '\n') ++line;
        if (at_ < text_.size()) ++at_;
        return next;
    }

    std::string_view text_;
    size_t at_ = 0;
};
}  // namespace

JsonDocument::JsonDocument(std::string_view text, std::string file, std::string help)
    : file_(std::move(file)), help_(std::move(help)) {
    using enum nlohmann::detail::parse_event_t;
    CountedText counted(text);
    std::istream in(&counted);
    std::vector<std::set<std::string>> names;
    const auto check = [&](int depth, Json::parse_event_t event, Json& parsed) {
        if (depth > deepest)
            fail_at(counted.line, "", "it nests deeper than " + std::to_string(deepest) + " levels.");
        if (event == object_start || event == array_start || event == value) lines_.push_back(counted.line);
        if (event == object_start) names.emplace_back();
        if (event == object_end) names.pop_back();
        if (event == key && !names.back().insert(parsed.get<std::string>()).second)
            fail_at(counted.line, "", "'" + parsed.get<std::string>() + "' is given twice.");
        return true;
    };
    try {
        root_ = Json::parse(in, check);
    } catch (const Json::exception& error) {
        // Removes the error number and position from the library's sentence.
        std::string what = error.what();
        if (const auto colon = what.find(": ", what.find("column ")); colon != std::string::npos)
            what = what.substr(colon + 2);
        fail_at(counted.line, "", "this is no JSON: " + what + ".");
    }
}

JsonFields JsonDocument::fields() const { return {*this, root_, ""}; }

void JsonDocument::fail(const Json& node, const std::string& path, const std::string& what) const {
    size_t before = 0;
    const std::function<bool(const Json&)> found = [&](const Json& at) {
        if (&at == &node) return true;
        ++before;
        return at.is_structured() && std::any_of(at.begin(), at.end(), found);
    };
    fail_at(found(root_) ? lines_.at(before) : 1, path, what);
}

void JsonDocument::fail_at(int line, const std::string& path, const std::string& what) const {
    throw failure(ErrorKind::data, "{}, line {}{}{}: {}{}{}", file_, line, path.empty() ? "" : ", ", path,
                  what, help_.empty() ? "" : " ", help_);
}

JsonFields::JsonFields(const JsonDocument& document, const Json& node, std::string path)
    : document_(document), node_(node), path_(std::move(path)) {
    if (!node.is_object()) fail("", "it must be an object, but is " + std::string(node.type_name()) + ".");
}

std::string JsonFields::required(const std::string& name) {
    auto text = get<std::string>(name);
    if (text.empty()) fail("", "'" + name + "' is missing.");
    return text;
}

std::optional<uint64_t> JsonFields::count(const std::string& name) {
    const auto text = find<std::string>(name);
    if (!text) return std::nullopt;
    return checked(name, [&] { return parse_count(*text); });
}

JsonFields JsonFields::object(const std::string& name) {
    if (!has(name)) fail("", "'" + name + "' is missing.");
    return {document_, node_[name], path_of(name)};
}

std::vector<JsonFields> JsonFields::objects(const std::string& name) {
    std::vector<JsonFields> all;
    if (!has(name)) return all;
    const auto& list = node_[name];
    if (!list.is_array()) fail(name, "it must be a list, but is " + std::string(list.type_name()) + ".");
    for (size_t i = 0; i < list.size(); ++i)
        all.emplace_back(document_, list[i], path_of(name + "[" + std::to_string(i) + "]"));
    return all;
}

void JsonFields::fail(const std::string& name, const std::string& what) const {
    const bool there = node_.is_object() && node_.contains(name);
    document_.fail(there ? node_[name] : node_, path_of(name), what);
}

void JsonFields::finish() const {
    const std::vector<std::string_view> known(asked_.begin(), asked_.end());
    for (const auto& [name, member] : node_.items()) {
        if (asked_.contains(name)) continue;
        const auto nearest = nearest_sentence(name, known);
        fail(name, "there is no such field here." +
                       (nearest.empty() ? fmt::format(" It can have {}.", fmt::join(known, ", ")) : nearest));
    }
}
}
