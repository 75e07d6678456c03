import { isFields } from "../../lib/base/fields.ts";
import { readFile } from "node:fs/promises";
import { text as readText } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { explainNumber } from "../../adapters/explain/index.ts";
import type { NumberExplanation } from "../../adapters/explain/index.ts";
import { toVisible } from "../../lib/index.ts";
import type { Page, SavedInsight } from "../../lib/index.ts";
import { Refusal } from "../api.ts";
import type { Api } from "../api.ts";
import { drawTable } from "../draw/table.ts";
import type { Output } from "../output.ts";
import { printDrawing, printJson, printMessage, write } from "../print.ts";
import { nearest } from "../../lib/base/nearest.ts";
import { answer } from "./answer.ts";
import type { Question } from "./answer.ts";
import type { AskKind } from "./kind.ts";
import { askKinds } from "./kinds/index.ts";
import { readEvents, suggest, unknownNames } from "./names.ts";
import { toShownText } from "./show.ts";
import type { Shown } from "./show.ts";
import { given, toCommon, toFilters } from "./node-parts.ts";
import type { Node } from "./node-parts.ts";
import type { QuestionFlags } from "./question-flags.ts";

/** How an answer is shown. */
export interface AskHow {
  output: Output;
  /** Seconds between two looks; undefined = once. */
  watch: number | undefined;
  /** Stops watching. */
  signal: AbortSignal;
  /** Print the query node instead of its answer. */
  showsQuery: boolean;
  /** JSON has the results alone, as in the older `hoglet funnel --json`. */
  isBare: boolean;
}

/** Asks the question of flags, and shows its answer. @throws Error for names that nothing has */
export async function askKind(api: Api, kind: AskKind, flags: QuestionFlags, how: AskHow): Promise<void> {
  const query = await toNode(kind, flags, api);
  if (how.showsQuery) return printJson(query);
  const known = await readEvents(api);
  const [fault] = await unknownNames(api, query, known);
  if (fault !== undefined) throw new Error(fault);
  if (flags.explain !== undefined) return explain(api, query, flags.explain, how.output);
  await show(api, { query, title: toTitle(kind, flags), known }, how);
}

async function toNode(kind: AskKind, flags: QuestionFlags, api: Api): Promise<Node> {
  const [own, common] = [given(await kind.toNode(flags, api)), given(await toCommon(flags, api))];
  return kind.withCommon?.(own, common) ?? { ...own, ...common };
}

function toTitle({ name, sayWhat }: AskKind, flags: QuestionFlags): string {
  const { where = [], breakdown = [] } = flags;
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const by = breakdown.length === 0 ? [] : [`by ${breakdown.join(", ")}`];
  return [title, sayWhat(flags), ...by, ...(where.length === 0 ? [] : [where.join(" and ")])].join(" · ");
}

