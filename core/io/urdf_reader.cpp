#include "core/io/urdf_reader.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/io/atomic_file.h"
#include "core/io/urdf_elements.h"
#include "core/mechanism/graph.h"
#include "core/mechanism/validate.h"

namespace grashof {
namespace {

/// Reports the first sign that the file still has to go through xacro, in whatever extension it came.
bool reportXacro(ReadContext& context) {
  const auto finding = [&](const SourceElement& e, const SourceAttribute* a, const std::string& what) {
    context.report(Severity::Error, "xacro-content", e, a, "this is a xacro file, not yet a URDF: " + what,
                   "expand it first: xacro " + context.document().file + " > out.urdf, and open out.urdf");
    return true;
  };
  const std::vector<SourceElement>& elements = context.document().elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const SourceElement& e = elements[i];
    if (e.name.starts_with("xacro:")) return finding(e, nullptr, "<" + e.name + ">");
    // What simulators read for themselves may hold such signs for their own use.
    if (e.depth == 1 && (e.name == "gazebo" || e.name == "ros2_control")) {
      i = static_cast<std::size_t>(e.subtreeEnd) - 1;
      continue;
    }
    for (const SourceAttribute& a : e.attributes)
      if (a.value.find("${") != std::string::npos || a.value.find("$(") != std::string::npos)
        return finding(e, &a, a.name + "=\"" + a.value + "\"");
  }
  return false;
}

bool reportOtherFormat(ReadContext& context) {
  const SourceElement& root = context.element(0);
  if (root.name == "robot") return false;
  std::string what = "the root element is <" + root.name + ">, not <robot>";
  if (root.name == "sdf" || root.name == "gazebo") what += ": this is an SDF file";
  if (root.name == "mujoco" || root.name == "mujocoinclude") what += ": this is an MJCF file";
  context.report(Severity::Error, "not-urdf", root, nullptr, what,
                 "open a URDF, whose root element is <robot>");
  return true;
}

/// Loops in the words of other programs: they stay open here, which a person has to know.
void warnAboutForeignLoops(ReadContext& context) {
  struct Dialect {
    const char* element;
    const char* whose;
  };
  for (const Dialect dialect :
       {Dialect{"loop_joint", "Drake"}, Dialect{"drake:ball_constraint", "Drake"},
        Dialect{"loop_constraint", "URDF+"}, Dialect{"loop", "URDF+"}, Dialect{"coupling", "URDF+"}}) {
    const SourceElement* first = nullptr;
    int count = 0;
    for (const int c : context.document().children(0)) {
      if (context.element(c).name != dialect.element) continue;
      if (first == nullptr) first = &context.element(c);
      ++count;
    }
    if (first == nullptr) continue;
    const std::string name = dialect.element;
    context.report(
        Severity::Warning, "unread-loop", *first, nullptr,
        std::to_string(count) + " <" + name + "> of " + dialect.whose +
            (count == 1 ? " is not read: its loop stays open" : " are not read: their loops stay open"),
        std::string("close ") + (count == 1 ? "it" : "them") +
            " with <pin> or <equality> in a <constraints> element");
  }
}

/// Colours of materials that only refer to a name, from the top of the file or from an earlier visual.
void resolveMaterials(ReadContext& context, Mechanism& m) {
  std::map<std::string, Material> named;
  for (const Material& material : m.materials)
    if (material.rgba || !material.texture.empty()) named.emplace(material.name, material);
  std::map<std::string, bool> isReported;
  for (Link& link : m.links)
    for (Geometry& visual : link.visuals) {
      if (!visual.material) continue;
      Material& material = *visual.material;
      if (material.rgba || !material.texture.empty()) {
        named.emplace(material.name, material);
      } else if (const auto it = named.find(material.name); it != named.end()) {
        material = it->second;
      } else if (!material.name.empty() && !isReported[material.name]) {
        isReported[material.name] = true;
        context.report(Severity::Warning, "unknown-material", context.element(visual.source.element), nullptr,
                       "material '" + material.name + "' has no colour anywhere in the file");
      }
    }
}

/// Parts of a link that stand beside the links: what they say is lost, here and in every other program.
void warnAboutStrayParts(ReadContext& context) {
  for (const int c : context.document().children(0)) {
    const SourceElement& e = context.element(c);
    if (e.name != "inertial" && e.name != "visual" && e.name != "collision") continue;
    context.reportOnce("robot/" + e.name, Severity::Warning, "unknown-element", e, nullptr,
                       "<" + e.name + "> stands in <robot>, where it belongs to no link and has no effect",
                       "move it into its <link>");
  }
}

void readChildren(ReadContext& context, Mechanism& m) {
  const SourceElement& robot = context.element(0);
  if (const SourceAttribute* name = robot.attribute("name")) m.name = name->value;
  if (m.name.empty())
    context.report(Severity::Warning, "missing-attribute", robot, nullptr, "<robot> has no name");
  for (const int c : context.document().children(0)) {
    const SourceElement& e = context.element(c);
    if (e.name == "link") m.links.push_back(readLink(context, e));
    if (e.name == "joint") m.joints.push_back(readJoint(context, e));
    if (e.name == "material") m.materials.push_back(readMaterial(context, e));
    if (e.name == "constraints") readConstraints(context, e, m);
  }
  resolveMaterials(context, m);
  warnAboutForeignLoops(context);
  warnAboutStrayParts(context);
  context.noteUnknownChildren(robot, {"link", "joint", "material", "constraints"},
                              {"gazebo",
                               "transmission",
                               "sensor",
                               "mujoco",
                               "ros2_control",
                               "actuator",
                               "frame",
                               "group",
                               "raisim",
                               "loop_joint",
                               "drake:ball_constraint",
                               "loop_constraint",
                               "loop",
                               "coupling",
                               "collision_filter_group",
                               "drake:collision_filter_group",
                               "drake:joint",
                               "inertial",
                               "visual",
                               "collision"});
}

std::string absolutePath(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path.empty() ? "." : path, error);
  return error ? path : absolute.lexically_normal().string();
}

