import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  findAuthor,
  isOutcome,
  toPropertyHistory,
  toWriterFilters,
} from "../../../adapters/explain/property-history.ts";
import { createRandom } from "../../../fixtures/random.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { EventRecord, Hoglet, PropertyFilters } from "../../../lib/index.ts";

type Properties = EventRecord["properties"];

let arrived = 0;

function event(name: string, properties: Properties, at = "2024-03-01T10:00:00Z"): EventRecord {
  arrived += 1;
  const created_at = new Date(Date.UTC(2024, 2, 1, 12, 0, arrived)).toISOString();
  const uuid = `e${arrived}`;
  return { uuid, event: name, distinct_id: "u", person_id: "p", timestamp: at, created_at, properties, elements: [] };
}

/** As the API lists them: newest first. */
function tell(key: string, properties: Properties, events: EventRecord[]): string[] {
  const { steps } = toPropertyHistory(key, properties, events.toReversed());
  return steps.map(({ event: { event: name }, how, value, hasEffect, repeats }) =>
    [name, how, JSON.stringify(value), hasEffect ? "" : "idle", repeats || ""].filter(Boolean).join(" "),
  );
}

const histories = suite("toPropertyHistory");

histories("tells what set, what set once and what removed, newest first", () => {
  const events = [
    event("signed up", { $set_once: { plan: "free" } }),
    event("looked", { $set_once: { plan: "team" } }),
    event("paid", { $set: { plan: "pro", other: 1 } }),
    event("$delete_person_property", { $unset: ["plan"] }),
    event("left", { $unset: { plan: 1 } }),
  ];
  assert.equal(tell("plan", {}, events), [
    "$delete_person_property unset 1",
    'paid set "pro"',
    'looked set_once "team" idle',
    'signed up set_once "free"',
  ]);
});

histories("tells of what removed nothing", () => {
  assert.equal(tell("plan", {}, [event("left", { $unset: ["plan"] })]), ["left unset idle"]);
});

histories("counts later events that wrote the same", () => {
  const events = [1, 2, 3].map(() => event("$identify", { $set: { plan: "pro" } }));
  assert.equal(tell("plan", { plan: "pro" }, events), ['$identify set "pro" 2']);
});

histories("goes by arrival, not by the time of the event", () => {
  const late = event("late", { $set: { plan: "b" } }, "2024-01-01T00:00:00Z");
  const early = event("early", { $set: { plan: "a" } }, "2024-02-01T00:00:00Z");
  const byTime = [{ ...late, created_at: "2024-03-02T00:00:00Z" }, early].toReversed();
  const { steps, outcome } = toPropertyHistory("plan", {}, byTime);
  assert.equal([steps[0]?.event.event, outcome], ["late", { value: "b" }]);
});

histories("knows what events set by themselves, by its first value", () => {
  const events = [
    event("$pageview", { $browser: "Firefox" }),
    event("$pageview", { $browser: "Chrome" }),
    event("$exception", { $browser: "Safari" }),
  ];
  const now = { $browser: "Chrome", $initial_browser: "Firefox" };
  assert.equal(tell("$browser", now, events), ['$pageview set "Chrome"', '$pageview set "Firefox"']);
  const initial = ['$pageview set_once "Chrome" idle', '$pageview set_once "Firefox"'];
  assert.equal(tell("$initial_browser", now, events), initial);
  assert.equal(tell("plan", { plan: "pro" }, [event("paid", { plan: "pro" })]), []);
});

histories("ends with what the person has, whatever happened", async () => {
  const hoglet = await createHoglet({ now: "2024-03-01T12:00:00Z" });
  await captureAtRandom(hoglet);
  const [person] = (await hoglet.persons.list({ distinct_id: "u" })).results;
  assert.ok(person);
  let found = 0;
  for (const key of [
    "a",
    "b",
    "c",
    "$browser",
    "$initial_browser",
    "utm_source",
    "$initial_utm_source",
    "$os",
    "$initial_os",
    "x",
  ]) {
    const { results } = await hoglet.events.list({
      person_id: person.uuid,
      properties: toWriterFilters(key, person.properties) as PropertyFilters,
      limit: 1000,
    });
    const history = toPropertyHistory(key, person.properties, results);
    assert.ok(
      isOutcome(history, key, person.properties),
      `${key}: ${JSON.stringify([history.outcome, person.properties])}`,
    );
    found += history.steps.length;
  }
  assert.ok(found > 50);
  await hoglet.close();
});

async function captureAtRandom(hoglet: Hoglet): Promise<void> {
  const random = createRandom(7);
  for (let count = 0; count < 150; count += 1) {
    const key = random.pick(["a", "b", "c"]);
    const value = random.pick([1, "x", null, true, ["y"]]);
    const properties = random.pick([
      { $set: { [key]: value } },
      { $set_once: { [key]: value } },
      { $unset: [key] },
      { $set: { [key]: value }, $unset: [random.pick(["a", "b"])], $set_once: { [key]: 2 } },
      { $browser: random.pick(["Firefox", "Chrome", null]), a: 3 },
      { $os_name: random.pick(["Linux", "macOS"]) },
      { utm_source: random.pick(["x", "y"]), $set: { $browser: "own" } },
      { $set: { a: 9 }, $process_person_profile: false },
    ]);
    const name = random.pick(["paid", "$identify", "$exception", "$pageview"]);
    await hoglet.capture({ event: name, distinct_id: "u", properties });
  }
}

histories.run();

const filters = suite("toWriterFilters");

function keysFor(key: string, properties: Properties): string[] {
  return toWriterFilters(key, properties).values.map((filter) => (filter as { key: string }).key);
}

filters(
  "finds what may have written a property, and asks for its own event property only where that becomes it",
  () => {
    assert.equal(keysFor("plan", { plan: 1 }), ["$set", "$set_once", "$unset"]);
    assert.equal(keysFor("utm_source", { $initial_utm_source: 1 }).slice(3), ["utm_source"]);
    assert.equal(keysFor("$initial_browser", {}).slice(3), ["$browser", "browser"]);
  },
);

filters.run();

const authors = suite("findAuthor");

authors("names who changed the property by hand, and nobody for the app's own events", async () => {
  const hoglet = await createHoglet({ now: "2024-03-01T12:00:00Z" });
  await hoglet.capture({ event: "$set", distinct_id: "u", properties: { $set: { plan: "free" } } });
  const { value } = await hoglet.keys.create({ label: "laptop", scopes: ["*"] });
  const [person] = (await hoglet.persons.list()).results;
  await hoglet.fetch(`http://h/api/projects/1/persons/${person?.id}/update_property`, {
    method: "POST",
    headers: { authorization: `Bearer ${value}`, "content-type": "application/json" },
    body: JSON.stringify({ key: "seats", value: 3 }),
  });
  const { results: entries } = await hoglet.activity.list({ scope: "Person" });
  const [byHand] = (await hoglet.events.list({ event: "$set", limit: 1 })).results;
  assert.ok(byHand);
  assert.is(findAuthor("seats", byHand, entries), "laptop");
  assert.is(findAuthor("plan", byHand, entries), undefined);
  assert.is(findAuthor("seats", { ...byHand, event: "paid" }, entries), undefined);
  assert.is(findAuthor("seats", { ...byHand, created_at: "2024-03-01T11:59:00Z" }, entries), undefined);
  await hoglet.close();
});

authors.run();
