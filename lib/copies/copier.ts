import { closed, internal } from "../base/errors.ts";
import { startSideProcess } from "../base/side-process.ts";
import type { SideProcess } from "../base/side-process.ts";
import { fromSent } from "../storage/index.ts";
import type { Copied } from "./copy.ts";
import type { FromCopier, ToCopier } from "./protocol.ts";

/** Makes copies in a process of its own, which reads the whole file and knows the hashes of the last moment. */
export interface Copier {
  /** @throws the errors of `copyDatabase`; internal when the process ended */
  copy(work: ToCopier): Promise<Copied>;
  /** Ends the process, in the middle of a copy too. */
  close(): Promise<void>;
}

/** The process starts with the first copy, and again after a copy that failed. */
export function createCopier(): Copier {
  let child: SideProcess | null = null;
  let settle: ((answer: FromCopier | null) => void) | null = null;
  let isClosed = false;
  const start = () =>
    startSideProcess<FromCopier>("copyProcess", {
      message: (answer) => settle?.(answer),
      gone: () => settle?.(null),
    });
  return {
    async copy(work) {
      if (isClosed) throw closed();
      child = child === null || child.isGone ? start() : child;
      const own = child;
      own.hold(true);
      const answer = await new Promise<FromCopier | null>((resolve) => {
        settle = resolve;
        own.send(work);
      });
      settle = null;
      if (answer?.kind === "copied") {
        own.hold(false);
        return answer.copied;
      }
      await own.kill();
      if (answer === null)
        throw isClosed ? closed() : internal(new Error(`The process of the copy ended: ${own.words}`));
      throw fromSent(answer.error);
    },
    async close() {
      isClosed = true;
      await child?.kill();
    },
  };
}
