import type { EventRules, PlanIssue } from "./define-events.ts";
import { describeIssue } from "./define-events.ts";

/** The comparison of a run of tests with a tracking plan. */
export interface PlanCoverage {
  /** Every event of the plan, in its order. */
  events: { event: string; count: number; issues: PlanIssue[] }[];
  /** Events of the plan that were never captured. */
  never_fired: string[];
  /** Captured events that the plan lacks, except those of clients (`$…`). */
  unknown: { event: string; count: number }[];
  /** Every issue once, with its number. */
  issues: (PlanIssue & { count: number })[];
  /** The share of the plan's events that were captured; 0 to 1, and 1 for an empty plan. */
  covered: number;
}

interface Counted {
  event: string;
  properties?: Record<string, unknown>;
}

/** A plan's coverage by captured events. */
export async function coverPlan(
  plan: EventRules,
  captured: Iterable<Counted> | AsyncIterable<Counted>,
): Promise<PlanCoverage> {
  const counts = new Map<string, number>();
  const issues = new Map<string, PlanIssue & { count: number }>();
  for await (const event of captured) {
    counts.set(event.event, (counts.get(event.event) ?? 0) + 1);
    for (const issue of await plan.check(event)) {
      const known = issues.get(describeIssue(issue)) ?? { ...issue, count: 0 };
      issues.set(describeIssue(issue), { ...known, count: known.count + 1 });
    }
  }
  const planned = Object.keys(plan.schemas);
  const found = [...issues.values()];
  const events = planned.map((event) => ({
    event,
    count: counts.get(event) ?? 0,
    issues: found.filter((issue) => issue.event === event).map(toIssue),
  }));
  const neverFired = events.filter(({ count }) => count === 0).map(({ event }) => event);
  return {
    events,
    never_fired: neverFired,
    unknown: [...counts]
      .filter(([event]) => !planned.includes(event) && !event.startsWith("$"))
      .map(([event, count]) => ({ event, count })),
    issues: found,
    covered: planned.length === 0 ? 1 : (planned.length - neverFired.length) / planned.length,
  };
}

function toIssue({ event, path, message }: PlanIssue): PlanIssue {
  return { event, path, message };
}

/**
 * JUnit's XML, for CI: a case for each event of the plan (skipped when never captured, failed with issues), and a
 * failed case for each unknown event.
 */
export function toJUnit({ events, unknown, issues }: PlanCoverage): string {
  const cases = [
    ...events.map(({ event, count, issues: own }) => toCase(event, count === 0, own)),
    ...unknown.map(({ event }) =>
      toCase(
        event,
        false,
        issues.filter((issue) => issue.event === event),
      ),
    ),
  ];
  const failures = events.filter((each) => each.issues.length > 0).length + unknown.length;
  const skipped = events.filter(({ count }) => count === 0).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="tracking plan" tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}">`,
    ...cases,
    "</testsuite>",
    "",
  ].join("\n");
}

function toCase(event: string, isSkipped: boolean, issues: readonly PlanIssue[]): string {
  const head = `  <testcase classname="tracking plan" name="${escape(event)}"`;
  if (isSkipped) return `${head}><skipped message="never captured"/></testcase>`;
  if (issues.length === 0) return `${head}/>`;
  const text = issues.map(describeIssue).join("\n");
  return `${head}><failure message="${escape(issues[0]?.message ?? "")}">${escape(text)}</failure></testcase>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML cannot hold become U+FFFD. */
function escape(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
