#include "io/schema/field_key.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "base/error.h"
#include "io/schema/container_types.h"
#include "io/schema/record.h"

namespace peal {
namespace {

struct Wood {
  double density = 700, shine = 0.1;
};
struct Leg {
  double length = 0.7;
  std::string wood = "oak";
};
struct KeyTable {
  std::map<std::string, Wood> woods{{"oak", {}}, {"ash", {}}};
  std::vector<Leg> legs{{}, {}};
  std::optional<double> load;
  std::string note;
};

Record<Wood> wood_record() {
  return Record<Wood>("wood", Decides::motion, "A wood.")
      .number("density", &Wood::density, Range::above(0), "kg/m^3", "Density.")
      .number("shine", &Wood::shine, Range{0, 1}, "", "Shine.")
      .decides(Decides::sound);
}

Record<KeyTable> key_table_record() {
  return Record<KeyTable>("table", Decides::motion, "A table.")
      .field("woods", &KeyTable::woods, map_of(wood_record(), MapKeys::declare, "wood"), "Woods.")
      .field("legs", &KeyTable::legs,
             array_of(Record<Leg>("leg", Decides::motion, "A leg.")
                          .number("length", &Leg::length, Range::above(0), "m", "Length.")
                          .field("wood", &Leg::wood, reference_to("wood"), "Of what.")),
             "Legs.")
      .field("load", &KeyTable::load, optional_of(number(Range::at_least(0))), "Load.")
      .field("note", &KeyTable::note, text(), "Note.")
      .decides(Decides::nothing);
}

Hash128 key(const KeyTable& table, Decides what = Decides::motion) {
  return field_key(*key_table_record().record(), &table, what);
}

template <class Change>
bool changed(const Change& change, Decides what = Decides::motion) {
  const KeyTable before;
  KeyTable table = before;
  change(table);
  return key(table, what) != key(before, what);
}

TEST(FieldKey, HoldsTheFieldsThatDecideIt) {
  EXPECT_TRUE(changed([](KeyTable& t) { t.legs[1].length = 0.8; }));
  EXPECT_TRUE(changed([](KeyTable& t) { t.legs.pop_back(); }));
  EXPECT_TRUE(changed([](KeyTable& t) { t.load = 0; }));
  EXPECT_FALSE(changed([](KeyTable& t) { t.note = "new"; }));
  EXPECT_FALSE(changed([](KeyTable& t) { t.legs[1].length = 0.8; }, Decides::sound));
}

TEST(FieldKey, NamesCountAsWhatTheyReferTo) {
  EXPECT_TRUE(changed([](KeyTable& t) { t.woods["oak"].density = 800; }));
  EXPECT_FALSE(changed([](KeyTable& t) { t.woods["oak"].shine = 0.9; }));
  EXPECT_FALSE(changed([](KeyTable& t) { t.woods["ash"].density = 800; })) << "not used";
  EXPECT_FALSE(changed([](KeyTable& t) { t.legs[0].wood = "ash"; })) << "the same by another name";
  KeyTable table;
  table.legs[0].wood = "elm";
  EXPECT_THROW(key(table), Error);
}

TEST(FieldKey, RecordsSayWhatTheFieldThatHoldsThemDecides) {
  const Record<KeyTable> table = key_table_record();
  for (const RecordType::Field& field : table.record()->fields())
    if (field.name == "woods") {
      EXPECT_EQ(field.decides, Decides::motion | Decides::sound);
    } else if (field.name == "legs") {
      EXPECT_EQ(field.decides, Decides::motion);
    }
  EXPECT_THROW(Record<KeyTable>("table", Decides::sound, "A table.")
                   .field("woods", &KeyTable::woods,
                          map_of(wood_record(), MapKeys::declare, "wood"), "Woods.")
                   .decides(Decides::nothing),
               Error);
}

// Otherwise the name alone would count.
TEST(FieldKey, WhatIsReferredToIsDeclaredBefore) {
  FieldKey key(Decides::motion);
  key.refer("wood", "oak");
  EXPECT_THROW(key.declare("wood", [](const std::string&) { return true; }), Error);
}

}  // namespace
}  // namespace peal
