import { requireHoglet, requireOptions, unknownOption, wrongOption } from "../../lib/base/call-faults.ts";
import { textReply } from "../../lib/index.ts";
import type { Hoglet, HttpReply, HttpRequest } from "../../lib/index.ts";
import { openCaptureLog } from "../explain/index.ts";
import type { CaptureLog } from "../explain/index.ts";
import { answerAsset } from "./answer-asset.ts";
import { answerDemo } from "./answer-demo.ts";
import { openBoards } from "./answer-boards.ts";
import { answerRequests } from "./answer-requests.ts";
import { answerStart } from "./answer-start.ts";
import { findAssets } from "./assets.ts";
import type { Asset } from "./assets.ts";
import { openDocs } from "./docs/index.ts";
import { openSessions } from "./sessions.ts";
import type { SignIn } from "./sessions.ts";

export interface PageOptions {
  /**
   * The users who may look. `"key"` (the default) asks for a personal API key. `"loopback"` states that all callers are
   * on this machine, and lets them in: only for a server that listens on loopback without a proxy. A browser that shows
   * a name other than a loopback name, and a request with proxy headers (`x-forwarded-for` and similar), still needs a
   * key. `"trusted"` lets in all callers: for an app that mounts the page behind its own authentication.
   */
  signIn?: SignIn;
  /** The folder of the built page; default: beside this module, where `npm run build` puts it. */
  folder?: string | URL;
  /** The file of the documentation; default: beside this module, where `npm run build` puts it. */
  docsFile?: string;
  /**
   * Creates a project with demo data and returns its id, when a user who is signed in without a key asks for it.
   * @default the page does not offer it
   */
  makeDemo?: () => Promise<number>;
  /** The capture requests that it keeps and shows. @default a log of its own */
  requests?: CaptureLog;
}

const OPTIONS = Object.keys({
  signIn: 0,
  folder: 0,
  docsFile: 0,
  makeDemo: 0,
  requests: 0,
} satisfies Record<keyof PageOptions, 0>);
const WAYS = Object.keys({ key: 0, loopback: 0, trusted: 0 } satisfies Record<SignIn, 0>);

/**
 * A hoglet that answers browsers with the page too: `ui/` under its mount path, the documentation at `docs/`, and the
 * requests of a signed-in page to the API. All other requests pass to the hoglet unchanged; the last captures are kept for users to look at.
 * @example
 * app.mount("/analytics", h3Adapter(withPage(hoglet, { signIn: "trusted" })));
 * @throws HogletError `misconfigured` for another `signIn`, or an unknown option: a misspelt one would change who gets in
 */
export function withPage(
  hoglet: Pick<Hoglet, "handle" | "clock" | "deletions" | "dashboards">,
  options: PageOptions = {},
): Pick<Hoglet, "handle"> {
  requireHoglet("withPage", hoglet, "handle");
  requireKnown(options);
  const { signIn = "key", folder, docsFile, makeDemo } = options;
  const docs = openDocs(docsFile);
  const sessions = openSessions(hoglet, signIn);
  const log = options.requests ?? openCaptureLog(hoglet, signIn === "loopback");
  const boards = openBoards(hoglet, sessions, folder);
  let assets: Map<string, Asset> | undefined;

  return {
    async handle(request) {
      const path = toPath(request.url);
      if (log.isFor(path)) return capture(request);
      if (log.isStart(path)) log.noteStart(request);
      if (log.isForLost(request.method, path)) return passLost(request, path);
      if (path.startsWith("/api/")) return askApi(request);
      if (path === "/" && request.method === "GET" && wantsPage(request)) return redirect("ui/");
      if (path === "/ui") return redirect("ui/");
      if (path === "/docs") return redirect("docs/");
      if (path.startsWith("/docs/")) return docs.answer(request, path.slice("/docs/".length));
      if (!path.startsWith("/ui/")) return hoglet.handle(request);
      const reply = await answer(request, path.slice("/ui/".length));
      // Only files of the page say themselves how long they may be kept.
      return { ...reply, headers: { "cache-control": "no-store", ...reply.headers } };
    },
  };

  async function capture(request: HttpRequest): Promise<HttpReply> {
    const receivedAtMs = hoglet.clock.now();
    const reply = await hoglet.handle(request);
    log.keep(request, reply, receivedAtMs);
    return reply;
  }

  /** Keeps the request if its path does not exist. */
  async function passLost(request: HttpRequest, path: string): Promise<HttpReply> {
    const receivedAtMs = hoglet.clock.now();
    const reply = await (path.startsWith("/api/") ? askApi(request) : hoglet.handle(request));
    if (reply.status === 404) log.keep(request, reply, receivedAtMs);
    return reply;
  }

  /** Passes a request of the page on in the name of the signed-in user; any other request unchanged. */
  function askApi(request: HttpRequest): Promise<HttpReply> {
    return request.headers["authorization"] === undefined ? sessions.ask(request) : hoglet.handle(request);
  }

  async function answer(request: HttpRequest, name: string): Promise<HttpReply> {
    if (name === "session") return sessions.answer(request);
    if (name === "demo") return answerDemo(request, sessions, makeDemo);
    if (request.method !== "GET") return { status: 405, headers: { allow: "GET" }, body: null };
    if (name === "requests") return answerRequests({ sessions, log }, request, null);
    if (name.startsWith("requests/")) return answerRequests({ sessions, log }, request, name.slice(9));
    const [, board] = /^dashboards\/(\d{1,15})\.html$/.exec(name) ?? [];
    if (board !== undefined) return boards.file(request, board);
    if (name.startsWith("shared/")) return boards.shared(name.slice("shared/".length));
    assets ??= findAssets(folder);
    if (assets === undefined) return textReply(503, "The page was not built: npm run build does it.");
    const html = assets.get("index.html");
    return name === "" && html !== undefined
      ? answerStart(request, sessions, html)
      : answerAsset(request, assets.get(name));
  }
}

/** The path of a URL that is absolute or begins with its path. */
function toPath(url: string): string {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2);
  if (start < 0) return "/";
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** Does a browser want a document? Health checks and clients get their usual replies. */
function wantsPage({ headers }: HttpRequest): boolean {
  return headers["accept"]?.includes("text/html") === true;
}

function redirect(location: string): HttpReply {
  return { status: 302, headers: { location, "cache-control": "no-store" }, body: null };
}

function requireKnown(options: PageOptions): void {
  requireOptions("withPage", options, '{ signIn: "trusted" }');
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) throw unknownOption("withPage", name, OPTIONS);
  }
  const { signIn } = options;
  if (signIn !== undefined && !WAYS.includes(signIn)) {
    throw wrongOption("signIn", '"key", "loopback" or "trusted"', signIn);
  }
}
