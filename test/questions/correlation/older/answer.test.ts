import { suite } from "uvu";
import { askWhole } from "../../../support/whole-list.ts";
import * as assert from "uvu/assert";
import { correlation, olderCorrelationActors } from "../../../../lib/questions/correlation/index.ts";
import { openRows } from "../../../reference/test/open-rows.ts";
import type { CaseData } from "../../load-case.ts";

const now = "2020-01-20T12:00:00Z";
const FUNNEL = { events: [{ id: "in" }, { id: "out", order: 1 }], date_from: "2020-01-01", date_to: "2020-01-14" };

/** `name@hour` on 2 January. */
function did(id: string, list: string, properties: object = {}) {
  return list.split(" ").map((text) => {
    const [event = "", hour = ""] = text.split("@");
    return { event, distinct_id: id, timestamp: `2020-01-02T${hour}:00:00Z`, properties };
  });
}

const winners = Array.from({ length: 4 }, (_, index) => `w${index}`);
const losers = Array.from({ length: 4 }, (_, index) => `l${index}`);

/** Four who finish and four who do not. */
const BASE = [...winners.flatMap((id) => did(id, "in@10 out@14")), ...losers.flatMap((id) => did(id, "in@10"))];

function open(events: CaseData["events"] = [], more: Partial<CaseData> = {}) {
  const persons = [...winners, ...losers].map((id) => ({ distinct_ids: [id], properties: { plan: id.slice(0, 1) } }));
  return openRows({ now, persons, events: [...BASE, ...(events ?? [])], ...more });
}

async function ask({ ctx, project }: ReturnType<typeof open>, query: Record<string, unknown> = {}) {
  const { result, ...about } = await correlation(ctx, project, { ...FUNNEL, ...query });
  assert.is("timezone" in about, false);
  const { events, skewed } = result;
  return { events, skewed, rows: events.map((item) => [item.event.event, item.success_count, item.failure_count]) };
}

const correlates = suite("correlation");

correlates("counts events strictly between entering and finishing, or the window's end", async () => {
  const events = [
    ...winners.flatMap((id) => did(id, "video@12 late@15 edge@14 edge@10")),
    ...losers.flatMap((id) => did(id, "late@15")),
  ];
  const { rows, events: items } = await ask(open(events));
  assert.equal(rows, [
    ["video", 4, 0],
    ["late", 0, 4],
  ]);
  assert.equal(items[0]?.event, { event: "video", properties: {}, elements: [] });
  assert.equal([items[0]?.odds_ratio, items[1]?.odds_ratio], [25, 1 / 25]);
  const short = { funnel_window_interval: 5, funnel_window_interval_unit: "hour" };
  assert.equal((await ask(open(events), short)).rows, [["video", 4, 0]]);
});

correlates("leaves out the funnel's own events by name, and those named", async () => {
  const events = winners.flatMap((id) => did(id, "in@12 out@13 video@12 noise@12"));
  const narrow = {
    events: [
      { id: "in", properties: [{ key: "no", value: "x", operator: "is_not" }] },
      { id: "out", order: 1 },
    ],
  };
  const query = { ...narrow, funnel_correlation_exclude_event_names: ["noise"] };
  assert.equal((await ask(open(events), query)).rows, [["video", 4, 0]]);
  const action = { id: 7, name: "start", steps: [{ event: "in" }] };
  const byAction = { events: [{ id: "out", order: 1 }], actions: [{ id: 7 }] };
  assert.equal(
    (await ask(open(events, { actions: [action] }), { ...byAction })).rows.map(([name]) => name),
    ["noise", "video"],
  );
});

correlates("counts values of event properties that more than two have", async () => {
  const events = winners.flatMap((id, index) =>
    did(id, "video@12", { kind: "long", $lib: "web", who: index < 2 ? "x" : id, n: 5 }),
  );
  const query = {
    funnel_correlation_type: "event_with_properties",
    funnel_correlation_event_names: ["video"],
    funnel_correlation_event_exclude_property_names: ["$lib"],
  };
  assert.equal((await ask(open(events), query)).rows, [
    ["video::kind::long", 4, 0],
    ["video::n::5", 4, 0],
  ]);
});

