import { fork } from "node:child_process";
import type { Socket } from "node:net";
import { sideFile } from "./side-file.ts";
import type { SideFile } from "./side-file.ts";

/** Characters, from the end, of a dying process's output that are kept for the log. */
const LAST_WORDS_CHARS = 4000;

/** A process for work that may need too much time or memory. */
export interface SideProcess {
  readonly isGone: boolean;
  /** The end of its stderr, and the signal that ended it. */
  readonly words: string;
  /** Lost if the process has ended. */
  send(message: object): void;
  /** A busy process keeps this one alive, an idle one does not. */
  hold(isBusy: boolean): void;
  /** Resolves when it has ended. */
  kill(): Promise<void>;
}

/** Starts the script of a process. @param on `gone` is called once when the process has ended, whatever the reason */
export function startSideProcess<Message>(
  script: SideFile,
  on: { message(message: Message): void; gone(): void },
): SideProcess {
  const child = fork(sideFile(script), [], {
    // This process's flags (a debugger's port, a script to evaluate) are not for the child.
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
  let words = "";
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    const end = (why: string) => {
      isGone = true;
      words += why;
      on.gone();
      resolve();
    };
    child.once("exit", (_, signal) => end(signal ?? ""));
    child.on("error", (error) => {
      // A process that did not start has no exit event.
      if (child.pid === undefined) end(error.message);
    });
  });
  child.on("message", (message: Message) => on.message(message));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-LAST_WORDS_CHARS);
  });
  const hold = (isBusy: boolean) => {
    // Bun's streams have neither method.
    for (const held of [child, child.channel, child.stderr as Partial<Socket> | null]) {
      if (isBusy) held?.ref?.();
      else held?.unref?.();
    }
  };
  return {
    get isGone() {
      return isGone;
    },
    get words() {
      return words;
    },
    send(message) {
      if (child.connected) child.send(message, () => {});
    },
    hold,
    async kill() {
      // This process must live while code awaits the child's end.
      hold(true);
      child.kill("SIGKILL");
      await gone;
    },
  };
}
