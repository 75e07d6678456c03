import { EventEmitter, once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { MessageChannel } from "node:worker_threads";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { closeUpstreams, listen } from "./support/upstream.ts";

const blocks = [...readFileSync("docs/guides/electron.md", "utf8").matchAll(/^```javascript\n([\s\S]*?)^```$/gm)].map(
  ([, code = ""]) => code,
);
const [main = "", preload = ""] = ["main.js", "preload.cjs"].map((name) =>
  blocks.find((code) => code.startsWith(`// ${name}`)),
);

type Handler = (event: unknown, ...args: unknown[]) => unknown;
interface Call {
  id: number;
  channel: string;
  args: unknown[];
}

/** Electron's two sides as far as the snippets use them, with a message channel between them: values are cloned. */
function fakeElectron(userData: string) {
  const { port1: inMain, port2: inWindow } = new MessageChannel();
  const handlers = new Map<string, Handler>();
  const quits: ((event: { preventDefault(): void }) => unknown)[] = [];
  let isPrevented = false;
  let exits = 0;
  const exited = new EventEmitter();
  inMain.on("message", async ({ id, channel, args }: Call) => {
    try {
      inMain.postMessage({ id, value: await handlers.get(channel)?.({}, ...args) });
    } catch (error) {
      inMain.postMessage({ id, error: String(error) });
    }
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  inWindow.on("message", ({ id, value, error }: { id: number; value: unknown; error?: string }) => {
    if (error === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(error));
  });
  const invoke = (channel: string, ...args: unknown[]) =>
    new Promise((resolve, reject) => {
      const id = waiting.size;
      waiting.set(id, { resolve, reject });
      inWindow.postMessage({ id, channel, args });
    });
  const world: Record<string, Record<string, (value: unknown) => Promise<unknown>>> = {};
  return {
    world,
    main: {
      app: {
        getPath: (name: string) => (name === "userData" ? userData : ""),
        on: (name: string, quit: (typeof quits)[number]) => name === "will-quit" && quits.push(quit),
        exit() {
          exits++;
          exited.emit("exit");
        },
      },
      ipcMain: { handle: (channel: string, handler: Handler) => handlers.set(channel, handler) },
    },
    preload: {
      ipcRenderer: { invoke },
      contextBridge: { exposeInMainWorld: (name: string, api: (typeof world)[string]) => (world[name] = api) },
    },
    /** Quits as Electron does: it waits for no promise, and ends at once unless it is kept from it. */
    async quit() {
      const gone = once(exited, "exit");
      // The user may ask again while the app is closing.
      for (const each of [...quits, ...quits]) each({ preventDefault: () => (isPrevented = true) });
      assert.ok(isPrevented, "Electron would have ended before anything was closed");
      await gone;
      assert.is(exits, 1);
      inMain.close();
    },
  };
}

const electron = suite("the Electron snippets of the guide");

electron(
  "a window captures through the bridge into the file, and events go upstream once there is consent",
  async () => {
    const folder = mkdtempSync(join(process.cwd(), ".electron-"));
    const theirs = await createHoglet({ projectToken: "phc_yours" });
    const upstream = await listen(theirs);
    const fake = fakeElectron(folder);
    try {
      (globalThis as { fakeElectron?: unknown }).fakeElectron = fake.main;
      writeFileSync(join(folder, "electron.mjs"), "export const { app, ipcMain } = globalThis.fakeElectron;\n");
      const code = main
        .replace('from "electron"', 'from "./electron.mjs"')
        .replace('from "hoglet"', `from "${local("lib/index.ts")}"`)
        .replace('from "hoglet/posthog"', `from "${local("adapters/posthog/index.ts")}"`)
        .replace("https://eu.i.posthog.com", upstream.url);
      writeFileSync(join(folder, "main.mjs"), `${code}\nexport { hoglet, outbox };\n`);
      const { hoglet, outbox } = (await import(local(join(folder, "main.mjs")))) as {
        hoglet: Awaited<ReturnType<typeof createHoglet>>;
        outbox: { flush(): Promise<{ delivered: number; withheld: number }> };
      };
      const require = (name: string) => (name === "electron" ? fake.preload : createRequire(import.meta.url)(name));
      runInNewContext(preload, { require });

      const window = fake.world["analytics"];
      await window?.["capture"]?.({ event: "early", distinct_id: "u1" });
      assert.is((await outbox.flush()).delivered, 0);
      await window?.["consent"]?.(true);
      await window?.["capture"]?.({ event: "exported", distinct_id: "u1", properties: { format: "pdf" } });
      assert.is((await outbox.flush()).delivered, 1);
      assert.equal(
        (await theirs.events.list()).results.map(({ event, properties }) => [event, properties["format"]]),
        [["exported", "pdf"]],
      );
      assert.is((await hoglet.events.list()).count, 2);
      const refused = await window?.["capture"]?.({ event: "no id" }).catch(String);
      assert.match(String(refused), "distinct_id");
      await fake.quit();
      assert.not.ok(existsSync(join(folder, "analytics.db-wal")), "the file was not closed");
    } finally {
      await upstream.close();
      await theirs.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

electron.after(closeUpstreams);
electron.run();

function local(path: string): string {
  return pathToFileURL(path).href;
}
