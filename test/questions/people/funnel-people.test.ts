import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

const hoglet = await createHoglet({ now: "2020-01-10T12:00:00Z" });
await hoglet.capture([
  { event: "in", distinct_id: "a", timestamp: "2020-01-09T10:00:00Z", properties: { $set: { email: "a@x.test" } } },
  { event: "video", distinct_id: "a", timestamp: "2020-01-09T10:30:00Z" },
  { event: "out", distinct_id: "a", timestamp: "2020-01-09T11:00:00Z" },
  { event: "in", distinct_id: "b", timestamp: "2020-01-09T10:00:00Z" },
]);

const FUNNEL = { events: [{ id: "in" }, { id: "out", order: 1 }] };

async function ids(query: Record<string, unknown>): Promise<string[]> {
  const { results } = await hoglet.persons.funnel({ ...FUNNEL, ...query });
  return results[0].people.flatMap((actor) => ("distinct_ids" in actor ? actor.distinct_ids : [])).toSorted();
}

async function refusal(query: Record<string, unknown>): Promise<string> {
  const url = `http://hoglet.test/api/projects/${hoglet.project.id}/persons/funnel/`;
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" };
  const response = await hoglet.fetch(url, { method: "POST", headers, body: JSON.stringify({ ...FUNNEL, ...query }) });
  return `${response.status} ${((await response.json()) as { attr?: string }).attr}`;
}

const people = suite("funnelPeople");

people("finds those who came so far, those who dropped off, and those whose last step is named", async () => {
  assert.equal(await ids({ funnel_step: 1 }), ["a", "b"]);
  assert.equal(await ids({ funnel_step: "2" }), ["a"]);
  assert.equal(await ids({ funnel_step: -2 }), ["b"]);
  assert.equal(await ids({ funnel_step: 1, funnel_custom_steps: [2] }), ["a"]);
  for (const step of [0, -1, 3, -9]) assert.equal(await ids({ funnel_step: step }), [], String(step));
});

people("searches, and cuts into pages", async () => {
  assert.equal(await ids({ funnel_step: 1, search: "X.TEST" }), ["a"]);
  const { results, next } = await hoglet.persons.funnel({ ...FUNNEL, funnel_step: 1, limit: 1 });
  assert.is(results[0].count, 1);
  assert.match(next ?? "", /persons\/funnel\/\?.*offset=1/);
});

people("needs a point to be named", async () => {
  assert.is(await refusal({}), "400 funnel_step");
  assert.is(await refusal({ funnel_viz_type: "trends" }), "400 drop_off");
  assert.is(await refusal({ funnel_viz_type: "trends", drop_off: false }), "400 entrance_period_start");
  assert.is(await refusal({ funnel_step: 1, funnel_step_breakdown: "x" }), "400 funnel_step_breakdown");
  const breakdown = { breakdown: ["p", "q"], breakdown_type: "event" };
  assert.is(await refusal({ funnel_step: 1, ...breakdown, funnel_step_breakdown: "x" }), "400 funnel_step_breakdown");
  assert.is(await refusal({ funnel_step: "two" }), "400 funnel_step");
});

people("finds those who started in a period", async () => {
  const trends = { funnel_viz_type: "trends", entrance_period_start: "2020-01-09 00:00:00" };
  assert.equal(await ids({ ...trends, drop_off: "false" }), ["a"]);
  assert.equal(await ids({ ...trends, drop_off: true }), ["b"]);
  assert.equal(await ids({ ...trends, entrance_period_start: "2020-01-08", drop_off: true }), []);
});

people("answers as the correlation does when an item of it is named", async () => {
  const entity = { funnel_correlation_person_entity: { id: "video", type: "events", properties: [] } } as const;
  assert.equal(await ids(entity), ["a"]);
  const { results } = await hoglet.persons.correlation({
    ...FUNNEL,
    ...entity,
    funnel_correlation_person_converted: false,
  });
  assert.is(results[0].count, 0);
});

people("writes all of them as CSV", async () => {
  const query = `events=${encodeURIComponent(JSON.stringify(FUNNEL.events))}&funnel_step=1&format=csv`;
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}` };
  const response = await hoglet.fetch(`http://hoglet.test/api/projects/1/persons/funnel/?${query}`, { headers });
  const lines = (await response.text()).trim().split("\r\n");
  assert.equal([response.status, lines.length], [200, 3]);
});

people.after(() => hoglet.close());

people.run();
