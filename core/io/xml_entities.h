// core/io/xml_entities.h - what &name; and &#number; stand for.
#pragma once
#include <map>
#include <string>
#include <string_view>

namespace grashof::xml {

class Entities {
 public:
  /// <!ENTITY name "value">. Values that refer to further entities are not taken: they can grow without bound
  /// and have no use here.
  void declare(std::string_view name, std::string_view value);
  /// Appends what stands for `name` (between & and ;), as UTF-8; false when nothing does.
  bool append(std::string& out, std::string_view name) const;

 private:
  std::map<std::string, std::string, std::less<>> values_{
      {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}};
};

}  // namespace grashof::xml
