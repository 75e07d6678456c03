import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isIllegalId, isLongerThan } from "../../../lib/people/persons/illegal-ids.ts";

const illegal = suite("isIllegalId");

const IN_ANY_CASE = "anonymous guest distinctid distinct_id id not_authenticated email undefined true false".split(" ");
const AS_WRITTEN = ["[object Object]", "NaN", "None", "none", "null", "0", "undefined"];

illegal("H40 H43 knows the first list in any letter case, and in quotes of either kind", () => {
  for (const text of IN_ANY_CASE) {
    const capital = text.charAt(0).toUpperCase() + text.slice(1);
    for (const form of [text, text.toUpperCase(), capital]) {
      for (const id of [form, `"${form}"`, `'${form}'`]) assert.is(isIllegalId(id), true, id);
    }
  }
});

illegal("H44 H46 H47 knows the second list only as it is written", () => {
  for (const text of AS_WRITTEN)
    for (const id of [text, `"${text}"`, `'${text}'`]) assert.is(isIllegalId(id), true, id);
  for (const id of ["[OBJECT OBJECT]", "Nan", "nan", "NONE", "NULL", "Null", "00", "'Null'"]) {
    assert.is(isIllegalId(id), false, id);
  }
});

illegal("H41 H49 H50 knows blanks, bare and in quotes, but no text that merely holds such a word", () => {
  for (const id of ["", " ", "\t\n", "''", '""', "'  '", "\u00a0"])
    assert.is(isIllegalId(id), true, JSON.stringify(id));
  for (const id of ["'", '"', "guest1", " guest", "'guest\"", "'guest", "''guest''", "user-1"]) {
    assert.is(isIllegalId(id), false, id);
  }
});

illegal("H55 knows NUL, and more than 400 code points", () => {
  assert.is(isIllegalId("a\0b"), true);
  assert.is(isIllegalId("x".repeat(400)), false);
  assert.is(isIllegalId("x".repeat(401)), true);
  assert.is(isIllegalId("🦔".repeat(400)), false);
  assert.is(isIllegalId("🦔".repeat(401)), true);
});

illegal.run();

const longer = suite("isLongerThan");

longer("counts code points", () => {
  assert.is(isLongerThan("🦔🦔", 2), false);
  assert.is(isLongerThan("🦔🦔", 1), true);
  assert.is(isLongerThan("ab", 2), false);
  assert.is(isLongerThan("abc", 2), true);
  assert.is(isLongerThan("🦔ab", 3), false);
  assert.is(isLongerThan("🦔ab", 2), true);
});

longer.run();
