import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sideFile } from "../../lib/base/side-file.ts";
import type { SharedDashboard } from "../../lib/index.ts";
import type * as Drawing from "./page/views/dashboards/board.tsx";

/**
 * Boards: a dashboard with its answers as one HTML document, to send as a file or to show by a link. The page's own components draw it
 * (`page/views/dashboards/board.tsx`), which the build puts beside the page, so that both look the same and have the code once. A strict policy in the document
 * allows its own sheet of styles, by its hash, and nothing else.
 */
export interface Board {
  html: string;
  /** The policy for the header; the document says the same. */
  policy: string;
}

export type RenderBoard = (shared: SharedDashboard, nowMs: number, options: { isLive: boolean }) => Board;

/** Seconds after which a document that a link shows asks again. */
const ASK_AGAIN_SECONDS = 300;

/** Loads what draws boards from the folder of the built page; undefined = it was not built. */
export async function loadBoards(folder: string | URL = sideFile("page")): Promise<RenderBoard | undefined> {
  const path = typeof folder === "string" ? folder : fileURLToPath(folder);
  const names = existsSync(path) ? readdirSync(path) : [];
  const script = names.find((name) => /^board-.*\.js$/.test(name));
  if (script === undefined) return undefined;
  const { drawBoard } = (await import(pathToFileURL(join(path, script)).href)) as typeof Drawing;
  const sheets = names.filter((name) => /^(?:style|views)-.*\.css$/.test(name)).toSorted();
  const styles = sheets.map((name) => readFileSync(join(path, name), "utf8")).join("\n");
  return (shared, nowMs, { isLive }) => {
    const { body, sheet: own } = drawBoard(shared, nowMs);
    const sheet = `${styles}\n${OWN}\n${own}`;
    const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(sheet).digest("base64")}'; base-uri 'none'; form-action 'none'`;
    const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
${isLive ? `<meta http-equiv="refresh" content="${ASK_AGAIN_SECONDS}">\n` : ""}<title>${toHtmlText(shared.dashboard.name)}</title>
<style>${sheet}</style>
</head>
<body class="board-document">
${body}
</body>
</html>
`;
    return { html, policy };
  };
}

/** A drawing has the size for which it was made, or that of its tile. */
const OWN = `.board-document{margin:0 auto;padding:1rem;max-width:1500px}
.board-document>*+*{margin-top:.75rem}
.board-document .tile{container-type:inline-size}
.chart-still{flex:1;min-height:0;display:flex}
.chart-still .chart-svg{width:100%;height:100%;min-height:9rem}
@container(max-width:480px){.chart-still text{font-size:17px}}
@media print{.tile{break-inside:avoid}}`;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;" };

function toHtmlText(text: string): string {
  return text.replaceAll(/[&<]/g, (character) => ESCAPES[character] ?? "");
}
