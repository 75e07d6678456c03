import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ALONE, openContext } from "../../lib/handle/open-context.ts";
import { parseOptions } from "../../lib/handle/options.ts";
import type { Follower } from "../../lib/replication/index.ts";

const opening = suite("openContext");

opening("a commit of the first that cannot be read is logged, and stops nothing", () => {
  const told: string[] = [];
  const logger = { info() {}, warn() {}, error: (message: string) => void told.push(message) };
  const listeners: (() => void)[] = [];
  const written = () => listeners.forEach((listener) => listener());
  const follower: Follower = {
    status: () => ({ url: "http://first", lag_seconds: null, error: null }),
    forward: () => Promise.reject(new Error("nothing is sent")),
    tell: () => Promise.reject(new Error("nothing is told")),
    isTakingOver: false,
    stopForTakeOver: () => Promise.reject(new Error("nobody takes over")),
    goOn: () => Promise.resolve(),
    onWritten: (listener) => void listeners.push(listener),
    close: () => Promise.resolve(),
  };
  const { ctx } = openContext(parseOptions({ logger }), { ...ALONE, follower });
  Object.assign(ctx.db, {
    refresh() {
      throw new Error("database disk image is malformed");
    },
  });
  written();
  assert.equal(told, ["The followed commits cannot be read."]);
  ctx.db.close();
  written();
  assert.is(told.length, 1);
});

opening.run();
