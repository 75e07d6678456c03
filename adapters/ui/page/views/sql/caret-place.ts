import type { PrismEditor } from "prism-code-editor";

/** A place below a letter, in pixels from the editor's upper left corner. */
export interface CaretPlace {
  left: number;
  top: number;
}

/** The place below a letter of the text: each line is an element with the letters of the text. */
export function caretPlace({ value, container, lines }: PrismEditor, at: number): CaretPlace {
  const before = value.slice(0, at);
  const line = lines[before.split("\n").length];
  const column = before.length - (before.lastIndexOf("\n") + 1);
  const frame = container.getBoundingClientRect();
  if (line === undefined) return { left: 0, top: frame.height };
  const range = document.createRange();
  const [node, offset] = letterAt(line, column);
  range.setStart(node, offset);
  range.collapse(true);
  // An empty line has no letters, and then no rectangle of them.
  const [letter = line.getBoundingClientRect()] = range.getClientRects();
  return { left: letter.left - frame.left, top: letter.bottom - frame.top };
}

/** The text node with a letter, and the letter's place in it. */
function letterAt(line: Element, column: number): [Node, number] {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let rest = column;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node as Text;
    if (rest <= length) return [node, rest];
    rest -= length;
  }
  return [line, 0];
}
