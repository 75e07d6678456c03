import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Asked, Opening, SessionMessage, SessionReport } from "./session-process.ts";

const PROCESS = fileURLToPath(new URL("session-process.ts", import.meta.url));

/** A new process that asks one question of one engine. */
export interface Session {
  engine: Opening["engine"];
  /** The first asking opens the file. @throws Error with what the process said */
  ask(): Promise<Asked>;
  /** Ends the process. */
  end(): Promise<SessionReport>;
}

/**
 * Starts the process, and waits until it has loaded the engine's code. Node removes the types by itself: a compiler in the process
 * (tsx) took 100 MB, which no user has.
 */
export async function openSession(opening: Opening): Promise<Session> {
  const child = fork(PROCESS, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  await send(child, opening);
  return {
    engine: opening.engine,
    ask: () => send(child, "ask") as Promise<Asked>,
    end: () => send(child, "end") as Promise<SessionReport>,
  };
}

/** Sends a message and waits for its reply. @throws Error when the process fails or ends without a reply */
function send(child: ChildProcess, message: Opening | SessionMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null) =>
      reject(new Error(`A process of the bench ended without an answer (${signal ?? code}).`));
    child.once("exit", onExit);
    child.once("message", (reply: { value: unknown } | { error: string }) => {
      child.off("exit", onExit);
      if ("error" in reply) reject(new Error(reply.error));
      else resolve(reply.value);
    });
    child.send(message);
  });
}
