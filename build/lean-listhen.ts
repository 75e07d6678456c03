import type { Plugin } from "rolldown";

// listhen is the tool of a command line of its own too. Whole, it doubles the time that the command takes to load and brings
// a compiler and a watcher of files.

/** Only imported for options that the command never gives it (`bin/bind.ts`). */
const NEVER_USED =
  /^(?:untun|tinyclip|crossws\/adapters\/node|jiti|@parcel\/watcher(?:-wasm)?|\.\.\/chunks\/xdg-open\.mjs)$/;

/** Stands for node-forge. */
const LATE = "\0late-forge";

/** For the bundler: takes only those parts of listhen that the command uses. */
export const leanListhen: Plugin = {
  name: "lean-listhen",
  resolveId: {
    filter: { id: [NEVER_USED, /^consola$/, /^node-forge$/] },
    handler(id, from) {
      if (from === undefined || !/[\\/]node_modules[\\/]listhen[\\/]|late-forge/.test(from)) return null;
      // Its log, without questions and colours.
      if (id === "consola") return this.resolve("consola/basic", from);
      if (id !== "node-forge") return { id, external: true };
      return from === LATE ? null : LATE;
    },
  },
  load: {
    filter: { id: /^\0late-forge$/ },
    // 60 modules for self-signed certificates alone: they run when the first of them is asked for something.
    handler: () => `export default new Proxy({}, { get: (_, name) => require("node-forge")[name] });`,
  },
};
