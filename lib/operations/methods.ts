import { SYSTEM } from "../admin/activity/index.ts";
import type { Fields } from "../base/fields.ts";
import { entriesOf, parseKnown } from "./known.ts";
import type { Operation, OperationsOf } from "./operation.ts";
import type { Scope } from "./scope.ts";

/**
 * The methods of an area. A method takes the object that its path names, if it names one, and then the fields and `project` as one
 * object.
 */
export function methodsOf<Methods extends object>(scope: Scope, operations: OperationsOf<Methods>): Methods {
  const methods = Object.entries<Operation>(operations).map(([name, row]) => [name, toMethod(scope, row)]);
  // `OperationsOf` compares each answer; the arguments are parsed.
  return Object.fromEntries(methods) as Methods;
}

function toMethod({ open, project: find }: Scope, row: Operation) {
  const isOfObject = objectOf(row.path) !== undefined;
  const isOfProject = row.path.includes(":project_id");
  const sentBack = row.methods.includes("GET") ? [] : Object.keys((row.response && entriesOf(row.response)) || {});
  return async (...given: readonly unknown[]) => {
    const [id, all = {}] = (isOfObject ? given : ["", ...given]) as [string, (Fields & { project?: number })?];
    const { project, ...rest } = all;
    const fields = isOfProject ? rest : all;
    const call = { project: find(isOfProject ? project : undefined), by: SYSTEM, id };
    const input = row.input === null ? null : parseKnown(row.input, fields, sentBack);
    return row.run(open(), { ...call, input } as never);
  };
}

/** The parameter of a path that names the object. */
export function objectOf(path: string): string | undefined {
  return /:(?!(?:project|organization)_id\b)(\w+)/.exec(path)?.[1];
}
