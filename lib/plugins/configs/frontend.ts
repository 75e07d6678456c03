import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { transformed } from "../registry/compile.ts";
import { FRONTEND } from "../registry/files.ts";
import type { Files } from "../registry/files.ts";
import { readConfig } from "./get.ts";
import { eq, query } from "../../storage/queries/index.ts";
import { pluginSources } from "../../storage/tables/index.ts";

const sourceById = query((db, given: { id: number }) =>
  db
    .select({ code: pluginSources.frontendCode, files: pluginSources.files })
    .from(pluginSources)
    .where(eq(pluginSources.id, given.id)),
);

/**
 * The plugin's frontend as a JavaScript module with the function `getFrontendApp(require)`, which reports a missing or
 * broken `frontend.tsx` (reference/rest.md 8.4).
 * @throws notFound
 */
export async function getPluginFrontend(ctx: Pick<Context, "db">, projectId: number, id: number): Promise<string> {
  const { sourceId } = readConfig(ctx, projectId, id);
  const source = sourceById.get(ctx.db, { id: sourceId });
  if (source === undefined) throw notFound();
  const { code, files } = source;
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
