import { get } from "node:http";
import { get as getSecurely } from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { flag, toUrl, toWholeNumber } from "../flag.ts";
import { printMessage } from "../print.ts";

interface ReadyzFlags {
  url?: string;
  wait?: number;
}

/** Pause in ms between two requests while waiting. */
const PAUSE_MS = 100;
/** Longest wait for one answer, in ms. */
const ANSWER_MS = 3000;
const DEFAULT_WAIT_SECONDS = "30";

/** `hoglet readyz`: can the server answer? Exit code 0 = yes, 1 = no. */
export function addReadyz(program: Command): void {
  program
    .command("readyz")
    .description("tells by its exit code whether the server is ready")
    .addOption(
      flag("--url <url>", "address of the server (default: this machine, by HOGLET_PORT and HOGLET_HTTPS)").argParser(
        toUrl,
      ),
    )
    .addOption(
      flag("--wait [seconds]", `until it is, ${DEFAULT_WAIT_SECONDS} seconds unless told otherwise`)
        .preset(DEFAULT_WAIT_SECONDS)
        .argParser((text) => toWholeNumber(text, 0, 86_400)),
    )
    .action(readyz);
}

async function readyz({ url, wait = 0 }: ReadyzFlags): Promise<void> {
  const server = url === undefined ? ownServer(process.env) : { origin: url.replace(/\/+$/, ""), isOwn: false };
  const untilMs = performance.now() + wait * 1000;
  let reason = await whyNot(server);
  while (reason !== null && performance.now() < untilMs) {
    await delay(PAUSE_MS);
    reason = await whyNot(server);
  }
  if (reason !== null) throw new Error(`${server.origin} is not ready: ${reason}.`);
  printMessage(`${server.origin} is ready.`);
}

interface Asked {
  origin: string;
  /** A server on this machine that these variables started: its certificate has other names, or is self-signed. */
  isOwn: boolean;
}

/** The server that `hoglet serve` with these variables starts on this machine. */
function ownServer(environment: NodeJS.ProcessEnv): Asked {
  const { HOGLET_PORT: port = "8010", HOGLET_HTTPS: https, HOGLET_CERT: cert } = environment;
  const scheme = https === undefined && cert === undefined ? "http" : "https";
  return { origin: `${scheme}://127.0.0.1:${port}`, isOwn: true };
}

/** The reason why a server is not ready; null = it is. */
async function whyNot({ origin, isOwn }: Asked): Promise<string | null> {
  const url = `${origin}/readyz`;
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const status = isOwn ? await ownStatus(url, signal) : (await fetch(url, { signal })).status;
    return status === 200 ? null : `it answers ${status}`;
  } catch (error) {
    if (signal.aborted) return "it does not answer in time";
    const { code = "" } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    return /CERT|SIGNATURE/.test(code) ? `its certificate is not trusted (${code})` : "nothing answers there";
  }
}

/**
 * The status of the own server. Asked without fetch, which does not trust self-signed certificates, and refuses ports
 * that browsers block.
 */
function ownStatus(url: string, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const ask = url.startsWith("https:")
      ? getSecurely(url, { signal, rejectUnauthorized: false })
      : get(url, { signal });
    ask.once("error", reject).once("response", (response) => resolve(response.resume().statusCode));
  });
}
