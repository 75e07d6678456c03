import type { Transform } from "sucrase";

// sucrase: pure JavaScript, half a megabyte, a millisecond for a file. It removes imports that are only types, and
// otherwise keeps the code. esbuild and swc are native or many megabytes of wasm; Babel and TypeScript are larger
// still, and slower. It is imported on first use: a program without plugins does not wait for its fifty files.

/**
 * JavaScript is parsed as TypeScript too, as in PostHog: an unused import is removed, wherever it leads
 * (reference/plugins.md 4).
 */
const TRANSFORMS: Transform[] = ["imports", "typescript"];

/**
 * Converts TypeScript or JavaScript, ES modules or CommonJS, to CommonJS. Imports that are only types, or unused, are
 * removed.
 * @param fileName its ending allows JSX: `.tsx`, `.jsx`
 * @throws SyntaxError with line and column
 */
export async function toCommonJs(source: string, fileName: string): Promise<string> {
  const { transform } = await import("sucrase");
  return transform(source, {
    transforms: /\.[jt]sx$/.test(fileName) ? [...TRANSFORMS, "jsx"] : TRANSFORMS,
    filePath: fileName,
    disableESTransforms: true,
    preserveDynamicImport: true,
    production: true,
  }).code;
}
