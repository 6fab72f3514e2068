// core/io/xml_patch.h - changes to an XML text that leave every byte alone that they do not concern.
#pragma once
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/xml_node.h"
#include "core/io/xml_source.h"

namespace grashof {

/// Collects changes to elements (named by their ordinals in the document) and applies them at once. What an
/// element already says is no change. Changes to elements that are also removed are dropped.
class XmlPatch {
 public:
  explicit XmlPatch(const SourceDocument& document) : document_(document) {}

  const SourceDocument& document() const { return document_; }
  const SourceElement& element(int ordinal) const {
    return document_.elements[static_cast<std::size_t>(ordinal)];
  }
  /// Ordinal of the first child of that name, -1.
  int firstChild(int parent, std::string_view name) const;
  std::vector<int> childrenNamed(int parent, std::string_view name) const;

  /// Replaces the value inside its quotes; a missing attribute is added behind the last one.
  void setAttribute(int ordinal, std::string_view name, std::string_view value);
  /// The same for a list of numbers: entries that already have their value keep their spelling, and so does
  /// the white space between them.
  void setNumbers(int ordinal, std::string_view name, std::span<const double> values);
  void removeAttribute(int ordinal, std::string_view name);
  void rename(int ordinal, std::string_view name);
  /// Takes the element out, with its line where it has one to itself.
  void remove(int ordinal);
  /// Adds a child behind all that the parent holds, indented as its siblings are.
  void append(int parent, XmlNode child);

  std::string apply() const;

 private:
  struct Replacement {
    int element = -1;  ///< whose change it is
    std::size_t begin = 0, end = 0;
    std::string text;
  };

  bool isRemoved(int ordinal) const;
  std::size_t attributesEnd(const SourceElement& e) const;
  std::string lineIndent(std::size_t offset) const;
  std::string childIndent(int parent, const std::string& unit) const;
  XmlLayout layout() const;
  Replacement removalOf(int ordinal) const;
  Replacement additionOf(int parent, const std::vector<XmlNode>& nodes) const;

  const SourceDocument& document_;
  std::vector<Replacement> replacements_;
  std::set<int> removed_;
  std::map<int, std::string> renamed_;
  std::map<int, std::vector<XmlNode>> appended_;
};

}  // namespace grashof
