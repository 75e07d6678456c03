import type { Transform } from "sucrase";

// sucrase: pure JavaScript, half a megabyte, a millisecond for a file; removes type imports and keeps the rest. esbuild
// and swc are native or many megabytes of wasm; Babel and TypeScript are larger and slower. Imported on first use,
// since it has fifty files.

/** JavaScript is parsed as TypeScript too, as in PostHog: unused imports are removed (reference/plugins.md 4). */
const TRANSFORMS: Transform[] = ["imports", "typescript"];

/**
 * Converts TypeScript or JavaScript, of any module kind, to CommonJS, without type and unused imports.
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
