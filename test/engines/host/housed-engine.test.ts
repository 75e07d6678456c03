import { suite } from "uvu";
import * as assert from "uvu/assert";
import { housedEngine } from "../../../lib/engines/host/housed-engine.ts";
import type { AskOptions } from "../../../lib/engines/host/thread.ts";
import type { Work } from "../../../lib/engines/host/protocol.ts";
import type { HogletError } from "../../../lib/base/errors.ts";
import type { Engine } from "../../../lib/questions/index.ts";

/** An engine with a method that no engine has yet. */
const LOCAL = {
  earliestEvent: async (projectId: number, afterMs: number) => projectId + afterMs,
  funnelOfTomorrow: async (plan: object) => ({ plan }),
} as unknown as Engine;

interface Later extends Engine {
  funnelOfTomorrow(plan: object): Promise<unknown>;
}

const housed = suite("housedEngine");

housed("has the methods of the engine in it, and asks that or the thread, question by question", async () => {
  const asked: [Work, AskOptions | undefined][] = [];
  const thread = {
    ask: async (work: Work, options?: AskOptions) => {
      asked.push([work, options]);
      return "from the thread";
    },
  };
  let isQuick = true;
  const engine = housedEngine({ local: LOCAL, thread, isQuick: () => isQuick }) as Later;
  assert.is(await engine.earliestEvent(3, 4), 7);
  assert.equal(await engine.funnelOfTomorrow({ a: 1 }), { plan: { a: 1 } });
  assert.equal(asked, []);
  isQuick = false;
  assert.is(await engine.funnelOfTomorrow({ a: 1 }), "from the thread");
  const { signal } = new AbortController();
  assert.is(await engine.until?.(signal).earliestEvent(3, 4), "from the thread");
  assert.equal(asked, [
    [{ kind: "answer", method: "funnelOfTomorrow", args: [{ a: 1 }] }, { signal: undefined }],
    [{ kind: "answer", method: "earliestEvent", args: [3, 4] }, { signal }],
  ]);
  const here = housedEngine({ local: LOCAL, isQuick: () => false });
  assert.is(await here.earliestEvent(1, 1), 2);
});

housed("begins nothing for a signal that has aborted, and says why", async () => {
  const engine = housedEngine({ local: LOCAL, isQuick: () => true });
  const reason = new Error("closed the tab");
  const error = await engine
    .until?.(AbortSignal.abort(reason))
    .earliestEvent(1, 1)
    .catch((thrown: HogletError) => thrown);
  assert.equal([(error as HogletError).code, (error as HogletError).cause], ["cancelled", reason]);
});

housed.run();
