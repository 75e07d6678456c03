import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDatabase } from "../../lib/log/index.ts";
import { jsonPath, toJson, toStorableText } from "../../lib/storage/index.ts";

const json = suite("toJson");

json("replaces NUL by U+FFFD in values, keys and lists, and nothing else", () => {
  assert.equal(JSON.parse(toJson({ "a\0": ["b\0c", { d: "\0" }], e: 1, f: null })), {
    "a\ufffd": ["b\ufffdc", { d: "\ufffd" }],
    e: 1,
    f: null,
  });
  // A backslash and the letters u0000 are not a NUL.
  assert.equal(JSON.parse(toJson({ a: "\\u0000" })), { a: "\\u0000" });
});

json("keeps lone surrogates in a form that SQLite can read", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  const text = toJson({ a: "x\ud800y", b: "🦔" });
  assert.is(db.sql("SELECT ? ->> '$.b'").pluck().get(text), "🦔");
  assert.is(db.sql("SELECT json_valid(?)").pluck().get(text), 1);
  db.close();
});

json("keeps an own key named __proto__ as data", () => {
  const value = JSON.parse('{"__proto__":{"admin":"\\u0000"}}') as object;
  assert.is(toJson(value), '{"__proto__":{"admin":"\ufffd"}}');
});

json.run();

const text = suite("toStorableText");

text("replaces NUL and leaves other text alone", () => {
  assert.is(toStorableText("a\0b"), "a\ufffdb");
  assert.is(toStorableText("plain 🦔"), "plain 🦔");
  assert.is(toStorableText("half \ud83e"), "half \ufffd");
});

text.run();

const path = suite("jsonPath");

path("quotes a key, and is null for keys that no path can hold", () => {
  assert.is(jsonPath("$geoip.country code"), '$."$geoip.country code"');
  for (const key of ["", 'a"b', "a\\b", "a\u0000b", "a\nb"]) assert.is(jsonPath(key), null);
});

path.run();
