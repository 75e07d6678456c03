import { membersOf } from "./interface.ts";
import type { Member } from "./interface.ts";
import { toCell } from "./cell.ts";

const HEAD = `# Options of \`createHoglet\`

\`npm run docs\` writes this page from the docstrings of \`HogletOptions\`. All options are optional. An unknown option, or a value of
another type, throws \`misconfigured\` with the option's name.

| option | type | what it does | default |
| --- | --- | --- | --- |
`;

/** The page of the options, from the docstrings of their interface. */
export function optionsPage(): string {
  return `${HEAD}${membersOf("lib/handle/options.ts", "HogletOptions").map(toRow).join("\n")}\n`;
}

function toRow({ name, signature, doc }: Member): string {
  const type = signature.slice(signature.indexOf(":") + 1).trim();
  const [text = "", ...defaults] = doc.split("@default ");
  return `| \`${name}\` | \`${toCell(type)}\` | ${toCell(text)} | ${toCell(defaults.join(" "))} |`;
}
