import type { Hoglet, HttpReply, HttpRequest } from "../../lib/index.ts";
import { loadAssets } from "./assets.ts";
import type { Asset } from "./assets.ts";
import { isOwnRequest } from "./own-request.ts";
import { openSessions } from "./sessions.ts";
import type { SignIn } from "./sessions.ts";

export interface PageOptions {
  /**
   * Who may look. `"key"` (the default) asks for a personal API key. `"loopback"` lets in everybody whose browser shows a
   * loopback address, and asks all others for a key: only for a server that listens on loopback. `"trusted"` lets in
   * everybody who gets here: for an app that mounts the page behind its own authentication.
   */
  signIn?: SignIn;
  /** Where the built page lies; default: beside this module, where `npm run build` puts it. */
  folder?: string | URL;
}

/**
 * A hoglet that answers browsers with the page too: `ui/` under where it is mounted, and the requests of a signed-in page
 * to the API. All else goes on to the hoglet as it came.
 * @example
 * app.mount("/analytics", h3Adapter(withPage(hoglet, { signIn: "trusted" })));
 */
export function withPage(hoglet: Pick<Hoglet, "handle">, options: PageOptions = {}): Pick<Hoglet, "handle"> {
  const { signIn = "key", folder } = options;
  const sessions = openSessions(hoglet, signIn);
  let assets: Map<string, Asset> | undefined;

  return {
    async handle(request) {
      const path = toPath(request.url);
      if (path.startsWith("/api/")) return hoglet.handle(inName(request));
      if (path === "/" && request.method === "GET" && wantsPage(request)) return redirect("ui/");
      if (path === "/ui") return redirect("ui/");
      if (path === "/ui/session") return sessions.answer(request);
      if (!path.startsWith("/ui/")) return hoglet.handle(request);
      assets ??= loadAssets(folder);
      return answerAsset(request, assets.get(path === "/ui/" ? "index.html" : path.slice("/ui/".length)));
    },
  };

  /** A request of the page itself, in the name of who signed in; any other as it is. */
  function inName(request: HttpRequest): HttpRequest {
    if (request.headers["authorization"] !== undefined || !isOwnRequest(request)) return request;
    return sessions.inName(request);
  }
}

/** The path of a URL that is absolute or begins with it. */
function toPath(url: string): string {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2);
  if (start < 0) return "/";
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** Browsers that show a document; health checks and clients get what they always got. */
function wantsPage({ headers }: HttpRequest): boolean {
  return headers["accept"]?.includes("text/html") === true;
}

function redirect(location: string): HttpReply {
  return { status: 302, headers: { location, "cache-control": "no-store" }, body: null };
}

function answerAsset({ method, headers }: HttpRequest, asset: Asset | undefined): HttpReply {
  if (method !== "GET") return { status: 405, headers: { allow: "GET" }, body: null };
  if (asset === undefined) {
    return { status: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "There is no such file." };
  }
  const isGzip = headers["accept-encoding"]?.includes("gzip") === true;
  return {
    status: 200,
    headers: { ...asset.headers, ...(isGzip && { "content-encoding": "gzip" }) },
    body: isGzip ? asset.gzipped() : asset.bytes,
  };
}
