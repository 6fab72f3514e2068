#include "core/topology/loop_candidates.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/mechanism/actuation.h"
#include "core/mechanism/graph.h"
#include "core/mechanism/loop_plane.h"
#include "core/topology/loop_candidate_closure.h"
#include "core/topology/loop_candidate_names.h"

namespace grashof {
namespace {

/// A joint's axis within this of a point (share of the size): the point does not move with the joint.
constexpr double kOnAxis = 1e-6;
/// Diameters within this share are of holes for the same bolt.
constexpr double kSameDiameter = 0.02;

constexpr double kShownAsZero = 5e-6;  // m, what two decimals of a millimetre round to nothing

std::string millimetres(double metres) {
  return formatDouble(std::round(metres * 1e5) / 100) + " mm";  // two decimals
}

std::string typeWords(JointType type, const Chain& chain) {
  if (type == JointType::Fixed) return "welded";
  if (type == JointType::Revolute)
    return chain.normal_1 ? "a hinge (two in-plane axes)" : "a hinge (two pins)";
  return chain.normal_1 ? "a hinge (two in-plane axes)" : "a ball joint (one pin)";
}

class CandidateSearch {
 public:
  CandidateSearch(const Mechanism& m, std::span<const Pose> X_WL, const LoopCandidateOptions& options)
      : m_(m),
        X_WL_(X_WL),
        options_(options),
        walk_(walkTree(m)),
        ends_(jointEnds(m)),
        carrier_(rigidCarriers(m, walk_)) {
    std::vector<int> children(m.links.size(), 0);
    for (std::size_t j = 0; j < m.joints.size(); ++j)
      if (ends_.parent[j] >= 0) ++children[static_cast<std::size_t>(ends_.parent[j])];
    for (std::size_t l = 0; l < m.links.size(); ++l) isLeaf_.push_back(children[l] == 0 && parent(l) >= 0);
    for (std::size_t l = 1; l < m.links.size(); ++l)
      for (std::size_t k = 0; k < l; ++k) size_ = std::max(size_, (X_WL[l].p - X_WL[k].p).norm());
    if (!(size_ > 0)) size_ = 1;
  }

  std::vector<LoopCandidate> run(std::span<const FeaturePoint> features) {
    twoParents();
    namedPairs();
    freeEnds();
    tips();
    tipsOnAxes();
    holes(features);
    std::stable_sort(out_.begin(), out_.end(), [this](const LoopCandidate& a, const LoopCandidate& b) {
      return std::pair(a.evidence, std::floor(a.gap / (1e-6 * size_))) <
             std::pair(b.evidence, std::floor(b.gap / (1e-6 * size_)));
    });
    for (std::size_t i = 0; i < out_.size(); ++i) out_[i].rank = static_cast<int>(i) + 1;
    return std::move(out_);
  }

 private:
  int parent(std::size_t link) const { return walk_.parentJoint[link]; }
  const std::string& name(int link) const { return m_.links[static_cast<std::size_t>(link)].name; }
  Vector3d at(int link, const Vector3d& p_L = Vector3d::Zero()) const { return X_WL_[link] * p_L; }

  /// A link made only to carry a frame.
  bool isEmpty(int link) const {
    const Link& l = m_.links[static_cast<std::size_t>(link)];
    return l.visuals.empty() && l.collisions.empty() && (!l.inertial || l.inertial->mass == 0.0);
  }
  bool isMovable(int joint) const {
    return coordinateCount(m_.joints[static_cast<std::size_t>(joint)].type) > 0;
  }
  /// A joint above an end of a chain that carries nothing: it stands for the closing joint.
  bool isDangling(int link) const {
    const int j = parent(static_cast<std::size_t>(link));
    return isLeaf_[static_cast<std::size_t>(link)] && j >= 0 && isMovable(j) &&
           hasOneDof(m_.joints[static_cast<std::size_t>(j)].type) &&
           m_.joints[static_cast<std::size_t>(j)].type != JointType::Prismatic;
  }
  Vector3d axisOf(int joint) const {
    const Vector3d& axis = m_.joints[static_cast<std::size_t>(joint)].axis;
    return axis.norm() > 0 ? Vector3d(axis.normalized()) : Vector3d::UnitX();
  }

