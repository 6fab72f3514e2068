#include "core/dynamics/analysis_words.h"

#include <algorithm>
#include <cmath>
#include <map>

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
    const bool isNumber = !tail.empty() && std::all_of(tail.begin(), tail.end(), [](char ch) { return ch >= '0' && ch <= '9'; });
    isUniform = isUniform && !head.empty() && isNumber && (kind.empty() || head == kind);
    kind = head;
    numbers.push_back(tail);
  }
  if (constraints.size() < 2 || !isUniform) {
    if (names.size() > kNamesInFull) return countWords(static_cast<int>(names.size()), "constraint", "constraints");
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

std::string degrees(int dof) { return countWords(dof, "degree of freedom", "degrees of freedom"); }

std::string dofSentence(const Model& model, int dof) {
  const int base = model.isFloating ? 6 : 0;
  if (dof == base && !model.constraints.empty())
    return base == 0 ? "No degree of freedom: it is a structure." : "6 degrees of freedom, all of the floating base: nothing else moves.";
  if (base == 0) return degrees(dof) + ".";
  return degrees(dof) + ": 6 of the floating base and " + std::to_string(dof - base) + " of the joints.";
}

/// Constraints that keep no row, and directions that are held, grouped so that equal sentences are said once.
std::vector<std::string> structuralSentences(const Model& model, const TreeState& nominal) {
  std::map<std::string, std::vector<int>> byEnding;
  std::vector<std::string> order;
  const auto say = [&](const std::string& ending, int constraint) {
    if (byEnding[ending].empty()) order.push_back(ending);
    byEnding[ending].push_back(constraint);
  };
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    const Constraint& c = model.constraints[i];
    const int index = static_cast<int>(i);
    if (c.kind == ConstraintKind::Mimic) {
      if (!c.keepsMimicRow) say("|follows from the other mimics.|follow from the other mimics.", index);
      continue;
    }
    if (c.keptRowCount() == 0 && c.authoredRowCount() > 0) {
      const std::string what = holderOf(model, nominal, c);
      if (!c.repeatedConstraints.empty()) say("|repeats " + what + ".|repeat " + what + ".", index);
      else say("|adds nothing: the joints hold all its directions.|add nothing: the joints hold all their directions.", index);
      continue;
    }
    for (const Vector3d& d : c.heldDirections_B1) {
      const std::string axis = directionOf(model, c, d);
      const std::string head = axis.empty() ? "One direction of " : "Direction " + axis + " of ";
      say(head + "|is held by " + holderOf(model, nominal, c) + ".|is held by " + holderOf(model, nominal, c) + ".", index);
    }
  }
  std::vector<std::string> sentences;
  for (const std::string& ending : order) {
    const std::size_t first = ending.find('|'), second = ending.find('|', first + 1);
    const std::vector<int>& who = byEnding[ending];
    const std::string verb = who.size() == 1 ? ending.substr(first + 1, second - first - 1) : ending.substr(second + 1);
    sentences.push_back(capitalised(ending.substr(0, first) + namesOf(model, who) + " " + verb));
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
    sentences.push_back("Only " + degrees(mobility.genericDof) + " lead to other closed poses; the rest is infinitesimal.");
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
