import { createHash } from "node:crypto";
import type { SharedDashboard, Tile } from "../../../lib/index.ts";
import { toClock } from "../page/parts/clock.ts";
import { describeRange } from "../page/parts/date-ranges.ts";
import { ordered, sizeOf } from "../page/views/dashboards/arrange.ts";
import { fillGrid, packTiles } from "../page/views/dashboards/pack-tiles.ts";
import { toTextBlocks } from "../page/views/dashboards/text-blocks.ts";
import type { Inline } from "../page/views/dashboards/text-blocks.ts";
import { markup } from "./html.ts";
import type { Html } from "./html.ts";
import { toSheet } from "./style.ts";
import { tileAnswer } from "./tile-answer.ts";
import type { BoardClock } from "./tile-answer.ts";

/**
 * Boards: a dashboard with its answers as one HTML document, to send as a file or to show by a link. It has no scripts, no links to
 * persons, and nothing from outside: a strict policy in the document itself allows its own sheet of styles, by its hash, and nothing else. All
 * texts are escaped by `markup`. Charts are drawn as SVG with the same series as the page's, so that both show the same numbers.
 */
export interface Board {
  html: string;
  /** For the header; the document says the same. */
  policy: string;
}

/** Seconds after which a document that a link shows asks again. */
const ASK_AGAIN_SECONDS = 300;

/** @param isLive it is shown by a link, and asks again by itself */
export function renderBoard(
  { project, dashboard }: SharedDashboard,
  nowMs: number,
  { isLive }: { isLive: boolean },
): Board {
  const clock: BoardClock = { nowMs, timeZone: project.timezone };
  // Their answers are in them.
  const tiles = ordered(dashboard.tiles as Tile[]) as (typeof dashboard)["tiles"];
  const sheet = toSheet(fillGrid(packTiles((tiles as Tile[]).map(sizeOf))));
  const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(sheet).digest("base64")}'; base-uri 'none'; form-action 'none'`;
  const body = markup`<header><h1>${dashboard.name}</h1>${
    dashboard.description !== "" && markup`<p class="soft">${dashboard.description}</p>`
  }${dashboard.filters.date_from !== undefined && markup`<p class="soft">${describeRange(dashboard.filters)}</p>`}</header>
<main>${tiles.map((tile) => markup`<section id="tile-${tile.id}">${tileBody(tile, clock)}</section>`)}</main>
<footer class="soft">${project.name} · as of ${toClock(new Date(nowMs).toISOString(), project.timezone)} (${project.timezone}) · hoglet</footer>`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
${isLive ? `<meta http-equiv="refresh" content="${ASK_AGAIN_SECONDS}">\n` : ""}${markup`<title>${dashboard.name}</title>`.html}
<style>${sheet}</style>
</head>
<body>
${body.html}
</body>
</html>
`;
  return { html, policy };
}

function tileBody({ insight, text }: SharedDashboard["dashboard"]["tiles"][number], clock: BoardClock): Html {
  if (insight === null) return textBody(text?.body ?? "");
  return markup`<h2>${insight.name || "Insight without a name"}</h2>${tileAnswer(insight, clock)}`;
}

function textBody(body: string): Html {
  return {
    html: toTextBlocks(body)
      .map((block) => {
        if (block.kind === "list")
          return markup`<ul>${block.items.map((item) => markup`<li>${item.map(toPiece)}</li>`)}</ul>`.html;
        const lines = block.lines.map((line, index) => markup`${index > 0 && markup`<br>`}${line.map(toPiece)}`);
        return (block.kind === "heading" ? markup`<h2>${lines}</h2>` : markup`<p>${lines}</p>`).html;
      })
      .join(""),
  };
}

function toPiece(piece: Inline): Html {
  if (typeof piece === "string") return markup`${piece}`;
  if (piece.kind === "bold") return markup`<b>${piece.text}</b>`;
  if (piece.kind === "italic") return markup`<i>${piece.text}</i>`;
  if (piece.kind === "code") return markup`<code>${piece.text}</code>`;
  // The parser takes http and https alone.
  return markup`<a href="${piece.href}" rel="noreferrer noopener">${piece.text}</a>`;
}
