import { join } from "node:path";

/** Where a file lies: in the repository, and beside the built code. */
interface Place {
  source: string;
  built: string;
}

/**
 * Everything that is opened by its path: scripts of threads and processes, and data. `built` is made of `source` by the build
 * (`build/`).
 */
export const PLACES = {
  engineThread: { source: "lib/engines/host/worker.ts", built: "engine-thread.cjs" },
  importThread: { source: "lib/transfer/worker.ts", built: "import-thread.cjs" },
  serializeThread: { source: "lib/storage/serialize-worker.ts", built: "serialize-thread.cjs" },
  doctorProcess: { source: "lib/doctor/child.ts", built: "doctor-process.cjs" },
  queryProcess: { source: "lib/sql/child.ts", built: "query-process.cjs" },
  pluginThread: { source: "lib/plugins/sandbox/worker.ts", built: "plugin-thread.cjs" },
  /** The script that makes a plugin's world. */
  pluginPrelude: { source: "lib/plugins/guest/main.ts", built: "plugin-prelude.js" },
  /** Built, it is compressed (Brotli): a sixth of the whole package otherwise. */
  quickJs: {
    source: "node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm",
    built: "quickjs.wasm.br",
  },
  /** A folder: SQL, and the journal that says its order. */
  migrations: { source: "lib/storage/migrations", built: "migrations" },
  /** A folder: the page in the browser, which sources take from the last `npm run build`. */
  page: { source: "dist/code/page", built: "page" },
} satisfies Record<string, Place>;

/** A file or folder beside the code. */
export type SideFile = keyof typeof PLACES;

/**
 * The path of a file that belongs to hoglet and is opened by its path. No other module knows where such files lie, so that
 * another form of the program (a single executable) has one question to answer.
 */
export function sideFile(name: SideFile): string {
  const { source, built } = PLACES[name];
  return IS_SOURCE ? join(import.meta.dirname, "..", "..", source) : join(import.meta.dirname, built);
}

/** Does the TypeScript run as it is (tests, `node --import tsx`)? Otherwise this is part of `dist/code`. */
const IS_SOURCE = import.meta.url.endsWith(".ts");
