import { readFileSync } from "node:fs";
import type { Runtime } from "./runtimes.ts";

export interface Quickstart {
  name: string;
  code: string;
  /** Lines that its comments promise. */
  output: string[];
  /** Does it want a server, named by the environment? */
  needsServer: boolean;
}

/** The README's blocks that show a result, as modules of JavaScript for a runtime. */
export function quickstarts({ kind, major }: Pick<Runtime, "kind" | "major">): Quickstart[] {
  const blocks = [...readFileSync("README.md", "utf8").matchAll(/^```(ts|js)\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, language, source = ""], index) => {
    const output = [...source.matchAll(/console\.log\(.*\/\/ => (.*)$/gm)].map(([, value = ""]) => value);
    // The README says so: JavaScript has `await using` from Node 24 on.
    const hasUsing = kind !== "node" || major >= 24;
    const code = hasUsing ? source : withoutUsing(source);
    return { name: `quickstart ${index + 1}`, code, output, needsServer: language === "js" };
  });
}

function withoutUsing(code: string): string {
  const name = /await using (\w+)/.exec(code)?.[1];
  return name === undefined ? code : `${code.replace("await using", "const")}\nawait ${name}.close();\n`;
}
