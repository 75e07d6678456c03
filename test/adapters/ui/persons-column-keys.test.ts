import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toColumnKeys, toKnownKeys } from "../../../adapters/ui/page/views/persons/column-keys.ts";
import type { PersonRecord } from "../../../lib/index.ts";

function person(id: number, name: string, properties: Record<string, string>): PersonRecord {
  const distinct_ids = [`u${id}`];
  return { id, name, distinct_ids, properties, created_at: "", uuid: `p${id}`, is_identified: true };
}

const PERSONS = [
  person(1, "ada@example.org", { email: "ada@example.org", plan: "pro", $browser: "Firefox", city: "Rome" }),
  person(2, "bob@example.org", { email: "bob@example.org", plan: "free", a: "1" }),
  person(3, "c", { utm_source: "x", $initial_utm_source: "x", plan: "free", b: "1", c: "1", city: "Oslo" }),
];

const known = suite("toKnownKeys");

known("lists the app's own keys first, by name, each once", () => {
  const all = ["a", "b", "c", "city", "email", "plan", "utm_source", "$browser", "$initial_utm_source"];
  assert.equal(toKnownKeys(PERSONS), all);
});

known.run();

const columns = suite("toColumnKeys");

columns("keeps what was chosen, in that order", () => {
  assert.equal(toColumnKeys(PERSONS, ["z", "a"]), ["z", "a"]);
  assert.equal(toColumnKeys(PERSONS, []), []);
});

columns("guesses what most have and the name does not tell", () => {
  assert.equal(toColumnKeys(PERSONS, null), ["plan", "city", "a"]);
});

columns.run();
