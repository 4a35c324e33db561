#include "analyzer/reproduce/node.hpp"

#include <algorithm>
#include <iterator>

#include <nlohmann/json.hpp>

#include "core/error.hpp"

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

}  // namespace sortscope::analyzer::reproduce
