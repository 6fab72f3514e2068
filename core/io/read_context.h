// core/io/read_context.h - what a reader of one XML file shares: the document, its findings, numbers with
// places.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/package_paths.h"
#include "core/io/xml_source.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

class ReadContext {
 public:
  ReadContext(const SourceDocument& document, const PackagePaths& packages, std::string directory)
      : document_(document), packages_(packages), directory_(std::move(directory)) {}

  const SourceDocument& document() const { return document_; }
  const PackagePaths& packages() const { return packages_; }
  const std::string& directory() const { return directory_; }  ///< of the file, absolute
  const SourceElement& element(int ordinal) const {
    return document_.elements[static_cast<std::size_t>(ordinal)];
  }

  /// Name of the link or joint that is being read, for Diagnostic::subject.
  std::string subject;
  Diagnostics findings;
  /// What could not be read, so that there is no value to go on with: element and attribute (empty: a child).
  std::set<std::pair<int, std::string>> unreadable;

  Diagnostic& report(Severity severity, std::string code, const SourceElement& e,
                     const SourceAttribute* attribute, std::string message, std::string hint = {});

  /// The same for what one file may repeat a hundred times: the first is reported, settle() adds how often it
  /// came.
  void reportOnce(const std::string& key, Severity severity, std::string code, const SourceElement& e,
                  const SourceAttribute* attribute, const std::string& message, std::string hint = {});
  void settle();

  // Each returns nothing where the attribute is absent; what is there but wrong is reported.
  /// A list of `count` numbers (0: any number of them).
  std::optional<std::vector<double>> numbers(const SourceElement& e, std::string_view name, int count);
  std::optional<double> number(const SourceElement& e, std::string_view name);
  std::optional<Vector3d> vector(const SourceElement& e, std::string_view name);
  /// "true"/"false" and "1"/"0", as XML Schema spells booleans; `absent` where it is not written.
  bool flag(const SourceElement& e, std::string_view name, bool absent);
  // The same for what must be there.
  double requiredNumber(const SourceElement& e, std::string_view name);
  std::string requiredText(const SourceElement& e, std::string_view name);

  /// The first child of that name; further ones are reported, since only one is read.
  const SourceElement* onlyChild(const SourceElement& e, std::string_view name);
  /// <origin xyz rpy> of an element, identity where there is none.
  Origin origin(const SourceElement& e);
  SourceRef refOf(const SourceElement& e) const { return {e.ordinal, e.line, e.column}; }

  /// Notes children whose name is in neither list, with the nearest known one, if any.
  void noteUnknownChildren(const SourceElement& e, const std::vector<std::string>& known,
                           const std::vector<std::string>& passedOver);

 private:
  void reportBadNumber(const SourceElement& e, const SourceAttribute& a, std::string_view token, int entry,
                       int entries, std::size_t offset);

  struct Repeated {
    std::size_t finding = 0;
    int count = 0;
  };

  std::map<std::string, Repeated> repeated_;
  const SourceDocument& document_;
  const PackagePaths& packages_;
  std::string directory_;
};

}  // namespace grashof
