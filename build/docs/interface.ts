import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "rolldown/utils";

// rolldown's parser (oxc): the build has it already, and it gives the places of comments and types.

/** A member of an interface, as its source has it. */
export interface Member {
  name: string;
  /** The source from the name to the end of its type: `list(query?: Query): Promise<Page>` or `file?: string`. */
  signature: string;
  /** The docstring as one paragraph; tags stay in it. */
  doc: string;
}

/** Members of the interface `name` of a source file, those of the interfaces that it extends first. @throws Error when it is not there */
export function membersOf(file: string, name: string): Member[] {
  const text = readFileSync(file, "utf8");
  const { program, comments } = parseSync(file, text);
  for (const statement of program.body) {
    const node = "declaration" in statement && statement.declaration ? statement.declaration : statement;
    if (node.type !== "TSInterfaceDeclaration" || node.id.name !== name) continue;
    const inherited = node.extends.flatMap(({ expression, start, end }) => {
      if (expression.type !== "Identifier") return [];
      if (expression.name === "Joined") return joinedMembers(file, text, text.slice(start, end));
      return membersOf(importOf(text, file, expression.name), expression.name);
    });
    const own = node.body.body.flatMap((member): Member[] => {
      if (member.type !== "TSPropertySignature" && member.type !== "TSMethodSignature") return [];
      if (member.computed || member.key.type !== "Identifier") return [];
      const doc = comments.findLast(({ end }) => end <= member.start && text.slice(end, member.start).trim() === "");
      const signature = text.slice(member.start, member.end).replace(/;$/, "").replace(/\s+/g, " ");
      return [{ name: member.key.name, signature, doc: doc === undefined ? "" : toParagraph(doc.value) }];
    });
    return [...inherited, ...own];
  }
  // The door of an area passes the name on.
  return membersOf(importOf(text, file, name), name);
}

/** Members of `Joined<Kinds[number]["methods"]>`: those of each kind in the registry of questions. */
function joinedMembers(file: string, text: string, written: string): Member[] {
  const part = /\["(\w+)"\]/.exec(written)?.[1] ?? "";
  const kinds = [...text.matchAll(/import type \{ (\w+Types) \}/g)].map((found) => found[1] ?? "");
  return kinds.flatMap((kind) => {
    const source = importOf(text, file, kind);
    const type =
      membersOf(source, kind)
        .find(({ name }) => name === part)
        ?.signature.split(": ")[1] ?? "";
    return membersOf(source, type);
  });
}

/** The file that a source imports or passes on `name` from. */
export function importOf(text: string, file: string, name: string): string {
  const lists = /(?:import|export) (?:type )?\{(?<names>[^}]*)\} from "(?<path>\.[^"]+)"/g;
  for (const { groups } of text.matchAll(lists)) {
    const names = (groups?.["names"] ?? "").split(",").map((one) => one.trim().replace(/^type /, ""));
    if (names.includes(name)) return join(dirname(file), groups?.["path"] ?? "");
  }
  throw new Error(`${file}: no interface ${name} is declared or imported here.`);
}

function toParagraph(comment: string): string {
  const lines = comment.replace(/^\*/, "").split("\n");
  return lines
    .map((line) => line.replace(/^\s*\*?\s?/, "").trim())
    .join(" ")
    .trim();
}
