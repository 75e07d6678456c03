import { SYSTEM } from "../admin/activity/index.ts";
import { OWNER } from "../admin/auth/index.ts";
import type { InProject } from "../base/call-options.ts";
import { invalid } from "../base/errors.ts";
import { isFields } from "../base/fields.ts";
import type { Fields } from "../base/fields.ts";
import { toRowId } from "../base/row-id.ts";
import { parseKnown } from "./known.ts";
import type { Operation, OperationsOf } from "./operation.ts";
import type { Scope } from "./scope.ts";

/**
 * The methods of an area. A method takes the object that its path names, if it names one, and then the fields as one object, which
 * also holds `project` where the path begins with a project.
 */
export function methodsOf<Methods extends object>(scope: Scope, operations: OperationsOf<Methods>): Methods {
  const methods = Object.entries<Operation>(operations).map(([name, row]) => [name, toMethod(scope, row)]);
  // `OperationsOf` compares each answer; the arguments are parsed.
  return Object.fromEntries(methods) as Methods;
}

/** The caller, for a program that calls the handle. */
const OF_PROGRAM = { by: SYSTEM, key: OWNER, origin: "", headers: {}, bytes: [] };

function toMethod({ open, project: find }: Scope, row: Operation) {
  const [method, path] = row.http;
  const isOfProject = path.endsWith("/:project_id");
  const isInProject = path.includes("/:project_id/");
  const isOfObject = isOfProject || objectOf(path) !== undefined;
  // The fields of an object that was read may be sent back with a change.
  const { entries = {} } = (row.response ?? {}) as { entries?: object };
  const sentBack = method === "GET" ? [] : Object.keys(entries);
  return async (...given: readonly unknown[]) => {
    const [id, options = {}] = (isOfObject ? given : ["", ...given]) as [string, (Fields & InProject)?];
    if (!isFields(options)) throw invalid(null, "Expected an object of fields.");
    const { project: named, ...rest } = options;
    // Without an id no project is found, above all not the first.
    const project = find(isOfProject ? toRowId(id) : isInProject ? named : undefined);
    const input = row.input == null ? null : parseKnown(row.input, isInProject ? rest : options, sentBack);
    return row.run(open(), { ...OF_PROGRAM, project, id, input } as never);
  };
}

/** The parameter of a path that names the object. */
export function objectOf(path: string): string | undefined {
  return /:(?!(?:project|organization)_id\b)(\w+)/.exec(path)?.[1];
}
