// Names that are missing, double or unknown, and joints that do not make one tree.
#include <map>
#include <set>

#include "core/mechanism/name_hint.h"
#include "core/mechanism/validate_parts.h"

namespace grashof::validation {
namespace {

struct Named {
  const std::string& name;
  const SourceRef& source;
};

/// One finding per name that is missing or double; true when there is none.
template <typename PathOf>
bool checkUnique(const std::vector<Named>& items, const char* kind, const PathOf& pathOf,
                 Findings& findings) {
  const std::size_t before = findings.out.size();
  std::map<std::string_view, std::vector<std::size_t>> byName;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name.empty())
      findings.add(Severity::Error, "missing-name", items[i].source, pathOf(i), "",
                   std::string("a ") + kind + " has no name");
    else
      byName[items[i].name].push_back(i);
  }
  for (const auto& [name, those] : byName) {
    if (those.size() < 2) continue;
    std::string lines;
    for (const std::size_t i : those)
      lines += (lines.empty() ? "" : ", ") + std::to_string(items[i].source.line);
    std::string message =
        std::to_string(those.size()) + " " + kind + "s are called '" + std::string(name) + "'";
    if (items[those[0]].source.line > 0) message += " (lines " + lines + ")";
    Diagnostic& d =
        findings.add(Severity::Error, "duplicate-name", items[those[0]].source, pathOf(those[0]) + "@name",
                     std::string(name), std::move(message), "give each its own name");
    for (std::size_t k = 1; k < those.size(); ++k) findings.relate(d, items[those[k]].source);
  }
  return findings.out.size() == before;
}

/// Returns whether every joint's ends exist.
bool checkEnds(const Mechanism& m, const JointEnds& ends, Findings& findings) {
  bool areAllKnown = true;
  const std::vector<std::string> names = linkNames(m);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const Joint& joint = m.joints[j];
    const auto complain = [&](const char* end, const std::string& name) {
      areAllKnown = false;
      if (name.empty()) return;  // the reader has said that it is missing
      findings.add(Severity::Error, "unknown-link", joint.source,
                   findings.jointPath(j, std::string("/") + end + "@link"), joint.name,
                   "joint '" + joint.name + "': " + end + " link '" + name + "' does not exist",
                   nearestNameHint(name, names));
    };
    if (ends.parent[j] < 0) complain("parent", joint.parent);
    if (ends.child[j] < 0) complain("child", joint.child);
    if (ends.parent[j] >= 0 && ends.parent[j] == ends.child[j])
      findings.add(Severity::Error, "joint-onto-itself", joint.source, findings.jointPath(j), joint.name,
                   "joint '" + joint.name + "' joins link '" + joint.child + "' to itself");
  }
  return areAllKnown;
}

/// "'chassis' (line 3, 2 links)" for each root.
std::string rootList(const Mechanism& m, const TreeWalk& walk) {
  constexpr std::size_t kShown = 12;
  std::string out;
  for (std::size_t r = 0; r < walk.roots.size() && r < kShown; ++r) {
    const Link& root = m.links[walk.roots[r]];
    out += (r == 0 ? "'" : ", '") + root.name + "' (";
    if (root.source.line > 0) out += "line " + std::to_string(root.source.line) + ", ";
    out += std::to_string(walk.pieceSize[r]) + (walk.pieceSize[r] == 1 ? " link)" : " links)");
  }
  if (walk.roots.size() > kShown) out += " and " + std::to_string(walk.roots.size() - kShown) + " more";
  return out;
}

void checkRoots(const Mechanism& m, const TreeWalk& walk, bool areEndsKnown, Findings& findings) {
  if (m.links.empty()) {
    findings.add(Severity::Error, "no-links", {}, "robot", "", "the file holds no link",
                 "a mechanism needs at least one <link name=\"...\"/>");
    return;
  }
  // A joint whose child has a wrong name leaves the real child without a parent: no news of its own.
  if (walk.roots.size() > 1 && areEndsKnown) {
    Diagnostic& d = findings.add(
        Severity::Error, "multiple-roots", m.links[walk.roots[0]].source, findings.linkPath(walk.roots[0]),
        m.links[walk.roots[0]].name,
        std::to_string(walk.roots.size()) +
            " links have no parent joint, so this is not one tree: " + rootList(m, walk),
        "join the pieces with a joint, for example a fixed one from '" + m.links[walk.roots[0]].name +
            "' to '" + m.links[walk.roots[1]].name + "', or delete what does not belong here");
    for (std::size_t r = 1; r < walk.roots.size(); ++r) findings.relate(d, m.links[walk.roots[r]].source);
  }
}

