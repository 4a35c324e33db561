#include "analyzer/reproduce/description.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

constexpr std::size_t deepest = 32;

/// Bytes of a text that count their lines as they are read. The copies that the parser makes share the count.
class CountedBytes {
 public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountedBytes(const char* at, int* line) : at_(at), line_(line) {}
    reference operator*() const { return *at_; }
    CountedBytes& operator++() {
        if (line_ != nullptr && *at_ == '\n') ++*line_;
        ++at_;
        return *this;
    }
    CountedBytes operator++(int) {
        auto before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const CountedBytes& a, const CountedBytes& b) { return a.at_ == b.at_; }

 private:
    const char* at_;
    int* line_;
};

/// Builds the nodes from what the parser meets.
class NodeBuilder {
 public:
    NodeBuilder(const std::string& file, const int* line) : file_(file), line_(line) {}
    Node take() { return std::move(root_); }

    bool null() { return value({}); }
    bool boolean(bool truth) {
        Node node;
        node.kind = Node::Kind::boolean;
        node.truth = truth;
        return value(std::move(node));
    }
    bool number_integer(std::int64_t number) { return a_number(static_cast<double>(number)); }
    bool number_unsigned(std::uint64_t number) { return a_number(static_cast<double>(number)); }
    bool number_float(double number, const std::string&) { return a_number(number); }
    bool string(std::string& text) {
        Node node;
        node.kind = Node::Kind::text;
        node.text = std::move(text);
        return value(std::move(node));
    }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return open(Node::Kind::object); }
    bool start_array(std::size_t) { return open(Node::Kind::list); }
    bool key(std::string& name) {
        auto& object = *open_.back();
        if (object.find(name) != nullptr) fail("'" + name + "' stands twice.");
        object.members.emplace_back(std::move(name), Node{});
        return true;
    }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
        // The library's sentence begins with its own number and position: what follows is for people.
        std::string text = error.what();
        if (const auto place = text.find("column "); place != std::string::npos)
            if (const auto colon = text.find(": ", place); colon != std::string::npos)
                text = text.substr(colon + 2);
        fail("this is no JSON: " + text + ".");
    }

 private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(ErrorKind::data, file_ + ", line " + std::to_string(*line_) + ": " + what);
    }
    bool a_number(double number) {
        Node node;
        node.kind = Node::Kind::number;
        node.number = number;
        return value(std::move(node));
    }
    Node& place(Node node) {
        node.line = *line_;
        if (open_.empty()) return root_ = std::move(node);
        auto& within = *open_.back();
        if (within.kind == Node::Kind::list) return within.items.emplace_back(std::move(node));
        return within.members.back().second = std::move(node);
    }
    bool value(Node node) {
        place(std::move(node));
        return true;
    }
    bool open(Node::Kind kind) {
        if (open_.size() == deepest) fail("it nests deeper than " + std::to_string(deepest) + " levels.");
        Node node;
        node.kind = kind;
        // What is open gets no further member before this one is closed, so that pointers to it stay.
        open_.push_back(&place(std::move(node)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    const std::string& file_;
    const int* line_;
    Node root_;
    std::vector<Node*> open_;
};

}  // namespace

const Node* Node::find(std::string_view name) const {
    const auto found = std::ranges::find(members, name, &std::pair<std::string, Node>::first);
    return found == members.end() ? nullptr : &found->second;
}

Node parse_json(std::string_view text, const std::string& file) {
    int line = 1;
    NodeBuilder builder(file, &line);
    nlohmann::json::sax_parse(CountedBytes(text.data(), &line),
                              CountedBytes(text.data() + text.size(), nullptr), &builder);
    return builder.take();
}

std::string_view kind_name(Node::Kind kind) {
    switch (kind) {
        case Node::Kind::null:
            return "nothing";
        case Node::Kind::boolean:
            return "true or false";
        case Node::Kind::number:
            return "a number";
        case Node::Kind::text:
            return "a text";
        case Node::Kind::list:
            return "a list";
        case Node::Kind::object:
            return "an object";
    }
    return "?";
}

Fields::Fields(const Node& node, std::string file, std::string path)
    : node_(node), file_(std::move(file)), path_(std::move(path)) {
    if (node.kind != Node::Kind::object)
        fail("", "an object is wanted, with { and }; here is " + std::string(kind_name(node.kind)) + ".");
}

const Node* Fields::find(const std::string& name) {
    asked_.insert(name);
    return node_.find(name);
}

const Node* Fields::of_kind(const std::string& name, Node::Kind kind) {
    const auto* found = find(name);
    if (found != nullptr && found->kind != kind)
        fail(name, std::string(kind_name(kind)) + " is wanted; here is " +
                       std::string(kind_name(found->kind)) + ".");
    return found;
}

std::string Fields::text(const std::string& name, const std::string& otherwise) {
    const auto* found = of_kind(name, Node::Kind::text);
    return found == nullptr ? otherwise : found->text;
}

std::string Fields::required_text(const std::string& name) {
    const auto* found = of_kind(name, Node::Kind::text);
    if (found == nullptr) fail("", "'" + name + "' is missing.");
    if (found->text.empty()) fail(name, "it is empty.");
    return found->text;
}

bool Fields::truth(const std::string& name, bool otherwise) {
    const auto* found = of_kind(name, Node::Kind::boolean);
    return found == nullptr ? otherwise : found->truth;
}

std::optional<double> Fields::number(const std::string& name) {
    const auto* found = of_kind(name, Node::Kind::number);
    if (found == nullptr) return std::nullopt;
    return found->number;
}

std::optional<std::int64_t> Fields::whole(const std::string& name) {
    const auto found = number(name);
    if (!found) return std::nullopt;
    if (std::floor(*found) != *found || std::abs(*found) > 9e15) fail(name, "a whole number is wanted.");
    return static_cast<std::int64_t>(*found);
}

std::vector<std::string> Fields::texts(const std::string& name) {
    const auto* found = find(name);
    if (found == nullptr) return {};
    if (found->kind == Node::Kind::text) return {found->text};
    if (found->kind != Node::Kind::list)
        fail(name,
             "a text or a list of texts is wanted; here is " + std::string(kind_name(found->kind)) + ".");
    std::vector<std::string> all;
    for (const auto& item : found->items) {
        if (item.kind != Node::Kind::text)
            fail(name, "a list of texts is wanted; here is " + std::string(kind_name(item.kind)) + ".");
        all.push_back(item.text);
    }
    return all;
}

void Fields::each(const std::string& name, const std::function<void(Fields&)>& read) {
    const auto* found = of_kind(name, Node::Kind::list);
    if (found == nullptr) return;
    for (std::size_t i = 0; i < found->items.size(); ++i) {
        auto fields = of(found->items[i], name + "[" + std::to_string(i) + "]");
        read(fields);
        fields.finish();
    }
}

Fields Fields::object(const std::string& name) {
    const auto* found = find(name);
    if (found == nullptr) fail("", "'" + name + "' is missing.");
    return of(*found, name);
}

void Fields::fail(const std::string& name, const std::string& what) {
    const auto* found = name.empty() ? nullptr : node_.find(name);
    const auto path = path_of(name);
    throw Error(ErrorKind::data, file_ + ", line " +
                                     std::to_string(found == nullptr ? node_.line : found->line) +
                                     (path.empty() ? "" : ", " + path) + ": " + what);
}

void Fields::finish() {
    for (const auto& [name, member] : node_.members) {
        if (asked_.contains(name)) continue;
        const std::vector<std::string_view> known(asked_.begin(), asked_.end());
        auto nearest = nearest_sentence(name, known);
        if (nearest.empty()) {
            nearest = " It can have ";
            for (std::size_t i = 0; i < known.size(); ++i)
                nearest += std::string(i == 0 ? "" : ", ") + std::string(known[i]);
            nearest += ".";
        }
        fail(name, "there is no such field here." + nearest);
    }
}

}  // namespace sortscope::analyzer::reproduce
