import * as v from "valibot";
import type { EventDefinition, EventRecord, Page, WarningRecord } from "../../../lib/index.ts";
import { countOtherTokens, diagnoseRequests, isOfProject, nearNames, toSeen } from "../../explain/index.ts";
import type { OtherToken, RequestFinding, SeenRequest } from "../../explain/index.ts";
import { eventNames, quoted } from "../names.ts";
import { readAllRequests } from "../project-requests.ts";
import { defineTool, field } from "../tool.ts";
import type { Call } from "../tool.ts";
import { toShort } from "./events-list.ts";

/** Why there is no event, or why it came in the end. */
interface Finding {
  finding: string;
  says: string;
  evidence?: unknown;
}

/** The facts that findings follow from. */
interface Facts {
  event: string | undefined;
  distinctId: string | undefined;
  names: EventDefinition[];
  requests: SeenRequest[];
  /** Other tokens that came, for callers who may see all projects. */
  otherTokens: OtherToken[];
  silentBrowserAt: string | null;
  warnings: WarningRecord[];
  /** The newest events of the name, or of all. */
  newest: EventRecord[];
  nowMs: number;
}

/** The page's diagnosis reads requests and warnings; this tool adds names, ids and clocks. */
export const eventDiagnose = defineTool({
  name: "event-diagnose",
  title: "Why is my event missing?",
  description:
    "Looks at the last capture requests, refusals, ingestion warnings, near names, other distinct ids and clocks, and says why an event is not there.",
  effect: "reads",
  input: { event: v.exactOptional(field.text()), distinct_id: v.exactOptional(field.text()) },
  async run(call, { event, distinct_id: distinctId }) {
    const facts = await gather(call, event, distinctId);
    const told = fromRequests(facts);
    const findings = [
      ...told.filter((each) => !isWarning(each)),
      ...names(facts),
      ...ids(facts),
      ...clocks(facts),
      ...told.filter(isWarning),
      ...silence(call, facts),
    ];
    const isThere = facts.event !== undefined && facts.newest.some((one) => isOf(facts, one));
    const [first] = findings;
    const asked = event === undefined ? "Nothing looks wrong" : `${JSON.stringify(event)} has not arrived`;
    const summary = isThere
      ? `The event is there: the newest is from ${facts.newest.find((one) => isOf(facts, one))?.timestamp}.`
      : (first?.says ?? `${asked}, and the last ${facts.requests.length} requests were accepted without it.`);
    return {
      summary,
      results: findings,
      requests: { seen: facts.requests.length, refused: facts.requests.filter(({ status }) => status >= 400).length },
      ...(isThere && {
        newest: facts.newest
          .filter((one) => isOf(facts, one))
          .slice(0, 1)
          .map(toShort),
      }),
      try_next: isThere ? [] : nextSteps(findings, event),
    };
  },
});

async function gather(call: Call, event: string | undefined, distinctId: string | undefined): Promise<Facts> {
  const all = await readAllRequests(call);
  const { seesAll, project, instance } = call;
  const opened = all.filter((one) => isOfProject(one, project.api_token, seesAll));
  const projects = seesAll ? (await instance.hoglet().projects.list({ limit: 1000 })).results : [];
  const [known, warnings, newest] = await Promise.all([
    eventNames(call),
    call.api.get<Page<WarningRecord>>("/ingestion_warnings/", { limit: 50 }),
    call.api.get<Page<EventRecord>>("/events/", { event, limit: 20 }),
  ]);
  // The newest of a name may all be of somebody else.
  const own =
    event === undefined || distinctId === undefined
      ? []
      : (await call.api.get<Page<EventRecord>>("/events/", { event, distinct_id: distinctId, limit: 1 })).results;
  return {
    event,
    distinctId,
    names: known,
    requests: opened.map(({ kept, read }) => toSeen(kept, read)),
    otherTokens: seesAll ? countOtherTokens(all, project.api_token, projects) : [],
    silentBrowserAt: seesAll ? instance.requests.silentBrowserAt() : null,
    warnings: warnings.results,
    newest: [...own, ...newest.results],
    nowMs: call.instance.hoglet().clock.now(),
  };
}

function isOf({ event, distinctId }: Facts, one: EventRecord): boolean {
  return (event === undefined || one.event === event) && (distinctId === undefined || one.distinct_id === distinctId);
}

/** The findings of requests and warnings; a refused request with the event itself stands first. */
function fromRequests({ requests, otherTokens, silentBrowserAt, warnings, event, distinctId }: Facts): Finding[] {
  const own = distinctId === undefined ? warnings : warnings.filter((one) => one.distinct_id === distinctId);
  const holding = requests.find(
    // A wrong path is a finding of its own.
    ({ status, events }) =>
      event !== undefined && status >= 400 && status !== 404 && events?.some((sent) => sent.event === event),
  );
  const findings = diagnoseRequests(
    {
      results: requests.filter((one) => one !== holding),
      other_tokens: otherTokens,
      silent_browser_at: silentBrowserAt,
    },
    own,
  ).map(toFinding);
  if (holding === undefined) return findings;
  const says = `A request with this event was refused with ${holding.status}: ${holding.refusal ?? "no reason given"}`;
  return [{ finding: "refused", says, evidence: [toEvidence(holding)] }, ...findings];
}

