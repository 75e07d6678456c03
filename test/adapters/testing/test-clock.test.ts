import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet } from "../../../adapters/testing/index.ts";
import { toInstantMs, toSpanMs } from "../../../adapters/testing/test-clock.ts";
import { whenAll } from "../../support/rounds.ts";

const spans = suite("toSpanMs");

spans("reads milliseconds, and numbers with units long and short", () => {
  const read = [250, "250ms", "90s", "1.5 hours", "5 minutes", "5m", "7 days", "1 day", "2w"].map((span) =>
    toSpanMs(span, "by"),
  );
  assert.equal(read, [250, 250, 90_000, 5_400_000, 300_000, 300_000, 604_800_000, 86_400_000, 1_209_600_000]);
});

spans("refuses what is no span", () => {
  for (const span of ["", "7", "soon", "1 month", Number.NaN, -5, "-1h"])
    assert.throws(() => toSpanMs(span, "by"), /by: expected milliseconds from 0, or a span/);
});

spans.run();

const instants = suite("toInstantMs");

instants("reads ISO text, by default of UTC, numbers and dates", () => {
  const noon = Date.UTC(2025, 0, 15, 12);
  for (const text of ["2025-01-15T12:00:00Z", "2025-01-15T12:00:00", "2025-01-15 12:00", "2025-01-15T14:00:00+02:00"]) {
    assert.is(toInstantMs(text), noon);
  }
  assert.equal(
    [toInstantMs(noon), toInstantMs(new Date(noon)), toInstantMs("2025-01-15")],
    [noon, noon, noon - 43_200_000],
  );
});

instants("refuses what is none", () => {
  for (const instant of ["soon", Number.NaN, new Date(Number.NaN), 9e15])
    assert.throws(() => toInstantMs(instant), RangeError);
});

instants.run();

const clock = suite("TestClock");

clock("moves the time of arrival, relative dates and the deletions that come due, and waits for them", async () => {
  await using hoglet = await createTestHoglet({ now: "2025-01-15T12:00:00Z" });
  await hoglet.capture({ event: "signed up", distinct_id: "u1" });
  const today = async () => {
    const { result } = await hoglet.insights.trend({ events: [{ id: "signed up" }], date_from: "dStart" });
    return result[0]?.count;
  };
  assert.is(await today(), 1);
  await hoglet.deletions.request({ kind: "events_by_name", key: "signed up" });
  // Deletions run on Sundays at 05:00.
  assert.equal(await hoglet.clock.set("2025-01-19T04:59:00Z").then((ran) => ran.includes("deletions")), false);
  assert.equal([await today(), (await hoglet.events()).length], [0, 1]);
  assert.ok((await hoglet.clock.advance("1 minute")).includes("deletions"));
  assert.equal(await hoglet.events(), []);
  await hoglet.capture({ event: "later", distinct_id: "u1" });
  assert.is((await hoglet.lastEvent())?.timestamp, "2025-01-19T05:00:00Z");
});

const TICKER = `
export async function runEveryHour() { posthog.capture("ticked"); }
export async function onEvent(event) { if (event.event === "asked") posthog.capture("answered"); }
`;

whenAll(clock)("runs the timers of plugins, and lets them finish what belongs to the old time", async () => {
  await using hoglet = await createTestHoglet();
  const files = { "plugin.json": JSON.stringify({ name: "ticker", main: "index.js" }), "index.js": TICKER };
  const { id } = await hoglet.plugins.install({ files });
  await hoglet.pluginConfigs.create({ plugin: id, order: 1, enabled: true });
  await hoglet.capture({ event: "asked", distinct_id: "u1" });
  assert.ok((await hoglet.clock.advance("1 hour")).includes("plugins: runEveryHour"));
  assert.equal(
    (await hoglet.events()).map(({ event, created_at }) => `${event} ${created_at}`),
    ["asked 2025-01-15T12:00:00Z", "answered 2025-01-15T12:00:00Z", "ticked 2025-01-15T13:00:00Z"],
  );
});

clock("goes back when it is set, and only then", async () => {
  await using hoglet = await createTestHoglet();
  await hoglet.clock.advance(-1000).then(
    () => assert.unreachable("expected a refusal"),
    (error: unknown) => assert.match(String(error), /clock\.set moves back/),
  );
  await hoglet.clock.set("2025-01-15T11:59:59Z");
  assert.is(hoglet.clock.now(), Date.UTC(2025, 0, 15, 11, 59, 59));
});

clock("goes on by itself when it is told to", async () => {
  await using hoglet = await createTestHoglet({ now: "2030-01-01T00:00:00Z", runs: true });
  // Outside of the measurement, because this step waits for events that clients hold back.
  await hoglet.clock.advance("1 hour");
  const outerMs = performance.now();
  const startMs = hoglet.clock.now();
  const innerMs = performance.now();
  assert.ok(startMs >= Date.UTC(2030, 0, 1, 1));
  while (performance.now() - innerMs < 20) await hoglet.capture({ event: "a", distinct_id: "u1" });
  const leastMs = performance.now() - innerMs;
  const passedMs = hoglet.clock.now() - startMs;
  const mostMs = performance.now() - outerMs;
  // Both readings are cut to whole milliseconds.
  assert.ok(passedMs > leastMs - 1 && passedMs < mostMs + 1, `${leastMs} ${passedMs} ${mostMs}`);
});

clock.run();
