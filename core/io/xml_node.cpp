#include "core/io/xml_node.h"

#include "core/io/xml_source.h"

namespace grashof {

std::string xmlText(const XmlNode& node, const XmlLayout& layout, const std::string& indent) {
  std::string text = "<" + node.name;
  for (const auto& [name, value] : node.attributes)
    text += " " + name + "=\"" + escapeAttribute(value) + "\"";
  if (node.children.empty()) return text + "/>";
  text += ">";
  const bool isMultiLine = !layout.lineEnd.empty();
  const std::string inner = isMultiLine ? indent + layout.unit : std::string();
  for (const XmlNode& child : node.children) text += layout.lineEnd + inner + xmlText(child, layout, inner);
  if (isMultiLine) text += layout.lineEnd + indent;
  return text + "</" + node.name + ">";
}

}  // namespace grashof
