import type { Context } from "../context.ts";
import { unauthenticated } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { createTokenProject } from "./create.ts";
import type { Project } from "./project.ts";
import { projectByToken } from "./project-by-token.ts";

/**
 * The project of a well-formed capture token. In open mode an unknown token creates its project, so that an app works
 * with a fresh server; else it is refused, so that a mistyped token is noticed. (PostHog answers 200 and drops the
 * events.)
 * @returns a promise only for a new project: captures of known projects keep the order of their arrival
 * @throws unauthenticated 401
 */
export function resolveToken(
  ctx: Pick<Context, "db" | "clock" | "ids" | "log" | "options" | "tokens">,
  token: string,
): Readonly<Project> | Promise<Readonly<Project>> {
  const project = projectByToken(ctx, token);
  if (project !== undefined) return project;
  if (ctx.options.openMode === true) return createTokenProject(ctx, token);
  throw unknownToken();
}

/**
 * Refuses a token that belongs to no project, without creating a project: for checks before a request is read to its
 * end.
 * @throws unauthenticated 401
 */
export function refuseUnknown(ctx: Pick<Context, "db" | "options" | "tokens">, token: string): void {
  if (ctx.options.openMode !== true && projectByToken(ctx, token) === undefined) throw unknownToken();
}

/**
 * Call it just before events are stored: the project may have been deleted since its token was resolved.
 * @throws HogletError 401, as for an unknown token
 */
export function refuseDeleted({ db }: Pick<Context, "db">, id: number): void {
  const found = db.sql("SELECT 1 FROM projects WHERE id = ? AND deleted_at IS NULL").get(id);
  if (found === undefined) throw unknownToken();
}

function unknownToken(): HogletError {
  return unauthenticated("API key is not valid: unknown project token", "authentication_failed");
}
