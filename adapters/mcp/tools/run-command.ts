import * as v from "valibot";
import type { LoggedEvent } from "../../../lib/index.ts";
import { toSeen } from "../../explain/index.ts";
import { newestSeq, readLog } from "../log.ts";
import { readProjectRequests } from "../project-requests.ts";
import { defineTool, field } from "../tool.ts";
import type { Call } from "../tool.ts";
import { ToolFault } from "../tool-fault.ts";
import { toShort } from "./events-list.ts";

/** Seconds of the longest run: test suites take minutes. */
const LONGEST_RUN = 600;
/** Events that an answer shows, and those that it counts. */
const MOST_SHOWN = 20;
const MOST_COUNTED = 10_000;

/** A command beside the instance, as `hoglet run` starts one. */
export const runCommand = defineTool({
  name: "run-command",
  title: "Run a command and see what it captured",
  description:
    "Runs a command, such as [npm, test], with this hoglet in POSTHOG_HOST, POSTHOG_KEY and their NEXT_PUBLIC_, VITE_PUBLIC_ … kin, and lists what it captured.",
  effect: "runs",
  isFor: ({ run }) => run !== undefined,
  input: {
    command: v.pipe(v.array(field.text(undefined, 4000)), v.minLength(1), v.maxLength(100)),
    timeout_s: v.optional(field.whole(1, LONGEST_RUN), 50),
  },
  async run(call, { command, timeout_s: timeoutSeconds }) {
    const { run } = call.instance;
    if (run === undefined) throw new ToolFault("Commands run on stdio only (npx hoglet mcp).", 403);
    const start = await newestSeq(call);
    const before = (await readProjectRequests(call))[0]?.kept.id ?? 0;
    const ended = await run(command, {
      timeoutMs: timeoutSeconds * 1000,
      signal: call.signal,
      token: call.project.api_token,
    });
    const events = await capturedSince(call, start);
    const requests = (await readProjectRequests(call)).filter(({ kept }) => kept.id > before);
    const refused = requests.map(({ kept, read }) => toSeen(kept, read)).filter(({ status }) => status >= 400);
    const counts = new Map<string, number>();
    for (const { event } of events) counts.set(event, (counts.get(event) ?? 0) + 1);
    const how = ended.timed_out
      ? `was stopped after ${timeoutSeconds} s`
      : `ended with ${ended.exit_code ?? "a signal"}`;
    const why =
      events.length > 0
        ? ""
        : ` Capture requests that it sent: ${requests.length}; refused of them: ${refused.length}.`;
    return {
      summary: `The command ${how} and captured ${events.length} events.${why}`,
      results: events.slice(-MOST_SHOWN).map(toShort),
      captured: [...counts].map(([event, count]) => ({ event, count })).slice(0, 100),
      ...ended,
      ...(refused.length > 0 && {
        refused: refused.slice(0, 5).map(({ path, status, refusal }) => ({ path, status, refusal })),
      }),
      next_after: events.at(-1)?.seq ?? start,
      ...(events.length === 0 && {
        try_next: ["does it read POSTHOG_HOST and POSTHOG_KEY, and await shutdown() at its end?", "event-diagnose"],
      }),
    };
  },
});

async function capturedSince(call: Call, start: number): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  let seq = start;
  for (;;) {
    const page = await readLog(call, seq, 1000);
    events.push(...page.results);
    seq = page.seq;
    if (page.seq >= page.newest_seq || events.length >= MOST_COUNTED) return events;
  }
}
