/**
 * The part of Standard Schema (standardschema.dev, version 1) that is needed here: valibot, zod, ArkType and others make
 * such objects. Written down as the specification asks, instead of a package.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What validation gives; `issues` absent = valid. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema takes. */
export type InputOf<Schema extends StandardSchema> = NonNullable<Schema["~standard"]["types"]>["input"];

/** The names of the properties that a schema of an object knows; null = it does not tell. */
export function knownKeys(schema: StandardSchema): string[] | null {
  // valibot keeps them in `entries`, zod in `shape`.
  const fields = (schema as { entries?: unknown }).entries ?? (schema as { shape?: unknown }).shape;
  return typeof fields === "object" && fields !== null ? Object.keys(fields) : null;
}
