/** A piece of a line of text. */
export type Inline =
  | string
  | { kind: "bold"; text: string }
  | { kind: "italic"; text: string }
  | { kind: "code"; text: string }
  | { kind: "link"; text: string; href: string };

export type TextBlock = { kind: "heading" | "paragraph"; lines: Inline[][] } | { kind: "list"; items: Inline[][] };

const INLINE =
  /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/g;

/**
 * Parses the part of Markdown that a tile's text takes: headings, lists, bold, italic, code, links to http and https. Everything else is text.
 * Written by hand, since a library for all of Markdown is larger than the rest of the view.
 */
export function toTextBlocks(body: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const part of body.replaceAll("\r", "").split(/\n[ \t]*\n/)) {
    for (const line of part.split("\n")) {
      const [, heading] = /^#{1,6} +(.*)$/.exec(line) ?? [];
      const [, item] = /^[-*] +(.*)$/.exec(line) ?? [];
      const last = blocks.at(-1);
      if (heading !== undefined) blocks.push({ kind: "heading", lines: [toInline(heading)] });
      else if (item !== undefined && last?.kind === "list") last.items.push(toInline(item));
      else if (item !== undefined) blocks.push({ kind: "list", items: [toInline(item)] });
      else if (line.trim() === "") continue;
      else if (last?.kind === "paragraph" && line !== part.split("\n")[0]) last.lines.push(toInline(line));
      else blocks.push({ kind: "paragraph", lines: [toInline(line)] });
    }
  }
  return blocks;
}

function toInline(line: string): Inline[] {
  const pieces: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(INLINE)) {
    const [whole, bold, italic, code, text, href, bare] = match;
    if (match.index > end) pieces.push(line.slice(end, match.index));
    end = match.index + whole.length;
    if (bold !== undefined) pieces.push({ kind: "bold", text: bold });
    else if (italic !== undefined) pieces.push({ kind: "italic", text: italic });
    else if (code !== undefined) pieces.push({ kind: "code", text: code });
    else pieces.push({ kind: "link", text: text ?? bare ?? "", href: href ?? bare ?? "" });
  }
  if (end < line.length) pieces.push(line.slice(end));
  return pieces;
}
