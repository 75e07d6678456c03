import type { WarningRecord } from "../../lib/index.ts";
import type { OtherToken, SeenRequest } from "./show-request.ts";

// The page's bundle holds this file: it imports types alone.

/** The answer of `ui/requests`. */
export interface RequestList {
  results: SeenRequest[];
  /** Tokens of other requests; only for users who may see all projects. */
  other_tokens: OtherToken[];
  /** When a headless browser last started posthog-js without sending an event since; only for users who may see all projects. */
  silent_browser_at: string | null;
}

/** A reason why events are missing. */
export type RequestFinding =
  | { kind: "token"; text: string; token: string; project: OtherToken["project"] }
  | { kind: "browser"; text: string }
  | { kind: "path" | "refused"; text: string; requests: SeenRequest[] }
  | { kind: "warning"; text: string; warnings: WarningRecord[] };

/** The reasons why events are missing, as far as requests and warnings tell, the most likely first; empty = nothing went wrong. */
export function diagnoseRequests(
  { results, other_tokens: others, silent_browser_at: silentAt }: RequestList,
  warnings: readonly WarningRecord[],
): RequestFinding[] {
  const [lost, rest] = [results.filter(({ status }) => status === 404), results.filter(({ status }) => status !== 404)];
  // A refusal of an unknown token is explained as that token.
  const refused = rest.filter(({ status }) => status >= 400 && (status !== 401 || others.length === 0));
  return [
    ...others.map(toTokenFinding),
    ...(silentAt === null ? [] : [toBrowserFinding(silentAt)]),
    ...grouped(lost, ({ path }) => path).map(([path, requests]): RequestFinding => {
      const text = `${toCounted(requests.length, "request")} went to ${path}, where nothing is. ${toRemedy(path)}`;
      return { kind: "path", text, requests };
    }),
    ...grouped(refused, ({ status, refusal }) => `${status}: ${toReason(refusal)}`).map(
      ([reason, requests]): RequestFinding => ({
        kind: "refused",
        text: `${toCounted(requests.length, "request")} ${was(requests.length)} refused with ${reason}`,
        requests,
      }),
    ),
    ...grouped(warnings, toSentence).map(([sentence, own]): RequestFinding => {
      const requests = own.reduce((sum, { details }) => sum + Number(details["requests"] ?? 0), 0);
      const counted =
        requests > 0 ? toCounted(requests, "request") : `${toCounted(own.length, "event")} with a warning:`;
      return { kind: "warning", text: `${counted} ${sentence}`, warnings: own };
    }),
  ];
}

function toRemedy(path: string): string {
  return path.includes("/ui/")
    ? "The client's host is the address of this page: leave out “/ui”."
    : "Check the client's host: SDKs add the path by themselves.";
}

/** The text of a warning, of one event or of many requests. */
function toSentence({ type, message, details }: WarningRecord): string {
  if (type !== "not_kept") return message ?? type;
  return `to ${String(details["path"])}, with ${String(details["what"])}: ${message}`;
}

function toTokenFinding({ token, requests, project, faults }: OtherToken): RequestFinding {
  const arrived = `${toCounted(requests, "request")} arrived with the token ${token}, not this project's.`;
  const rest = requests - faults.reduce((sum, fault) => sum + fault.requests, 0);
  const [those, are, these] = rest === 1 ? ["It", "is", "It was"] : ["They", "are", "They were"];
  const all = faults.length === 0 ? those : `${rest} of them`;
  const end = token.startsWith("phx_")
    ? ` ${these} refused: this is a personal API key, which is secret. Send the project's token.`
    : project === null
      ? ` ${these} refused: no project has this token.`
      : rest === 0
        ? ` It is the token of the project “${project.name}”.`
        : ` ${all} ${are} in the project “${project.name}”.`;
  return { kind: "token", text: [arrived + end, ...faults.map(toFault)].join(" "), token, project };
}

function toBrowserFinding(at: string): RequestFinding {
  const text = `A headless browser (Playwright, Puppeteer) started posthog-js at ${at.slice(11, 19)} UTC and has sent no event: posthog-js sends none from it without opt_out_useragent_filter: true.`;
  return { kind: "browser", text };
}

/** A further fault of requests with another token. */
function toFault({ status, path, refusal, requests }: OtherToken["faults"][number]): string {
  const some = `${requests} of them`;
  if (status === 404) return `${some} went to ${path}, where nothing is.`;
  return `${some} ${was(requests)} refused with ${status}: ${toReason(refusal)}.`.replace(/\.\.$/, ".");
}

function toCounted(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
}

function was(count: number): string {
  return count === 1 ? "was" : "were";
}

/** The sentence in a refusal, which may be JSON. */
function toReason(refusal: string | null): string {
  try {
    return (JSON.parse(refusal ?? "") as { detail?: string }).detail ?? "no reason";
  } catch {
    return refusal ?? "no reason";
  }
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): [key: string, items: Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}
