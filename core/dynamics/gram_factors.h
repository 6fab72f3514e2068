// core/dynamics/gram_factors.h - the normal equations of rows that each name few of many columns.
#pragma once
#include <vector>

#include "core/base/pose.h"

namespace grashof {

/// Factors of K = F F^T + mu I (where F is wide, else of F^T F + mu I), with a floor that keeps redundant
/// rows solvable, far below what a row that holds something contributes.
///
/// The rows of a machine with many loops fall into blocks once a few columns are left out that most rows
/// name: a crank that drives every leg. Then K = S + D D^T with S block-diagonal and D those columns; the
/// blocks are factored one by one, and D follows by the Woodbury identity. Where a block comes near to losing
/// rank (a loop that only the crank keeps from being singular), and where there are no blocks, K is factored
/// as a whole.
class GramFactors {
 public:
  GramFactors(MatrixXd F, double mu);
  /// X [columns x any] that minimises |F X + B|^2 + mu |X|^2, B [rows x any]
  MatrixXd leastSquares(const MatrixXd& B) const;
  /// F X, X [columns x any]
  MatrixXd rowsTimes(const MatrixXd& X) const;

 private:
  struct Block {
    std::vector<int> rows, columns;
    MatrixXd own;  ///< F(rows, columns)
    Eigen::LLT<MatrixXd> factors;
  };
  bool factorBlocks(double mu);
  void factorWhole(double mu);
  MatrixXd solve(const MatrixXd& B) const;
  MatrixXd solveBlocks(const MatrixXd& B) const;

  enum class Form { Blocks, Plain, Pivoted };
  Form form_ = Form::Pivoted;
  MatrixXd F_;
  bool isWide_;
  std::vector<Block> blocks_;
  std::vector<int> tying_;  ///< columns that most rows name
  MatrixXd D_, SinvD_;      ///< [rows x tying columns]
  Eigen::LLT<MatrixXd> plain_, capacitance_;
  Eigen::LDLT<MatrixXd> pivoted_;
};

}  // namespace grashof
