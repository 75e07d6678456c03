import { existsSync } from "node:fs";
import { basename, join } from "node:path";

/** The place of a file: in the repository, and beside the built code. */
interface Place {
  source: string;
  built: string;
}

/**
 * All files that are opened by path: scripts of threads and processes, and data. The build (`build/`) makes `built`
 * from `source`. Each path is an expression of its own, the only form that packagers follow; scripts must end in `.js`
 * for them.
 */
export const PLACES = {
  engineThread: { source: "lib/questions/engine-thread.ts", built: `${import.meta.dirname}/engine-thread.js` },
  importThread: { source: "lib/transfer/worker.ts", built: `${import.meta.dirname}/import-thread.js` },
  serializeThread: { source: "lib/storage/serialize-worker.ts", built: `${import.meta.dirname}/serialize-thread.js` },
  doctorProcess: { source: "lib/doctor/child.ts", built: `${import.meta.dirname}/doctor-process.js` },
  copyProcess: { source: "lib/copies/child.ts", built: `${import.meta.dirname}/copy-process.js` },
  replicationProcess: {
    source: "lib/replication/child.ts",
    built: `${import.meta.dirname}/replication-process.js`,
  },
  queryProcess: { source: "lib/sql/child.ts", built: `${import.meta.dirname}/query-process.js` },
  readerProcess: { source: "lib/sources/reader/child.ts", built: `${import.meta.dirname}/reader-process.js` },
  pluginThread: { source: "lib/plugins/sandbox/worker.ts", built: `${import.meta.dirname}/plugin-thread.js` },
  /** Sets up a plugin's sandbox, in Brotli. Sources use that of the last `npm run build`, as below. */
  pluginPrelude: { source: "dist/code/plugin-prelude.js.br", built: `${import.meta.dirname}/plugin-prelude.js.br` },
  /** The build compresses it with Brotli: else it would be a sixth of the package. */
  quickJs: {
    source: "node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm",
    built: `${import.meta.dirname}/quickjs.wasm.br`,
  },
  /** The regex engine: a package as one script. */
  re2: { source: "node_modules/re2js/build/index.cjs", built: `${import.meta.dirname}/re2.cjs` },
  /** A folder: the page for browsers. */
  page: { source: "dist/code/page", built: `${import.meta.dirname}/page` },
  /** Documentation for browsers: JSON in Brotli. */
  docs: { source: "dist/code/docs.json.br", built: `${import.meta.dirname}/docs.json.br` },
} satisfies Record<string, Place>;

export type SideFile = keyof typeof PLACES;

/**
 * The path of a file beside the code. Only this module knows these paths, so that another form of the program (a single
 * executable) changes one place.
 * @throws when a packager has left it behind
 */
export function sideFile(name: SideFile): string {
  const { source, built } = PLACES[name];
  if (IS_SOURCE) return join(import.meta.dirname, "..", "..", source);
  if (existsSync(built)) return built;
  throw new Error(
    `hoglet's own file ${basename(built)} is missing beside its code: a packager left it behind. Keep hoglet external (docs/guides/packagers.md).`,
  );
}

/** Does the TypeScript run directly (tests, `node --import tsx`)? Else this module is in `dist/code`. */
const IS_SOURCE = import.meta.url.endsWith(".ts");
