import { createHash } from "node:crypto";
import * as v from "valibot";
import { recordActivity, SYSTEM } from "../activity/index.ts";
import type { Author } from "../activity/index.ts";
import type { Context } from "../context.ts";
import { conflict, unauthenticated } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { write } from "../../storage/index.ts";
import { findProject, getProject } from "./get.ts";
import type { Project } from "./project.ts";
import { setProject } from "./set.ts";
import { ProjectSettings } from "./settings.ts";
import { and, count, eq, gte, insertInto, isNull, query } from "../../storage/queries/index.ts";
import { projects } from "../../storage/tables/index.ts";

const ApiToken = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7e]{1,64}$/, "Expected 1 to 64 visible ASCII characters."),
  v.check((token) => !token.startsWith("phx_"), "Expected a project token; phx_ starts a personal API key."),
);

/** A name, and settings that differ from their defaults. */
export const ProjectInput = v.strictObject({
  ...ProjectSettings.entries,
  name: ProjectSettings.entries.name.wrapped,
  api_token: v.exactOptional(ApiToken),
});
export type ProjectInput = v.InferInput<typeof ProjectInput>;

type Creates = Pick<Context, "db" | "clock" | "ids" | "log">;

// Smaller ids are assigned in order; a project of a token gets this id or a larger one. The largest, 2^31 - 1, fits
// clients that keep ids in 32 bits.
const FIRST_TOKEN_ID = 1_000_000;
const LAST_TOKEN_ID = 2 ** 31 - 1;

/**
 * Far more than one developer's apps, far fewer than a loop or another site's page would create. Each costs a row and
 * an entry in the log.
 */
const MOST_TOKEN_PROJECTS = 100;

// The token of a project whose deletion has begun is free, because the deletion gives that project another one.
const projectOfToken = query((db, given: { token: string }) =>
  db.select({ id: projects.id }).from(projects).where(eq(projects.apiToken, given.token)),
);

const insertProject = insertInto(projects, ["id", "uuid", "name", "apiToken", "createdAt"]);

const tokenProjects = query((db) =>
  db
    .select({ count: count() })
    .from(projects)
    .where(and(gte(projects.id, FIRST_TOKEN_ID), isNull(projects.deletedAt))),
);

/** Creates a project; its `api_token` is random unless given. @throws conflict when the token is taken */
export async function createProject(
  ctx: Creates,
  wanted: v.InferOutput<typeof ProjectInput>,
  by: Author = SYSTEM,
): Promise<Project> {
  return write(ctx.db, () => getProject(ctx, addProject(ctx, wanted, by)));
}

/** Inside the caller's transaction, from a checked input. Returns the id. @throws conflict when the token is taken */
export function addProject(ctx: Creates, input: v.InferOutput<typeof ProjectInput>, by: Author = SYSTEM): number {
  const { api_token, name, ...settings } = input;
  const token = api_token ?? ctx.ids.secret("phc_", 32);
  if (projectOfToken.get(ctx.db, { token }) !== undefined) {
    throw conflict("api_token", "Another project has this token.");
  }
  const id = insert(ctx, { id: nextId(ctx), name, token }, by);
  setProject(ctx, id, settings);
  return id;
}

/**
 * The project of an unknown token (open mode), unless another process was faster. Its id derives from the token, so
 * that the UUIDs of its persons, which hash it, are equal in every run and on every machine.
 * @throws unauthenticated 401 when `MOST_TOKEN_PROJECTS` projects created by tokens exist
 */
export async function createTokenProject(ctx: Creates, token: string): Promise<Project> {
  const hash = createHash("sha256").update(token).digest().readUInt32BE(0);
  let id = FIRST_TOKEN_ID + (hash % (LAST_TOKEN_ID - FIRST_TOKEN_ID));
  return write(ctx.db, () => {
    const known = findProject(ctx, token);
    if (known !== undefined) return known;
    if (countTokenProjects(ctx) >= MOST_TOKEN_PROJECTS) throw tooManyProjects();
    while (isTaken(ctx, id)) id++;
    return getProject(ctx, insert(ctx, { id, name: token, token }, SYSTEM));
  });
}

function insert(ctx: Creates, row: { id: number; name: string; token: string }, by: Author): number {
  const { db, clock, ids } = ctx;
  const nowMs = clock.now();
  const { id, name, token: apiToken } = row;
  insertProject.run(db, { id, uuid: ids.uuid(nowMs), name, apiToken, createdAt: nowMs });
  recordActivity(ctx, {
    projectId: row.id,
    by,
    scope: "Project",
    itemId: String(row.id),
    activity: "created",
    detail: { name: row.name },
  });
  return row.id;
}

// Ids that are or were in use.
const GIVEN = "(SELECT id FROM projects UNION ALL SELECT id FROM deleted_projects)";

/** The id after the highest id that was assigned in order. */
function nextId({ db }: Creates): number {
  return db.sql<number>(`SELECT coalesce(max(id), 0) + 1 FROM ${GIVEN} WHERE id < ?`).pluck().get(FIRST_TOKEN_ID) ?? 1;
}

function countTokenProjects({ db }: Creates): number {
  return tokenProjects.get(db)?.count ?? 0;
}

function tooManyProjects(): HogletError {
  return unauthenticated(
    `API key is not valid: unknown project token, and unknown tokens have made ${MOST_TOKEN_PROJECTS} projects already. Delete some, or make this one by POST /api/projects/ with its api_token.`,
    "too_many_projects",
  );
}

function isTaken({ db }: Creates, id: number): boolean {
  return db.sql(`SELECT 1 FROM ${GIVEN} WHERE id = ?`).get(id) !== undefined;
}
