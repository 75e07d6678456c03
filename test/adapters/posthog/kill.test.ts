import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { rounds, whenAll } from "../../support/rounds.ts";
import { WITH_BUILT_LIBRARY } from "../../support/command.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { assertSame } from "./support/sides.ts";

const COUNT = 600;
const ROUNDS = rounds(1, 2);

interface Runner {
  child: ChildProcess;
  /** The next line of stdout; null = it has ended. */
  line(): Promise<string | null>;
  kill(): Promise<void>;
}

function run(script: string, ...args: string[]): Runner {
  const path = `test/adapters/posthog/support/${script}`;
  const child = spawn(process.execPath, [...WITH_BUILT_LIBRARY, path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    line: async () => {
      const next = await lines.next();
      return next.done === true ? null : next.value;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/**
 * The upstream's address. It is kept while the upstream is down, because another process could take the free port.
 */
async function openDoor() {
  let port: string | null = null;
  const door = createServer((outer) => {
    if (port === null) return void outer.destroy();
    const inner = connect(Number(port), "127.0.0.1");
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      one.on("error", () => {}).once("close", () => other.destroy());
      one.pipe(other);
    }
  });
  await once(door.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    leadTo(next: string | null) {
      port = next;
    },
    close: () => door.close(),
  };
}

const kill = suite("SIGKILL of both ends");

whenAll(kill)(
  `after ${ROUNDS} kills of the sender and of the upstream in turn both hold the same, nothing twice`,
  async () => {
    const folder = tempFolder();
    const [mine, theirs] = [folder.file("mine.db"), folder.file("theirs.db")];
    const door = await openDoor();
    let upstream = run("upstream-runner.ts", theirs);
    door.leadTo(await upstream.line());
    const start = () => run("outbox-runner.ts", mine, door.url, "77", String(COUNT));
    let sender = start();
    for (let round = 0; round < ROUNDS; round++) {
      // In the middle of a batch: the upstream has just stored it, and the sender does not know yet.
      for (let seen = 0; seen <= round % 4; seen++) assert.is(await upstream.line(), "stored");
      if (round % 2 === 0) {
        await sender.kill();
        sender = start();
      } else {
        door.leadTo(null);
        await upstream.kill();
        upstream = run("upstream-runner.ts", theirs);
        door.leadTo(await upstream.line());
      }
    }
    for (let line = await sender.line(); line !== "done"; line = await sender.line())
      assert.ok(line !== null, "it ended early");
    await sender.kill();
    await upstream.kill();
    door.close();

    const [here, there] = [await createHoglet({ file: mine }), await createHoglet({ file: theirs })];
    assert.is((await here.events.list()).count, COUNT);
    await assertSame(here, there);
    await Promise.all([here.close(), there.close()]);
    folder.remove();
  },
);

kill.run();
