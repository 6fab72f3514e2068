#include "core/dynamics/analysis_words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/dynamics/loop_levers.h"
#include "core/dynamics/structural_redundancy.h"
#include "core/dynamics/words.h"

namespace grashof {
namespace {

/// More names than this in one sentence are counted instead.
constexpr std::size_t kNamesInFull = 4;

/// "pins 1 and 2" for "pin 1" and "pin 2"; "pin 1 and equality 3" where the kinds differ.
std::string namesOf(const Model& model, const std::vector<int>& constraints) {
  std::vector<std::string> names, numbers;
  std::string kind;
  bool isUniform = true;
  for (const int i : constraints) {
    const std::string& name = model.constraints[i].name;
    names.push_back(name);
    const std::size_t space = name.rfind(' ');
    const std::string head = name.substr(0, space == std::string::npos ? 0 : space);
    const std::string tail = name.substr(space == std::string::npos ? 0 : space + 1);
    const bool isNumber = !tail.empty() && std::all_of(tail.begin(), tail.end(),
                                                       [](char ch) { return ch >= '0' && ch <= '9'; });
    isUniform = isUniform && !head.empty() && isNumber && (kind.empty() || head == kind);
    kind = head;
    numbers.push_back(tail);
  }
  if (constraints.size() < 2 || !isUniform) {
    if (names.size() > kNamesInFull)
      return countWords(static_cast<int>(names.size()), "constraint", "constraints");
    return listWords(names);
  }
  const std::string plural = kind.back() == 'y' ? kind.substr(0, kind.size() - 1) + "ies" : kind + "s";
  if (numbers.size() > kNamesInFull) return plural + " " + numbers.front() + " to " + numbers.back();
  return plural + " " + listWords(numbers);
}

/// "x", "y" or "z" of body1's link where the direction is one of them, else "one".
std::string directionOf(const Model& model, const Constraint& c, const Vector3d& d_B1) {
  const int link = model.mechanism->findLink(partnersOf(model, c).first);
  if (link < 0) return "";
  const Vector3d d = model.links[link].X_B.R.transpose() * d_B1;
  for (int i = 0; i < 3; ++i)
    if (std::abs(std::abs(d[i]) - 1.0) < 1e-4) return std::string(1, static_cast<char>('x' + i));
  return "";
}

std::string holderOf(const Model& model, const TreeState& nominal, const Constraint& c) {
  if (!c.repeatedConstraints.empty()) return namesOf(model, c.repeatedConstraints);
  if (planeOfMotion(model, nominal, c.body1, c.body2)) return "the parallel hinges";
  return "the loop's own joints";
}

std::string degrees(int dof) {
  return countWords(dof, "degree of freedom", "degrees of freedom");
}

std::string dofSentence(const Model& model, int dof) {
  const int base = model.isFloating ? 6 : 0;
  if (dof == base && !model.constraints.empty())
    return base == 0 ? "No degree of freedom: it is a structure."
                     : "6 degrees of freedom, all of the floating base: nothing else moves.";
  if (base == 0) return degrees(dof) + ".";
  return degrees(dof) + ": 6 of the floating base and " + std::to_string(dof - base) + " of the joints.";
}

/// A sentence without its subject: head, names, then the verb for one or for several.
struct Saying {
  std::string head, one, many;
  bool operator<(const Saying& o) const {
    return std::tie(head, one, many) < std::tie(o.head, o.one, o.many);
  }
};

/// What structural redundancy has taken from a constraint; nothing when it keeps all its rows.
std::optional<Saying> sayingOf(const Model& model, const TreeState& nominal, const Constraint& c) {
  if (c.keptRowCount() == c.authoredRowCount()) return std::nullopt;
  if (c.kind == ConstraintKind::Mimic)
    return Saying{"", "follows from the other mimics.", "follow from the other mimics."};
  const std::string holder = holderOf(model, nominal, c);
  if (c.keptRowCount() == 0) {
    if (!c.repeatedConstraints.empty())
      return Saying{"", "repeats " + holder + ".", "repeat " + holder + "."};
    return Saying{"", "adds nothing: the joints hold all its directions.",
                  "add nothing: the joints hold all their directions."};
  }
  if (c.heldDirections_B1.empty())
    return Saying{"The rotation of ", "is held by " + holder + ".", "is held by " + holder + "."};
  std::vector<std::string> axes;
  for (const Vector3d& d : c.heldDirections_B1)
    if (const std::string axis = directionOf(model, c, d); !axis.empty()) axes.push_back(axis);
  std::sort(axes.begin(), axes.end());
  const bool isOne = c.heldDirections_B1.size() == 1;
  std::string head = (isOne ? "Direction " : "Directions ") + listWords(axes) + " of ";
  if (axes.size() < c.heldDirections_B1.size()) head = isOne ? "One direction of " : "Two directions of ";
  const std::string verb = (isOne ? "is held by " : "are held by ") + holder + ".";
  return Saying{head, verb, verb};
}

/// Equal sayings are said once, of all the constraints concerned.
std::vector<std::string> structuralSentences(const Model& model, const TreeState& nominal) {
  std::map<Saying, std::vector<int>> subjects;
  std::vector<Saying> order;
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    const auto saying = sayingOf(model, nominal, model.constraints[i]);
    if (!saying) continue;
    std::vector<int>& who = subjects[*saying];
    if (who.empty()) order.push_back(*saying);
    who.push_back(static_cast<int>(i));
  }
  std::vector<std::string> sentences;
  for (const Saying& saying : order) {
    const std::vector<int>& who = subjects[saying];
    sentences.push_back(
        capitalised(saying.head + namesOf(model, who) + " " + (who.size() == 1 ? saying.one : saying.many)));
  }
  return sentences;
}

}  // namespace

std::string mobilityWords(const Model& model, const TreeState& nominal, const Mobility& mobility) {
  std::vector<std::string> sentences{dofSentence(model, mobility.dof)};
  if (mobility.isInfinitesimal)
    sentences.push_back("It moves only infinitesimally: no other closed pose is near this one.");
  else if (mobility.isSingular)
    sentences.push_back("This pose is singular: nearby it has " + degrees(mobility.genericDof) + ".");
  else if (mobility.genericDof < mobility.dof)
    sentences.push_back("Only " + degrees(mobility.genericDof) +
                        " lead to other closed poses; the rest is infinitesimal.");
  for (std::string& sentence : structuralSentences(model, nominal)) sentences.push_back(std::move(sentence));
  if (!mobility.weakConstraints.empty()) {
    const bool isOne = mobility.weakConstraints.size() == 1;
    sentences.push_back(capitalised(namesOf(model, mobility.weakConstraints)) +
                        (isOne ? " repeats" : " repeat") + " in part what the others hold" +
                        (mobility.isSingular ? " at this pose." : "."));
  }
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

}  // namespace grashof
