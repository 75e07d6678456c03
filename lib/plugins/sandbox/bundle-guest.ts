import { build } from "esbuild";

/** The script of a plugin's world, and what it is made of. */
export interface GuestBundle {
  /** An expression that gives `createGuest`. */
  code: string;
  /** Paths of all modules that went in. */
  modules: string[];
}

/**
 * Makes the prelude of `guest/main.ts` and all that it imports. The build keeps it in a file; where sources run as they are
 * it is made of them as they stand.
 *
 * Packages of the guest go into it too. buffer: the browser's Buffer, by which bundlers have replaced Node's for a decade.
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
    // Names stay: some are those of errors that plugins look at.
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
