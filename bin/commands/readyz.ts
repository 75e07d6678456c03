import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { flag, toUrl, toWholeNumber } from "../flag.ts";

interface ReadyzFlags {
  url?: string;
  wait?: number;
}

/** Between two questions while waiting. */
const PAUSE_MS = 100;
/** For one answer. */
const ANSWER_MS = 3000;
const DEFAULT_WAIT_SECONDS = "30";

/** `hoglet readyz`: can the server serve? Exit code 0 = yes, 1 = no. */
export function addReadyz(program: Command): void {
  program
    .command("readyz")
    .description("tells by its exit code whether the server is ready")
    .addOption(
      flag("--url <url>", "of the server (default: port 8010, or HOGLET_PORT, of this machine)").argParser(toUrl),
    )
    .addOption(
      flag("--wait [seconds]", `until it is, ${DEFAULT_WAIT_SECONDS} seconds unless told otherwise`)
        .preset(DEFAULT_WAIT_SECONDS)
        .argParser((text) => toWholeNumber(text, 0, 86_400)),
    )
    .action(readyz);
}

async function readyz({ url, wait = 0 }: ReadyzFlags): Promise<void> {
  const origin = (url ?? `http://127.0.0.1:${process.env["HOGLET_PORT"] ?? "8010"}`).replace(/\/+$/, "");
  const untilMs = performance.now() + wait * 1000;
  let reason = await whyNot(origin);
  while (reason !== null && performance.now() < untilMs) {
    await delay(PAUSE_MS);
    reason = await whyNot(origin);
  }
  if (reason !== null) throw new Error(`${origin} is not ready: ${reason}.`);
  process.stderr.write(`${origin} is ready.\n`);
}

/** Why a server is not ready; null = it is. */
async function whyNot(origin: string): Promise<string | null> {
  try {
    const { ok, status } = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return ok ? null : `it answers ${status}`;
  } catch (error) {
    return error instanceof DOMException ? "it does not answer in time" : "nothing answers there";
  }
}
