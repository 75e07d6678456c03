import { arch, cpus, platform } from "node:os";
import { count } from "../measure.ts";
import type { Measured } from "./ask-interleaved.ts";
import type { EngineName } from "./engines/index.ts";
import type { ImportTimes } from "./import-product.ts";
import { QUESTIONS } from "./questions/index.ts";

/** All that was measured of one engine. */
export interface EngineReport {
  name: EngineName;
  /** By the id of a question; a question that cannot be asked is absent. */
  questions: Map<string, Measured>;
  sizeBytes: number;
  times?: ImportTimes;
}

/** The tables, as they stand in docs/performance.md too. */
export function formatReport(events: number, ids: readonly string[], reports: readonly EngineReport[]): string {
  const product = reports.find(({ name }) => name === "hoglet");
  const peers = reports.filter(({ name }) => name !== "hoglet");
  const [cpu] = cpus();
  const versions = reports.map(({ name, questions }) =>
    name === "hoglet" ? "hoglet (this commit)" : ([...questions.values()][0]?.version ?? name),
  );
  const ours = product === undefined ? [] : ["cold", "second", "median", "worst", "ns an event", "RSS, MB"];
  const columns = [...ours, ...peers.map(({ name }) => `${name}: median (cold)`), "faster of the others ÷ hoglet"];
  const lines = [
    `${count(events)} events; ${cpus().length} × ${cpu?.model.trim()}, ${platform()} ${arch()}, Node ${process.version}; ${versions.join(", ")}`,
    "All agree on every number. Milliseconds of a new process for each question: cold = the first answer, opening included; then askings in turn with the others: the second, the median (in ns an event too), the worst.",
    "",
    toRow(["question", ...columns]),
    toRow(["---", ...columns.map(() => "---:")]),
    ...QUESTIONS.filter(({ id }) => reports.some(({ questions }) => questions.has(id))).map(({ id, title }) =>
      toRow([
        title,
        ...toOwnCells(product, id, events),
        ...peers.map((peer) => toPeerCell(peer, id)),
        toRatio(reports, id),
      ]),
    ),
    "",
    toRow(["", ...reports.map(({ name }) => name)]),
    toRow(["---", ...reports.map(() => "---:")]),
    toRow([
      "most resident memory after a question, MB",
      ...reports.map((one) => most(one, ({ memory }) => memory.after / MB)),
    ]),
    toRow(["at any time, MB", ...reports.map((one) => most(one, ({ memory }) => memory.peak / MB))]),
    toRow(["of that before opening, MB", ...reports.map((one) => most(one, ({ memory }) => memory.before / MB))]),
    toRow(["bytes per event on disk", ...reports.map(({ sizeBytes }) => count(sizeBytes / events))]),
    toRow([
      "longest block of the event loop, ms",
      ...reports.map((one) => most(one, ({ loopBlockMs }) => loopBlockMs)),
    ]),
    "",
  ];
  return `${[...lines, ...(product === undefined ? [] : formatImport(events, ids, product))].join("\n")}\n`;
}

const MB = 2 ** 20;

function most({ questions }: EngineReport, toNumber: (measured: Measured) => number): string {
  return count(Math.max(...[...questions.values()].map(toNumber)));
}

function formatImport(events: number, ids: readonly string[], { times, questions }: EngineReport): string[] {
  const missing = QUESTIONS.filter(({ id }) => ids.includes(id) && !questions.has(id));
  const lines = missing.length === 0 ? [] : [`Not on the handle: ${missing.map(({ title }) => title).join(", ")}.`];
  if (times === undefined) return lines;
  const { importMs, projectMs, cpuMs } = times;
  const rate = (ms: number) => `${count(events / (ms / 1000))} events/s`;
  return [
    ...lines,
    `hoglet import: ${(importMs / 1000).toFixed(1)} s, columns ${(projectMs / 1000).toFixed(1)} s more; ` +
      `${rate(importMs)}, columns included ${rate(importMs + projectMs)} (${(cpuMs / 1000).toFixed(1)} s of CPU)`,
  ];
}

function toOwnCells(product: EngineReport | undefined, id: string, events: number): string[] {
  if (product === undefined) return [];
  const measured = product.questions.get(id);
  if (measured === undefined) return ["–", "–", "–", "–", "–", "–"];
  const { cold, second, median, worst } = measured.times;
  return [...[cold, second, median, worst].map(toMs), toMs((median * 1e6) / events), count(measured.memory.after / MB)];
}

function toPeerCell({ questions }: EngineReport, id: string): string {
  const measured = questions.get(id);
  return measured === undefined ? "–" : `${toMs(measured.times.median)} (${toMs(measured.times.cold)})`;
}

/** How many times faster the product is than the fastest of the others, by medians; below 1 it is slower. */
function toRatio(reports: readonly EngineReport[], id: string): string {
  const msOf = ({ questions }: EngineReport) => questions.get(id)?.times.median ?? Infinity;
  const others = reports.filter(({ name }) => name !== "hoglet").map(msOf);
  const own = reports.filter(({ name }) => name === "hoglet").map(msOf);
  const ratio = Math.min(...others) / Math.min(...own);
  return Number.isFinite(ratio) && ratio > 0 ? `${ratio.toFixed(2)}×` : "–";
}

function toMs(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : count(ms);
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