  std::vector<int> upFrom(int link) const {
    std::vector<int> joints;
    for (int j = parent(static_cast<std::size_t>(link)); j >= 0;
         j = parent(static_cast<std::size_t>(ends_.parent[static_cast<std::size_t>(j)])))
      joints.push_back(j);
    return joints;
  }

  /// Movable joints between two links, those in `without` (dangling ones, which a closure replaces) left out.
  Chain chainBetween(int link1, int link2, const std::vector<int>& without) const {
    std::vector<int> up1 = upFrom(link1), up2 = upFrom(link2);
    while (!up1.empty() && !up2.empty() && up1.back() == up2.back()) up1.pop_back(), up2.pop_back();
    Chain chain;
    up1.insert(up1.end(), up2.begin(), up2.end());
    for (const int j : up1) {
      const Joint& joint = m_.joints[static_cast<std::size_t>(j)];
      if (!isMovable(j) || std::find(without.begin(), without.end(), j) != without.end()) continue;
      chain.joints.push_back(j);
      if (!joint.mimic) chain.dof += velocityCount(joint.type);
    }
    chain.normal_1 = planarPathNormal(m_, name(link1), name(link2));
    return chain;
  }

  /// Nothing between the two links moves the point: they share it already.
  bool isSharedPoint(const Chain& chain, const Vector3d& p_W) const {
    return std::all_of(chain.joints.begin(), chain.joints.end(), [&](int j) {
      const Joint& joint = m_.joints[static_cast<std::size_t>(j)];
      const Vector3d arm = p_W - at(ends_.child[static_cast<std::size_t>(j)]);
      if (joint.type == JointType::Spherical) return arm.norm() <= kOnAxis * size_;
      if (joint.type != JointType::Revolute && joint.type != JointType::Continuous) return false;
      const Vector3d axis_W = X_WL_[ends_.child[static_cast<std::size_t>(j)]].R * axisOf(j);
      return axis_W.cross(arm).norm() <= kOnAxis * size_;
    });
  }

  bool isClosedThere(int link1, int link2) const {
    const auto isPair = [&](int a, int b) {
      if (a < 0 || b < 0) return false;
      const std::pair<int, int> one = std::minmax(carrier_[link1], carrier_[link2]);
      return one == std::pair<int, int>(std::minmax(carrier_[a], carrier_[b]));
    };
    for (const Closure& c : m_.closures)
      if (isPair(m_.findLink(c.body1), m_.findLink(c.body2))) return true;
    for (std::size_t j = 0; j < m_.joints.size(); ++j)
      if (m_.joints[j].isCut && isPair(ends_.parent[j], ends_.child[j])) return true;
    return false;
  }

  bool isKnown(int link1, int link2, const Vector3d& p_W) const {
    return std::any_of(out_.begin(), out_.end(), [&](const LoopCandidate& c) {
      return std::minmax(carrier_[c.link1], carrier_[c.link2]) ==
                 std::minmax(carrier_[link1], carrier_[link2]) &&
             (at(c.link1, c.p_1) - p_W).norm() <= options_.tolerance;
    });
  }

