import type { Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";

/** Characters after which a line ends before the next statement. A lower number costs the package a byte for each line. */
const LINE = 1000;

const STATEMENTS = ["Expression", "For", "ForIn", "ForOf", "If", "Return", "Switch", "Throw", "Try", "While"];

/**
 * Breaks minified code into lines: before each function and class, which compresses to nothing, and in those that are long. Node
 * prints the line that threw above an error that nobody caught; a whole file would push the message off the screen.
 */
export const shortLines: Plugin = {
  name: "short-lines",
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === "chunk") file.code = breakLines(file.fileName, file.code);
  },
};

function breakLines(name: string, code: string): string {
  const functions = new Set<number>();
  const others: number[] = [];
  const noteFunction = ({ start }: { start: number }) => void functions.add(start);
  const note = ({ start }: { start: number }) => void others.push(start);
  const visitor = new Visitor({
    ...Object.fromEntries(STATEMENTS.map((kind) => [`${kind}Statement`, note])),
    VariableDeclaration: note,
    FunctionDeclaration: noteFunction,
    ClassDeclaration: noteFunction,
  });
  visitor.visit(parseSync(name, code).program);
  const lines: string[] = [];
  let from = 0;
  for (const start of [...functions, ...others].toSorted((a, b) => a - b)) {
    if (start === from || (!functions.has(start) && start - from < LINE)) continue;
    lines.push(code.slice(from, start));
    from = start;
  }
  return [...lines, code.slice(from)].join("\n");
}