/// Whether a finding rests on what could not be read: on that very attribute or, where it names none, on
/// anything in its element. Links and joints as such are known by their names alone.
bool restsOnUnreadable(const ReadContext& context, const SourceElement& e, const std::string& attribute) {
  if (!attribute.empty()) return context.unreadable.count({e.ordinal, attribute}) > 0;
  if (e.depth < 2) return e.name == "constraints";
  const auto it = context.unreadable.lower_bound({e.ordinal, ""});
  return it != context.unreadable.end() && it->first < e.subtreeEnd;
}

/// Adds what validate() finds, at the place of the very element or attribute that it names.
void addFindings(ReadContext& context, const Mechanism& m) {
  const SourceDocument& document = context.document();
  for (Diagnostic& d : context.unreadable.empty() ? validate(m) : validateElements(m)) {
    d.where.file = document.file;
    for (SourceLocation& place : d.related) place.file = document.file;
    if (const SourceElement* e = document.find(d.element); e != nullptr) {
      const std::size_t at = d.element.find('@');
      const std::string attribute = at == std::string::npos ? std::string() : d.element.substr(at + 1);
      if (restsOnUnreadable(context, *e, attribute)) continue;
      d.where.line = e->line;
      d.where.column = e->column;
      if (const SourceAttribute* a = e->attribute(attribute)) d.where = locate(document, *a, 0);
    }
    context.findings.push_back(std::move(d));
  }
}

void sortByPlace(Diagnostics& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
  });
}

}  // namespace

Outcome<Mechanism> readUrdf(std::string text, std::string path, const PackagePaths& packages) {
  Outcome<SourceDocument> parsed = parseXml(std::move(text), path);
  if (!parsed) return Outcome<Mechanism>::failure(std::move(parsed.diagnostics));
  const auto document = std::make_shared<const SourceDocument>(std::move(*parsed));
  const std::string absolute = absolutePath(path);
  ReadContext context(*document, packages,
                      path.empty() ? absolute : std::filesystem::path(absolute).parent_path().string());
  context.findings = std::move(parsed.diagnostics);
  if (reportOtherFormat(context) || reportXacro(context))
    return Outcome<Mechanism>::failure(std::move(context.findings));

  Mechanism m;
  m.sourcePath = path.empty() ? "" : absolute;
  m.source = document;
  readChildren(context, m);
  chooseTree(m);
  context.settle();
  addFindings(context, m);
  sortByPlace(context.findings);
  if (!context.unreadable.empty() || !isOneTree(m))
    return Outcome<Mechanism>::failure(std::move(context.findings));
  return Outcome<Mechanism>::success(std::move(m), std::move(context.findings));
}

Outcome<Mechanism> readUrdfFile(const std::string& path, const PackagePaths& packages) {
  Outcome<std::string> bytes = readFile(path);
  if (!bytes) return Outcome<Mechanism>::failure(std::move(bytes.diagnostics));
  return readUrdf(std::move(*bytes), path, packages);
}

}  // namespace grashof
