import { suite } from "uvu";
import * as assert from "uvu/assert";
import { earliestEvent } from "../rows/earliest-event.ts";
import { loadCase, openEmpty } from "../../questions/load-case.ts";

const at = (timestamp: string) => ({ event: "e", distinct_id: "a", timestamp });

const earliest = suite("earliestEvent");

earliest("gives the first after a time, in one project", () => {
  const db = openEmpty();
  const now = "2020-01-02T00:00:00Z";
  loadCase(db, { now, events: [at("2016-01-01T00:00:00Z")] });
  const { id } = loadCase(db, { now, events: ["2019", "2018", "1970"].map((year) => at(`${year}-01-01T00:00:00Z`)) });
  assert.is(earliestEvent(db, id, Date.UTC(2015, 0, 1)), Date.UTC(2018, 0, 1));
  assert.is(earliestEvent(db, id, Date.UTC(2019, 0, 1)), null);
});

earliest.run();
