import type { FunnelStepsResult } from "../../../../../lib/index.ts";
import type { Answered } from "./ask-insight.ts";
import { kindOf, KINDS } from "./kinds.ts";
import type { Kind } from "./kinds.ts";
import type { QuestionDraft } from "./question.ts";
import { toFields } from "./to-fields.ts";
import type { QueryNode } from "./to-query.ts";

/** The target of a question. */
export interface Place {
  /** The address of hoglet, for example http://127.0.0.1:8010/, with the slash. */
  host: string;
  project: number;
}

/** A node as a call of the handle, TypeScript. @param project undefined = the handle's first project */
export function toAsk(node: QueryNode, project?: number): string {
  const options = project === undefined ? "" : `, ${toSource({ project })}`;
  return `const { results } = await hoglet.ask(${toSource(node)}${options});`;
}

/** A node as a command for a shell; the key is in `$HOGLET_KEY`. */
export function toQueryCurl(query: QueryNode, place: Place): string {
  return curl("query/", { query }, place);
}

/** The question as a call of the handle, TypeScript. @param project undefined = the handle's first project */
export function toHandleCall(question: QuestionDraft, project?: number): string {
  const fields = { ...toOwnFields(question), ...(project !== undefined && { project }) };
  return `const { result } = await hoglet.insights.${KINDS[kindOf(question)].method}(${toSource(fields)});`;
}

/** The question as a command for a shell; the key is in `$HOGLET_KEY`. */
export function toCurl(question: QuestionDraft, place: Place): string {
  return curl(`insights/${KINDS[kindOf(question)].path}/`, toFields(question), place);
}

function curl(path: string, body: unknown, { host, project }: Place): string {
  return [
    `curl ${quote(`${host}api/projects/${project}/${path}`)}`,
    `-H "Authorization: Bearer $HOGLET_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quote(JSON.stringify(body))}`,
  ].join(" \\\n  ");
}

/** Quotes a text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The current answer as an assertion for a test with `hoglet/testing`; `hoglet` is a test hoglet. */
export function toAssertion(answered: Answered): string {
  const { question } = answered;
  const fields = toOwnFields(question);
  switch (answered.kind) {
    case "funnel":
      return toFunnelAssertion(question, answered.answer.result);
    case "retention": {
      const rows = answered.answer.result.map(({ values }) => values.map(({ count }) => count));
      return `await expectHoglet(hoglet).toRetain(${toSource(fields)}, ${toSource(rows)});`;
    }
    case "trends": {
      const lines = answered.answer.result.map((line) => ({
        label: line.label,
        ...(line.aggregated_value === undefined ? { data: line.data } : { aggregated_value: line.aggregated_value }),
      }));
      return `await expectHoglet(hoglet).toHaveTrend(${toSource(fields)}, ${toSource(lines)});`;
    }
    case "paths":
      return toEqual(
        question,
        "({ source, target, value }) => ({ source, target, value })",
        answered.answer.result.map(({ source, target, value }) => ({ source, target, value })),
      );
    case "correlation":
      return toEqual(
        question,
        "({ event, success_count, failure_count }) => [event.event, success_count, failure_count]",
        answered.answer.result.events.map(({ event, success_count, failure_count }) => [
          event.event,
          success_count,
          failure_count,
        ]),
        "result.events",
      );
    default:
      return toEqual(
        question,
        "({ label, data }) => ({ label, data })",
        answered.answer.result.map(({ label, data }) => ({ label, data })),
      );
  }
}

/** Steps by their counts; other views of a funnel by all of their numbers. */
function toFunnelAssertion(
  question: QuestionDraft,
  result: Extract<Answered, { kind: "funnel" }>["answer"]["result"],
): string {
  if ("bins" in result) return toEqual(question, null, result);
  if (question.funnel_viz_type === "trends") {
    const lines = (result as { data: number[] }[]).map(({ data }) => ({ data }));
    return toEqual(question, "({ data }) => ({ data })", lines);
  }
  const lines = result as FunnelStepsResult;
  const expected =
    lines.length > 0 && lines.every((line) => Array.isArray(line))
      ? {
          by: Object.fromEntries(
            lines.map((line) => [nameOfLine(line[0]?.breakdown_value), { counts: countsOf(line) }]),
          ),
        }
      : { counts: countsOf(lines as { count: number }[]) };
  return `await hoglet.expectFunnel(${toSource(toOwnFields(question))}).toConvert(${toSource(expected)});`;
}

function countsOf(steps: readonly { count: number }[]): number[] {
  return steps.map(({ count }) => count);
}

/** The name of a breakdown's value in `toConvert`. */
function nameOfLine(value: unknown): string {
  return [value].flat().join(", ");
}

/**
 * An assertion for answers without a matcher in the test kit.
 * @param pick the compared field of each member; null = the whole member
 */
function toEqual(question: QuestionDraft, pick: string | null, expected: unknown, from = "result"): string {
  const actual = pick === null ? from : `${from}.map(${pick})`;
  return `${toHandleCall(question)}\nassert.deepEqual(${actual}, ${toSource(expected)});`;
}

/** Fields that a question may still have from its former kind: the types of these questions refuse them. */
const FOREIGN: Partial<Record<Kind, readonly string[]>> = { retention: ["interval"], paths: ["interval"] };

/** Removes `insight`: the handle's methods name the insight. */
function toOwnFields(question: QuestionDraft): Omit<QuestionDraft, "insight"> {
  const { insight: _, ...fields } = question;
  const foreign = FOREIGN[kindOf(question)] ?? [];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !foreign.includes(name)));
}

const NAME = /^[A-Za-z_$][\w$]*$/;
const WIDTH = 80;

/** A value as TypeScript, on several lines when it is long. */
export function toSource(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((member) => toSource(member, inner))
    : Object.entries(value).map(
        ([key, member]) => `${NAME.test(key) ? key : JSON.stringify(key)}: ${toSource(member, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const space = Array.isArray(value) ? "" : " ";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (!line.includes("\n") && indent.length + line.length <= WIDTH) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},`).join("\n")}\n${indent}${close}`;
}
