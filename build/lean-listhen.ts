import type { Plugin } from "rolldown";

// listhen is the tool of a command line of its own too. Whole, it doubles the time that the command takes to load and brings
// a compiler and a watcher of files.

/** Only imported for options that the command never gives it (`bin/bind.ts`). */
const NEVER_USED =
  /^(?:untun|tinyclip|crossws\/adapters\/node|jiti|@parcel\/watcher(?:-wasm)?|\.\.\/chunks\/xdg-open\.mjs)$/;

/** Makes self-signed certificates, which hoglet makes itself (`bin/self-signed.ts`): 97 kB of the package. */
const FORGE = "\0no-forge";

/** For the bundler: takes only those parts of listhen that the command uses. */
export const leanListhen: Plugin = {
  name: "lean-listhen",
  resolveId: {
    filter: { id: [NEVER_USED, /^consola$/, /^node-forge$/] },
    handler(id, from) {
      if (from === undefined || !/[\\/]node_modules[\\/]listhen[\\/]/.test(from)) return null;
      // Its log, without questions and colours.
      if (id === "consola") return this.resolve("consola/basic", from);
      return id === "node-forge" ? FORGE : { id, external: true };
    },
  },
  load: {
    filter: { id: /^\0no-forge$/ },
    handler: () => "export default {};",
  },
};
