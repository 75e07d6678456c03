import { createReadStream } from "node:fs";
import { join } from "node:path";
import { serve } from "./serve.ts";
import type { Served } from "./serve.ts";

const POSTHOG_JS = "node_modules/posthog-js/dist";

/** The use of posthog-js by a site's page. */
export interface SiteOptions {
  token: string;
  /** Options of `posthog.init`: JSON values only. */
  config: Readonly<Record<string, unknown>>;
  /** Address of array.js to load by a script tag, as pages without a bundler do; absent = imported as a module. */
  scriptUrl?: string;
}

/** Serves a little shop on a separate origin, with the posthog-js of node_modules, as an app would bundle it. */
export function serveSite(options: SiteOptions): Promise<Served> {
  return serve((request, response) => {
    if (request.url === "/posthog.js") {
      response.writeHead(200, { "content-type": "text/javascript" });
      createReadStream(join(POSTHOG_JS, "module.js")).pipe(response);
      return;
    }
    // Browsers ask for it by themselves; an answer keeps the console clean.
    if (request.url === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(toHtml(options));
  });
}

function toHtml({ token, config, scriptUrl }: SiteOptions): string {
  const given = `${JSON.stringify(token)}, ${JSON.stringify(config)}`;
  const script =
    scriptUrl === undefined
      ? `<script type="module">
           import posthog from "/posthog.js";
           window.posthog = posthog;
           posthog.init(${given});
         </script>`
      : // A bundle loaded by a script tag looks for a list of this name with the inits to run.
        `<script>window.posthog = Object.assign([], { _i: [[${given}, "posthog"]], __SV: 1 });</script>
         <script src="${scriptUrl}" crossorigin="anonymous"></script>`;
  return `<!doctype html>
    <html lang="en">
      <head><title>Shop</title>${script}</head>
      <body>
        <main id="shop"><button id="buy" class="big primary" data-plan="pro">Buy now</button></main>
        <a id="away" href="/away">Elsewhere</a>
      </body>
    </html>`;
}
