/** The words of the documentation by section: `search.json`, from which the browser makes its index. */
export interface SearchFile {
  /** Name and title of each page. */
  pages: [name: string, title: string][];
  /** The anchor is empty for the part below a page's title. */
  sections: [page: number, anchor: string, heading: string, text: string][];
}

/**
 * Reads the sections out of the pages of the site. It is done here and not by the build, because the package would
 * carry every word twice: 17 kB more.
 */
export function toSearchFile(files: Readonly<Record<string, string>>): SearchFile {
  const found: SearchFile = { pages: [], sections: [] };
  for (const [file, html] of Object.entries(files)) {
    const main = /<main[^>]*>([^]*)<\/main>/.exec(html)?.[1];
    if (main === undefined) continue;
    const [first = "", ...parts] = main
      .replace(/<details class="contents">[^]*?<\/details>/, "")
      .split(/(?=<h[23] id=)/);
    const title = toPlainText(/<h1>(.*?)<\/h1>/.exec(first)?.[1] ?? "");
    const page = found.pages.push([file.replace(/\.html$/, ""), title]) - 1;
    found.sections.push([page, "", title, toPlainText(first.replace(/<h1>.*?<\/h1>/, ""))]);
    for (const part of parts) {
      const [head = "", anchor = "", heading = ""] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/.exec(part) ?? [];
      found.sections.push([page, anchor, toPlainText(heading), toPlainText(part.slice(head.length))]);
    }
  }
  return found;
}

const CHARACTERS: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

function toPlainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => CHARACTERS[name] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
