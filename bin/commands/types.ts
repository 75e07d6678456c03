import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { EventTypes } from "../../adapters/testing/index.ts";
import { openForReading } from "../open-for-reading.ts";
import { flag } from "../flag.ts";
import { write } from "../print.ts";

/** `hoglet types`: TypeScript's declarations of events. */
export function addTypes(program: Command): void {
  program
    .command("types")
    .description("writes a .d.ts of the events of a tracking plan, or of captured events")
    .argument("<source>", "a plan (.js, .ts), a snapshot or export (.ndjson), or a database")
    .addOption(flag("--out <file>", "file to write (default: stdout)"))
    .action(writeTypes);
}

async function writeTypes(source: string, { out }: { out?: string }): Promise<void> {
  // Loaded on demand: other commands start faster without the test kit.
  const { toDeclarations } = await import("../../adapters/testing/index.ts");
  const text = toDeclarations(await typesOf(source));
  if (out === undefined) await write(text);
  else await writeFile(out, text);
}

async function typesOf(source: string): Promise<EventTypes> {
  const { capturedTypes, planTypes } = await import("../../adapters/testing/index.ts");
  const { loadPlan } = await import("../load-plan.ts");
  const ending = extname(source).toLowerCase();
  if (/^\.[cm]?[jt]s$/.test(ending)) return planTypes(await loadPlan(source));
  if (ending === ".ndjson" || ending === ".jsonl") return capturedTypes(toEvents(linesOf(source)));
  await using hoglet = await openForReading(source);
  return await capturedTypes(toEvents(hoglet.export({ kinds: ["event"] })));
}

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

interface EventLine {
  kind: string;
  event: string;
  properties?: Record<string, unknown>;
}

async function* toEvents(lines: AsyncIterable<string>): AsyncGenerator<EventLine> {
  for await (const text of lines) {
    if (text.trim() === "") continue;
    const line = JSON.parse(text) as EventLine;
    if (line.kind === "event") yield line;
  }
}
