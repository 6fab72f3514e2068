#include "core/geometry/mesh_loader.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cmath>
#include <optional>

#include "core/geometry/mesh_normals.h"

namespace grashof {
namespace {

/// The material's own colour; none when the format has no materials and the importer made one up.
std::optional<Eigen::Vector4f> colorOf(const aiMaterial& material) {
  aiString name;
  material.Get(AI_MATKEY_NAME, name);
  if (std::string_view(name.C_Str()) == AI_DEFAULT_MATERIAL_NAME || name.length == 0) return std::nullopt;
  aiColor4D color;
  // A textured surface has its colour in the picture, which is not drawn; the file's factor (mostly white)
  // would be wrong.
  if (material.GetTextureCount(aiTextureType_DIFFUSE) > 0) return std::nullopt;
  if (material.Get(AI_MATKEY_BASE_COLOR, color) != aiReturn_SUCCESS &&
      material.Get(AI_MATKEY_COLOR_DIFFUSE, color) != aiReturn_SUCCESS)
    return std::nullopt;
  float opacity = 1;
  if (material.Get(AI_MATKEY_OPACITY, opacity) == aiReturn_SUCCESS && opacity > 0) color.a = std::min(color.a, opacity);
  return Eigen::Vector4f(color.r, color.g, color.b, color.a > 0 ? color.a : 1.f);
}

bool isFinite(const aiVector3D& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// Collects an assimp scene's nodes into one mesh.
class Collector {
 public:
  explicit Collector(const aiScene& scene) : scene_(scene) {}

  TriMesh collect() {
    visit(*scene_.mRootNode, aiMatrix4x4());
    if (!hasColors_) mesh_.colors.clear();
    return std::move(mesh_);
  }

 private:
  void visit(const aiNode& node, const aiMatrix4x4& X_RootParent) {
    const aiMatrix4x4 X = X_RootParent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) append(*scene_.mMeshes[node.mMeshes[i]], X);
    for (unsigned i = 0; i < node.mNumChildren; ++i) visit(*node.mChildren[i], X);
  }

  void append(const aiMesh& part, const aiMatrix4x4& X) {
    const auto first = static_cast<std::uint32_t>(mesh_.vertices.size());
    const std::optional<Eigen::Vector4f> material = colorOf(*scene_.mMaterials[part.mMaterialIndex]);
    hasColors_ = hasColors_ || material || part.HasVertexColors(0);
    for (unsigned i = 0; i < part.mNumVertices; ++i) {
      const aiVector3D v = X * part.mVertices[i];
      mesh_.vertices.emplace_back(v.x, v.y, v.z);
      // A part without a colour beside coloured ones: a neutral grey.
      Eigen::Vector4f color = material.value_or(Eigen::Vector4f(0.7f, 0.7f, 0.7f, 1));
      if (part.HasVertexColors(0)) {
        const aiColor4D& c = part.mColors[0][i];
        color = {c.r, c.g, c.b, c.a > 0 ? c.a : 1.f};
      }
      mesh_.colors.push_back(color);
    }
    const bool isMirrored = X.Determinant() < 0;
    for (unsigned i = 0; i < part.mNumFaces; ++i) {
      const aiFace& face = part.mFaces[i];
      if (face.mNumIndices != 3) continue;  // points and lines
      std::array<std::uint32_t, 3> t{first + face.mIndices[0], first + face.mIndices[1], first + face.mIndices[2]};
      if (std::any_of(face.mIndices, face.mIndices + 3, [&](unsigned k) { return !isFinite(part.mVertices[k]); }))
        continue;
      if (isMirrored) std::swap(t[1], t[2]);
      mesh_.triangles.push_back(t);
    }
  }

  const aiScene& scene_;
  TriMesh mesh_;
  bool hasColors_ = false;
};

Diagnostic unreadable(const std::string& path, const std::string& why) {
  return {Severity::Error, "mesh-unreadable", {}, {}, {}, "the mesh '" + path + "' cannot be read: " + why,
          "the part is shown as a small box; the readable formats are STL, OBJ, DAE, PLY and glTF", {}};
}

}  // namespace

Outcome<TriMesh> loadMesh(const std::string& path) {
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate | aiProcess_SortByPType | aiProcess_ValidateDataStructure);
  if (!scene || !scene->mRootNode)
    return Outcome<TriMesh>::failure(unreadable(path, importer.GetErrorString()));
  TriMesh mesh = withCreaseNormals(Collector(*scene).collect());
  if (mesh.empty()) return Outcome<TriMesh>::failure(unreadable(path, "it has no triangles"));
  return Outcome<TriMesh>::success(std::move(mesh));
}

TriMesh scaledMesh(const TriMesh& mesh, const Eigen::Vector3d& scale) {
  TriMesh scaled = mesh;
  for (Eigen::Vector3f& v : scaled.vertices) v = v.cast<double>().cwiseProduct(scale).cast<float>();
  if (scale.prod() < 0)
    for (auto& t : scaled.triangles) std::swap(t[1], t[2]);
  // An even scale keeps the normals; any other turns them, and the crease angles with them.
  const bool isEven = scale.x() == scale.y() && scale.y() == scale.z() && scale.x() > 0;
  return isEven ? scaled : withCreaseNormals(scaled);
}

}  // namespace grashof
