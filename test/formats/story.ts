import type { Random } from "../../fixtures/random.ts";
import type { Hoglet } from "../../lib/index.ts";

/** The clock of a story. */
export const NOW = "2024-03-12T12:00:00Z";

const uuid = (random: Random) =>
  ["8", "4", "4", "4", "12"]
    .map((length) => Array.from({ length: Number(length) }, () => random.pick([..."0123456789abcdef"])).join(""))
    .join("-");

function randomEvent(random: Random) {
  const at = Date.parse(NOW) - random.integer(-1000, 9 * 86_400) * 1000;
  const properties = {
    plan: random.pick(["free", "pro", "größer", '🦔 \u0000 "quoted"']),
    amount: random.pick([1, -0.5, 1e300, null, true, [1, "a"], { b: {} }]),
    ...(random.chance(0.3) && { $set: { team: random.pick(["a", "b"]) } }),
    ...(random.chance(0.1) && { $process_person_profile: false }),
    ...(random.chance(0.05) && { note: "long ".repeat(random.integer(1, 2000)) }),
    ...(random.chance(0.2) && { $elements: [{ tag_name: "a", $el_text: random.pick(["x", "größer"]) }] }),
  };
  const timestamp = new Date(random.chance(0.02) ? Date.UTC(1931, 4, 5) : at).toISOString();
  const event = random.pick(["seen", "bought", "$autocapture", "größe 🦔"]);
  return { event, distinct_id: `u${random.integer(0, 25)}`, timestamp, uuid: uuid(random), properties };
}

/** Some random steps with a database: captures, merges, imports, deletions of events and persons. */
export async function tell(hoglet: Hoglet, random: Random, steps: number): Promise<void> {
  const projects = (await hoglet.projects.list()).results.map(({ id }) => id);
  for (let step = 0; step < steps; step++) {
    const project = random.pick(projects);
    const events = Array.from({ length: random.integer(1, 25) }, () => randomEvent(random));
    if (random.chance(0.2)) {
      const lines = events.map(({ properties, ...event }) => ({ kind: "event" as const, ...event, properties }));
      await hoglet.import(lines, { project, persons: "create" });
    } else await hoglet.capture(events, { project });
    if (random.chance(0.4)) {
      const properties = { $anon_distinct_id: `u${random.integer(0, 25)}` };
      await hoglet.capture({ event: "$identify", distinct_id: `u${random.integer(0, 25)}`, properties }, { project });
    }
    if (random.chance(0.2)) {
      const { results } = await hoglet.events.list({ project, limit: 20 });
      for (const { uuid: key } of results.filter(() => random.chance(0.3)))
        await hoglet.deletions.request({ kind: "event", key, project });
    }
    if (random.chance(0.1)) {
      const { results } = await hoglet.persons.list({ project, limit: 3 });
      const ids = results.slice(0, 1).map(({ uuid: id }) => id);
      if (ids.length > 0) await hoglet.persons.bulkDelete({ ids, delete_events: true, project });
    }
    if (random.chance(0.3)) await hoglet.deletions.runNow();
  }
}
