import { fork } from "node:child_process";
import { WITH_BUILT_LIBRARY } from "../support/command.ts";
import type { Measured } from "./server.ts";

/** The fuzzed server as its parent sees it. */
export interface FuzzedServer {
  /** The newest report. */
  readonly last: Measured;
  /** Is the process still there? A crash is the worst fault of all. */
  readonly isAlive: boolean;
  /** Gives the server a new database. */
  reset(): Promise<Measured>;
  measure(): Promise<Measured>;
  close(): void;
}

/** Starts the server and waits until it listens. */
export async function startFuzzedServer(): Promise<FuzzedServer> {
  const child = fork(new URL("server.ts", import.meta.url), { execArgv: [...WITH_BUILT_LIBRARY, "--expose-gc"] });
  let isAlive = true;
  let waiting: PromiseWithResolvers<Measured> | undefined;
  child.on("message", (measured) => waiting?.resolve(measured as Measured));
  child.on("exit", () => {
    isAlive = false;
    waiting?.reject(new Error("The server has died."));
  });
  const report = () => (waiting = Promise.withResolvers<Measured>()).promise;
  let last = await report();
  const ask = async (what: "reset" | "measure") => {
    if (!isAlive) throw new Error("The server has died.");
    const answer = report();
    child.send(what);
    return (last = await answer);
  };
  return {
    get last() {
      return last;
    },
    get isAlive() {
      return isAlive;
    },
    reset: () => ask("reset"),
    measure: () => ask("measure"),
    close: () => child.disconnect(),
  };
}
