import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { PeopleAnswer } from "../../../adapters/ui/page/views/insights/people.ts";
import { toCsvPath, toPath, toSomebodies, withSearch } from "../../../adapters/ui/page/views/insights/people.ts";
import { createHoglet } from "../../../lib/index.ts";

const reading = suite("toSomebodies");

const hoglet = await createHoglet({ now: "2024-03-05T12:00:00Z" });
await hoglet.capture([
  {
    event: "$identify",
    distinct_id: "ada",
    properties: { $anon_distinct_id: "x", $set: { email: "ada@example.com" } },
  },
  { event: "paid", distinct_id: "ada", properties: { $group_0: "org:5" } },
  { event: "paid", distinct_id: "loose", properties: { $process_person_profile: false, $group_0: "org:5" } },
]);
const { value: key } = await hoglet.keys.create({ label: "test", scopes: ["*"] });

/** Follows a link as the page does, over HTTP. */
async function follow(link: string): Promise<PeopleAnswer> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await hoglet.fetch(`http://hoglet/${toPath(link)}`, { headers });
  assert.is(response.status, 200);
  return (await response.json()) as PeopleAnswer;
}

reading("reads persons, those without a profile too", async () => {
  const { result } = await hoglet.insights.trend({ events: [{ id: "paid", math: "dau" }], display: "BoldNumber" });
  const all = toSomebodies(await follow(result[0]?.persons?.url ?? ""));
  assert.equal(
    all
      .map(({ name, about, explainBy }) => ({ name, about, by: Object.keys(explainBy) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    [
      { name: "ada@example.com", about: "identified · ada", by: ["person_id"] },
      { name: "loose", about: "no person profile", by: ["distinct_id"] },
    ],
  );
  assert.is(all.find(({ name }) => name === "loose")?.personId, null);
});

reading("reads the plain persons of a lifecycle", async () => {
  const { result } = await hoglet.insights.lifecycle({ events: [{ id: "paid" }], date_from: "-1d" });
  const [line] = result;
  const [ada] = toSomebodies(await follow(line?.persons_urls[1]?.url ?? ""));
  assert.is(line?.status, "new");
  assert.is(ada?.name, "ada@example.com");
});

reading("reads the rows of a retention, with the periods in which they came", async () => {
  const { result } = await hoglet.insights.retention({ target_entity: { id: "paid" }, total_intervals: 3 });
  const all = toSomebodies(await follow(result[2]?.people_url ?? ""));
  assert.equal(all.find(({ personId }) => personId !== null)?.appearances, [1]);
});

reading("reads groups", async () => {
  const { result } = await hoglet.insights.trend({
    events: [{ id: "paid", math: "unique_group", math_group_type_index: 0 }],
    display: "BoldNumber",
  });
  const [group] = toSomebodies(await follow(result[0]?.persons?.url ?? ""));
  assert.equal(group, {
    key: "org:5",
    kind: "group",
    name: "org:5",
    personId: null,
    about: "group org:5",
    explainBy: { group_key: "org:5" },
  });
});

reading.after(() => hoglet.close());
reading.run();

const paths = suite("toPath");

paths("leaves out where the server believes to be", () => {
  assert.is(
    toPath("http://localhost:1/api/projects/1/persons/trends/?a=/api/"),
    "api/projects/1/persons/trends/?a=/api/",
  );
  assert.is(toPath("/api/projects/1/persons/"), "api/projects/1/persons/");
});

paths("can be searched, and had as CSV", () => {
  assert.is(withSearch("p?x=1", ""), "p?x=1");
  assert.is(withSearch("p?x=1", "a&b"), "p?x=1&search=a%26b");
  assert.is(toCsvPath("p?x=1"), "p?x=1&format=csv");
});

paths.run();