correlates("tells autocaptured events by their elements", async () => {
  const elements = [{ tag_name: "a", href: "/x", nth_child: 1, nth_of_type: 1 }];
  const click = (id: string) =>
    did(id, "$autocapture@12", { $event_type: "click" }).map((event) => Object.assign(event, { elements }));
  const query = { funnel_correlation_type: "event_with_properties", funnel_correlation_event_names: ["$autocapture"] };
  const { events } = await ask(open(winners.flatMap(click)), query);
  assert.equal(
    events.map(({ event }) => event),
    [
      {
        event: '$autocapture::elements_chain::click__~~__a:href="/x"nth-child="1"nth-of-type="1"',
        properties: { $event_type: "click" },
        elements,
      },
    ],
  );
});

correlates("counts properties of the actors, missing ones too", async () => {
  const query = { funnel_correlation_type: "properties", funnel_correlation_names: ["$all", "nothing"] };
  const { rows } = await ask(open(), query);
  assert.equal(rows, [
    ["plan::w", 4, 0],
    ["plan::l", 0, 4],
  ]);
  const some = { ...query, funnel_correlation_names: ["plan", "nothing"], funnel_correlation_exclude_names: ["plan"] };
  assert.equal((await ask(open(), some)).rows, [["nothing::", 4, 4]]);
});

correlates("is of groups when asked to", async () => {
  const own = [...winners.slice(0, 2), ...losers.slice(0, 2)];
  const events = own.flatMap((id) =>
    did(id, id.startsWith("w") ? "in@10 out@14 video@12" : "in@10", { $group_0: `org:${id}` }),
  );
  const groups = own.map((id) => ({
    group_type_index: 0,
    group_key: `org:${id}`,
    properties: { size: id.slice(0, 1) },
  }));
  const opened = open(events, { groups });
  assert.equal((await ask(opened, { aggregation_group_type_index: 0 })).rows, [["video", 2, 0]]);
  const query = {
    funnel_correlation_type: "properties",
    funnel_correlation_names: ["size"],
    aggregation_group_type_index: 0,
  };
  assert.equal((await ask(opened, query)).rows, [
    ["size::w", 2, 0],
    ["size::l", 0, 2],
  ]);
});

correlates("has nothing to say when all finish or none, and when there are no steps", async () => {
  const { ctx, project } = openRows({
    now,
    persons: [{ distinct_ids: ["w0"] }],
    events: did("w0", "in@10 out@14 video@12"),
  });
  assert.equal((await correlation(ctx, project, FUNNEL)).result, { events: [], skewed: true });
  assert.equal((await correlation(ctx, project, {})).result, { events: [], skewed: false });
});

const refusedAttr = (query: object) => ask(open(), { ...query }).catch((error: { attr: string }) => error.attr);

correlates("refuses to go without the names that it needs", async () => {
  assert.is(await refusedAttr({ funnel_correlation_type: "properties" }), "funnel_correlation_names");
  assert.is(await refusedAttr({ funnel_correlation_type: "event_with_properties" }), "funnel_correlation_event_names");
  assert.is(await refusedAttr({ funnel_correlation_type: "other" }), "funnel_correlation_type");
});

correlates.run();

const actors = suite("olderCorrelationActors");

actors("needs an item to be named", async () => {
  const { ctx, project } = open();
  const attrOf = (query: object) =>
    olderCorrelationActors(ctx, project, { ...FUNNEL, ...query }).then(
      () => "answered",
      (error: { attr: string }) => error.attr,
    );
  assert.is(await attrOf({}), "funnel_correlation_person_entity");
  assert.is(
    await attrOf({ funnel_correlation_type: "properties", funnel_correlation_names: ["plan"] }),
    "funnel_correlation_property_values",
  );
  assert.is(await attrOf({ funnel_correlation_person_entity: { id: "video" } }), "answered");
});

actors("finds those who finished, those who did not, or both", async () => {
  const events = [...winners.slice(0, 2), ...losers.slice(0, 1)].flatMap((id) => did(id, "video@12"));
  const { ctx, project } = open(events);
  const sizeOf = async (converted?: string) => {
    const entity = { funnel_correlation_person_entity: JSON.stringify({ id: "video", type: "events" }) };
    const query = { ...FUNNEL, ...entity, ...(converted && { funnel_correlation_person_converted: converted }) };
    const list = await olderCorrelationActors(ctx, project, query);
    const found = list && (await askWhole(ctx.engine, list));
    return found !== null && "ids" in found ? found.ids.length : NaN;
  };
  assert.equal([await sizeOf("true"), await sizeOf("false"), await sizeOf()], [2, 1, 3]);
  // In any letter case (13.3: true, false or absent).
  assert.equal([await sizeOf("TrUe"), await sizeOf("False")], [2, 1]);
});

actors.run();
