#include "pack_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "bake_parts.h"
#include "base/constants.h"

namespace peal {
namespace {

std::string click_text(const PlayClick* click) {
  if (!click) return "none";
  return click->is_dipole ? "dipole" : fmt::format("{} rows", click->tables.rows);
}

}  // namespace

void print_pack_plan(const std::vector<PackPlanRow>& rows, std::size_t objects) {
  std::size_t width = 4;
  for (const PackPlanRow& row : rows) width = std::max(width, row.name.size());
  fmt::print("{:<{}}  {:>9}  radiation\n", "body", width, "modes");
  for (const PackPlanRow& row : rows)
    fmt::print("{:<{}}  {:>9}  {}\n", row.name, width, row.modes_kept ? "kept" : "to find",
               row.transfer ? "transfer" : "quick");
  fmt::print(
      "{} objects, {} different bodies that ring; `peal bake --dry-run` says what they cost\n",
      objects, rows.size());
}

void print_bank_table(const std::vector<std::unique_ptr<PackedBody>>& packed,
                      const BankContents& bank, std::size_t bytes) {
  std::size_t width = 4;
  std::vector<int> objects(bank.bodies.size());
  for (const auto& object : bank.objects) ++objects[static_cast<std::size_t>(object.body)];
  for (const PlayBody& body : bank.bodies) width = std::max(width, std::strlen(body.name));
  fmt::print(
      "{:>4}  {:<{}}  {:>7}  {:>5}  {:>9}  {:>5}  {:>10}  {:>8}  {:>8}  {:>8}  {:>8}  {:>8}\n",
      "body", "name", width, "objects", "modes", "highest", "order", "click", "surface", "shapes",
      "transfer", "clicks", "bytes");
  for (std::size_t i = 0; i < bank.bodies.size(); ++i) {
    const PlayBody& body = bank.bodies[i];
    const double highest = body.poles.empty() ? 0 : body.poles.back().im / (2 * kPi);
    const BankBytes size = bank_bytes(body, bank.precision);
    const auto text = [](std::size_t part) { return size_text(static_cast<double>(part)); };
    fmt::print(
        "{:>4}  {:<{}}  {:>7}  {:>5}  {:>6.2f} kHz  {:>5}  {:>10}  {:>8}  {:>8}  {:>8}  {:>8}  "
        "{:>8}\n",
        i, body.name, width, objects[i], body.modes(), 1e-3 * highest, body.transfer.order,
        click_text(body.click), text(size.surface), text(size.shapes), text(size.transfer),
        text(size.click), text(size.all()));
  }
  fmt::print("{} bodies for {} objects, {}\n", bank.bodies.size(), bank.objects.size(),
             size_text(static_cast<double>(bytes)));
  std::fflush(stdout);
  for (const auto& body : packed)
    for (const std::string& note : body->notes())
      fmt::print(stderr, "note: object '{}': {}\n", body->play().name, note);
}

}  // namespace peal
