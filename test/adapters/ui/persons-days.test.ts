import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toDays } from "../../../adapters/ui/page/views/persons/days.ts";
import type { EventRecord } from "../../../lib/index.ts";

/** An event, with a session or without. */
function event(timestamp: string, session?: string): EventRecord {
  const properties = session === undefined ? {} : { $session_id: session };
  return { event: "e", uuid: timestamp, timestamp, properties } as unknown as EventRecord;
}

/** Days as texts: the times of the events of each visit. */
const describe = (events: EventRecord[], zone = "UTC") =>
  toDays(events, zone).map(({ day, visits }) =>
    [day].concat(visits.map((visit) => visit.events.map(({ timestamp }) => timestamp.slice(11, 16)).join(" "))),
  );

const days = suite("toDays");

days("puts events of a session together, however long its pauses are", () => {
  const all = [
    event("2024-03-02T18:00:00Z", "b"),
    event("2024-03-02T12:00:00Z", "a"),
    event("2024-03-02T09:00:00Z", "a"),
  ];
  assert.equal(describe(all), [["2024-03-02", "18:00", "12:00 09:00"]]);
});

days("takes a pause of more than 30 minutes for another visit without sessions", () => {
  const all = ["12:31", "12:01", "11:30"].map((clock) => event(`2024-03-02T${clock}:00Z`));
  assert.equal(describe(all), [["2024-03-02", "12:31 12:01", "11:30"]]);
});

days("counts days on the project's clock, so that a visit over midnight is in both", () => {
  const all = [event("2024-03-02T00:10:00Z", "a"), event("2024-03-01T23:50:00Z", "a")];
  assert.equal(describe(all), [
    ["2024-03-02", "00:10"],
    ["2024-03-01", "23:50"],
  ]);
  assert.equal(describe(all, "Europe/Berlin"), [["2024-03-02", "00:10 23:50"]]);
});

days("knows the begin and the end of a visit", () => {
  const [day] = toDays([event("2024-03-02T12:20:00Z", "a"), event("2024-03-02T12:00:00Z", "a")], "UTC");
  const [visit] = day?.visits ?? [];
  assert.equal([visit?.session, visit?.from, visit?.to], ["a", "2024-03-02T12:00:00Z", "2024-03-02T12:20:00Z"]);
});

days.run();
