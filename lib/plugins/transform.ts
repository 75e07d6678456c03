import type { Transform } from "sucrase";

// sucrase: pure JavaScript, half a megabyte, a millisecond a file, elides imports that are only types, keeps what runs as it
// was written. esbuild and swc are native or many megabytes of wasm; Babel and TypeScript are larger still, and slower. It is
// imported by the first who needs it: a program without plugins does not wait for its fifty files.

const IMPORTS: Transform[] = ["imports"];

/**
 * Brings TypeScript or JavaScript, ES modules or CommonJS, to CommonJS. Imports that are only types vanish.
 * @param fileName its ending tells the language: `.ts`, `.tsx`, `.jsx`, else JavaScript
 * @throws SyntaxError with line and column
 */
export async function toCommonJs(source: string, fileName: string): Promise<string> {
  const { transform } = await import("sucrase");
  return transform(source, {
    transforms: [...IMPORTS, ...toTransforms(fileName)],
    filePath: fileName,
    disableESTransforms: true,
    preserveDynamicImport: true,
    production: true,
  }).code;
}

function toTransforms(fileName: string): Transform[] {
  if (fileName.endsWith(".ts")) return ["typescript"];
  if (fileName.endsWith(".tsx")) return ["typescript", "jsx"];
  return fileName.endsWith(".jsx") ? ["jsx"] : [];
}
