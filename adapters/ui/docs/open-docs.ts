import { existsSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { sideFile } from "../../../lib/base/side-file.ts";
import { textReply } from "../../../lib/index.ts";
import type { HttpReply, HttpRequest } from "../../../lib/index.ts";
import { answerAsset } from "../answer-asset.ts";
import { toAsset } from "../assets.ts";
import type { Asset } from "../assets.ts";
import { toSearchFile } from "./search-file.ts";

export interface Docs {
  /** Answers a request for a file by its name below `docs/`; `""` is the index. Only GET. */
  answer(request: HttpRequest, name: string): HttpReply;
}

/**
 * Opens the documentation. Its file is read with the first request: 0.4 MB of text.
 * @param file JSON in Brotli: the text of each file of the site by its name
 */
export function openDocs(file = sideFile("docs")): Docs {
  let assets: Map<string, Asset> | undefined;
  return {
    answer(request, name) {
      if (request.method !== "GET") return { status: 405, headers: { allow: "GET" }, body: null };
      if (assets === undefined && !existsSync(file))
        return textReply(503, "The documentation was not built: npm run build does it.");
      assets ??= readAssets(file);
      return answerAsset(request, assets.get(name === "" ? "index.html" : name));
    },
  };
}

function readAssets(file: string): Map<string, Asset> {
  const files = JSON.parse(brotliDecompressSync(readFileSync(file)).toString("utf8")) as Record<string, string>;
  const all = { ...files, "search.json": JSON.stringify(toSearchFile(files)) };
  return new Map(Object.entries(all).map(([name, text]) => [name, toAsset(name, Buffer.from(text))]));
}
