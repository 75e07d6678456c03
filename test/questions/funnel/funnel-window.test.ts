import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toFunnelWindow } from "../../../lib/questions/funnel/funnel-window.ts";
import { windowEnd } from "../../../lib/questions/funnel/trace/window-end.ts";

const ms = (text: string) => Date.parse(`${text}Z`);
const range = { fromMs: ms("2020-01-15T10:00:00"), untilMs: ms("2020-04-01T00:00:00") };

const window = suite("toFunnelWindow");

window("is as long as its units", () => {
  const lengths = (["second", "minute", "hour", "day", "week"] as const).map((unit) =>
    toFunnelWindow({ count: 2, unit }, range),
  );
  assert.equal(
    lengths.map((found) => (found.by === "length" ? found.ms / 1000 : NaN)),
    [2, 120, 7200, 172_800, 1_209_600],
  );
});

window("measures months by the calendar, for each day that an attempt may start on", () => {
  const months = toFunnelWindow({ count: 1, unit: "month" }, range);
  const end = (text: string) => new Date(windowEnd(months, ms(text))).toISOString().slice(0, 19);
  assert.is(end("2020-01-15T10:00:00"), "2020-02-15T10:00:00");
  assert.is(end("2020-01-31T23:59:59"), "2020-02-29T23:59:59");
  assert.is(end("2020-02-29T00:00:00"), "2020-03-29T00:00:00");
  assert.is(end("2020-03-31T12:00:00"), "2020-04-30T12:00:00");
  const days = toFunnelWindow({ count: 12, unit: "month" }, range);
  assert.is(new Date(windowEnd(days, ms("2020-02-29T05:00:00"))).toISOString(), "2021-02-28T05:00:00.000Z");
});

window.run();
