import { createHoglet } from "../../lib/index.ts";
import type { FlagCreateInput, Hoglet } from "../../lib/index.ts";
import { count, median } from "./measure.ts";

const FLAGS = 20;
const PEOPLE = 2000;
const ROUNDS = 7;

/**
 * `/flags?v=2` in process, for people with stored properties: 20 flags with filters, shares, variants, a cohort and a
 * payload. Beside it the same request in a project without flags, and the definitions for SDKs, as they are first made
 * and as they are kept.
 */
export async function benchFlags(): Promise<void> {
  const hoglet = await createHoglet({ personalApiKey: "phx_bench" });
  const empty = await hoglet.projects.create({ name: "empty" });
  await fill(hoglet);
  const rows: [name: string, run: () => Promise<void>][] = [
    [`/flags, ${FLAGS} flags`, () => ask(hoglet, hoglet.project.api_token)],
    ["/flags, no flags", () => ask(hoglet, empty.api_token)],
    ["/flags/definitions, kept", () => definitions(hoglet)],
  ];
  for (const [, run] of rows) await run();
  for (const [name, run] of rows) {
    const cpuUs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      cpuUs.push((user + system) / PEOPLE);
    }
    const us = median(cpuUs);
    process.stdout.write(
      `${name.padEnd(28)} ${us.toFixed(0).padStart(6)} µs of CPU  ${count(1e6 / us).padStart(8)} a second\n`,
    );
  }
  await hoglet.close();
}

async function fill(hoglet: Hoglet): Promise<void> {
  const events = Array.from({ length: PEOPLE }, (_, index) => ({
    event: "$set",
    distinct_id: `p${index}`,
    $set: { plan: index % 3 === 0 ? "pro" : "free", seats: index % 50, email: `p${index}@example.com` },
  }));
  await hoglet.capture(events);
  const plan = { key: "plan", type: "person" as const, operator: "exact" as const, value: "pro" };
  const cohort = await hoglet.cohorts.create({ name: "pro", groups: [{ properties: [plan] }] });
  const seats = { key: "seats", type: "person", operator: "gte", value: 10 };
  const inCohort = { key: "id", type: "cohort", operator: "in", value: cohort.id };
  const variants = ["a", "b"].map((key) => ({ key, rollout_percentage: 50 }));
  for (let index = 0; index < FLAGS; index++) {
    const groups = [
      { properties: [index % 2 === 0 ? inCohort : plan] },
      { properties: [seats], rollout_percentage: 40 },
    ];
    const filters = { groups, multivariate: { variants }, payloads: { a: '{"x":1}' } };
    await hoglet.featureFlags.create({ key: `flag-${index}`, filters } as FlagCreateInput);
  }
}

async function ask(hoglet: Hoglet, token: string): Promise<void> {
  for (let index = 0; index < PEOPLE; index++) {
    const body = JSON.stringify({ token, distinct_id: `p${index}`, person_properties: { $browser: "Firefox" } });
    const reply = await hoglet.fetch("/flags/?v=2", { method: "POST", body });
    await reply.text();
  }
}

async function definitions(hoglet: Hoglet): Promise<void> {
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}` };
  for (let index = 0; index < PEOPLE; index++) {
    const reply = await hoglet.fetch(`/flags/definitions?token=${hoglet.project.api_token}&send_cohorts`, { headers });
    await reply.text();
  }
}
