import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { ENTRIES, toCodeName } from "./entries.ts";

/** The only file of the package that every Node can read; the other files require it first. */
const GUARD = "node-version.cjs";

/** Loaded next: it keeps what a test may replace before it asks for more of hoglet, which is loaded then. */
const PLATFORM = "platform.cjs";

/**
 * Writes the thin files that users load over `code/`: each entry as CommonJS, and as an ES module that re-exports it; and the
 * command.
 */
export async function writeForms(folder: string, code: string): Promise<void> {
  await copyFile(join("build", GUARD), join(folder, GUARD));
  for (const name of Object.keys(ENTRIES)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    const to = (file: string) => toSpecifier(dirname(path), file);
    const before = [join(folder, GUARD), join(code, PLATFORM)].map((file) => `require("${to(file)}");\n`).join("");
    const source = join(code, `${toCodeName(name)}.cjs`);
    await writeFile(`${path}.cjs`, `"use strict";\n${before}module.exports = require("${to(source)}");\n`);
    await writeFile(`${path}.js`, toModule(baseOf(name), namesOf(source)));
  }
  await mkdir(join(folder, "bin"), { recursive: true });
  await writeFile(join(folder, "bin/hoglet.js"), COMMAND);
}

/** Writes the types of each entry's ES module, which are those of its CommonJS. */
export async function writeModuleTypes(folder: string): Promise<void> {
  for (const name of Object.keys(ENTRIES)) {
    await writeFile(`${join(folder, name)}.d.ts`, `export * from "${baseOf(name)}";\n`);
  }
}

/** How the files of an entry name its CommonJS. */
function baseOf(entry: string): string {
  return `./${entry.split("/").at(-1)}.cjs`;
}

/** An ES module with the exported names of a CommonJS module. */
function toModule(specifier: string, names: readonly string[]): string {
  if (names.length === 0) return `import "${specifier}";\n`;
  return `import all from "${specifier}";\nexport const { ${names.join(", ")} } = all;\n`;
}

/** The names that an entry exports. Only Jest can load the entry of Jest, which exports none. */
function namesOf(file: string): string[] {
  if (file.endsWith("testing-jest.cjs")) return [];
  return Object.keys(createRequire(import.meta.url)(join(process.cwd(), file)) as object);
}

function toSpecifier(from: string, file: string): string {
  const path = relative(from, file).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}

const COMMAND = `#!/usr/bin/env node
import { createRequire } from "module";
const require = createRequire(import.meta.url);
try {
  require("../${GUARD}");
} catch ({ message }) {
  process.stderr.write(\`\${message}\\n\`);
  process.exit(1);
}
require("../code/command.cjs");
`;
