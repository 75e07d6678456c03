import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./command.ts";

/** A block of code in a document. */
export interface Block {
  language: string;
  code: string;
}

/** The documents for users: the README and the pages below docs. Notes about the service (`docs/reference`) are given. */
export const DOCUMENTS: readonly string[] = [
  "README.md",
  ...globSync("docs/**/*.md")
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith("docs/reference/") && file !== "docs/contract.md")
    .toSorted(),
];

/** The blocks of code of a document. */
export function blocksOf(file: string): Block[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => ({ language, code }));
}

/** The values that the comments `// => value` behind console.log promise. */
export function promised(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\/\/ => (.*)$/gm)].map((match) => match[1] ?? "");
}

/**
 * Runs a block in a folder of its own inside the repository, where `hoglet` is the built package, as users get it; gives what
 * it printed.
 */
export function runBlock(code: string, environment: Record<string, string> = {}): string[] {
  return runBlocks([code], environment).flat();
}

/** As `runBlock`, one after the other in the same folder, as a reader runs them; a list for each. */
export function runBlocks(codes: readonly string[], environment: Record<string, string> = {}): string[][] {
  ensureBuilt("code");
  const folder = mkdtempSync(join(process.cwd(), ".readme-"));
  try {
    const file = join(folder, "block.ts");
    return codes.map((code) => {
      writeFileSync(file, code);
      const env = { ...process.env, ...environment };
      const output = execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8", env });
      return output.trim().split("\n");
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
