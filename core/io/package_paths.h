// core/io/package_paths.h - where package://NAME/..., model://NAME/..., file:// and plain paths lead on this
// machine.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace grashof {

/// Where packages are looked for, in this order: `located`, `directories`, upwards from the URDF's own
/// folder.
struct PackagePaths {
  std::map<std::string, std::string> located;  ///< package name to its folder, told by a person
  std::vector<std::string> directories;        ///< folders that hold packages, or are one

  /// ROS_PACKAGE_PATH, and share/ below each AMENT_PREFIX_PATH.
  static PackagePaths fromEnvironment();
};

struct ResolvedUri {
  std::string path;                ///< absolute, of an existing file; empty when there is none
  std::string package;             ///< name in package:// or model://, empty for paths
  bool isPackageFound = true;      ///< false: nothing of that name was found
  std::vector<std::string> tried;  ///< paths or folders looked at, in order
  std::string nearMiss;            ///< an existing file whose name differs in case only, absolute
};

/// Looks a URI up as it stands in a file of the folder `baseDirectory` (absolute). Names must match in case,
/// also on disks that do not care. Never throws.
ResolvedUri resolveUri(const std::string& uri, const std::string& baseDirectory,
                       const PackagePaths& packages);

}  // namespace grashof
