import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bound, cutProperties, shorten } from "../../../adapters/mcp/bounds.ts";
import { compareSnapshots } from "../../../adapters/mcp/compare-snapshots.ts";
import { isTooDeep } from "../../../adapters/mcp/depth.ts";
import { nearNames } from "../../../adapters/explain/index.ts";

const names = suite("nearNames");

names("case and separators first, then few letters, then parts", () => {
  const known = ["sign up", "signed up", "signed_up", "user signed up", "order paid", "$pageview"];
  assert.equal(nearNames("Signed Up", known, 9), ["signed up", "signed_up", "user signed up", "sign up"]);
  assert.equal(nearNames("ordr paid", known), ["order paid"]);
  assert.equal(nearNames("piad", ["paid", "plan"]), ["paid"], "neighbours that were swapped");
  assert.equal(nearNames("newsletter", known), []);
  assert.equal(nearNames("!!", known), []);
});

names.run();

const bounds = suite("bound");

bounds("an answer keeps its size whatever is in it, and says what is left out", () => {
  const rows = Array.from({ length: 2000 }, (_, index) => ({ index, text: "x".repeat(100) }));
  const cut = bound({ summary: "Many.", results: rows });
  assert.ok(JSON.stringify(cut).length <= 20_000);
  assert.match(cut.summary, /^Many\. \d+ of 2000 results are left out/);
  assert.equal(cut.results[0], rows[0]);
  const one = bound({ summary: "One.", results: [{ text: "x".repeat(1_000_000) }], more: "y".repeat(1_000_000) });
  assert.ok(JSON.stringify(one).length <= 20_000, String(JSON.stringify(one).length));
  const small = { summary: "Few.", results: [1, 2] };
  assert.is(bound(small), small);
});

bounds("values are cut with their length", () => {
  assert.is(shorten("abcdef", 3), "abc… (6)");
  assert.equal(shorten([1, 2, 3], 2), [1, 2, "… (3)"]);
  const { properties, isCut } = cutProperties({ $lib: "web", plan: "pro" });
  assert.equal([Object.keys(properties), isCut], [["plan", "$lib"], false]);
});

bounds.run();

const depth = suite("isTooDeep");

depth("counts levels outside texts alone", () => {
  assert.not.ok(isTooDeep(`{"a":"${"[".repeat(500)}\\"${"[".repeat(500)}"}`));
  assert.not.ok(isTooDeep(`${"[".repeat(100)}${"]".repeat(100)}`));
  assert.ok(isTooDeep(`${"[".repeat(111)}${"]".repeat(111)}`));
  assert.ok(isTooDeep('{"a":'.repeat(200)));
});

depth.run();

const snapshots = suite("compareSnapshots");

const line = (fields: object) => `${JSON.stringify({ kind: "event", event: "paid", distinct_id: "u1", ...fields })}\n`;

snapshots("lines that differ in ids and times alone are the same, each as often as it is there", () => {
  const before = line({ uuid: "a", timestamp: "1" }) + line({ uuid: "b", timestamp: "2", properties: { amount: 1 } });
  const now =
    line({ uuid: "c", timestamp: "3" }) + line({ uuid: "d" }) + line({ uuid: "e", properties: { amount: 2 } });
  const { differences, same } = compareSnapshots(before, now);
  assert.is(same, 1);
  assert.equal(
    differences.map(({ what, before: old, now: fresh }) => [what, old, fresh]),
    [["event paid", 2, 3]],
  );
  assert.is(differences[0]?.added.length, 2);
  assert.is(differences[0]?.removed.length, 1);
  assert.equal(compareSnapshots(before, before), { differences: [], same: 2 });
});

snapshots.run();