  /// Adds the candidate unless the two links are joined already or would be locked.
  /// `dangling`: joints that the closure replaces; they are fixed.
  void add(LoopEvidence evidence, Meeting meeting, std::optional<JointType> asked, std::vector<int> dangling,
           const std::string& what) {
    const Chain chain = chainBetween(meeting.link1, meeting.link2, dangling);
    const Vector3d p_W = at(meeting.link1, meeting.p_1), p2_W = at(meeting.link2, meeting.p_2);
    const bool isNamed = evidence == LoopEvidence::NamedPair;
    if (chain.joints.size() < 2 || isClosedThere(meeting.link1, meeting.link2)) return;
    if (isKnown(meeting.link1, meeting.link2, p_W)) return;
    if ((p_W - p2_W).norm() <= options_.tolerance && isSharedPoint(chain, p_W)) return;
    std::optional<JointType> type = suitableJoint(chain, asked, meeting.axis_1.has_value());
    if (!type && isNamed) type = asked.value_or(JointType::Spherical);
    if (!type) return;

    LoopCandidate c;
    c.evidence = evidence;
    c.link1 = meeting.link1;
    c.link2 = meeting.link2;
    c.p_1 = meeting.p_1;
    c.p_2 = meeting.p_2;
    c.axis_1 = meeting.axis_1;
    c.type = *type == JointType::Spherical && chain.normal_1 ? JointType::Revolute : *type;
    if (!c.axis_1 && c.type == JointType::Revolute) c.axis_1 = chain.normal_1;
    c.cutJoint = dangling.empty() ? -1 : dangling.front();
    c.gap = (p_W - p2_W).norm();
    if (meeting.axis_1 && meeting.axis_2) {
      const Vector3d a = X_WL_[meeting.link1].R * *meeting.axis_1,
                     b = X_WL_[meeting.link2].R * *meeting.axis_2;
      c.tilt = std::atan2(a.cross(b).norm(), std::abs(a.dot(b)));
    }
    c.words = what + ": " + typeWords(c.type, chain) + ", " +
              (c.gap < kShownAsZero ? std::string("closed here") : millimetres(c.gap) + " open here");
    EditList edits;
    for (const int j : dangling) {
      SetJoint fix{j, m_.joints[static_cast<std::size_t>(j)]};
      fix.value.type = JointType::Fixed;
      fix.value.mimic.reset();
      edits.edits.push_back(fix);
    }
    for (Closure& closure : closuresAt(m_, meeting, chain, *type, 0.1 * size_, c.gap))
      edits.edits.push_back(AddClosure{std::move(closure)});
    c.edit = std::move(edits);
    out_.push_back(std::move(c));
  }

  /// Once joined the two links stand as they stand now where they meet already, else with equal frames.
  Matrix3d joinedRotation(int link1, int link2, double gap) const {
    if (gap > options_.tolerance) return Matrix3d::Identity();
    return X_WL_[link1].R.transpose() * X_WL_[link2].R;
  }

  void twoParents() {
    for (std::size_t j = 0; j < m_.joints.size(); ++j) {
      const Joint& cut = m_.joints[j];
      const int child = ends_.child[j];
      if (!cut.isCut || cut.childOrigin || child < 0 || ends_.parent[j] < 0) continue;
      const int owner = parent(static_cast<std::size_t>(child));
      if (owner < 0) continue;
      LoopCandidate c;
      c.evidence = LoopEvidence::TwoParents;
      c.link1 = ends_.parent[j];
      c.link2 = child;
      c.p_1 = cut.origin.xyz;
      c.p_2 = X_WL_[child].inverse() * at(c.link1, c.p_1);
      if (hasAxis(cut.type)) c.axis_1 = poseOf(cut.origin).R * axisOf(static_cast<int>(j));
      c.type = cut.type;
      c.cutJoint = owner;
      const std::string& ownerName = m_.joints[static_cast<std::size_t>(owner)].name;
      c.words = name(child) + " has two parents, " + ownerName + " and " + cut.name + ": a loop, cut at " +
                cut.name + ". The other reading: " + cut.name + " places " + name(child) + ", and " +
                ownerName + " is cut";
      SetJoint give{static_cast<int>(j), cut}, take{owner, m_.joints[static_cast<std::size_t>(owner)]};
      give.value.isCut = false;
      take.value.isCut = true;
      c.edit = EditList{{give, take}};
      if (applyEdit(m_, c.edit)) out_.push_back(std::move(c));
    }
  }