/// Rings of tree joints, which a mechanism has only after an edit: a file's rings are opened by chooseTree().
void checkRings(const Mechanism& m, const JointEnds& ends, const TreeWalk& walk, Findings& findings) {
  std::string members;
  int first = -1;
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (m.joints[j].isCut || ends.parent[j] < 0 || ends.child[j] < 0 || ends.parent[j] == ends.child[j])
      continue;
    const int child = ends.child[j];
    if (walk.rootOf[child] >= 0 && walk.parentJoint[child] != static_cast<int>(j) &&
        walk.parentJoint[child] >= 0) {
      const Joint& other = m.joints[walk.parentJoint[child]];
      Diagnostic& d = findings.add(
          Severity::Error, "link-has-two-parents", other.source, findings.jointPath(j), m.joints[j].child,
          "link '" + m.joints[j].child + "' is the child of '" + other.name + "'" + atLine(other.source) +
              " and of '" + m.joints[j].name + "'" + atLine(m.joints[j].source),
          "cut one of the two joints");
      findings.relate(d, m.joints[j].source);
    }
    if (walk.rootOf[child] >= 0 || walk.rootOf[ends.parent[j]] >= 0) continue;
    if (first < 0) first = static_cast<int>(j);
    members += (members.empty() ? "'" : ", '") + m.joints[j].name + "'";
  }
  if (first >= 0 && walk.roots.empty())
    findings.add(Severity::Error, "no-root", m.joints[first].source, findings.jointPath(first),
                 m.joints[first].name, "no link is the root: the joints " + members + " form a ring",
                 "cut one of them");
}

/// Joints of the file that had to be cut because their child has another parent, or is the root.
void explainCuts(const Mechanism& m, const JointEnds& ends, const TreeWalk& walk, Findings& findings) {
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const Joint& cut = m.joints[j];
    const int child = ends.child[j];
    if (!cut.isCut || cut.source.line <= 0 || ends.parent[j] < 0 || child < 0 || cut.childOrigin) continue;
    if (walk.parentJoint[child] < 0) {
      Diagnostic& d = findings.add(
          Severity::Warning, "no-root", cut.source, findings.jointPath(j), cut.name,
          "every link has a parent joint: a ring without a root. Link '" + cut.child + "'" +
              atLine(m.links[child].source) + (child == 0 ? ", the first in the file," : "") +
              " is taken as the root, and joint '" + cut.name + "' from '" + cut.parent + "' closes the loop",
          "choose another joint to cut, or take one out, if another root is meant");
      findings.relate(d, m.links[child].source);
      continue;
    }
    const Joint& owner = m.joints[walk.parentJoint[child]];
    Diagnostic& d = findings.add(Severity::Warning, "link-has-two-parents", owner.source,
                                 findings.jointPath(walk.parentJoint[child]), cut.child,
                                 "link '" + cut.child + "' has two parent joints: '" + owner.name + "'" +
                                     atLine(owner.source) + " and '" + cut.name + "'" + atLine(cut.source) +
                                     ". This is a loop; '" + owner.name + "' places the link, and '" +
                                     cut.name + "' is the joint that is cut and closes it",
                                 "choose the joint to cut: '" + cut.name +
                                     "' could place the link instead, with '" + owner.name + "' cut");
    findings.relate(d, cut.source);
  }
}

}  // namespace

void checkGraph(const Mechanism& m, const TreeWalk& walk, Findings& findings) {
  std::vector<Named> links, joints;
  for (const Link& link : m.links) links.push_back({link.name, link.source});
  for (const Joint& joint : m.joints) joints.push_back({joint.name, joint.source});
  const bool areLinksUnique = checkUnique(
      links, "link", [&findings](std::size_t i) { return findings.linkPath(i); }, findings);
  const bool areJointsUnique = checkUnique(
      joints, "joint", [&findings](std::size_t i) { return findings.jointPath(i); }, findings);
  const JointEnds ends = jointEnds(m);
  const bool areEndsKnown = checkEnds(m, ends, findings);
  checkRoots(m, walk, areEndsKnown, findings);
  checkRings(m, ends, walk, findings);
  // Two elements of one name look like a loop, but the names are what has to be mended.
  if (areLinksUnique && areJointsUnique) explainCuts(m, ends, walk, findings);
}

}  // namespace grashof::validation
