// What a search knows of each node. It belongs to the space that numbers the nodes: the space renumbers it when nodes
// are forgotten, counts its bytes, and saves it with its states. A search declares a column and uses it as an array.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/chunked.hpp"
#include "base/files/parts.hpp"
#include "space/node.hpp"

namespace crowfly {

class NodeColumn {
public:
    NodeColumn() = default;
    NodeColumn(const NodeColumn&) = delete;
    NodeColumn& operator=(const NodeColumn&) = delete;
    virtual ~NodeColumn() = default;

    // Forgets the values of all nodes but `kept`, which get the numbers from 0 on.
    virtual void keep_only(std::span<const NodeId> kept, const Renumbering& renumbered) = 0;
    virtual void save(ArchiveWriter& to) const = 0;
    virtual void load(ArchiveReader& from) = 0;
    virtual std::size_t bytes() const = 0;
};

// The columns of one space, in the order in which they were declared.
class NodeColumns {
public:
    void add(NodeColumn& column) { columns_.push_back(&column); }
    void remove(NodeColumn& column) { std::erase(columns_, &column); }

    // `nodes`: how many there were.
    void keep_only(std::span<const NodeId> kept, std::size_t nodes) {
        if (columns_.empty()) return;
        const Renumbering renumbered(kept, nodes);
        for (NodeColumn* column : columns_) column->keep_only(kept, renumbered);
    }
    void save(ArchiveWriter& to) const {
        for (const NodeColumn* column : columns_) column->save(to);
    }
    void load(ArchiveReader& from) {
        for (NodeColumn* column : columns_) column->load(from);
    }
    std::size_t bytes() const {
        std::size_t bytes = 0;
        for (const NodeColumn* column : columns_) bytes += column->bytes();
        return bytes;
    }

private:
    std::vector<NodeColumn*> columns_;
};

// A value that holds numbers of nodes has `renumber(const Renumbering&)`. A column may be shorter than the space: the
// last nodes have no value yet.
template <class Value>
class PerNode final : public NodeColumn {
public:
    explicit PerNode(NodeColumns& columns) : columns_(columns) { columns.add(*this); }
    ~PerNode() override { columns_.remove(*this); }

    Value& operator[](NodeId node) { return values_[node]; }
    const Value& operator[](NodeId node) const { return values_[node]; }
    std::size_t size() const { return values_.size(); }
    bool empty() const { return values_.empty(); }

    // Of a node that has a value, or of the first one that has none.
    void set(NodeId node, const Value& value) {
        if (node == values_.size())
            values_.push_back(value);
        else
            values_[node] = value;
    }
    void push_back(const Value& value) { values_.push_back(value); }
    void clear() { values_ = {}; }
    const Chunked<Value>& values() const { return values_; }

    void keep_only(std::span<const NodeId> kept, const Renumbering& renumbered) override {
        if (std::ranges::is_sorted(kept)) {
            std::size_t size = 0;
            for (; size < kept.size() && kept[size] < values_.size(); ++size) values_[size] = values_[kept[size]];
            while (values_.size() > size) values_.pop_back();
        } else {
            Chunked<Value> values;
            for (const NodeId node : kept) values.push_back(values_[node]);
            values_ = std::move(values);
        }
        if constexpr (requires(Value & value) { value.renumber(renumbered); }) {
            for (std::size_t i = 0; i < values_.size(); ++i) values_[i].renumber(renumbered);
        }
    }
    void save(ArchiveWriter& to) const override { crowfly::save(values_, to); }
    void load(ArchiveReader& from) override { crowfly::load(values_, from); }
    std::size_t bytes() const override { return bytes_of(values_); }

private:
    NodeColumns& columns_;
    Chunked<Value> values_;
};

}  // namespace crowfly