  void namedPairs() {
    for (const NamedEnds& pair : namedEnds(m_, walk_)) {
      Meeting meeting;
      meeting.link1 = pair.link1;
      meeting.link2 = pair.link2;
      if (carrier_[pair.link1] == carrier_[pair.link2]) continue;
      std::vector<int> dangling;
      std::vector<Vector3d> axes;
      for (const int link : {pair.link1, pair.link2}) {
        if (!isDangling(link)) continue;
        dangling.push_back(parent(static_cast<std::size_t>(link)));
        axes.push_back(axisOf(dangling.back()));
      }
      const double gap = (at(pair.link1) - at(pair.link2)).norm();
      meeting.R_12 = joinedRotation(pair.link1, pair.link2, gap);
      std::optional<JointType> asked;
      // The frames are to be equal: a turning end makes that a hinge about its axis, two skew ones a ball.
      const bool isSkew = axes.size() == 2 && axes[0].cross(axes[1]).norm() > options_.tilt;
      if (!axes.empty() && !isSkew) {
        asked = JointType::Revolute;
        meeting.axis_1 = isDangling(pair.link1) ? axes[0] : Vector3d(meeting.R_12 * axes[0]);
        meeting.axis_2 = Vector3d(isDangling(pair.link2) ? axes.back() : meeting.R_12.transpose() * axes[0]);
      } else if (axes.empty()) {
        asked = JointType::Fixed;
      }
      add(LoopEvidence::NamedPair, meeting, asked, dangling,
          pair.name1 + " and " + pair.name2 + " were cut apart");
    }
  }

  void freeEnds() {
    for (int end = 0; end < static_cast<int>(m_.links.size()); ++end) {
      if (!isEmpty(end) || !isDangling(end)) continue;
      const int joint = parent(static_cast<std::size_t>(end));
      const Joint& free = m_.joints[static_cast<std::size_t>(joint)];
      if (isActuated(free) || free.mimic) continue;
      const Vector3d axis_W = X_WL_[end].R * axisOf(joint);
      for (int other = 0; other < static_cast<int>(m_.links.size()); ++other) {
        if (other == end || carrier_[other] == carrier_[ends_.parent[static_cast<std::size_t>(joint)]])
          continue;
        if ((at(other) - at(end)).norm() > options_.tolerance) continue;
        if (isDangling(other) && other < end && isEmpty(other)) continue;  // the same pair, seen before
        Meeting meeting{end,           other, Vector3d::Zero(),    Vector3d::Zero(),
                        axisOf(joint), {},    Matrix3d::Identity()};
        meeting.R_12 = X_WL_[end].R.transpose() * X_WL_[other].R;
        meeting.axis_2 = Vector3d(X_WL_[other].R.transpose() * axis_W);
        std::vector<int> dangling{joint};
        if (isEmpty(other) && isDangling(other)) dangling.push_back(parent(static_cast<std::size_t>(other)));
        add(LoopEvidence::FreeEnd, meeting, JointType::Revolute, dangling,
            "the free end of " + free.name + " meets " + name(other));
      }
    }
  }

  bool isTip(int link) const {
    const int j = parent(static_cast<std::size_t>(link));
    return isLeaf_[static_cast<std::size_t>(link)] && isEmpty(link) && j >= 0 && !isMovable(j) &&
           carrier_[link] != carrier_[m_.findLink(m_.root)];
  }

  void tips() {
    for (int a = 0; a < static_cast<int>(m_.links.size()); ++a) {
      if (!isTip(a)) continue;
      for (int b = a + 1; b < static_cast<int>(m_.links.size()); ++b) {
        if (!isTip(b) || carrier_[a] == carrier_[b]) continue;
        const double gap = (at(a) - at(b)).norm();
        if (gap > options_.tolerance) continue;
        Meeting meeting{a, b, Vector3d::Zero(), Vector3d::Zero(), {}, {}, joinedRotation(a, b, 0.0)};
        add(LoopEvidence::CoincidentTips, meeting, std::nullopt, {},
            name(a) + " and " + name(b) + " coincide");
      }
    }
  }

  void tipsOnAxes() {
    for (int tip = 0; tip < static_cast<int>(m_.links.size()); ++tip) {
      if (!isTip(tip)) continue;
      for (std::size_t j = 0; j < m_.joints.size(); ++j) {
        const Joint& joint = m_.joints[j];
        const int child = ends_.child[j], above = ends_.parent[j];
        if (joint.isCut || child < 0 || above < 0 || carrier_[child] == carrier_[tip] ||
            carrier_[above] == carrier_[tip] || isLeaf_[static_cast<std::size_t>(child)])
          continue;
        if (joint.type != JointType::Revolute && joint.type != JointType::Continuous) continue;
        if ((at(tip) - at(child)).norm() > options_.tolerance) continue;
        Meeting meeting{tip,
                        child,
                        Vector3d::Zero(),
                        Vector3d::Zero(),
                        {},
                        axisOf(static_cast<int>(j)),
                        joinedRotation(tip, child, 0.0)};
        meeting.axis_1 = Vector3d(meeting.R_12 * *meeting.axis_2);
        add(LoopEvidence::CoincidentAxes, meeting, JointType::Revolute, {},
            name(tip) + " lies on the axis of " + joint.name);
      }
    }
  }

