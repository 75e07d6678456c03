import { suite } from "uvu";
import * as assert from "uvu/assert";
import { refuseBrackets, toFields } from "../../lib/http/text-fields.ts";
import { refusal } from "../plugins/plugin-world.ts";
import { openRest } from "./ask.ts";

const fields = suite("toFields");

const A = '{"key":"a"}';
const B = '{"key":"b"}';

const ROWS: [says: string, query: string, gives: Record<string, unknown>][] = [
  ["a name that occurs once is text", "a=1&b=[2]&c=", { a: "1", b: "[2]", c: "" }],
  ["repeated texts are a list", "a=x&a=y&a=x", { a: ["x", "y", "x"] }],
  ["repeated objects and lists are the JSON text of one list", `p=${A}&p=[${B},3]&p=[]`, { p: `[${A},${B},3]` }],
  ["objects among other texts stay texts", `p=${A}&p=x`, { p: [A, "x"] }],
  ["JSON that is broken stays text", "p={&p=[1]", { p: ["{", "[1]"] }],
  ["name[] is a list, also of one", `p[]=${A}&q[]=x`, { p: `[${A}]`, q: ["x"] }],
  ["name[] and name are one list", "q=x&q[]=y", { q: ["x", "y"] }],
  ["empty texts beside others say nothing", `p=&p=${A}`, { p: `[${A}]` }],
  ["__proto__ is a name like any other", "__proto__=1", JSON.parse('{"__proto__":"1"}') as Record<string, unknown>],
];

for (const [says, query, gives] of ROWS) {
  fields(says, () => assert.equal(toFields(new URLSearchParams(query)), gives));
}

fields.run();

const brackets = suite("refuseBrackets");

const refuse = (name: string, names: Set<string> | null) => refusal(() => refuseBrackets({ [name]: "x" }, names));

brackets("refuses name[key] where the name is read, and leaves other names alone", async () => {
  const known = new Set(["properties"]);
  assert.is(await refuse("properties[0]", known), "400 invalid_input properties");
  assert.is(await refuse("properties[0][key]", known), "400 invalid_input properties");
  assert.is(await refuse("utm[source]", known), "accepted");
  assert.is(await refuse("utm[source]", null), "400 invalid_input utm");
  assert.is(await refuse("properties", known), "accepted");
});

brackets.run();

const routes = suite("repeated parameters");

const P = "/api/projects/1";

/** Names of the persons that a query finds, or the field that is refused. */
async function openPersons() {
  const world = openRest();
  const people = { ann: { plan: "pro", n: 1 }, bob: { plan: "pro", n: 2 }, cleo: { plan: "free", n: 1 } };
  for (const [distinct_id, $set] of Object.entries(people)) {
    await world.capture({ event: "$identify", distinct_id, properties: { $set } });
  }
  const find = async (...pairs: [string, string][]) => {
    const { status, body } = await world.ask("GET", `${P}/persons/?${new URLSearchParams(pairs)}`);
    return status === 200 ? body.results.map(({ name }) => name).toSorted() : [status, body["attr"]];
  };
  return { ...world, find };
}

routes("filters of persons are read in each form that a client may write, never lost", async () => {
  const { find } = await openPersons();
  const pro = '{"key":"plan","value":"pro","type":"person"}';
  const one = '{"key":"n","value":1,"type":"person"}';
  assert.equal(await find(["properties", pro]), ["ann", "bob"]);
  assert.equal(await find(["properties", `[${pro},${one}]`]), ["ann"]);
  assert.equal(await find(["properties", pro], ["properties", one]), ["ann"]);
  assert.equal(await find(["properties", `[${pro}]`], ["properties", `[${one}]`]), ["ann"]);
  assert.equal(await find(["properties[]", pro]), ["ann", "bob"]);
  assert.equal(await find(["properties[]", one], ["properties[]", pro]), ["ann"]);
  assert.equal(await find(["properties", '{"key":"n","value":2}']), ["bob"]);
  assert.equal(await find(["properties", '{"key":"n","operator":"is_set"}']), ["ann", "bob", "cleo"]);
  // The older map of values by property.
  assert.equal(await find(["properties", '{"plan":"free"}']), ["cleo"]);
  assert.equal(await find(["properties[0][key]", "plan"], ["properties[0][value]", "pro"]), [400, "properties"]);
  assert.equal(await find(["properties", "plan"], ["properties", "pro"]), [400, "properties__0"]);
});

routes("a field of one value is refused by its name when it comes twice", async () => {
  const { find } = await openPersons();
  for (const name of ["distinct_id", "email", "search", "limit", "offset"]) {
    assert.equal(await find([name, "1"], [name, "2"]), [400, name]);
  }
});

routes("so it is in questions, in forms and at capture", async () => {
  const { ask, events } = await openPersons();
  const funnel = ["a", "b"].map((id, order) => `events=${JSON.stringify({ id, order })}`).join("&");
  const step = await ask("GET", `${P}/persons/funnel/?${funnel}&funnel_step=1`);
  assert.is(step.status, 200, JSON.stringify(step.body));
  const contentType = "application/x-www-form-urlencoded";
  const twice = await ask("PATCH", `${P}/persons/1/`, { body: "properties=a&properties=b", contentType });
  assert.equal([twice.status, twice.body["attr"]], [400, "properties"]);
  const event = encodeURIComponent(JSON.stringify({ event: "x", api_key: "phc_demo", distinct_id: "ann" }));
  const before = events().length;
  for (const [path, body] of [[`/e/?data=${event}&data=${event}`], ["/e/", `data=${event}&data=${event}`]] as const) {
    const { status } = await ask("POST", path, { contentType, key: null, body: body ?? "" });
    assert.equal([status, events().length], [400, before], path);
  }
});

routes.run();
