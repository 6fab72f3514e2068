#include "core/dynamics/analysis.h"

#include "core/dynamics/analysis_words.h"
#include "core/dynamics/assemble.h"
#include "core/dynamics/words.h"

namespace grashof {

Analysis analyse(const Model& model) {
  TreeState nominal = makeTreeState(model);
  treeKinematics(model, {model.nominal.data(), static_cast<std::size_t>(model.nq)}, {}, nominal);

  Analysis analysis;
  analysis.loops = describeLoops(model, nominal);
  const GapReport gap = largestGap(model, model.nominal);
  analysis.maxGap = gap.maxGap;
  analysis.worstConstraint = gap.worstConstraint;

  const Mobility mobility = findMobility(model, nominal);
  MobilityReport& report = analysis.mobility;
  report.jointDof = model.nv;
  report.rows = model.authoredRows();
  report.rank = mobility.rank;
  report.redundant = report.rows - mobility.rank;
  report.gruebler = report.jointDof - report.rows;
  report.dof = mobility.dof;
  report.genericDof = mobility.genericDof;
  report.words = mobilityWords(model, nominal, mobility);
  analysis.diagnostics = analysisFindings(model, nominal, analysis, mobility);
  for (const Diagnostic& d : analysis.diagnostics)
    if (d.code == "closure-locks-loop") report.words += ' ' + capitalised(d.message) + "; use a hinge.";
  return analysis;
}

}  // namespace grashof
