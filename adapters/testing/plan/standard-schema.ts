/**
 * The needed part of Standard Schema (standardschema.dev, version 1), which valibot, zod, ArkType and others implement.
 * Copied, as the specification asks, instead of a package.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The result of validation; `issues` absent = valid. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type InputOf<Schema extends StandardSchema> = NonNullable<Schema["~standard"]["types"]>["input"];

/** Properties that an object's schema knows; null = unknown. */
export function knownKeys(schema: StandardSchema): string[] | null {
  // valibot keeps the fields in `entries`, zod in `shape`.
  const fields = (schema as { entries?: unknown }).entries ?? (schema as { shape?: unknown }).shape;
  return typeof fields === "object" && fields !== null ? Object.keys(fields) : null;
}
