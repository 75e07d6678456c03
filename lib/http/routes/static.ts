import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { notFound } from "../../base/errors.ts";
import type { HttpReply } from "../http.ts";
import type { Route } from "../route.ts";
import { findInstalledSdk } from "./installed-sdk.ts";

/** Folders to search: first the folder of the app under development, then the folders around hoglet itself. */
const FOLDERS = () => [process.cwd(), import.meta.dirname];

/**
 * The scripts that posthog-js loads when a feature needs them, from the posthog-js installed here.
 * `/static/<version>/x.js` answers only for exactly that version; otherwise posthog-js falls back to
 * `/static/x.js?v=<version>`, which always returns the installed version. So a page and a server with two versions work
 * together.
 */
export const staticRoutes: readonly Route[] = [
  {
    access: "public",
    browsers: true,
    methods: ["GET"],
    path: "/static/:file",
    summary: "A script of the installed posthog-js.",
    produces: ["text/javascript", "application/json"],
    run: (_ctx, { params }) => serve(FOLDERS(), { file: params["file"] ?? "", version: null }),
  },
  {
    access: "public",
    browsers: true,
    methods: ["GET"],
    path: "/static/:version/:file",
    summary: "A script of the installed posthog-js, if it has this version.",
    produces: ["text/javascript", "application/json"],
    run: (_ctx, { params }) => serve(FOLDERS(), { file: params["file"] ?? "", version: params["version"] ?? "" }),
  },
];

/** A file of posthog-js that a browser requests; `version` null = the installed version. */
export interface ScriptRequest {
  file: string;
  version: string | null;
}

// The name of a script, without separators and without a leading dot: it cannot name files outside the folder.
const SCRIPT = /^\w[\w.-]*\.js(?:\.map)?$/;

const YEAR_SECONDS = 31_536_000;

/**
 * Reads a script of the posthog-js that one of the folders leads to.
 * @throws notFound when it is not installed, has another version, or has no such script
 */
export async function serve(folders: readonly string[], { file, version }: ScriptRequest): Promise<HttpReply> {
  const sdk = findInstalledSdk(folders);
  if (sdk === undefined) throw notFound("posthog-js is not installed here; its scripts are served once it is.");
  if (version !== null && version !== sdk.version) throw notFound(`The posthog-js installed here is ${sdk.version}.`);
  const body = SCRIPT.test(file) ? await readScript(join(sdk.folder, file)) : null;
  if (body === null) throw notFound(`posthog-js ${sdk.version} has no script of this name.`);
  return {
    status: 200,
    headers: {
      "content-type": file.endsWith(".map") ? "application/json" : "text/javascript; charset=utf-8",
      "cache-control": version === null ? "no-cache" : `public, max-age=${YEAR_SECONDS}, immutable`,
      // A copy cached without an origin would be useless for `<script crossorigin>`.
      vary: "origin",
    },
    body,
  };
}

async function readScript(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch {
    return null;
  }
}
