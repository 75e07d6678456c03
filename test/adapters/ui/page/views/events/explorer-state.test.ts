import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  toBreakdownAddress,
  withoutValue,
  withValue,
} from "../../../../../../adapters/ui/page/views/events/event-value.ts";
import { toExplorerPath, toExplorerState } from "../../../../../../adapters/ui/page/views/events/explorer-state.ts";
import type { ExplorerState } from "../../../../../../adapters/ui/page/views/events/explorer-state.ts";

const START: ExplorerState = toExplorerState(new URLSearchParams());

function read(path: string): ExplorerState {
  return toExplorerState(new URLSearchParams(path.split("?")[1] ?? ""));
}

const state = suite("the address of the list of events");

state("holds dates, filters and columns, and nothing for the defaults", () => {
  assert.is(toExplorerPath(START), "/events");
  const full: ExplorerState = {
    event: "order paid",
    distinctId: "u&1",
    properties: [{ key: "plan", operator: "is_not", value: "50 % off", type: "event" }],
    range: { date_from: "2024-03-01", date_to: "2024-03-07" },
    columns: ["plan", "a,b", "$browser"],
  };
  assert.equal(read(toExplorerPath(full)), full);
  assert.match(toExplorerPath(full, "/events/live"), /^\/events\/live\?from=2024-03-01&/);
});

state("that was cut off counts as far as it can be read", () => {
  assert.equal(read("/events?event=paid&where=[{%22key"), { ...START, event: "paid" });
  assert.equal(read('/events?where=[{"key":1},5,{"key":"plan"}]&column=a&column=a'), { ...START, columns: ["a"] });
});

state.run();

const value = suite("a value as a filter");

value("shows only its events, whatever was said of it before", () => {
  const out = withoutValue(START, { owner: "property", key: "plan", value: "pro" });
  assert.equal(out.properties, [{ key: "plan", operator: "is_not", value: "pro", type: "event" }]);
  const back = withValue(out, { owner: "property", key: "plan", value: "pro" });
  assert.equal(back.properties, [{ key: "plan", operator: "exact", value: "pro", type: "event" }]);
  assert.is(withValue(START, { owner: "event", key: "event", value: "paid" }).event, "paid");
  assert.is(withValue(START, { owner: "distinct_id", key: "distinct_id", value: "u1" }).distinctId, "u1");
});

value("is left out beside others; a chosen event is given up instead", () => {
  const noPro = withoutValue(START, { owner: "property", key: "plan", value: "pro" });
  const neither = withoutValue(noPro, { owner: "property", key: "plan", value: "team" });
  assert.equal(
    neither.properties.map(({ value: each }) => each),
    ["pro", "team"],
  );
  const events = withoutValue(START, { owner: "event", key: "event", value: "paid" });
  assert.equal(events.properties, [{ key: "event", operator: "is_not", value: "paid", type: "event_metadata" }]);
  assert.equal(withoutValue({ ...START, event: "paid" }, { owner: "event", key: "event", value: "paid" }), START);
});

value("is broken down by in a trend of its event", () => {
  const address = toBreakdownAddress({ owner: "property", key: "plan", value: "pro" }, "paid");
  const query = new URLSearchParams(address.split("?")[1]);
  assert.equal(
    [query.get("insight"), query.get("breakdown"), query.get("breakdown_type")],
    ["TRENDS", "plan", "event"],
  );
  assert.equal(JSON.parse(query.get("events") ?? ""), [{ id: "paid", type: "events" }]);
});

value.run();
