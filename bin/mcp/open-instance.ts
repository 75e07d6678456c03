import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { toNodeHandler } from "h3";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { openCaptureLog } from "../../adapters/explain/index.ts";
import type { CaptureLog } from "../../adapters/explain/index.ts";
import type { McpInstance } from "../../adapters/mcp/index.ts";
import { createHand, toInstantMs, toSpanMs } from "../../adapters/testing/test-clock.ts";
import { withPage } from "../../adapters/ui/index.ts";
import { withKnownHosts } from "../../lib/index.ts";
import type { Hoglet, HttpReply, HttpRequest } from "../../lib/index.ts";
import { clientEnvironment } from "../client-environment.ts";
import { openDatabase } from "../database.ts";
import { withEnd } from "../endless-replies.ts";
import { listen } from "../listen.ts";
import type { Listener } from "../listen.ts";
import { printMessage } from "../print.ts";
import { runCaptured } from "./run-captured.ts";

/** The project token of a new database: fixed, so that the app's environment stays right after a restart. */
export const LOCAL_TOKEN = "phc_local";

/** The hoglet of `hoglet mcp`. */
export interface InstanceOptions {
  /** Undefined = in memory. */
  file: string | undefined;
  /** Undefined = 8010, or any other where that is taken. */
  port: number | undefined;
  projectToken: string;
  personalApiKey: string | undefined;
}

/** An instance that also answers HTTP, for the app and the page. */
export interface OpenInstance extends AsyncDisposable {
  instance: McpInstance;
}

/** The hoglet at the moment, with what stands around it. */
interface Shown {
  hoglet: Hoglet;
  requests: CaptureLog;
  front: { handle(request: HttpRequest): Promise<HttpReply>; end(): void };
}

/** Opens a hoglet on the loopback, for the app and the page; the tools are on stdio alone. */
export async function openInstance(options: InstanceOptions): Promise<OpenInstance> {
  const hand = createHand(Date.now(), true);
  const isInMemory = options.file === undefined;
  const { listener, takenPort } = await bindPort(options.port);
  let shown: Shown;
  let personalApiKey = options.personalApiKey;
  const show = async (): Promise<Shown> => {
    const hoglet = await openHoglet({ ...options, personalApiKey }, isInMemory ? () => hand.nowMs : undefined);
    // A reset keeps the key.
    personalApiKey ??= hoglet.personalApiKey ?? undefined;
    const requests = openCaptureLog(hoglet, true);
    const front = withEnd(withPage(hoglet, { signIn: "loopback", requests }));
    return { hoglet, requests, front };
  };
  try {
    shown = await show();
  } catch (error) {
    await listener.close();
    throw error;
  }
  const { url } = listener;
  const instance: McpInstance = {
    hoglet: () => shown.hoglet,
    get requests() {
      return shown.requests;
    },
    snapshots: new Map(),
    url,
    ...(takenPort !== undefined && { takenPort }),
    run: (command, { token, ...limits }) => {
      const facts = { url, token, personalApiKey: personalApiKey ?? null };
      return runCaptured(command, { ...process.env, ...clientEnvironment(facts) }, limits);
    },
    readFile: readText,
    ...(isInMemory && {
      async moveClock(to) {
        hand.nowMs = toMs(to, hand.nowMs);
        const ran = await shown.hoglet.runDue();
        return { now: new Date(hand.nowMs).toISOString(), ran };
      },
      async reset(withDemo) {
        const old = shown;
        shown = await show();
        instance.snapshots.clear();
        old.front.end();
        await old.hoglet.close();
        if (!withDemo) return 0;
        const { importDemo } = await import("../demo.ts");
        return importDemo(shown.hoglet, hand.nowMs);
      },
    }),
  };
  listener.answer(toNodeHandler(h3Adapter(withKnownHosts({ handle: (request) => shown.front.handle(request) }))));
  const jobs = setInterval(() => void shown.hoglet.runDue().catch(() => undefined), JOBS_MS).unref();
  return {
    instance,
    async [Symbol.asyncDispose]() {
      clearInterval(jobs);
      shown.front.end();
      await listener.close();
      await shown.hoglet.close();
    },
  };
}

/** A clock of one's own has no timer; this is the interval of the system clock's. */
const JOBS_MS = 60_000;
const USUAL_PORT = 8010;

/** @returns also the usual port, when it was wanted and taken */
async function bindPort(port: number | undefined): Promise<{ listener: Listener; takenPort?: number }> {
  const place = { host: "127.0.0.1", https: null };
  if (port !== undefined) return { listener: await listen({ ...place, port }) };
  try {
    return { listener: await listen({ ...place, port: USUAL_PORT }) };
  } catch {
    const other = await listen({ ...place, port: 0 });
    printMessage(
      `Port ${USUAL_PORT} is taken: hoglet answers at ${other.url}. --port chooses one, --url joins a hoglet.`,
    );
    return { listener: other, takenPort: USUAL_PORT };
  }
}

function openHoglet({ file, projectToken, personalApiKey }: InstanceOptions, now: (() => number) | undefined) {
  const isNew = file === undefined || !existsSync(file);
  return openDatabase({
    ...(file !== undefined && { file }),
    ...(now !== undefined && { now }),
    ...(isNew && { projectToken }),
    ...(personalApiKey !== undefined && { personalApiKey }),
  });
}

function toMs(to: { now: string } | { by: string }, nowMs: number): number {
  return "now" in to ? toInstantMs(to.now) : nowMs + toSpanMs(to.by, "by");
}

/** Bytes of the largest file: a snapshot of 20,000 events. */
const MOST_BYTES = 64 * 1024 * 1024;

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MOST_BYTES) throw new Error(`${path} is larger than ${MOST_BYTES} bytes.`);
  return readFile(path, "utf8");
}
