import { suite } from "uvu";
import * as assert from "uvu/assert";
import { behavioursOf, parseDefinition } from "../../../lib/people/cohorts/definition.ts";
import { HogletError } from "../../../lib/base/errors.ts";

const PRO = { key: "plan", value: "pro", type: "person" };
const PAID = { type: "behavioral", key: "paid", value: "performed_event", time_value: 7, time_interval: "day" };

function refusal(groups: unknown[]): string {
  try {
    parseDefinition(groups);
    return "accepted";
  } catch (error) {
    return error instanceof HogletError ? `${error.code} ${error.attr}` : String(error);
  }
}

const definition = suite("parseDefinition");

definition("reads legacy groups, lists, maps and the newer tree, mixed with behaviour anywhere", () => {
  const root = parseDefinition([
    { event_id: "paid", days: 7 },
    { properties: [PRO, PAID] },
    { properties: { plan: "pro" } },
    { properties: { type: "OR", values: [{ type: "AND", values: [PAID, PRO] }, PAID] } },
  ]);
  assert.is(root.type, "OR");
  assert.equal(
    root.values.map((node) => node.type),
    ["behaviour", "AND", "AND", "OR"],
  );
  assert.is(behavioursOf(root).length, 4);
});

definition("takes filters without a type as about the person", () => {
  const [group] = parseDefinition([{ properties: [{ key: "plan", value: "pro" }] }]).values;
  assert.equal(group?.type === "AND" && group.values[0]?.type, "person");
});

definition("refuses what cannot be read, with its place", () => {
  assert.is(refusal(["x"]), "invalid_input groups__0");
  assert.is(refusal([{}]), "required groups__0__properties");
  assert.is(refusal([{ properties: [PRO, { key: "a" }] }]), "required groups__0__properties__1__value");
  assert.is(refusal([{ properties: [PAID, { key: "a" }] }]), "required groups__0__properties__1__value");
  assert.is(refusal([{ properties: [{ ...PRO, type: "event" }] }]), "invalid_input groups__0__properties");
  assert.is(refusal([{ action_id: "x", days: 7 }]), "invalid_input groups__0__action_id");
  const deep = { type: "AND", values: [{ ...PAID, key: 5 }] };
  assert.is(
    refusal([{ properties: { type: "OR", values: [deep] } }]),
    "invalid_input groups__0__properties__values__0__values__0__key",
  );
  assert.is(refusal([{ properties: { type: "XOR", values: [PAID] } }]), "invalid_input groups__0__properties__type");
});

definition("refuses to nest without end", () => {
  let node: unknown = PAID;
  for (let depth = 0; depth < 25; depth++) node = { type: "AND", values: [node] };
  assert.match(refusal([{ properties: node }]), /^invalid_input groups__0__properties/);
});

definition.run();
