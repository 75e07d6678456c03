import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { toNodeHandler } from "h3";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../lib/index.ts";
import { FOLLOW_KEY } from "./followed.ts";
import { tempFolder } from "./temp-folder.ts";

/** An address that stays, and a hoglet behind it that comes and goes. */
export async function openMachine() {
  const state: { hoglet: Hoglet | null } = { hoglet: null };
  const server = createServer((request, response) => {
    if (state.hoglet === null) return void response.destroy();
    void toNodeHandler(h3Adapter(state.hoglet))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async start(options: HogletOptions): Promise<Hoglet> {
      state.hoglet = await createHoglet({ deletionCron: "", ...options });
      return state.hoglet;
    },
    /** The machine answers no longer, and its hoglet goes on, as behind a torn cable. */
    cut() {
      state.hoglet = null;
      server.closeAllConnections();
    },
    mend: (hoglet: Hoglet) => void (state.hoglet = hoglet),
    async stop() {
      const { hoglet } = state;
      state.hoglet = null;
      server.closeAllConnections();
      await hoglet?.close();
    },
    async end() {
      await this.stop();
      server.close();
    },
  };
}

/** A first with one event, and its follower. @param leases the option `lease` of each */
export async function openPair(leaseOf: (folder: string, name: "one" | "two") => HogletOptions = () => ({})) {
  const folder = tempFolder();
  const [one, two] = [await openMachine(), await openMachine()];
  const files = { one: folder.file("one.db"), two: folder.file("two.db") };
  const options = { one: leaseOf(folder.path, "one"), two: leaseOf(folder.path, "two") };
  const first = await one.start({ file: files.one, personalApiKey: FOLLOW_KEY, ...options.one });
  await first.capture({ event: "before", distinct_id: "a" });
  const toFirst = { url: one.url, key: FOLLOW_KEY, ownUrl: two.url };
  const follower = await two.start({ file: files.two, follow: toFirst, ...options.two });
  return {
    folder,
    files,
    one,
    two,
    first,
    follower,
    toFirst,
    toSecond: { url: two.url, key: FOLLOW_KEY, ownUrl: one.url },
    async close() {
      await one.end();
      await two.end();
      folder.remove();
    },
  };
}

export const namesOf = async (hoglet: Hoglet) =>
  (await hoglet.events.list({ limit: 100 })).results.map(({ event }) => event).toSorted();

/** @throws Error after two minutes */
export async function until<T>(look: () => Promise<T | null>): Promise<T> {
  const endMs = performance.now() + 120_000;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > endMs) throw new Error("It did not come in two minutes.");
    await sleep(20);
  }
}

/** Null = it was stored. */
export const codeOfCapture = (hoglet: Hoglet, event: string, properties = {}) =>
  hoglet.capture({ event, distinct_id: "a", properties }).then(
    () => null,
    (error: unknown) => (error as { code: string }).code,
  );

/** Waits until it is the first, and stores the event `after`. */
export const writesAs = (hoglet: Hoglet) =>
  until(async () => ((await codeOfCapture(hoglet, "after")) === null ? true : null));
