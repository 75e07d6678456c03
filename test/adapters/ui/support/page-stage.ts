import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { H3, toNodeHandler } from "h3";
import type { Page } from "playwright-core";
import type { Test } from "uvu";
import { bundlePage } from "../../../../build/page.ts";
import { h3Adapter } from "../../../../adapters/h3/index.ts";
import { withPage } from "../../../../adapters/ui/index.ts";
import type { PageOptions } from "../../../../adapters/ui/index.ts";
import { shop } from "../../../../fixtures/shop.ts";
import type { ShopOptions } from "../../../../fixtures/shop.ts";
import { createHoglet } from "../../../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../../../lib/index.ts";
import { serve } from "../../../clients/serve.ts";
import { hasBrowser, openWindow } from "../../../support/browser.ts";
import { whenAll } from "../../../support/rounds.ts";

/** Enough for every view to show something, and imported in a fraction of a second. */
const SMALL_SHOP = { persons: 200, days: 30 };

export interface PageStageOptions {
  /** ISO text: the clock of hoglet and browser stands still there. @default the system's clock */
  now?: string;
  /** The shop's data in the first project, up to now; its size may be given. @default false */
  demo?: boolean | Pick<ShopOptions, "persons" | "days">;
  /** @default `{ signIn: "loopback" }` */
  pageOptions?: PageOptions;
  hogletOptions?: HogletOptions;
  /** The path in another app where it is mounted, such as "/analytics". @default the root */
  base?: string;
}

export interface ViewOptions {
  /** The window's width in pixels. @default 1280 */
  width?: number;
  /** The theme that the system prefers. @default "light" */
  theme?: "light" | "dark";
}

export interface PageStage {
  hoglet: Hoglet;
  /** Such as http://127.0.0.1:40123, with the base. */
  url: string;
  /** Opens a view, such as "/live", in a new browser without cookies and stored data. Resolves when the view is loaded. */
  page(path?: string, options?: ViewOptions): Promise<Page>;
  /** Faults of pages: errors of the console and of scripts, and requests to other hosts. */
  faults: string[];
  /** Closes all pages that were opened. */
  closePages(): Promise<void>;
  /** Tears all connections, as a server that goes away does; new ones are taken. */
  dropConnections(): void;
  /**
   * Closes pages, server and hoglet.
   * @param allowed patterns of expected faults; browsers log each answer of 400 and above, which tests of errors cause
   * @throws Error that lists all other faults
   */
  close(allowed?: RegExp): Promise<void>;
}

/** A hoglet in memory with its page in real Chromium. The page is built once for each process. */
export async function openPageStage(options: PageStageOptions = {}): Promise<PageStage> {
  const { now, demo = false, pageOptions = {}, hogletOptions = {}, base } = options;
  const folder = await build();
  const hoglet = await createHoglet({ ...hogletOptions, ...(now !== undefined && { now }) });
  if (demo !== false)
    await hoglet.import(shop({ ...SMALL_SHOP, ...(demo !== true && demo), endMs: hoglet.clock.now() }));
  const app = h3Adapter<H3>(withPage(hoglet, { signIn: "loopback", folder, ...pageOptions }));
  const handler = toNodeHandler(base === undefined ? app : new H3().mount(base, app)) as RequestListener;
  const sockets = new Set<Socket>();
  const server = await serve((request, response) => {
    sockets.add(request.socket);
    handler(request, response);
  });
  const url = `${server.origin}${base ?? ""}`;
  const windows: (() => Promise<void>)[] = [];
  const faults: string[] = [];
  const closePages = async () => {
    for (const close of windows.splice(0)) await close();
  };

  return {
    hoglet,
    url,
    faults,
    closePages,
    dropConnections() {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    async page(path = "/", view = {}) {
      const { page, close } = await openView(view);
      windows.push(close);
      if (now !== undefined) await page.clock.setFixedTime(hoglet.clock.now());
      listen(page, server.origin, faults);
      await page.goto(`${url}/ui/#${path}`);
      return page;
    },
    async close(allowed) {
      await closePages();
      await server.close();
      await hoglet.close();
      const found = faults.filter((fault) => allowed?.test(fault) !== true);
      if (found.length > 0) throw new Error(`The page did what it should not:\n${found.join("\n")}`);
    },
  };
}

/**
 * Opens a stage before a suite's first test and closes it after the last. Returns the function that adds tests; each test
 * begins without open pages. `npm test` skips them unless `inFew` is true, as in `layout.test.ts`, which passes every view.
 * Without Chromium the tests are skipped with a message; with `CI` set they fail.
 * @example
 * const it = onStage(tests, { demo: true });
 * it("shows the newest event first", async (stage) => { … });
 */
export function onStage(
  tests: Test,
  options: PageStageOptions & { inFew?: boolean } = {},
  allowed?: RegExp,
): (name: string, run: (stage: PageStage) => Promise<void>) => void {
  let opened: Promise<PageStage> | undefined;
  const open = () => (opened ??= openPageStage(options));
  tests.after(async () => (await opened?.catch(() => undefined))?.close(allowed));
  const add = !hasBrowser() ? tests.skip : options.inFew === true ? tests : whenAll(tests);
  return (name, run) =>
    add(name, async () => {
      const stage = await open();
      try {
        await run(stage);
      } finally {
        // An open page continues: its streams draw, and report connections that a later test breaks.
        await stage.closePages();
      }
    });
}

let built: Promise<string> | undefined;

function build(): Promise<string> {
  built ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), "hoglet-page-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    await bundlePage(folder);
    return folder;
  })();
  return built;
}

async function openView({ width = 1280, theme = "light" }: ViewOptions): ReturnType<typeof openWindow> {
  const opened = await openWindow({ viewport: { width, height: 800 }, colorScheme: theme, locale: "en-GB" });
  const context = opened.page.context();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // tsx wraps functions in this helper to keep their names; the browser, which gets their text, lacks it.
  await context.addInitScript({ content: "globalThis.__name = (it) => it;" });
  // Far more than any view takes, SQL in its process included, on a machine that is busy.
  context.setDefaultTimeout(120_000);
  return opened;
}

function listen(page: Page, origin: string, faults: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url)) faults.push(`request: ${url}`);
  });
}
