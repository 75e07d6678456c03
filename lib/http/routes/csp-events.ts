import { createHash } from "node:crypto";
import type { CapturedEvent } from "../../ingest/capture/index.ts";
import { toIso } from "../../base/clock.ts";
import { invalid, tooLarge, unreadable } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { requestLimits } from "../../base/request-limits.ts";

/** Facts about a browser's report from outside its body. */
export interface ReportArrival {
  nowMs: number;
  /** Distinct id for reports whose address has none. */
  anonymousId: string;
  /** Address of the browser; null = unknown. */
  ip: string | null;
}

/** A violation in either format, and its time. */
interface Report {
  kind: "violation" | "crash";
  properties: Fields;
  url: string | null;
  atMs: number;
}

/** Names in the older format (`application/csp-report`) → hoglet's. */
const LEGACY_NAMES: Record<string, string> = {
  "document-uri": "document_url",
  referrer: "referrer",
  "violated-directive": "violated_directive",
  "effective-directive": "effective_directive",
  "original-policy": "original_policy",
  disposition: "disposition",
  "blocked-uri": "blocked_url",
  "line-number": "line_number",
  "column-number": "column_number",
  "source-file": "source_file",
  "status-code": "status_code",
  "script-sample": "script_sample",
};

/** Names in the Reporting API → hoglet's. */
const REPORTING_NAMES: Record<string, string> = {
  documentURL: "document_url",
  referrer: "referrer",
  effectiveDirective: "effective_directive",
  originalPolicy: "original_policy",
  disposition: "disposition",
  blockedURL: "blocked_url",
  lineNumber: "line_number",
  columnNumber: "column_number",
  sourceFile: "source_file",
  statusCode: "status_code",
  sample: "script_sample",
};

/**
 * Converts a browser's report, in either format, to events: `$csp_violation` with `$csp_*` properties, and
 * `$browser_crash_report`; other kinds of reports give nothing (reference/capture.md 9.3). All are personless. The
 * parameters `distinct_id`, `session_id` and `v` of the query go into the events; `sample_rate` (0 to 1) keeps that
 * share of the pages, the same ones for all reports of one minute.
 * @throws HogletError 400 for another content type, for a body that is not a report, and for an invalid `sample_rate`;
 * 413 for more than 256 KiB or 2,000 reports
 */
export function toCspEvents(
  contentType: string | null,
  body: Uint8Array,
  query: URLSearchParams,
  arrival: ReportArrival,
): CapturedEvent[] {
  const rate = toRate(query.get("sample_rate"));
  const distinctId = query.get("distinct_id") || arrival.anonymousId;
  const shared = {
    ...(query.has("session_id") && { $session_id: query.get("session_id") }),
    ...(query.has("v") && { $csp_version: query.get("v") }),
    ...(rate < 1 && { $csp_sample_rate: rate }),
    $process_person_profile: false,
  };
  return readReports(contentType, body, arrival.nowMs)
    .filter(({ url }) => isSampled(url, rate, arrival.nowMs))
    .map(({ kind, properties, url, atMs }) => ({
      event: kind === "crash" ? "$browser_crash_report" : "$csp_violation",
      distinct_id: distinctId,
      timestamp: toIso(atMs),
      ip: arrival.ip ?? undefined,
      properties: { ...properties, ...(url !== null && { $current_url: url }), ...shared },
    }));
}

/** Reports in one body: a browser sends the few reports of one page. A higher number costs a transaction's time. */
const MAX_REPORTS = 2000;

function readReports(contentType: string | null, body: Uint8Array, nowMs: number): Report[] {
  const mediaType = (contentType ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType === "application/csp-report") return [toLegacyReport(readJson(body), nowMs)];
  if (mediaType === "application/reports+json") {
    const sent = readJson(body);
    const reports = Array.isArray(sent) ? sent : [sent];
    if (reports.length > MAX_REPORTS) throw tooLarge(`Expected at most ${MAX_REPORTS} reports at once.`);
    return reports.flatMap((report) => toReports(report, nowMs));
  }
  throw invalid(null, "Expected the content type application/csp-report or application/reports+json.");
}

function toLegacyReport(sent: unknown, nowMs: number): Report {
  const report = isFields(sent) ? sent["csp-report"] : undefined;
  if (!isFields(report)) throw invalid("csp-report", 'Expected an object with the key "csp-report".');
  const properties = { $csp_report_type: "csp-violation", ...renamed(report, LEGACY_NAMES) };
  return { kind: "violation", properties, url: textOrNull(report["document-uri"]), atMs: nowMs };
}

function toReports(sent: unknown, nowMs: number): Report[] {
  if (!isFields(sent) || typeof sent["type"] !== "string" || !isFields(sent["body"])) {
    throw invalid(null, "Expected reports with a type and a body.");
  }
  const { type, body } = sent;
  const agent = { ...(typeof sent["user_agent"] === "string" && { $csp_user_agent: sent["user_agent"] }) };
  const atMs = Math.max(0, nowMs - toAge(sent["age"]));
  if (type === "csp-violation") {
    const properties = { $csp_report_type: type, ...renamed(body, REPORTING_NAMES), ...agent };
    return [{ kind: "violation", properties, url: textOrNull(body["documentURL"]) ?? textOrNull(sent["url"]), atMs }];
  }
  if (type !== "crash") return [];
  const details = Object.fromEntries(Object.entries(body).map(([name, value]) => [`$crash_${name}`, value]));
  return [{ kind: "crash", properties: { ...details, ...agent }, url: textOrNull(sent["url"]), atMs }];
}

function renamed(report: Fields, names: Record<string, string>): Fields {
  const known = Object.entries(names).filter(([name]) => report[name] !== undefined && report[name] !== null);
  return Object.fromEntries(known.map(([name, ours]) => [`$csp_${ours}`, report[name]]));
}

function toRate(value: string | null): number {
  const rate = value === null || value === "" ? 1 : Number(value);
  if (rate >= 0 && rate <= 1) return rate;
  throw invalid("sample_rate", "Expected a number from 0 to 1.");
}

const MINUTE_MS = 60_000;

/** A hash decides instead of chance, so that the reports of one page load are kept or dropped together. */
function isSampled(url: string | null, rate: number, nowMs: number): boolean {
  if (rate === 1) return true;
  const hash = createHash("sha256")
    .update(`${url ?? ""}|${Math.floor(nowMs / MINUTE_MS)}`)
    .digest();
  return hash.readUInt32BE(0) / 2 ** 32 < rate;
}

/** Age of a report in ms; browsers delay reports. */
function toAge(value: unknown): number {
  return typeof value === "number" && value > 0 ? Math.trunc(value) : 0;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function readJson(body: Uint8Array): unknown {
  const { wholeBytes } = requestLimits;
  if (body.length > wholeBytes) throw tooLarge(`Expected reports of at most ${wholeBytes} bytes.`);
  try {
    return parseJsonText(Buffer.from(body).toString("utf8"));
  } catch (cause) {
    throw unreadable("failed to parse request: the report is not JSON", cause);
  }
}
