import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { contractRows } from "../support/contract-rows.ts";

// Plays docs/guides/persons-and-plugin-configs.md: each `ask` line over HTTP, each "in process" line on a second hoglet, which
// the same lines have brought to the same state. Answers are compared with the page, and with each other.

const PAGE = readFileSync("docs/guides/persons-and-plugin-configs.md", "utf8");
const KEY = "phx_test_key";
const TOKEN = "phc_test";
// A Saturday, so that the run on Sunday is near.
const NOW = "2026-11-28T12:00:00Z";

/** A request of the page with what should come of it. */
interface Line {
  method: string;
  url: string;
  body: string | undefined;
  status: number;
  /** The answer; `…` stands for anything. */
  answer: string;
  inProcess: string;
}

const VARIABLES: [name: string, value: string][] = [
  ["$P", "/api/projects/1"],
  ["$HOGLET_URL", ""],
  ["$HOGLET_PROJECT_TOKEN", TOKEN],
];

/** The words of a line of the shell: bare, in quotes of either kind, or with both in one. */
function toWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"/g, (_, plain?: string, open = "") => plain ?? toText(String(open))),
  );
}

/** The text between double quotes, with its variables filled in. */
function toText(open: string): string {
  return open.replaceAll(/\\(.)|\$[A-Z_]+/g, (name, escaped?: string) => {
    return escaped ?? VARIABLES.find(([known]) => known === name)?.[1] ?? "";
  });
}

function readLines(): Line[] {
  const blocks = [...PAGE.matchAll(/^ask [^]*?(?=\n\n|\n```)/gm)].map(([text]) => text.split("\n"));
  return blocks.map(([command = "", ...notes]) => {
    const words = toWords(command).slice(1);
    const valueOf = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
    const body = valueOf("-d");
    const url = words.find((word) => word.startsWith("/")) ?? "";
    const [, status = "", answer = ""] = /^# (\d{3}) ?(.*)$/.exec(notes[0] ?? "") ?? [];
    const inProcess = /^# in process: (.*)$/.exec(notes[1] ?? "")?.[1] ?? "";
    const method = valueOf("-X") ?? (body === undefined ? "GET" : "POST");
    return { method, url, body, status: Number(status), answer, inProcess };
  });
}

const open = () => createHoglet({ now: NOW, personalApiKey: KEY, projectToken: TOKEN });

async function askOver(hoglet: Hoglet, { method, url, body }: Line): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
  const response = await hoglet.fetch(url, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, text: await response.text() };
}

const AsyncFunction = (async () => {}).constructor as new (...names: string[]) => (hoglet: Hoglet) => Promise<unknown>;

function isLike(text: string, pattern: string): boolean {
  const escaped = pattern.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.join("[^]*")}$`).test(text);
}

const OF_HTTP = ["next", "previous", "initial", "next_cursor", "previous_cursor", "next_run_at", "waiting"];

/** An answer without links, which only HTTP has, and uuids of events, which are chance; JSON text becomes its value. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => ![...OF_HTTP, "$creator_event_uuid"].includes(name));
  return Object.fromEntries(fields.map(([name, inner]) => [name, toValue(name, inner)]));
}

function toValue(name: string, inner: unknown): unknown {
  const isText = ["config", "error", "plugin_info", "delivery_rate_24h"].includes(name) && typeof inner === "string";
  if (!isText) return toPlain(inner);
  return inner === "" ? null : toPlain(JSON.parse(inner) as unknown);
}

const guide = suite("docs/guides/persons-and-plugin-configs.md");
const lines = readLines();

guide("has every row of the contract", () => {
  const shown = lines.map(({ method, url }) => `${method} ${url.replace(/\/?(?:\?.*)?$/, "")}`);
  const missing = contractRows().filter(({ method, path }) => {
    const pattern = new RegExp(`^${method} /api/projects/1${path.replaceAll(/:\w+/g, String.raw`\d+`)}$`);
    return !shown.some((each) => pattern.test(each));
  });
  assert.equal(
    missing.map(({ method, path }) => `${method} ${path}`),
    [],
  );
});

guide("is what happens, over HTTP and in process", async () => {
  const [remote, local] = [await open(), await open()];
  for (const line of lines) {
    const { status, text } = await askOver(remote, line);
    const name = `${line.method} ${line.url}`;
    assert.is(status, line.status, `${name}: ${text}`);
    assert.ok(isLike(text, line.answer), `${name}: ${text}`);
    const value: unknown = await new AsyncFunction("hoglet", `return ${line.inProcess}`)(local);
    // Actions answer {"success":true} or what they changed; the frontend is text, activity names its author.
    const isOwn = text === "" || text === '{"success":true}' || /activity|frontend|batch/.test(line.url);
    if (!isOwn) assert.equal(toPlain(JSON.parse(text)), toPlain(value), name);
  }
  await Promise.all([remote.close(), local.close()]);
});

guide.run();
