import { build } from "esbuild";

/** The script of a plugin's globals, and its sources. */
export interface GuestBundle {
  /** An expression that evaluates to `createGuest`. */
  code: string;
  /** Paths of all included modules. */
  modules: string[];
}

/**
 * Bundles `guest/main.ts` with all its imports.
 *
 * It includes the packages of the guest. buffer: the browser's Buffer, with which bundlers have replaced Node's for a
 * decade.
 * @param main path of `guest/main.ts`
 */
export async function bundleGuest(main: string): Promise<GuestBundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [main],
    bundle: true,
    write: false,
    metafile: true,
    format: "cjs",
    platform: "neutral",
    mainFields: ["main"],
    target: "es2022",
    legalComments: "none",
    // Names stay: some are names of errors that plugins test.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: "warning",
  });
  const body = outputFiles.map(({ text }) => text).join("");
  return {
    code: `(() => { const module = { exports: {} };\n${body}\nreturn module.exports.createGuest; })()\n`,
    modules: Object.keys(metafile.inputs),
  };
}
