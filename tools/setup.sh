# tools/setup.sh - sourced by run and test: installs what is missing, configures and builds.
# shellcheck shell=bash

say() { printf '\033[1m==> %s\033[0m\n' "$*"; }

missing_packages() {
  local name
  grep -v '^#' "$ROOT/tools/packages.txt" | while read -r name; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'install ok installed' || echo "$name"
  done
}

install_missing() {
  command -v dpkg-query >/dev/null || { say "Not a Debian system: install the packages of tools/packages.txt yourself"; return; }
  local missing as_root=()
  mapfile -t missing < <(missing_packages)
  [ ${#missing[@]} -eq 0 ] && return
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "Needs root or sudo to install: ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
  fi
  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}

# build PRESET [TARGET...]: shows ninja's progress.
build() {
  local preset=$1
  shift
  say "Building ($preset preset, in build/$preset)"
  (cd "$ROOT" && cmake --preset "$preset" -Wno-dev >"/tmp/grashof-configure.$$" 2>&1) ||
    { cat "/tmp/grashof-configure.$$" >&2; exit 1; }
  rm -f "/tmp/grashof-configure.$$"
  (cd "$ROOT" && cmake --build "build/$preset" ${1:+--target "$@"})
}
