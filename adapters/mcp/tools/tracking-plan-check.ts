import * as v from "valibot";
import type { LoggedEvent } from "../../../lib/index.ts";
import { coverPlan } from "../../testing/plan/coverage.ts";
import { defineEvents, describeIssue } from "../../testing/plan/define-events.ts";
import type { EventSchemas } from "../../testing/plan/define-events.ts";
import { expectMayRead, readLog } from "../log.ts";
import { nearNames } from "../../explain/index.ts";
import { quoted } from "../names.ts";
import { defineTool, field } from "../tool.ts";
import type { Call } from "../tool.ts";

/** The oldest after the cursor first. */
const MOST_READ = 100_000;

const TYPES = {
  string: v.string(),
  number: v.number(),
  boolean: v.boolean(),
  object: v.record(v.string(), v.unknown()),
  array: v.array(v.unknown()),
  any: v.unknown(),
};

const PlannedEvent = v.strictObject({
  event: field.text(),
  /** A `?` at the end of a type: the property may be absent. */
  properties: v.exactOptional(
    v.pipe(
      v.record(
        v.string(),
        v.pipe(
          v.string(),
          v.regex(
            /^(?:string|number|boolean|object|array|any)\??$/,
            "expected string, number, boolean, object, array or any, with ? where optional",
          ),
        ),
      ),
      v.maxEntries(200),
      v.description('Types, such as {"plan": "string", "seats": "number?"}; absent: any'),
    ),
  ),
});

export const trackingPlanCheck = defineTool({
  name: "tracking-plan-check",
  title: "Check a tracking plan",
  description:
    "Compares a plan with the events that came (since a cursor): never seen, wrong or missing properties, unplanned events and probable misspellings.",
  effect: "reads",
  input: {
    plan: v.pipe(v.array(PlannedEvent), v.minLength(1), v.maxLength(500)),
    after: field.after(),
  },
  async run(call, { plan, after = 0 }) {
    await expectMayRead(call);
    const log = { read: 0, seq: after };
    const coverage = await coverPlan(defineEvents(toSchemas(plan)), captured(call, log));
    const unknown = coverage.unknown.map(({ event }) => event);
    const results = coverage.events.map(({ event, count }) => {
      const issues = coverage.issues.filter((issue) => issue.event === event);
      const near = count === 0 ? nearNames(event, unknown) : [];
      return {
        event,
        count,
        ok: count > 0 && issues.length === 0,
        ...(issues.length > 0 && {
          issues: issues.slice(0, 10).map((issue) => `${describeIssue(issue)} (${issue.count}×)`),
        }),
        ...(near.length > 0 && { probably_sent_as: near }),
      };
    });
    const wrong = results.filter(({ ok }) => !ok);
    const misspelt = results.flatMap(({ event, probably_sent_as: near = [] }) =>
      near.length > 0 ? [`the app probably sends ${quoted(near.slice(0, 1))} for ${JSON.stringify(event)}`] : [],
    );
    const verdict =
      wrong.length === 0
        ? "The plan is kept"
        : `${wrong.length} of ${results.length} planned events are not as planned`;
    const says = [`${verdict} (${log.read} events read).`];
    if (coverage.never_fired.length > 0) says.push(`Never seen: ${quoted(coverage.never_fired.slice(0, 10))}.`);
    if (unknown.length > 0) says.push(`Not in the plan: ${quoted(unknown.slice(0, 10))}.`);
    return {
      summary: says.join(" "),
      results,
      unplanned: coverage.unknown,
      covered: coverage.covered,
      next_after: log.seq,
      ...(log.read >= MOST_READ && { more: "there are more events: call again with after = next_after" }),
      ...(wrong.length > 0 && { try_next: [...misspelt, "event-diagnose for an event that never came"].slice(0, 5) }),
    };
  },
});

function toSchemas(plan: readonly v.InferOutput<typeof PlannedEvent>[]): EventSchemas {
  return Object.fromEntries(
    plan.map(({ event, properties }) => [event, properties === undefined ? TYPES.object : toObject(properties)]),
  );
}

function toObject(properties: Readonly<Record<string, string>>): EventSchemas[string] {
  const entries = Object.entries(properties).map(([name, type]) => {
    const schema = TYPES[type.replace("?", "") as keyof typeof TYPES];
    return [name, type.endsWith("?") ? v.nullish(schema) : schema];
  });
  return v.object(Object.fromEntries(entries) as v.ObjectEntries) as EventSchemas[string];
}

async function* captured(call: Call, log: { read: number; seq: number }): AsyncGenerator<LoggedEvent> {
  for (;;) {
    const page = await readLog(call, log.seq, 1000);
    for (const event of page.results) {
      log.read += 1;
      log.seq = event.seq;
      yield event;
      if (log.read >= MOST_READ) return;
    }
    log.seq = Math.max(log.seq, page.seq);
    if (page.seq >= page.newest_seq || call.signal.aborted) return;
  }
}
