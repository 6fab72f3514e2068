#include "core/io/outside_references.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "core/io/xml_source.h"
#include "core/mechanism/joint_order.h"
#include "core/mechanism/nominal_pose.h"

namespace grashof {
namespace {

std::optional<std::vector<Pose>> nominalPoses(const Mechanism& m) {
  BaseMode mode = BaseMode::Auto;
  if (m.nominal)
    if (const auto base = baseEntriesOf(m, m.nominal->size()))
      mode = *base > 0 ? BaseMode::Floating : BaseMode::Fixed;
  const TreeWalk walk = walkTree(m);
  const NominalLayout layout = nominalLayout(m, walk, mode);
  return linkPosesInRoot(m, walk, layout, m.nominal ? *m.nominal : defaultNominal(m, layout));
}

std::set<std::string, std::less<>> movedLinks(const Mechanism& before, const Mechanism& after) {
  const auto old = nominalPoses(before), now = nominalPoses(after);
  std::set<std::string, std::less<>> moved;
  if (!old || !now) return moved;
  constexpr double kMoved = 1e-9;  // m, and rad
  for (std::size_t i = 0; i < before.links.size(); ++i) {
    const int link = after.findLink(before.links[i].name);
    if (link < 0) continue;
    const Pose &a = (*old)[i], &b = (*now)[static_cast<std::size_t>(link)];
    if ((a.p - b.p).norm() > kMoved || (a.R - b.R).norm() > kMoved) moved.insert(before.links[i].name);
  }
  return moved;
}

class OutsideReferences {
 public:
  OutsideReferences(const Mechanism& before, const Mechanism& after)
      : document_(*before.source), before_(before), moved_(movedLinks(before, after)) {
    for (const Joint& joint : before.joints)
      if (after.findJoint(joint.name) < 0) lostJoints_.insert(joint.name);
    for (const Link& link : before.links)
      if (after.findLink(link.name) < 0) lostLinks_.insert(link.name);
  }

  Diagnostics run() {
    constexpr std::array<std::string_view, 4> kOwn{"link", "joint", "material", "constraints"};
    if (document_.elements.empty()) return {};
    for (const int top : document_.children(0)) {
      const SourceElement& e = document_.elements[static_cast<std::size_t>(top)];
      if (std::find(kOwn.begin(), kOwn.end(), e.name) != kOwn.end()) continue;
      for (int i = top; i < e.subtreeEnd; ++i) visit(document_.elements[static_cast<std::size_t>(i)], e);
    }
    return std::move(found_);
  }

 private:
  void visit(const SourceElement& e, const SourceElement& top) {
    for (const SourceAttribute& a : e.attributes)
      if (refers(e, a.name)) check(a.value, e, top);
    if (e.subtreeEnd == e.ordinal + 1 && e.content.size() > 0)
      check(trimmed(std::string_view(document_.text).substr(e.content.begin, e.content.size())), e, top);
    const SourceAttribute* reference = top.attribute("reference");
    const bool isPlace = e.name == "pose" || e.name == "origin";
    if (isPlace && reference != nullptr && moved_.count(reference->value))
      report("reference-moved", e,
             "<" + top.name + "> places something in the frame of link '" + reference->value +
                 "', which now stands at its new parent joint",
             "keep the frames (--frames keep), or correct the place by hand");
  }

  /// Names of elements themselves are no references, but <joint name="..."/> in a transmission is.
  static bool refers(const SourceElement& e, std::string_view attribute) {
    return attribute != "name" || e.name == "joint" || e.name == "link";
  }

  static std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
  }

  void check(std::string_view value, const SourceElement& e, const SourceElement& top) {
    if (lostJoints_.count(value))
      report("reference-lost", e,
             inside(e, top) + " names joint '" + std::string(value) + "', which is cut now",
             "a cut joint has no coordinate: remove the element, or cut another joint");
    if (lostLinks_.count(value))
      report("reference-lost", e, inside(e, top) + " names link '" + std::string(value) + "', which is gone",
             "correct the name");
  }

  static std::string inside(const SourceElement& e, const SourceElement& top) {
    return "<" + e.name + ">" + (e.ordinal == top.ordinal ? "" : " in <" + top.name + ">");
  }

  void report(std::string code, const SourceElement& e, std::string message, std::string hint) {
    Diagnostic d;
    d.severity = Severity::Warning;
    d.code = std::move(code);
    d.where = {before_.sourcePath, e.line, e.column};
    d.element = document_.path(e.ordinal);
    d.message = std::move(message);
    d.hint = std::move(hint);
    found_.push_back(std::move(d));
  }

  const SourceDocument& document_;
  const Mechanism& before_;
  std::set<std::string, std::less<>> moved_, lostJoints_, lostLinks_;
  Diagnostics found_;
};

}  // namespace

Diagnostics outsideReferences(const Mechanism& before, const Mechanism& after) {
  return before.source ? OutsideReferences(before, after).run() : Diagnostics{};
}

}  // namespace grashof
