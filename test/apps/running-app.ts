import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { bareEnvironment } from "../matrix/run-command.ts";

/** Milliseconds until an app that does not answer is killed: Next.js showed its first page after 60 s on two cores with a load of 33. */
const LIMIT_MS = 110_000;

/** An app that was started by `npm start`. */
export interface RunningApp {
  /** Its address, once it has printed one. @throws Error with its output when it ends before */
  url(): Promise<string>;
  /** Resolves when it has ended by itself. */
  ended(): Promise<{ code: number | null; output: string }>;
  /** Ends it and all that it started. */
  stop(): Promise<void>;
}

/** Starts the app of a folder on any free port. */
export function startApp(folder: string): RunningApp {
  const env = { ...bareEnvironment(), PORT: "0", NEXT_TELEMETRY_DISABLED: "1" };
  // A group of its own: npm starts a shell, which starts the app.
  const child = spawn("npm", ["start", "--silent"], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const { promise: printed, resolve: found } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += stripVTControlCharacters(text);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (url !== undefined) found(url);
    });
  }
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The process has ended.
    }
  };
  const timer = setTimeout(() => kill("SIGKILL"), LIMIT_MS);
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ended = closed.then((code) => {
    clearTimeout(timer);
    return { code, output };
  });
  return {
    url: () =>
      Promise.race([
        printed,
        ended.then(({ code }) => {
          throw new Error(`It ended with ${code} before it printed its address:\n${output}`);
        }),
      ]),
    ended: () => ended,
    async stop() {
      kill("SIGTERM");
      const late = setTimeout(() => kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(late);
    },
  };
}
