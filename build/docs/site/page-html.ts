import { escape } from "./read-page.ts";
import type { Page } from "./read-page.ts";

/** Names of the files that every page loads. */
export interface SiteFiles {
  style: string;
  script: string;
  /** The script of the page of requests. */
  tryScript: string;
}

/** The name of the page that sends requests. It has no Markdown: a script makes its form from the OpenAPI document. */
export const TRY = "try";

/** A page as a document; `groups` is the navigation. */
export function toHtml(page: Page, groups: Page["groups"], files: SiteFiles): string {
  const [first, ...rest] = page.sections;
  const listed = rest.filter(({ html }) => html.startsWith("<h2"));
  const contents =
    listed.length < LONG
      ? ""
      : `<details class="contents"><summary>On this page</summary><ul>${listed.map(({ anchor, heading }) => `<li><a href="#${anchor}">${escape(heading)}</a></li>`).join("")}</ul></details>\n`;
  const more =
    page.name === "manual/http-api" ? `<p><a href="../${TRY}.html">Send requests from the browser</a></p>\n` : "";
  const content = [first?.html ?? "", more, contents, ...rest.map(({ html }) => html)].join("");
  return frame({ name: page.name, title: page.title, content, groups, files, scripts: [files.script] });
}

/** The page that sends requests. */
export function toTryHtml(groups: Page["groups"], files: SiteFiles): string {
  const content = `<h1>Send a request</h1>
<p>Choose a route of the <a href="manual/http-api.html">HTTP API</a>, fill in its fields, and send it to this server. Without a key the
request has the rights with which you look at the <a href="../ui/">page</a>.</p>
<div id="try"><p>The form is made by a script from the <a href="../api/schema/">OpenAPI document</a>.</p></div>
`;
  return frame({
    name: TRY,
    title: "Send a request",
    content,
    groups,
    files,
    scripts: [files.script, files.tryScript],
  });
}

/** Headings from which on a page lists them. */
const LONG = 5;

interface Framed {
  name: string;
  title: string;
  content: string;
  groups: Page["groups"];
  files: SiteFiles;
  scripts: readonly string[];
}

function frame({ name, title, content, groups, files, scripts }: Framed): string {
  const root = "../".repeat(name.split("/").length - 1);
  const links = groups.map(
    (group) =>
      `<h2>${escape(group.title)}</h2><ul>${group.links.map((link) => `<li>${toNavLink(link, name, root)}</li>`).join("")}</ul>`,
  );
  const home = toNavLink({ name: "index", text: "Overview" }, name, root);
  const start = toNavLink({ name: "getting-started", text: "Getting started" }, name, root);
  const trying = toNavLink({ name: TRY, text: "Send a request" }, name, root);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · hoglet</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}${files.style}">
${scripts.map((script) => `<script type="module" src="${root}${script}"></script>`).join("\n")}
</head>
<body data-root="${root}">
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="name" href="${root || "./"}">hoglet docs</a>
<search><input type="search" id="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" maxlength="100" hidden></search>
<a class="to-contents" href="#contents">Contents</a>
<a href="${root}../ui/">Events and insights</a>
<div id="found" hidden></div>
</header>
<div class="columns">
<main id="main" tabindex="-1">
${content}</main>
<nav id="contents" aria-label="Contents">
<ul><li>${home}</li><li>${start}</li><li>${trying}</li></ul>
${links.join("\n")}
</nav>
</div>
</body>
</html>
`;
}

function toNavLink(link: { name: string; text: string }, current: string, root: string): string {
  const here = link.name === current ? ' aria-current="page"' : "";
  return `<a href="${root}${link.name === "index" ? "index" : link.name}.html"${here}>${escape(link.text)}</a>`;
}
