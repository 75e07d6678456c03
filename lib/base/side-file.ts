import { join } from "node:path";

/** The place of a file: in the repository, and beside the built code. */
interface Place {
  source: string;
  built: string;
}

/**
 * All files that are opened by their path: scripts of threads and processes, and data. The build (`build/`) makes
 * `built` from `source`.
 */
export const PLACES = {
  engineThread: { source: "lib/questions/engine-thread.ts", built: "engine-thread.cjs" },
  importThread: { source: "lib/transfer/worker.ts", built: "import-thread.cjs" },
  serializeThread: { source: "lib/storage/serialize-worker.ts", built: "serialize-thread.cjs" },
  doctorProcess: { source: "lib/doctor/child.ts", built: "doctor-process.cjs" },
  queryProcess: { source: "lib/sql/child.ts", built: "query-process.cjs" },
  pluginThread: { source: "lib/plugins/sandbox/worker.ts", built: "plugin-thread.cjs" },
  /** The script that sets up a plugin's sandbox. */
  pluginPrelude: { source: "lib/plugins/guest/main.ts", built: "plugin-prelude.js.br" },
  /** The build compresses it (Brotli); without that it would be a sixth of the package. */
  quickJs: {
    source: "node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm",
    built: "quickjs.wasm.br",
  },
  /** The regex engine, a package as one script. */
  re2: { source: "node_modules/re2js/build/index.cjs", built: "re2.cjs" },
  /** A folder: SQL, and the journal with its order. */
  migrations: { source: "lib/storage/migrations", built: "migrations" },
  /** A folder: the page for browsers. The sources use the page of the last `npm run build`. */
  page: { source: "dist/code/page", built: "page" },
  /** The documentation for browsers: JSON in Brotli. The sources use that of the last `npm run build`. */
  docs: { source: "dist/code/docs.json.br", built: "docs.json.br" },
} satisfies Record<string, Place>;

/** A file or folder beside the code. */
export type SideFile = keyof typeof PLACES;

/**
 * The path of a file of hoglet that is opened by its path. No other module knows these paths, so that another form of
 * the program (a single executable) has one place to change.
 */
export function sideFile(name: SideFile): string {
  const { source, built } = PLACES[name];
  return IS_SOURCE ? join(import.meta.dirname, "..", "..", source) : join(import.meta.dirname, built);
}

/** Does the TypeScript run directly (tests, `node --import tsx`)? Otherwise this module is part of `dist/code`. */
const IS_SOURCE = import.meta.url.endsWith(".ts");
