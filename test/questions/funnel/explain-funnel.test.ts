import { suite } from "uvu";
import * as assert from "uvu/assert";
import { funnel } from "../../../lib/questions/funnel/index.ts";
import { columnsEngine } from "../../../lib/engines/columns/index.ts";
import type { Engine } from "../../../lib/port/engine.ts";
import { columnRunners } from "../../../lib/questions/columns.ts";
import { openRows, people } from "../../reference/test/open-rows.ts";

const now = "2020-01-20T12:00:00Z";
const events = (list: string) =>
  list.split(" ").map((text) => {
    const [event = "", time = ""] = text.split("@");
    return { event, distinct_id: "p", timestamp: `2020-01-${time}:00:00Z`, properties: {} };
  });

const STEPS = { events: [{ id: "a" }, { id: "b", order: 1 }, { id: "c", order: 2 }] };

const at = (event: { timestamp: string } | null) => event?.timestamp.slice(8, 13) ?? "";

/** `did` is `name@dayThour …`; the answer names the event of each step, or the reason why no event took it. */
async function explain(did: string, query: Record<string, unknown> = {}) {
  const { ctx, project } = openRows({ now, persons: people("p"), events: events(did) });
  const asked = { ...STEPS, date_from: "2020-01-05", date_to: "2020-01-15", explain: true, distinct_id: "p" };
  const inWords = async (engine: Engine) => {
    const { explanation } = await funnel({ ...ctx, engine }, project, { ...asked, ...query });
    return explanation?.steps.map(({ event, reason, because_of: because }) =>
      event === null ? `${reason} ${at(because)}`.trim() : at(event),
    );
  };
  // The reference and the product each have a trace of their own.
  const byColumns = await inWords(columnsEngine(ctx.db, columnRunners()));
  assert.equal(byColumns, await inWords(ctx.engine));
  return byColumns;
}

const explains = suite("explainFunnel");

explains("says which event took which step", async () => {
  assert.equal(await explain("a@06T10 b@06T11 c@06T12"), ["06T10", "06T11", "06T12"]);
  assert.equal(await explain("b@06T09 a@06T10 b@06T11 a@06T11 c@06T12"), ["06T10", "06T11", "06T12"]);
});

explains("says why a step was not taken", async () => {
  const none = "earlier_step_missing";
  assert.equal(await explain("a@06T10"), ["06T10", "no_such_event", none]);
  assert.equal(await explain("x@06T10"), ["no_such_event", none, none]);
  assert.equal(await explain("b@06T09 a@06T10"), ["06T10", "wrong_order 06T09", none]);
  const hour = { funnel_window_interval: 1, funnel_window_interval_unit: "hour" };
  assert.equal(await explain("a@06T10 b@06T12", hour), ["06T10", "out_of_window 06T12", none]);
  assert.equal(await explain("a@15T10 b@16T12"), ["15T10", "out_of_range 16T12", none]);
  const order = { funnel_order_type: "strict" };
  assert.equal(await explain("a@06T10 x@06T11 b@06T12", order), ["06T10", "interrupted 06T11", none]);
  const exclusions = [{ id: "x", funnel_from_step: 0, funnel_to_step: 1 }];
  const excluded = "excluded 06T11";
  assert.equal(await explain("a@06T10 x@06T11 b@06T12", { exclusions }), [excluded, excluded, excluded]);
});

explains("tells an event that filters keep out from one that never came", async () => {
  const plan = [{ key: "plan", value: "paid", type: "event" }];
  const steps = { events: [{ id: "a" }, { id: "b", order: 1, properties: plan }] };
  assert.equal(await explain("a@06T10 b@06T11 b@06T12", steps), ["06T10", "filtered_out 06T12"]);
  assert.equal(await explain("a@06T10 c@06T11", steps), ["06T10", "no_such_event"]);
  assert.equal(await explain("a@06T10 b@16T11", steps), ["06T10", "no_such_event"]);
  const paid = { events: [{ id: "a" }, { id: "b", order: 1 }], properties: plan };
  assert.equal(await explain("a@06T10 b@06T11", paid), ["filtered_out 06T10", "earlier_step_missing"]);
});

explains("knows that unordered steps may come in any order, but not at once", async () => {
  const order = { funnel_order_type: "unordered" };
  assert.equal(await explain("c@06T10 a@06T11 b@06T12", order), ["06T11", "06T12", "06T10"]);
  assert.equal(await explain("c@06T10 a@06T10", order), ["06T10", "no_such_event", "wrong_order 06T10"]);
});

explains("finds the person by id, UUID or distinct id, and refuses to explain nobody", async () => {
  const { ctx, project } = openRows({ now, persons: people("p"), events: events("a@06T10") });
  const actorOf = async (fields: object) =>
    (await funnel(ctx, project, { ...STEPS, explain: "true", ...fields })).explanation?.actor;
  ctx.db.sql("UPDATE persons SET uuid = '0188fe3e-2a5c-7000-8000-00000000000a'").run();
  const all = [{ person_id: 1 }, { person_id: "0188fe3e-2a5c-7000-8000-00000000000A" }, { distinct_id: "p" }];
  for (const fields of all) assert.is(await actorOf(fields), 1);
  const statusOf = async (fields: object) => actorOf(fields).catch((error: { status: number }) => error.status);
  assert.equal(
    [await statusOf({}), await statusOf({ person_id: 9 }), await statusOf({ distinct_id: "z" })],
    [400, 404, 404],
  );
  assert.is(await statusOf({ aggregation_group_type_index: 0 }), 400);
  assert.is(await statusOf({ aggregation_group_type_index: 0, group_key: "org" }), "org");
});

explains.run();
