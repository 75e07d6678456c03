import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createFlagStore } from "../../../lib/flags/program/index.ts";
import type { Flags, FlagValue } from "../../../lib/flags/program/index.ts";

const store = suite("createFlagStore");

store("gives every project the flags of options, until it changes them", () => {
  const flags = createFlagStore({ beta: true, color: { value: "blue", payload: { hex: "#00f" } } });
  flags.set(1, "beta", false);
  assert.is(flags.find(1, "beta")?.value, false);
  assert.is(flags.find(2, "beta")?.value, true);
  assert.equal(flags.find(2, "color"), {
    id: 2,
    key: "color",
    version: 1,
    value: "blue",
    overrides: {},
    payloads: { blue: { hex: "#00f" } },
  });
});

store("keeps what is set for some people on top of what everybody gets", () => {
  const flags = createFlagStore();
  flags.set(1, "color", "blue", { payload: 1 });
  flags.set(1, "color", "red", { distinct_ids: ["u1", "u2"], payload: 2 });
  const flag = flags.set(1, "color", false, { distinct_ids: ["u2"] });
  assert.equal(flag, {
    id: 1,
    key: "color",
    version: 3,
    value: "blue",
    overrides: { u1: "red", u2: false },
    payloads: { blue: 1, red: 2 },
  });
});

store("makes a new flag that is set for some people off for the others", () => {
  const flags = createFlagStore({ beta: { value: true, distinct_ids: ["u1"] } });
  assert.is(flags.find(1, "beta")?.value, false);
  assert.equal(flags.find(1, "beta")?.overrides, { u1: true });
});

store("forgets people and payloads when a flag is set for everybody", () => {
  const flags = createFlagStore();
  flags.set(1, "beta", true, { distinct_ids: ["u1"], payload: "x" });
  const { overrides, payloads } = flags.set(1, "beta", true);
  assert.equal([overrides, payloads], [{}, {}]);
});

store("takes back what was set for some people, or the whole flag", () => {
  const flags = createFlagStore();
  flags.set(1, "beta", true, { distinct_ids: ["u1", "u2"] });
  flags.unset(1, "beta", { distinct_ids: ["u1"] });
  assert.equal(flags.find(1, "beta")?.overrides, { u2: true });
  flags.unset(1, "beta");
  flags.unset(1, "never-there");
  assert.equal(flags.list(1), []);
});

store("never gives the id of a removed flag to another", () => {
  const flags = createFlagStore();
  flags.set(1, "a", true);
  flags.unset(1, "a");
  assert.is(flags.set(1, "b", true).id, 2);
});

store("clears one project only, flags of options included", () => {
  const flags = createFlagStore({ beta: true });
  flags.clear(1);
  assert.equal(flags.list(1), []);
  assert.is(flags.list(2).length, 1);
});

store("keeps a payload as it was, whatever the caller does with its object", () => {
  const flags = createFlagStore();
  const payload = { list: [1] };
  flags.set(1, "beta", true, { payload });
  payload.list.push(2);
  assert.equal(flags.find(1, "beta")?.payloads, { true: { list: [1] } });
});

store("keeps a person whose id is __proto__", () => {
  const flags = createFlagStore();
  const { overrides } = flags.set(1, "beta", true, { distinct_ids: ["__proto__"] });
  assert.equal(Object.keys(overrides), ["__proto__"]);
});

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return "none";
}

store("refuses what cannot be a flag, and says why", () => {
  const flags = createFlagStore();
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const rows: [() => unknown, RegExp][] = [
    [() => flags.set(1, "two words", true), /letters, digits, hyphens and underscores/],
    [() => flags.set(1, "", true), /letters, digits/],
    [() => flags.set(1, "a".repeat(401), true), /400/],
    [() => flags.set(1, "a", "true"), /neither "true" nor "false"/],
    [() => flags.set(1, "a", ""), /name of a variant/],
    [() => flags.set(1, "a", 1 as unknown as FlagValue), /true, false, or/],
    [() => flags.set(1, "a", false, { payload: 1 }), /off has no payload/],
    [() => flags.set(1, "a", true, { payload: cyclic }), /payload.*JSON/],
    [() => flags.set(1, "a", true, { payload: () => 1 }), /payload.*JSON/],
    [() => flags.set(1, "a", true, { distinct_ids: "u1" as unknown as string[] }), /list of distinct ids/],
    [() => flags.set(1, "a", true, { people: ["u1"] } as object), /Unknown field "people"/],
    [() => flags.unset(1, "a", { payload: 1 } as object), /Unknown field "payload"/],
  ];
  for (const [work, reason] of rows) assert.match(refusal(work), reason);
  assert.equal(flags.list(1), [], "nothing was kept");
});

store("names the flag of options that is wrong", () => {
  const rows: [Flags, RegExp][] = [
    [{ good: true, bad: 3 as unknown as FlagValue }, /Flag "bad": Expected true, false/],
    [{ bad: { value: true, distinct_ids: [1 as unknown as string] } }, /Flag "bad": Expected a distinct id/],
    [{ "b a d": true }, /Flag "b a d": Expected letters/],
    [{ bad: null as unknown as FlagValue }, /Flag "bad": Expected true, false/],
  ];
  for (const [flags, reason] of rows)
    assert.match(
      refusal(() => createFlagStore(flags)),
      reason,
    );
});

store.run();
