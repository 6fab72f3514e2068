#include <cmath>

#include "core/dynamics/compile_parts.h"

namespace grashof::compile {
namespace {

bool isIdentity(const Matrix3d& R) {
  return (R - Matrix3d::Identity()).cwiseAbs().maxCoeff() < kParallelTolerance;
}

/// Shifts a body's inertia so that it covers another rigid part, given in the body's frame.
void addInertia(Body& body, double mass, const Vector3d& com_B, const Matrix3d& inertia_B) {
  const double total = body.mass + mass;
  const Vector3d com = total > 0 ? Vector3d((body.mass * body.com_B + mass * com_B) / total) : body.com_B;
  const auto aboutCom = [&com](double m, const Vector3d& c) -> Matrix3d {
    const Vector3d d = c - com;
    return m * (d.squaredNorm() * Matrix3d::Identity() - d * d.transpose());
  };
  body.inertia_B = body.inertia_B + aboutCom(body.mass, body.com_B) + inertia_B + aboutCom(mass, com_B);
  body.mass = total;
  body.com_B = com;
}

class TreeBuilder {
 public:
  explicit TreeBuilder(Model& model) : model_(model), mechanism_(*model.mechanism) {
    model_.links.resize(mechanism_.links.size());
    model_.frames.resize(mechanism_.joints.size());
    for (std::size_t i = 0; i < mechanism_.joints.size(); ++i)
      model_.frames[i] = {mechanism_.joints[i].name, -1, {}};
    children_.resize(mechanism_.links.size());
    for (std::size_t i = 0; i < mechanism_.joints.size(); ++i)
      if (!mechanism_.joints[i].isCut)
        children_[index(mechanism_.findLink(mechanism_.joints[i].parent))].push_back(static_cast<int>(i));
  }

