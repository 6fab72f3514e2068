#include "core/io/urdf_writer.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "core/base/number_text.h"
#include "core/io/urdf_nodes.h"
#include "core/io/urdf_patch_elements.h"
#include "core/io/urdf_reader.h"
#include "core/mechanism/nominal_pose.h"

namespace grashof {
namespace {

/// Pairs the elements that a mechanism still has with those of its source, by their places there.
template <typename T>
struct Matching {
  std::vector<std::pair<const T*, const T*>> kept;  ///< before, after
  std::vector<const T*> removed, added;

  Matching(const std::vector<T>& before, const std::vector<T>& after) {
    std::unordered_map<int, const T*> byElement;
    for (const T& old : before) byElement.emplace(old.source.element, &old);
    for (const T& item : after) {
      const auto it = item.source.element < 0 ? byElement.end() : byElement.find(item.source.element);
      if (it == byElement.end()) {
        added.push_back(&item);
        continue;
      }
      kept.emplace_back(it->second, &item);
      byElement.erase(it);  // a copy of it is a new element
    }
    for (const T& old : before)
      if (byElement.count(old.source.element)) removed.push_back(&old);
  }
};

void patchMaterials(XmlPatch& patch, const Mechanism& before, const Mechanism& after) {
  if (before.materials == after.materials) return;
  const std::vector<int> written = patch.childrenNamed(0, "material");
  const auto find = [](const std::vector<Material>& list, const std::string& name) {
    return std::find_if(list.begin(), list.end(), [&name](const Material& m) { return m.name == name; });
  };
  for (std::size_t i = 0; i < before.materials.size() && i < written.size(); ++i) {
    const auto same = find(after.materials, before.materials[i].name);
    if (same == after.materials.end())
      patch.remove(written[i]);
    else
      patchMaterial(patch, written[i], before.materials[i], *same);
  }
  for (const Material& material : after.materials)
    if (find(before.materials, material.name) == before.materials.end())
      patch.append(0, materialNode(material));
}

/// The nominal configuration that the file shall have.
std::optional<std::vector<double>> nominalToWrite(const Mechanism& before, const Mechanism& after,
                                                  bool isClosureNew) {
  if (after.nominal || after.closures.empty() || !(isClosureNew || before.nominal)) return after.nominal;
  return defaultNominal(after, nominalLayout(after, walkTree(after), BaseMode::Auto));
}

void patchConstraints(XmlPatch& patch, const Mechanism& before, const Mechanism& after) {
  const Matching<Closure> closures(before.closures, after.closures);
  for (const auto& [old, fresh] : closures.kept) patchClosure(patch, *old, *fresh);
  for (const Closure* old : closures.removed) patch.remove(old->source.element);
  const auto nominal = nominalToWrite(before, after, !closures.added.empty());
  const int written = before.constraintsSource.element;
  if (written >= 0) {
    if (nominal && nominal != before.nominal) patch.setNumbers(written, "nominal_config", *nominal);
    if (!nominal && before.nominal) patch.removeAttribute(written, "nominal_config");
    for (const Closure* fresh : closures.added) patch.append(written, closureNode(*fresh));
    return;
  }
  if (!nominal && closures.added.empty()) return;
  XmlNode node{"constraints", {}, {}};
  if (nominal) node.attributes.emplace_back("nominal_config", formatDoubles(*nominal));
  for (const Closure* fresh : closures.added) node.children.push_back(closureNode(*fresh));
  patch.append(0, std::move(node));
}

std::string patchSource(const Mechanism& before, const Mechanism& after) {
  XmlPatch patch(*after.source);
  patchText(patch, 0, "name", before.name, after.name);
  patchMaterials(patch, before, after);
  const Matching<Link> links(before.links, after.links);
  for (const auto& [old, fresh] : links.kept) patchLink(patch, *old, *fresh);
  for (const Link* old : links.removed) patch.remove(old->source.element);
  for (const Link* fresh : links.added) patch.append(0, linkNode(*fresh));
  const Matching<Joint> joints(before.joints, after.joints);
  for (const auto& [old, fresh] : joints.kept) patchJoint(patch, *old, *fresh);
  for (const Joint* old : joints.removed) patch.remove(old->source.element);
  for (const Joint* fresh : joints.added) patch.append(0, jointNode(*fresh));
  patchConstraints(patch, before, after);
  return patch.apply();
}

/// What the texts say that were last written to: a view of the text to be saved asks again after every edit,
/// and reading costs ten times the patching. Any thread.
class LastReadings {
 public:
  /// Null where the text cannot be read.
  MechanismPtr of(const Mechanism& m) {
    {
      const std::lock_guard lock(mutex_);
      for (const Reading& reading : readings_)
        if (reading.text.lock() == m.source && reading.path == m.sourcePath) return reading.says;
    }
    Outcome<Mechanism> read = readUrdf(m.source->text, m.sourcePath, {});
    MechanismPtr says;
    if (read.ok()) {
      read->source.reset();  // the same text as m.source, in a second copy
      says = std::make_shared<const Mechanism>(std::move(*read));
    }
    const std::lock_guard lock(mutex_);
    std::erase_if(readings_, [](const Reading& reading) { return reading.text.expired(); });
    constexpr std::size_t kKept = 2;  // the open file, and the one that is being compared with it
    if (readings_.size() >= kKept) readings_.erase(readings_.begin());
    readings_.push_back({m.source, m.sourcePath, says});
    return says;
  }

 private:
  struct Reading {
    std::weak_ptr<const SourceDocument> text;  // a text that is closed is not kept alive
    std::string path;
    MechanismPtr says;
  };
  std::mutex mutex_;
  std::vector<Reading> readings_;
};

}  // namespace

std::string writeUrdf(const Mechanism& mechanism) {
  static LastReadings readings;
  if (!mechanism.source) return writeNewUrdf(mechanism);
  const MechanismPtr before = readings.of(mechanism);
  return before ? patchSource(*before, mechanism) : writeNewUrdf(mechanism);
}

std::string writeNewUrdf(const Mechanism& mechanism) {
  XmlNode robot{"robot", {{"name", mechanism.name}}, {}};
  for (const Material& material : mechanism.materials) robot.children.push_back(materialNode(material));
  for (const Link& link : mechanism.links) robot.children.push_back(linkNode(link));
  for (const Joint& joint : mechanism.joints) robot.children.push_back(jointNode(joint));
  const auto nominal = nominalToWrite(mechanism, mechanism, true);
  if (nominal || !mechanism.closures.empty()) {
    XmlNode constraints{"constraints", {}, {}};
    if (nominal) constraints.attributes.emplace_back("nominal_config", formatDoubles(*nominal));
    for (const Closure& closure : mechanism.closures) constraints.children.push_back(closureNode(closure));
    robot.children.push_back(std::move(constraints));
  }
  const XmlLayout layout;
  return "<?xml version=\"1.0\"?>" + layout.lineEnd + xmlText(robot, layout, "") + layout.lineEnd;
}

}  // namespace grashof
