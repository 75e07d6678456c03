import { readFileSync } from "node:fs";
import { importOf, membersOf } from "./interface.ts";
import type { Member } from "./interface.ts";

const HEAD = `# The handle

\`npm run docs\` writes this page from the docstrings of the interface \`Hoglet\`. \`createHoglet(options)\` resolves with a handle. A method
whose input has \`InProject\` takes \`project\`, the id of a project; without it, the first project is meant. Errors are \`HogletError\`
(see [errors](errors.md)). \`hoglet\` exports the types of inputs and answers; an editor shows their fields and the examples.
`;

const SOURCE = "lib/hoglet.ts";
/** Exports the type of each group. */
const DOOR = "lib/index.ts";

/** The page of the handle: its own methods, then a section for each group of methods. */
export function handlePage(): string {
  const members = membersOf(SOURCE, "Hoglet");
  const own = members.filter((member) => !isGroup(member)).map(toItem);
  const groups = members.filter(isGroup).toSorted((a, b) => a.name.localeCompare(b.name));
  return `${HEAD}\n${own.join("\n")}\n${groups.map(toSection).join("")}`;
}

function isGroup({ signature }: Member): boolean {
  return /: \w+Handle$/.test(signature);
}

function toSection({ name, signature }: Member): string {
  const type = signature.slice(signature.indexOf(": ") + 2);
  const file = importOf(readFileSync(DOOR, "utf8"), DOOR, type);
  const items = membersOf(file, type).map(toItem);
  return `\n## hoglet.${name}\n\n${items.join("\n")}\n`;
}

function toItem({ signature, doc }: Member): string {
  const [told = ""] = doc.split(/\s*@example\b/);
  const text = told.replaceAll(/\.? @(\w+) /g, (_, tag: string) => `. \`@${tag}\` `).trim();
  return `- \`${signature}\`${text === "" ? "" : ` — ${text}`}`;
}
