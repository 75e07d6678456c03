import type { Context } from "../context.ts";
import { transformed } from "../registry/compile.ts";
import { FRONTEND } from "../registry/files.ts";
import type { Files } from "../registry/files.ts";
import { readConfig } from "./get.ts";

/**
 * The frontend of a config's plugin as a JavaScript module with the one function `getFrontendApp(require)`. Without a
 * `frontend.tsx`, or when it could not be compiled, that function reports this (reference/rest.md 8.4).
 * @throws notFound
 */
export async function getPluginFrontend(ctx: Pick<Context, "db">, projectId: number, id: number): Promise<string> {
  const { source_id } = readConfig(ctx, projectId, id);
  const row = ctx.db.sql("SELECT frontend_code AS code, files FROM plugin_sources WHERE id = ?").get(source_id);
  const { code, files } = row as { code: string | null; files: string };
  if (code !== null) return toModule(code);
  const { error } = await transformed(JSON.parse(files) as Files, FRONTEND);
  return toStub(error === null ? { no_frontend: true } : { error });
}

/** Wraps CommonJS as the body of the function, on lines of its own, because its last line may be a comment. */
function toModule(code: string): string {
  return `export function getFrontendApp (require) { let exports = {}; let module = { exports };\n${code}\nreturn module.exports; }`;
}

function toStub(answer: object): string {
  return `export function getFrontendApp () { return ${JSON.stringify(answer)} }`;
}
