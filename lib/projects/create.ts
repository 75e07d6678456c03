import * as v from "valibot";
import type { Context } from "../context.ts";
import { conflict } from "../errors.ts";
import { parse } from "../parse.ts";
import { write } from "../storage/index.ts";
import { getProject } from "./get.ts";
import type { Project } from "./project.ts";

const ApiToken = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7e]{1,64}$/, "Expected 1 to 64 visible ASCII characters."),
  v.check((token) => !token.startsWith("phx_"), "Expected a project token; phx_ starts a personal API key."),
);

/** What `projects.create` takes. */
export const ProjectInput = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1, "Expected a name."), v.maxLength(200)),
  timezone: v.optional(
    v.pipe(v.string(), v.check(isTimeZone, "Expected an IANA time zone such as Europe/Paris.")),
    "UTC",
  ),
  api_token: v.exactOptional(ApiToken),
});
export type ProjectInput = v.InferInput<typeof ProjectInput>;

/** Creates a project; its `api_token` is random unless given. @throws invalid; conflict when the token is taken */
export function createProject(ctx: Pick<Context, "db" | "clock" | "ids">, input: ProjectInput): Project {
  const { db, clock, ids } = ctx;
  const { name, timezone, api_token } = parse(ProjectInput, input);
  const token = api_token ?? ids.secret("phc_", 32);
  return write(db, () => {
    if (db.sql("SELECT 1 FROM projects WHERE api_token = ?").get(token) !== undefined) {
      throw conflict("api_token", "Another project has this token.");
    }
    const { lastInsertRowid } = db
      .sql("INSERT INTO projects (uuid, name, api_token, timezone, created_at) VALUES (?, ?, ?, ?, ?)")
      .run(ids.uuid(clock.now()), name, token, timezone, clock.now());
    return getProject(ctx, Number(lastInsertRowid));
  });
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