const KINDS = {
  browser: "headless_browser",
  token: "other_token",
  path: "other_path",
  refused: "refused",
  warning: "warned",
} as const;

function isWarning({ finding }: Finding): boolean {
  return finding === "warned";
}

function toFinding(found: RequestFinding): Finding {
  const { kind, text: says } = found;
  if (kind === "token" || kind === "browser") return { finding: KINDS[kind], says };
  const evidence =
    kind === "warning"
      ? found.warnings.map(({ timestamp, type, distinct_id, details }) => ({ timestamp, type, distinct_id, details }))
      : found.requests.map(toEvidence);
  return { finding: KINDS[kind], says, evidence: evidence.slice(0, 5) };
}

function toEvidence({ received_at, path, status, refusal, events }: SeenRequest) {
  return { received_at, path, status, refusal, events: events?.slice(0, 5) ?? null };
}

function names({ event, names: known, requests }: Facts): Finding[] {
  if (event === undefined || known.some(({ name }) => name === event)) return [];
  const all = known.map(({ name }) => name);
  const near = nearNames(event, all);
  if (near.length > 0) {
    const evidence = known
      .filter(({ name }) => near.includes(name))
      .map(({ name, count, last_seen_at }) => ({ name, count, last_seen_at }));
    return [
      {
        finding: "other_name",
        says: `No event is called ${JSON.stringify(event)}, but ${quoted(near)} came: the app probably misspells it.`,
        evidence,
      },
    ];
  }
  const carrying = requests.filter(({ events }) => events?.some((sent) => sent.event === event));
  if (carrying.some(({ status }) => status < 400)) {
    const says = `${JSON.stringify(event)} was sent and accepted, but is not stored: a plugin dropped it, or it was deleted.`;
    return [{ finding: "dropped", says }];
  }
  // The refusal of a request is told already.
  if (all.length === 0 || carrying.length > 0) return [];
  const says = `No request that is kept here carried ${JSON.stringify(event)}: the app's code did not send it, or not yet.`;
  return [{ finding: "never_sent", says, evidence: { events_that_came: all.slice(0, 20) } }];
}

function ids({ event, distinctId, newest }: Facts): Finding[] {
  if (distinctId === undefined || newest.length === 0 || newest.some((one) => one.distinct_id === distinctId))
    return [];
  const others = [...new Set(newest.map((one) => one.distinct_id))];
  const what = event === undefined ? "Events" : JSON.stringify(event);
  const says = `${what} came, but from other distinct ids: ${quoted(others.slice(0, 5))}. Is identify called before capture?`;
  return [{ finding: "other_distinct_id", says, evidence: others.slice(0, 20) }];
}

/** So far from now, an event is outside the usual range of a question. */
const FAR_MS = 24 * 3_600_000;

function clocks(facts: Facts): Finding[] {
  const own = facts.newest.find((one) => isOf(facts, one));
  if (own === undefined) return [];
  const aheadMs = Date.parse(own.timestamp) - facts.nowMs;
  if (Math.abs(aheadMs) <= FAR_MS) return [];
  const way = aheadMs > 0 ? "in the future" : "in the past";
  const says = `The newest one has the time ${own.timestamp}, ${Math.round(Math.abs(aheadMs) / 86_400_000)} days ${way}: questions about recent days do not count it.`;
  return [{ finding: "other_time", says, evidence: { timestamp: own.timestamp, arrived_at: own.created_at } }];
}

function silence(
  { instance, project }: Call,
  { requests, otherTokens, silentBrowserAt, names: known }: Facts,
): Finding[] {
  if (silentBrowserAt !== null || requests.length > 0 || otherTokens.length > 0) return [];
  const taken =
    instance.takenPort === undefined
      ? ""
      : ` Port ${instance.takenPort} was taken when it started: an app that sends there reaches another program.`;
  const says = `No capture request reached ${instance.url} since this server started${known.length > 0 ? ", though older events are stored" : ""}.${taken}`;
  const evidence = {
    checks: [
      `Is the SDK's host ${instance.url}?`,
      `Is its token ${project.api_token}?`,
      "Does the program wait for the SDK before it ends (shutdown, flush)?",
      "Does a content security policy, an ad blocker or opt-out stop it? The browser's network tab says.",
      "Is it posthog-js in a headless browser (Playwright, Puppeteer)? It sends no event without opt_out_useragent_filter: true.",
      "Did the code path run at all?",
    ],
  };
  return [{ finding: "no_request", says, evidence }];
}

function nextSteps(findings: readonly Finding[], event: string | undefined): string[] {
  const steps: Record<string, string> = {
    other_token: "set the project's token in the app's environment",
    headless_browser: "pass opt_out_useragent_filter: true to posthog.init in tests",
    other_path: "correct the host of the SDK: it adds the path by itself",
    refused: "mend what the refusal names, then send again",
    other_name: "correct the name in the app's code, then event-wait",
    never_sent: "find the capture call in the code; run it and event-wait",
    dropped: "look at the project's plugins",
    no_request: "check the host and the token in the app's environment",
    other_distinct_id: "persons-retrieve shows the ids of a person",
  };
  const found = findings.flatMap(({ finding }) => steps[finding] ?? []);
  return found.length > 0
    ? [...new Set(found)]
    : [event === undefined ? "name the event" : "event-wait while you use the app"];
}
