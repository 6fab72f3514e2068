// core/io/xml_node.h - an XML element that is about to be written.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace grashof {

struct XmlNode {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;  ///< values as they read, not yet escaped
  std::vector<XmlNode> children;
  bool operator==(const XmlNode&) const = default;
};

/// How lines are laid out: white space in front of an element's children, and the line break.
struct XmlLayout {
  std::string unit = "  ";
  std::string lineEnd = "\n";  ///< empty: everything on one line
};

/// The element's text; its first line stands wherever the caller puts it, the others begin with `indent`.
std::string xmlText(const XmlNode& node, const XmlLayout& layout, const std::string& indent);

}  // namespace grashof
