import type { Readable } from "node:stream";
import { isLoopbackHost } from "../../lib/index.ts";

/** The source of an import as the command line names it. */
export type NamedSource = { path: string } | Readable | AsyncIterable<Uint8Array>;

/** Opens `-` (stdin), a URL of this machine, or the path of a file or folder. @throws Error for a URL of another machine, or an answer without contents */
export async function openNamed(name: string): Promise<NamedSource> {
  if (name === "-") return process.stdin;
  if (!/^https?:\/\//.test(name)) return { path: name };
  if (!URL.canParse(name) || !isLoopbackHost(new URL(name).host)) {
    throw new Error(`${name} is not on this machine: download it first, and import the file.`);
  }
  // A redirect could leave this machine.
  const response = await fetch(name, { redirect: "error" });
  if (!response.ok || response.body === null) throw new Error(`${name} answers ${response.status}.`);
  return response.body as unknown as AsyncIterable<Uint8Array>;
}
