import { suite } from "uvu";
import * as assert from "uvu/assert";
import { beginEvaluation, bucketOf, compileFlags } from "../../lib/flags/evaluation/index.ts";
import type { Subject } from "../../lib/flags/evaluation/index.ts";
import { givenFlags, openGiven } from "./given-flags.ts";
import type { GivenCase } from "./given-flags.ts";
import { oneIn } from "../support/rounds.ts";

/** The cases in which this release of posthog-node says another thing than the one that the cases were taken from. */
const OTHER_SDK = new Set(["op-is_not_set 0"]);

function valueOf({ enabled, variant }: { enabled: boolean; variant: string | null }): boolean | string {
  return variant ?? enabled;
}

async function check(given: GivenCase): Promise<void> {
  if (given.kind === "hash") return assert.is(bucketOf(given.text), given.bucket);
  if (given.kind === "series") return checkSeries(given);
  if (given.kind === "flag") return checkFlag(given);
  if (given.kind === "property") return checkProperty(given);
  checkDependency(given);
}

async function checkSeries({ flags, distinct_id, from, expect }: GivenCase & { kind: "series" }): Promise<void> {
  const [flag] = flags;
  const { ask } = await openGiven({ flags, request: { distinct_id: "nobody" } });
  for (const [index, wanted] of expect.entries()) {
    const id = distinct_id.replace("{n}", String(from + index));
    const answered = (await ask({ distinct_id: id }))[flag?.key ?? ""];
    assert.is(answered && valueOf(answered), wanted, id);
  }
}

async function checkFlag(given: GivenCase & { kind: "flag" }): Promise<void> {
  const { expect, request } = given;
  const { ask, askLocally } = await openGiven(given);
  const answered = (await ask(request))[given.flag];
  if (answered === undefined) throw new Error("The flag is not in the answer.");
  assert.is(valueOf(answered), expect.value);
  assert.is(answered.enabled, expect.value !== false);
  assert.is(answered.reason.code, expect.reason);
  assert.is(answered.reason.condition_index, expect.condition_index);
  assert.is(answered.metadata.payload, expect.payload);
  if (expect.local !== undefined) checkLocal(given.id, await askLocally(given.flag, request), expect.local);
}

function checkLocal(id: string, found: boolean | string | undefined, wanted: boolean | string): void {
  const isOpen = wanted === "inconclusive" || wanted === "requires server" || OTHER_SDK.has(id);
  assert.is(found, isOpen ? undefined : wanted, `local: ${id}`);
}

async function checkProperty({ id, filter, now, rows }: GivenCase & { kind: "property" }): Promise<void> {
  const flags = [{ id: 1, key: "f", active: true, filters: { groups: [{ properties: [filter] }] } }];
  for (const [index, { properties, server, local }] of rows.entries()) {
    const request = { distinct_id: "u", person_properties: properties };
    const { ask, askLocally } = await openGiven({ flags, request, ...(now !== undefined && { now }) });
    const answered = (await ask(request))["f"];
    assert.is(answered && valueOf(answered), server, JSON.stringify(properties));
    // The SDK's clock is the real one.
    if (local !== undefined && !id.startsWith("date-relative")) {
      checkLocal(`${id} ${index}`, await askLocally("f", request), local);
    }
  }
}

/** Does a flag that depends on another pass, when the other has this value? */
function checkDependency({ value, wanted, expect }: GivenCase & { kind: "dependency" }): void {
  const variants =
    typeof value === "string" ? { multivariate: { variants: [{ key: value, rollout_percentage: 100 }] } } : {};
  const leaf = { id: 1, key: "leaf", active: true, filters: { groups: value === false ? [] : [{}], ...variants } };
  const property = { key: "1", type: "flag", operator: "flag_evaluates_to", value: wanted };
  const root = { id: 2, key: "root", active: true, filters: { groups: [{ properties: [property] }] } };
  const compiled = compileFlags([leaf, root], { cohort: () => undefined, timezone: "UTC" });
  const flag = compiled.byId.get(2);
  if (flag === undefined) throw new Error("The flag is not there.");
  assert.is(beginEvaluation(compiled, NOBODY)(flag).value, expect);
}

const NOBODY: Subject = {
  distinctId: "u",
  anonymousId: null,
  deviceId: null,
  nowMs: 0,
  personProperty: () => undefined,
  groupKey: () => undefined,
  groupProperty: () => undefined,
  isMember: () => false,
  keptId: () => undefined,
};

const cases = suite("given cases of flags");

const some = oneIn(3, cases);

for (const given of givenFlags) some(given.id, () => check(given));

cases.run();
