import type { Transform } from "sucrase";

// sucrase: pure JavaScript, half a megabyte, a millisecond a file, elides imports that are only types, keeps what runs as it
// was written. esbuild and swc are native or many megabytes of wasm; Babel and TypeScript are larger still, and slower. It is
// imported by the first who needs it: a program without plugins does not wait for its fifty files.

/**
 * JavaScript is read as TypeScript too, as the real service does: there, an import that nothing uses is none, wherever it
 * leads (reference/plugins.md 4).
 */
const TRANSFORMS: Transform[] = ["imports", "typescript"];

/**
 * Brings TypeScript or JavaScript, ES modules or CommonJS, to CommonJS. Imports that are only types, or not used, vanish.
 * @param fileName its ending tells whether there may be JSX: `.tsx`, `.jsx`
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