/** The question of a file, or of stdin: a query node, or the fields of an older question (`insight`). */
export async function readQuestion(api: Api, file: string): Promise<Node> {
  const text = file === "-" ? await readText(process.stdin) : await readFile(file, "utf8");
  let query: unknown;
  try {
    query = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file === "-" ? "stdin" : file} is no JSON: ${(error as Error).message}`, { cause: error });
  }
  const object = toObject(query, file);
  const inner =
    object["kind"] === undefined && typeof object["query"] === "object" ? toObject(object["query"], file) : object;
  if (typeof inner["kind"] === "string") return inner;
  const { query: upgraded } = await api.post<{ query: Node | null }>("/query/upgrade/", { filters: inner });
  if (upgraded === null) throw new Error(`${file} is no query: expected an object with a kind, such as TrendsQuery.`);
  return upgraded;
}

function toObject(value: unknown, file: string): Node {
  if (isFields(value)) return value as Node;
  throw new Error(`${file} is no query: expected an object with a kind, such as TrendsQuery.`);
}

/** Asks a query that was given as JSON. */
export async function askQuery(api: Api, query: Node, flags: QuestionFlags, how: AskHow): Promise<void> {
  if (how.showsQuery) return printJson(query);
  const known = await readEvents(api);
  const [fault] = await unknownNames(api, query, known);
  if (fault !== undefined) throw new Error(fault);
  await show(api, { query, title: String(query["kind"]), known, ...(await toOverrides(flags, api)) }, how);
}

/** Asks a saved insight, by its name, its short id or its id. @throws Error when none, or more than one, is meant */
export async function askSaved(api: Api, name: string, flags: QuestionFlags, how: AskHow): Promise<void> {
  const insight = await findInsight(api, name);
  if (insight.query === null) throw new Error(`The insight '${name}' is in an older form that cannot be asked here.`);
  if (how.showsQuery) return printJson(insight.query);
  const known = await readEvents(api);
  // The names come from a saved insight, and their events may come later.
  for (const fault of await unknownNames(api, insight.query, known)) printMessage(`hoglet: ${fault}`);
  const title = insight.name || insight.derived_name || insight.short_id;
  await show(api, { query: insight.query, title, known, ...(await toOverrides(flags, api)) }, how);
}

async function findInsight(api: Api, name: string): Promise<SavedInsight> {
  const { results } = await api.get<Page<SavedInsight>>("/insights/", { limit: 1000 });
  const found = results.filter((one) => [one.name, one.short_id, String(one.id)].includes(name));
  const [insight, second] = found;
  if (second !== undefined) {
    throw new Error(`${found.length} insights are called '${name}': ${found.map((one) => one.short_id).join(", ")}.`);
  }
  if (insight !== undefined) return insight;
  const names = results.map((one) => one.name).filter((each) => each !== "");
  const kind = nearest(
    name,
    askKinds.map((each) => each.name),
  );
  const hint = kind === undefined ? suggest(name, names, "Insights") : ` Did you mean the kind: hoglet ask ${kind}?`;
  throw new Error(`No saved insight is called '${name}'.${hint}`);
}

async function toOverrides({ dateFrom, dateTo, where = [] }: QuestionFlags, api: Api): Promise<{ overrides?: Node }> {
  if (dateFrom === undefined && dateTo === undefined && where.length === 0) return {};
  return {
    overrides: {
      ...(dateFrom !== undefined && { date_from: dateFrom }),
      ...(dateTo !== undefined && { date_to: dateTo }),
      ...(where.length > 0 && { properties: await toFilters(where, api) }),
    },
  };
}

async function show(api: Api, question: Question, { output, watch, signal, isBare }: AskHow): Promise<void> {
  if (watch === undefined) {
    const shown = await answer(api, question);
    return isBare ? printJson(shown.answer.results) : printShown(shown, output);
  }
  let last = "";
  for (;;) {
    const known = await readEvents(api);
    const shown = await answer(api, { ...question, known });
    const text = toShownText(shown, output);
    if (text !== last) {
      if (output.isTerminal && output.format === "table") {
        printDrawing(`${CLEAR}${text}${output.paint("faint", `\nEvery ${watch} s; Ctrl-C ends.`)}\n`);
      } else await printShown(shown, output);
    }
    last = text;
    if (signal.aborted) return;
    await delay(watch * 1000, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  }
}

/** Moves to the first place of the terminal and clears it. */
const CLEAR = "\u001b[H\u001b[2J\u001b[3J";

/** Prints an answer; its notes go to stderr where the output is data. */
async function printShown(shown: Shown, output: Output): Promise<void> {
  if (output.format === "table") return printDrawing(toShownText(shown, output));
  if (output.format !== "md") for (const note of shown.notes) printMessage(`hoglet: ${note}`);
  await write(toShownText(shown, output));
}

/** Shows by the events of one person why they are counted or not. */
async function explain(api: Api, query: Node, distinctId: string, output: Output): Promise<void> {
  const explanation = await askExplanation(api, query, distinctId);
  if (output.format !== "table") {
    const text =
      output.format === "json"
        ? `${JSON.stringify(explanation)}\n`
        : explanation.parts.map((part) => `${JSON.stringify(part)}\n`).join("");
    return write(text);
  }
  const { rule, parts, hogql } = explanation;
  const rows = parts.map((part, index) => {
    const { name, count, events, because_of: because } = part;
    const why = [part.reason?.replaceAll("_", " "), because && `(${because.event}, ${because.timestamp})`];
    const last = events[0]?.timestamp ?? "no";
    return [String(index + 1), toVisible(name), String(count), last, toVisible(why.filter(Boolean).join(" "))];
  });
  const columns = ["", "event", "count", "last", "why not"].map((name) => ({ name, mustStay: true }));
  const sql = hogql === null ? [] : ["", ...hogql.split("\n").map(toVisible)];
  printDrawing(`${[rule, "", ...drawTable({ columns, rows }, output).lines, ...sql].join("\n")}\n`);
}

async function askExplanation(api: Api, question: Node, distinctId: string): Promise<NumberExplanation> {
  try {
    return await explainNumber(api, question, { distinct_id: distinctId });
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error;
    throw new Error(`--explain: nobody has the distinct id '${distinctId}'.`, { cause: error });
  }
}
