import { dirname, join, relative } from "node:path/posix";
import { Marked } from "marked";
import type { Token, Tokens } from "marked";

// marked: one package without dependencies, GitHub's Markdown, a token tree that sections and navigation are read from.

/** A part of a page, from a heading to the next one of its rank or above. */
export interface Section {
  /** Empty for the part below the title. */
  anchor: string;
  heading: string;
  html: string;
}

/** A page of the documentation, made from one file of Markdown. */
export interface Page {
  /** Path below `/docs/` without an ending. */
  name: string;
  title: string;
  sections: Section[];
  /** Links in lists below a paragraph in bold: the navigation, on the index. */
  groups: { title: string; links: { name: string; text: string }[] }[];
}

/** Reads the Markdown of `file`; `pages` has the names of all pages by file, for links between them. */
export function readPage(file: string, markdown: string, pages: ReadonlyMap<string, string>): Page {
  const name = pages.get(file) ?? file;
  const toName = (href: string) => pages.get(join(dirname(file), href.split("#")[0] ?? ""));
  const marked = createMarked((href) => toLink(href, name, href.startsWith("#") ? name : toName(href)));
  const tokens = marked.lexer(markdown);
  const sections = splitAtHeadings(tokens).map(({ heading, anchor, tokens: own }) => {
    return { anchor, heading, html: marked.parser(own) };
  });
  return { name, title: sections[0]?.heading ?? name, sections, groups: readGroups(tokens, toName) };
}

/** The address of a link for a page in a browser; null = its target is not shipped. */
function toLink(href: string, from: string, to: string | undefined): string | null {
  if (/^(?:https?:|mailto:)/.test(href)) return href;
  if (to === undefined) return null;
  const anchor = href.includes("#") ? href.slice(href.indexOf("#")) : "";
  return href.startsWith("#") ? anchor : `${relative(dirname(from), to)}.html${anchor}`;
}

function createMarked(link: (href: string) => string | null): Marked {
  const anchors = createAnchors();
  return new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = depth === 1 ? "" : ` id="${anchors(text)}"`;
        return `<h${depth}${anchor}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const to = link(href);
        const text = this.parser.parseInline(tokens);
        // GitHub shows the file; a reader without the repository reads on.
        return to === null
          ? `<span title="In the repository: ${escape(href)}">${text}</span>`
          : `<a href="${escape(to)}">${text}</a>`;
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
      table(token) {
        const head = token.header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`);
        const rows = token.rows.map(
          (row) => `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join("")}</tr>`,
        );
        const isNamed = token.header.some(({ text }) => text !== "");
        const top = isNamed ? `<thead><tr>${head.join("")}</tr></thead>` : "";
        return `<div class="wide" role="group" aria-label="Table" tabindex="0"><table>${top}<tbody>${rows.join("")}</tbody></table></div>\n`;
      },
      // The documents have no HTML; if one writes a tag, readers see it as text.
      html: ({ text }) => escape(text),
      image: ({ text }) => escape(text),
    },
  });
}

interface Part {
  anchor: string;
  heading: string;
  tokens: Token[];
}

function splitAtHeadings(tokens: readonly Token[]): Part[] {
  const anchors = createAnchors();
  const parts: Part[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const { depth, text } = token as Tokens.Heading;
      parts.push({ anchor: depth === 1 ? "" : anchors(text), heading: text.replaceAll("`", ""), tokens: [token] });
    } else parts.at(-1)?.tokens.push(token);
  }
  return parts;
}

function readGroups(tokens: readonly Token[], toName: (href: string) => string | undefined): Page["groups"] {
  return tokens.flatMap((token, at) => {
    if (token.type !== "list") return [];
    const before =
      tokens
        .slice(0, at)
        .findLast(({ type }) => type === "paragraph")
        ?.raw.trim() ?? "";
    const title = /^\*\*(.+)\*\*$/.exec(before)?.[1];
    if (title === undefined) return [];
    const links = [...token.raw.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].flatMap(([, text = "", href = ""]) => {
      const name = toName(href);
      return name === undefined ? [] : [{ name, text: text.replaceAll("`", "") }];
    });
    return [{ title, links }];
  });
}

/** GitHub's names of headings: lower case, no punctuation, hyphens for blanks, a number at the second of the same name. */
function createAnchors(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const plain = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-");
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as HTML. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? found);
}
