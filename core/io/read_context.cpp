#include "core/io/read_context.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/mechanism/name_hint.h"

namespace grashof {
namespace {

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// What to do about a token that is no number.
std::string badNumberHint(std::string_view token) {
  const std::string word = lowered(token);
  if (word.find("nan") != std::string::npos) return "NaN is not a number; write a finite one";
  if (word.find("inf") != std::string::npos)
    return "write a finite number; for 'unlimited', leave the attribute out";
  if (token.find(',') != std::string_view::npos) {
    std::string mended(token);
    std::replace(mended.begin(), mended.end(), ',', '.');
    if (std::count(token.begin(), token.end(), ',') == 1 && parseDouble(mended))
      return "write a decimal point, not a comma: " + mended;
    return "separate numbers by blanks, not by commas";
  }
  return "write one number such as 0.25 or -1e-3";
}

std::string plural(std::size_t n, std::string_view word) {
  return std::to_string(n) + " " + std::string(word) + (n == 1 ? "" : "s");
}

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

Diagnostic& ReadContext::report(Severity severity, std::string code, const SourceElement& e,
                                const SourceAttribute* attribute, std::string message, std::string hint) {
  Diagnostic d{severity,
               std::move(code),
               {document_.file, e.line, e.column},
               document_.path(e.ordinal),
               subject,
               std::move(message),
               std::move(hint),
               {}};
  if (attribute != nullptr) {
    d.where.line = attribute->line;
    d.where.column = attribute->column;
    d.element += "@" + attribute->name;
  }
  findings.push_back(std::move(d));
  return findings.back();
}

void ReadContext::reportOnce(const std::string& key, Severity severity, std::string code,
                             const SourceElement& e, const SourceAttribute* attribute,
                             const std::string& message, std::string hint) {
  Repeated& repeated = repeated_[key];
  if (repeated.count++ > 0) return;
  repeated.finding = findings.size();
  report(severity, std::move(code), e, attribute, message, std::move(hint));
}

void ReadContext::settle() {
  for (const auto& [key, repeated] : repeated_)
    if (repeated.count > 1)
      findings[repeated.finding].message += " (the first of " + std::to_string(repeated.count) + ")";
  repeated_.clear();
}

void ReadContext::reportBadNumber(const SourceElement& e, const SourceAttribute& a, std::string_view token,
                                  int entry, int entries, std::size_t offset) {
  unreadable.insert({e.ordinal, a.name});
  std::string message = a.name + ": '" + std::string(token) + "' is not a number";
  if (entries > 1) message += " (entry " + std::to_string(entry) + " of " + std::to_string(entries) + ")";
  Diagnostic& d = report(Severity::Error, "bad-number", e, &a, std::move(message), badNumberHint(token));
  d.where = locate(document_, a, offset);
}

std::optional<std::vector<double>> ReadContext::numbers(const SourceElement& e, std::string_view name,
                                                        int count) {
  const SourceAttribute* a = e.attribute(name);
  if (a == nullptr) return std::nullopt;
  NumberList list = parseDoubles(a->value);
  const std::size_t size = list.values.size();
  if (size == 0) {
    unreadable.insert({e.ordinal, std::string(name)});
    report(Severity::Error, "bad-number", e, a, std::string(name) + " is empty",
           "write " + (count > 0 ? plural(static_cast<std::size_t>(count), "number") : "the numbers") +
               ", or leave the attribute out");
    return std::nullopt;
  }
  for (const BadNumber& bad : list.bad)
    reportBadNumber(e, *a, bad.token, bad.entry, static_cast<int>(size), bad.offset);
  if (list.ok() && count > 0 && size != static_cast<std::size_t>(count)) {
    unreadable.insert({e.ordinal, std::string(name)});
    report(Severity::Error, "bad-count", e, a,
           std::string(name) + " has " + plural(size, "number") + ", " + std::to_string(count) +
               " needed: '" + a->value + "'");
    return std::nullopt;
  }
  if (!list.ok()) return std::nullopt;
  return std::move(list.values);
}

std::optional<double> ReadContext::number(const SourceElement& e, std::string_view name) {
  const auto list = numbers(e, name, 1);
  return list ? std::optional(list->front()) : std::nullopt;
}

std::optional<Vector3d> ReadContext::vector(const SourceElement& e, std::string_view name) {
  const auto list = numbers(e, name, 3);
  return list ? std::optional(Vector3d((*list)[0], (*list)[1], (*list)[2])) : std::nullopt;
}

bool ReadContext::flag(const SourceElement& e, std::string_view name, bool absent) {
  const SourceAttribute* a = e.attribute(name);
  if (a == nullptr) return absent;
  if (a->value == "true" || a->value == "1") return true;
  if (a->value == "false" || a->value == "0") return false;
  unreadable.insert({e.ordinal, std::string(name)});
  report(Severity::Error, "bad-flag", e, a, std::string(name) + " is '" + a->value + "'",
         "write true or false");
  return absent;
}

double ReadContext::requiredNumber(const SourceElement& e, std::string_view name) {
  if (e.attribute(name) != nullptr) return number(e, name).value_or(0.0);
  unreadable.insert({e.ordinal, std::string(name)});
  report(Severity::Error, "missing-attribute", e, nullptr,
         "<" + e.name + "> needs the attribute " + std::string(name));
  return 0.0;
}

std::string ReadContext::requiredText(const SourceElement& e, std::string_view name) {
  const SourceAttribute* a = e.attribute(name);
  if (a != nullptr && !a->value.empty()) return a->value;
  unreadable.insert({e.ordinal, std::string(name)});
  if (a == nullptr)
    report(Severity::Error, "missing-attribute", e, nullptr,
           "<" + e.name + "> needs the attribute " + std::string(name));
  else
    report(Severity::Error, "missing-attribute", e, a, "<" + e.name + "> has an empty " + std::string(name));
  return {};
}

const SourceElement* ReadContext::onlyChild(const SourceElement& e, std::string_view name) {
  const SourceElement* found = nullptr;
  for (const int c : document_.children(e.ordinal)) {
    if (element(c).name != name) continue;
    if (found == nullptr) {
      found = &element(c);
      continue;
    }
    Diagnostic& d = report(Severity::Warning, "repeated-element", element(c), nullptr,
                           "a second <" + std::string(name) + "> in <" + e.name + ">; the first one (line " +
                               std::to_string(found->line) + ") is used");
    d.related.push_back({document_.file, found->line, found->column});
  }
  return found;
}

Origin ReadContext::origin(const SourceElement& e) {
  Origin origin;
  if (const SourceElement* o = onlyChild(e, "origin")) {
    origin.xyz = vector(*o, "xyz").value_or(origin.xyz);
    origin.rpy = vector(*o, "rpy").value_or(origin.rpy);
  }
  return origin;
}

void ReadContext::noteUnknownChildren(const SourceElement& e, const std::vector<std::string>& known,
                                      const std::vector<std::string>& passedOver) {
  for (const int c : document_.children(e.ordinal)) {
    const SourceElement& child = element(c);
    if (contains(known, child.name) || contains(passedOver, child.name)) continue;
    const std::string hint = nearestNameHint(child.name, known);
    reportOnce(e.name + "/" + child.name, hint.empty() ? Severity::Note : Severity::Warning,
               "unknown-element", child, nullptr,
               "<" + child.name + "> in <" + e.name + "> is not read; it stays in the file", hint);
  }
}

}  // namespace grashof