  void holes(std::span<const FeaturePoint> features) {
    for (std::size_t i = 0; i < features.size(); ++i) {
      for (std::size_t k = i + 1; k < features.size(); ++k) {
        const FeaturePoint &a = features[i], &b = features[k];
        if (a.link < 0 || b.link < 0 || carrier_[a.link] == carrier_[b.link]) continue;
        if (std::abs(a.diameter - b.diameter) > kSameDiameter * std::max(a.diameter, b.diameter)) continue;
        const Vector3d axis_W = X_WL_[a.link].R * a.axis_L, other_W = X_WL_[b.link].R * b.axis_L;
        if (axis_W.cross(other_W).norm() > options_.tilt) continue;
        // Plates lie on each other: along the axis a hole may be one or two diameters away.
        const Vector3d apart = at(b.link, b.p_L) - at(a.link, a.p_L);
        const double along = std::abs(axis_W.dot(apart));
        if (axis_W.cross(apart).norm() > options_.tolerance || along > 2 * a.diameter) continue;
        Meeting meeting{
            a.link, b.link, a.p_L, b.p_L, a.axis_L, b.axis_L, joinedRotation(a.link, b.link, 0.0)};
        meeting.p_2 = X_WL_[b.link].inverse() * (at(b.link, b.p_L) - axis_W * axis_W.dot(apart));
        if (axis_W.dot(other_W) < 0) meeting.axis_2 = -b.axis_L;
        add(LoopEvidence::Holes, meeting, JointType::Revolute, {},
            "holes of " + millimetres(a.diameter) + " in " + name(a.link) + " and " + name(b.link) +
                " lie on one axis");
      }
    }
  }

  const Mechanism& m_;
  std::span<const Pose> X_WL_;
  LoopCandidateOptions options_;
  TreeWalk walk_;
  JointEnds ends_;
  std::vector<int> carrier_;
  std::vector<bool> isLeaf_;
  double size_ = 0;
  std::vector<LoopCandidate> out_;
};

}  // namespace

std::string_view loopEvidenceName(LoopEvidence evidence) {
  switch (evidence) {
    case LoopEvidence::TwoParents:
      return "two_parents";
    case LoopEvidence::NamedPair:
      return "named_pair";
    case LoopEvidence::FreeEnd:
      return "free_end";
    case LoopEvidence::CoincidentTips:
      return "coincident_tips";
    case LoopEvidence::CoincidentAxes:
      return "coincident_axes";
    case LoopEvidence::Holes:
      return "holes";
  }
  return "";
}

std::vector<LoopCandidate> findLoopCandidates(const Mechanism& mechanism, std::span<const Pose> X_WL,
                                              const LoopCandidateOptions& options,
                                              std::span<const FeaturePoint> features) {
  if (X_WL.size() != mechanism.links.size() || !isOneTree(mechanism)) return {};
  return CandidateSearch(mechanism, X_WL, options).run(features);
}

Diagnostics openedLoopNotes(const Mechanism& mechanism, const std::vector<LoopCandidate>& candidates) {
  Diagnostics notes;
  for (const LoopCandidate& c : candidates) {
    if (c.evidence != LoopEvidence::NamedPair && c.evidence != LoopEvidence::FreeEnd) continue;
    Diagnostic d;
    d.severity = Severity::Note;
    d.code = "loop-opened-here";
    d.subject = mechanism.links[static_cast<std::size_t>(c.link1)].name;
    const SourceRef& source = c.cutJoint >= 0 ? mechanism.joints[static_cast<std::size_t>(c.cutJoint)].source
                                              : mechanism.links[static_cast<std::size_t>(c.link1)].source;
    d.where = {mechanism.sourcePath, source.line, source.column};
    d.message = c.words;
    d.hint = "close it?";
    notes.push_back(std::move(d));
  }
  return notes;
}

}  // namespace grashof
