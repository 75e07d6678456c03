import { arch, cpus, platform } from "node:os";
import { count } from "../measure.ts";
import type { WarmReport } from "./engine-process.ts";
import type { EngineName } from "./engines/index.ts";
import type { ImportTimes } from "./import-product.ts";
import { QUESTIONS } from "./questions/index.ts";

type Warm = WarmReport["questions"][number];

/** All that was measured of one engine. */
export interface EngineReport extends WarmReport {
  name: EngineName;
  /** By the id of a question. */
  coldMs: Record<string, number>;
  sizeBytes: number;
  times?: ImportTimes;
}

/** The tables, as they stand in the README too. */
export function formatReport(events: number, ids: readonly string[], reports: readonly EngineReport[]): string {
  const product = reports.find(({ name }) => name === "hoglet");
  const [cpu] = cpus();
  const lines = [
    `${count(events)} events; ${cpus().length} × ${cpu?.model.trim()}, ${platform()} ${arch()}, Node ${process.version}; ` +
      reports.map(({ version, name }) => (name === "hoglet" ? "hoglet (this commit)" : version)).join(", "),
    "All agree on every number. Milliseconds, warm: median, best (cold: the first answer of a new process, opening included).",
    "",
    toRow(["question", ...reports.map(({ name }) => name), "faster of ClickHouse and DuckDB ÷ hoglet"]),
    toRow(["---", ...reports.map(() => "---:"), "---:"]),
    ...QUESTIONS.flatMap(({ id, title }) => {
      const cells = reports.map((report) => toCell(report, id));
      if (cells.every((cell) => cell === "–")) return [];
      return [toRow([title, ...cells, toRatio(reports, id)])];
    }),
    "",
    toRow(["", ...reports.map(({ name }) => name)]),
    toRow(["---", ...reports.map(() => "---:")]),
    toRow(["resident memory after all questions, MB", ...reports.map(({ memory }) => megabytes(memory.after))]),
    toRow(["at most, MB", ...reports.map(({ memory }) => megabytes(memory.peak))]),
    toRow(["of that before opening, MB", ...reports.map(({ memory }) => megabytes(memory.before))]),
    toRow(["bytes per event on disk", ...reports.map(({ sizeBytes }) => count(sizeBytes / events))]),
    toRow(["longest block of the event loop, ms", ...reports.map(({ loopBlockMs }) => loopBlockMs.toFixed(0))]),
    "",
  ];
  return `${[...lines, ...(product === undefined ? [] : formatImport(events, ids, product))].join("\n")}\n`;
}

function formatImport(events: number, ids: readonly string[], { times, questions }: EngineReport): string[] {
  const asked = new Set(questions.map(({ id }) => id));
  const missing = QUESTIONS.filter(({ id }) => ids.includes(id) && !asked.has(id));
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

function toCell({ questions, coldMs }: EngineReport, id: string): string {
  const warm = questions.find((question) => question.id === id);
  return warm === undefined ? "–" : `${toMs(warm.warmMs)}, ${toMs(warm.bestMs)} (${toMs(coldMs[id] ?? Number.NaN)})`;
}

/** How many times faster the product is than the faster of the two, by medians and by bests; below 1 it is slower. */
function toRatio(reports: readonly EngineReport[], id: string): string {
  const ratioOf = (toTime: (warm: Warm) => number) => {
    const msOf = (wanted: EngineName) => {
      const warm = reports.find(({ name }) => name === wanted)?.questions.find((question) => question.id === id);
      return warm === undefined ? Infinity : toTime(warm);
    };
    return Math.min(msOf("clickhouse"), msOf("duckdb")) / msOf("hoglet");
  };
  const ratios = [ratioOf(({ warmMs }) => warmMs), ratioOf(({ bestMs }) => bestMs)];
  if (!ratios.every((ratio) => Number.isFinite(ratio) && ratio > 0)) return "–";
  return ratios.map((ratio) => `${ratio.toFixed(2)}×`).join(", ");
}

function toMs(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : count(ms);
}

function megabytes(bytes: number): string {
  return count(bytes / 2 ** 20);
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