  void build(bool isFixedBase) {
    Body root;
    model_.isFloating = !isFixedBase;
    if (!isFixedBase) {
      root.type = BodyJoint::FloatingBase;
      root.nq = model_.nq = 7;
      root.nv = model_.nv = 6;
      root.joint = 0;
      root.isAligned = true;
      MovableJoint joint;
      joint.name = "ROOT";
      joint.type = JointType::Floating;
      joint.nq = 7;
      joint.nv = 6;
      model_.joints.push_back(joint);
    }
    model_.bodies.push_back(root);
    placeLink(mechanism_.findLink(mechanism_.root), 0, {});
    walk(mechanism_.findLink(mechanism_.root));
    for (const Body& body : model_.bodies) model_.totalMass += body.mass;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// Depth first with an explicit stack: chains of thousands of links must not exhaust the call stack.
  void walk(int root) {
    std::vector<int> stack(children_[index(root)].rbegin(), children_[index(root)].rend());
    while (!stack.empty()) {
      const int j = stack.back();
      stack.pop_back();
      const int link = attach(j);
      stack.insert(stack.end(), children_[index(link)].rbegin(), children_[index(link)].rend());
    }
  }

  /// Puts the child link of joint j on its body; returns the link.
  int attach(int j) {
    const Joint& joint = mechanism_.joints[index(j)];
    const FrameOnBody& parent = model_.links[index(mechanism_.findLink(joint.parent))];
    const Pose X_PF = parent.X_B * poseOf(joint.origin);  // joint frame on the parent body
    const int child = mechanism_.findLink(joint.child);
    if (joint.type == JointType::Fixed) {
      placeLink(child, parent.body, X_PF);
      model_.frames[index(j)] = {joint.name, parent.body, X_PF};
      return child;
    }
    const Pose X_BL = addJoint(j, joint, parent.body, X_PF);
    placeLink(child, model_.joints.back().body, X_BL);
    model_.frames[index(j)] = {joint.name, model_.joints.back().body, X_BL};
    return child;
  }

  void placeLink(int link, int body, const Pose& X_BL) {
    const Link& source = mechanism_.links[index(link)];
    model_.links[index(link)] = {source.name, body, X_BL};
    if (!source.inertial) return;
    const Pose X_BI = X_BL * poseOf(source.inertial->origin);
    addInertia(model_.bodies[index(body)], source.inertial->mass, X_BI.p,
               X_BI.R * source.inertial->inertia * X_BI.R.transpose());
  }

  /// Adds the elementary bodies of a joint; returns the child link's pose on the last of them.
  Pose addJoint(int j, const Joint& source, int parentBody, const Pose& X_PF) {
    MovableJoint joint = coordinatesOf(j, source);
    joint.firstBody = static_cast<int>(model_.bodies.size());
    Pose X_BL;
    const Vector3d axis_P = X_PF.R * source.axis.normalized();
    switch (source.type) {
      case JointType::Prismatic:
        addBody(parentBody, X_PF.p, prismatic(axis_P));
        X_BL.R = X_PF.R;
        break;
      case JointType::Spherical: {
        const Body ball = spherical(X_PF.R);
        addBody(parentBody, X_PF.p, ball);
        break;
      }
      case JointType::Planar: {
        // x and y of the plane: the joint frame's, turned so that its z becomes the normal (rotationFromZ).
        const Matrix3d R_PN = X_PF.R * rotationFromZ(source.axis.normalized());
        int body = addBody(parentBody, X_PF.p, prismatic(R_PN.col(0)));
        body = addBody(body, Vector3d::Zero(), prismatic(R_PN.col(1)));
        const Body hinge = revolute(axis_P);
        addBody(body, Vector3d::Zero(), hinge);
        X_BL.R = hinge.R_PF.transpose() * X_PF.R;
        break;
      }
      case JointType::Floating: {
        int body = addBody(parentBody, X_PF.p, prismatic(X_PF.R.col(0)));
        body = addBody(body, Vector3d::Zero(), prismatic(X_PF.R.col(1)));
        body = addBody(body, Vector3d::Zero(), prismatic(X_PF.R.col(2)));
        addBody(body, Vector3d::Zero(), spherical(X_PF.R));
        break;
      }
      default: {
        const Body hinge = revolute(axis_P);
        addBody(parentBody, X_PF.p, hinge);
        X_BL.R = hinge.R_PF.transpose() * X_PF.R;
      }
    }
    joint.body = static_cast<int>(model_.bodies.size()) - 1;
    model_.joints.push_back(joint);
    return X_BL;
  }

  MovableJoint coordinatesOf(int j, const Joint& source) const {
    MovableJoint joint;
    joint.name = source.name;
    joint.type = source.type;
    joint.source = j;
    joint.q = model_.nq;
    joint.v = model_.nv;
    joint.nq = coordinateCount(source.type);
    joint.nv = velocityCount(source.type);
    const JointLimits& limits = source.limits;
    const bool hasRange = source.type == JointType::Revolute || source.type == JointType::Prismatic;
    // Equal bounds are what exporters write for "no range given".
    const bool isRange = !(limits.lower && limits.upper) || *limits.lower < *limits.upper;
    if (hasRange && isRange) {
      if (limits.lower) joint.lower = *limits.lower;
      if (limits.upper) joint.upper = *limits.upper;
    }
    if (limits.velocity && *limits.velocity > 0) joint.velocity = *limits.velocity;
    if (limits.effort) joint.effort = std::abs(*limits.effort);
    joint.damping = source.dynamics.damping;
    joint.friction = source.dynamics.friction;
    joint.rotorInertia = source.dynamics.rotorInertia;
    joint.stiffness = source.dynamics.stiffness;
    joint.springMount = source.dynamics.springMount;
    if (joint.springMount.size() != index(joint.nq)) {
      joint.springMount.assign(index(joint.nq), 0.0);
      if (joint.nq == 4) joint.springMount[0] = 1.0;
      if (joint.nq == 7) joint.springMount[3] = 1.0;
    }
    return joint;
  }

  static Body prismatic(const Vector3d& axis_P) {
    Body body;
    body.type = BodyJoint::Prismatic;
    body.nq = body.nv = 1;
    body.isAligned = true;
    body.axis_F = axis_P;
    return body;
  }

  static Body revolute(const Vector3d& axis_P) {
    Body body;
    body.type = BodyJoint::Revolute;
    body.nq = body.nv = 1;
    body.isAligned = axis_P.head<2>().norm() < kParallelTolerance;
    if (body.isAligned)
      body.sign = axis_P.z() > 0 ? 1.0 : -1.0;
    else
      body.R_PF = rotationFromZ(axis_P);
    return body;
  }

  /// Velocities are angular velocities in the joint frame, so that frame is kept as written.
  static Body spherical(const Matrix3d& R_PF) {
    Body body;
    body.type = BodyJoint::Spherical;
    body.nq = 4;
    body.nv = 3;
    body.isAligned = isIdentity(R_PF);
    if (!body.isAligned) body.R_PF = R_PF;
    return body;
  }

  int addBody(int parent, const Vector3d& p_PF, Body body) {
    body.parent = parent;
    body.p_PF = p_PF;
    body.joint = static_cast<int>(model_.joints.size());
    body.q = model_.nq;
    body.v = model_.nv;
    model_.nq += body.nq;
    model_.nv += body.nv;
    model_.bodies.push_back(body);
    return static_cast<int>(model_.bodies.size()) - 1;
  }

  Model& model_;
  const Mechanism& mechanism_;
  std::vector<std::vector<int>> children_;  ///< per link: tree joints below it, document order
};

}  // namespace

void buildTree(Model& model, bool isFixedBase) {
  TreeBuilder(model).build(isFixedBase);
}

}  // namespace grashof::compile
