import { mkdirSync, writeFileSync } from "node:fs";
import { withPage } from "../../../../adapters/ui/index.ts";
import type { PageOptions } from "../../../../adapters/ui/index.ts";
import { createHoglet } from "../../../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../../../lib/index.ts";
import { tempFolder } from "../../../support/temp-folder.ts";

/** An answer with its body as text. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The parts of a streaming answer, as they arrive. */
  pieces?: AsyncIterator<string>;
}

/** The content of a request. */
export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Front {
  hoglet: Hoglet;
  /** Asks as an adapter does; nothing is added. */
  ask(url: string, asked?: Asked): Promise<Reply>;
  /** Asks as the page does in a browser: from its own origin, with the cookie of the last sign-in. */
  browse(url: string, asked?: Asked): Promise<Reply>;
  close(): Promise<void>;
}

/** A little page of two files. */
export const FILES = {
  "index.html":
    '<!doctype html><title>hoglet</title><meta name="start" content="" /><script type=module src=main-A1.js></script>',
  "main-A1.js": `document.title = ${JSON.stringify("hoglet".repeat(200))};`,
};

const HOST = "127.0.0.1:8010";

/** A hoglet in memory behind `withPage`, without a server. */
export async function openFront(
  options: PageOptions & { hogletOptions?: HogletOptions; isBuilt?: boolean } = {},
): Promise<Front> {
  const { hogletOptions, isBuilt = true, ...pageOptions } = options;
  const temp = tempFolder();
  const folder = temp.file("page");
  mkdirSync(folder);
  if (isBuilt) for (const [name, text] of Object.entries(FILES)) writeFileSync(`${folder}/${name}`, text);
  const hoglet = await createHoglet({ projectToken: "phc_1", personalApiKey: "phx_owner", ...hogletOptions });
  const front = withPage(hoglet, { folder, ...pageOptions });
  let cookie: string | undefined;

  const ask = async (url: string, { method = "GET", headers = {}, body }: Asked = {}): Promise<Reply> => {
    const bytes = body === undefined ? new Uint8Array(0) : toBytes(body);
    const reply = await front.handle({
      method,
      url,
      headers: { host: HOST, ...headers },
      body: bytes,
      ip: "127.0.0.1",
    });
    const pieces = toPieces(reply.body);
    return { status: reply.status, headers: reply.headers, text: toText(reply.body), ...(pieces && { pieces }) };
  };
  return {
    hoglet,
    ask,
    async browse(url, asked = {}) {
      const own = { "sec-fetch-site": "same-origin", "x-hoglet-page": "1", ...(cookie !== undefined && { cookie }) };
      const answer = await ask(url, { ...asked, headers: { ...own, ...asked.headers } });
      cookie = answer.headers["set-cookie"]?.split(";")[0] ?? cookie;
      return answer;
    },
    async close() {
      await hoglet.close();
      temp.remove();
    },
  };
}

function toBytes(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function toText(body: unknown): string {
  return body instanceof Uint8Array ? Buffer.from(body).toString("utf8") : typeof body === "string" ? body : "";
}

function toPieces(body: unknown): AsyncIterator<string> | undefined {
  const isStream = typeof body === "object" && body !== null && Symbol.asyncIterator in body;
  return isStream ? (body as AsyncIterable<string>)[Symbol.asyncIterator]() : undefined;
}
