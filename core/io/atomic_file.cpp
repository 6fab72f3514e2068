#include "core/io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace grashof {
namespace {
namespace fs = std::filesystem;

std::string reasonOf(int error) {
  return std::generic_category().message(error);
}

Diagnostic fileFinding(Severity severity, std::string code, const std::string& path, std::string message,
                       std::string hint = {}) {
  Diagnostic d;
  d.severity = severity;
  d.code = std::move(code);
  d.where.file = path;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

/// Owns a file descriptor; close() tells whether the last bytes reached the file.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  bool isOpen() const { return fd_ >= 0; }
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || ::close(fd) == 0;
  }

 private:
  int fd_;
};

int writeAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

/// Where the bytes really go: the end of a chain of symbolic links, also when that file is still missing.
std::string followLinks(const std::string& path) {
  fs::path target(path);
  std::error_code error;
  for (int hops = 0; hops < 40 && fs::is_symlink(fs::symlink_status(target, error)); ++hops) {
    const fs::path next = fs::read_symlink(target, error);
    if (error) break;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target.string();
}

std::string folderOf(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

mode_t permissionsFor(const struct stat* old) {
  if (old) return old->st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// Temporary file beside the target, removed again unless it has been renamed into place.
struct TemporaryFile {
  std::string path;
  bool renamed = false;
  ~TemporaryFile() {
    if (!path.empty() && !renamed) ::unlink(path.c_str());
  }
};

/// Writes, flushes and closes the temporary file. 0 or errno.
int fillTemporary(TemporaryFile& temporary, const std::string& target, std::string_view bytes,
                  const struct stat* old) {
  std::string pattern = folderOf(target) + "/." + fs::path(target).filename().string() + ".XXXXXX";
  Descriptor file(::mkostemp(pattern.data(), O_CLOEXEC));
  if (!file.isOpen()) return errno;
  temporary.path = pattern;
  if (::fchmod(file.get(), permissionsFor(old)) != 0) return errno;
  // Only root can give a file away; everybody else keeps what mkostemp made, which is no reason to fail.
  if (old && (old->st_uid != ::geteuid() || old->st_gid != ::getegid()) &&
      ::fchown(file.get(), old->st_uid, old->st_gid) == 0 && ::fchmod(file.get(), permissionsFor(old)) != 0)
    return errno;
  if (const int error = writeAll(file.get(), bytes)) return error;
  if (::fsync(file.get()) != 0) return errno;
  return file.close() ? 0 : errno;
}

/// Keeps the old content under "<target>.bak" without a moment in which the target is missing: a second name
/// for the same file where the file system can do that, otherwise a copy.
bool keepBackup(const std::string& target, std::string& reason) {
  const std::string backup = target + ".bak";
  const std::string fresh = backup + ".new";
  std::error_code error;
  if (fs::is_directory(backup, error)) {
    reason = "\"" + backup + "\" is a folder";
    return false;
  }
  ::unlink(fresh.c_str());
  if (::link(target.c_str(), fresh.c_str()) != 0) {
    fs::copy_file(target, fresh, fs::copy_options::overwrite_existing, error);
    if (error) {
      reason = error.message();
      return false;
    }
  }
  if (::rename(fresh.c_str(), backup.c_str()) != 0) {
    reason = reasonOf(errno);
    ::unlink(fresh.c_str());
    return false;
  }
  // rename() of two names of one file does nothing and leaves both.
  ::unlink(fresh.c_str());
  return true;
}

bool alreadyHolds(const std::string& path, std::string_view bytes, const struct stat& old) {
  if (static_cast<std::size_t>(old.st_size) != bytes.size()) return false;
  const Outcome<std::string> current = readFile(path);
  return current.ok() && *current == bytes;
}

Diagnostic cannotWrite(const std::string& path, int error) {
  std::string hint;
  if (error == EACCES || error == EPERM || error == EROFS)
    hint = "save it under another name or in another folder";
  if (error == ENOSPC || error == EDQUOT) hint = "free some space, or save it on another disk";
  if (error == ENOENT) hint = "the folder \"" + folderOf(path) + "\" does not exist";
  return fileFinding(Severity::Error, "cannot-write", path, "not saved: " + reasonOf(error), std::move(hint));
}
}  // namespace

Outcome<std::string> readFile(const std::string& path, std::size_t maxBytes) {
  const auto fail = [&path](const char* code, std::string message, std::string hint = {}) {
    return Outcome<std::string>::failure(
        fileFinding(Severity::Error, code, path, std::move(message), std::move(hint)));
  };
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.isOpen()) {
    if (errno == ENOENT || errno == ENOTDIR) return fail("file-not-found", "no such file", "check the path");
    return fail("cannot-read", "cannot be read: " + reasonOf(errno));
  }
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return fail("cannot-read", "cannot be read: " + reasonOf(errno));
  if (S_ISDIR(info.st_mode))
    return fail("is-a-directory", "this is a folder, not a file", "choose a file in it");
  const std::string tooLarge = "larger than " + std::to_string(maxBytes) + " bytes";
  if (S_ISREG(info.st_mode) && static_cast<std::size_t>(info.st_size) > maxBytes)
    return fail("file-too-large", tooLarge);
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(std::max<off_t>(info.st_size, 0)));
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t n = ::read(file.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail("cannot-read", "cannot be read: " + reasonOf(errno));
    if (n == 0) return Outcome<std::string>::success(std::move(bytes));
    bytes.append(buffer.data(), static_cast<std::size_t>(n));
    if (bytes.size() > maxBytes) return fail("file-too-large", tooLarge);
  }
}

Diagnostics saveFileAtomically(const std::string& path, std::string_view bytes) {
  const std::string target = followLinks(path);
  struct stat info {};
  const bool exists = ::stat(target.c_str(), &info) == 0;
  if (!exists && errno != ENOENT) return {cannotWrite(path, errno)};
  if (exists && !S_ISREG(info.st_mode)) return {cannotWrite(path, S_ISDIR(info.st_mode) ? EISDIR : EINVAL)};
  // The rename below would succeed on a write-protected file; somebody protected it for a reason.
  if (exists && ::access(target.c_str(), W_OK) != 0) return {cannotWrite(path, errno)};
  if (exists && alreadyHolds(target, bytes, info)) return {};

  TemporaryFile temporary;
  if (const int error = fillTemporary(temporary, target, bytes, exists ? &info : nullptr))
    return {cannotWrite(path, error)};
  Diagnostics findings;
  std::string reason;
  if (exists && !keepBackup(target, reason))
    findings.push_back(fileFinding(Severity::Warning, "no-backup", path,
                                   "saved, but the previous version was not kept: " + reason));
  if (::rename(temporary.path.c_str(), target.c_str()) != 0) return {cannotWrite(path, errno)};
  temporary.renamed = true;
  // Best effort: the content is complete either way, this only makes the new name survive a power cut.
  Descriptor folder(::open(folderOf(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.isOpen()) ::fsync(folder.get());
  return findings;
}

}  // namespace grashof
