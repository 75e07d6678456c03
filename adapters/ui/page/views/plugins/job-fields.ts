/** A field of a public job's payload. */
export interface JobField {
  key: string;
  title: string;
  type: "string" | "number" | "boolean" | "date" | "json";
  isRequired: boolean;
  default: string;
}

/** A public job in the manifest. */
export interface PublicJob {
  name: string;
  fields: JobField[];
}

/** The public jobs of a plugin's manifest. */
export function toPublicJobs(jobs: Readonly<Record<string, unknown>>): PublicJob[] {
  return Object.entries(jobs).map(([name, job]) => ({ name, fields: toJobFields(job) }));
}

function toJobFields(job: unknown): JobField[] {
  const payload = toObject(toObject(job)["payload"]);
  return Object.entries(payload).map(([key, value]) => {
    const field = toObject(value);
    const { title, type, required, default: first } = field;
    return {
      key,
      title: typeof title === "string" && title !== "" ? title : key,
      type: toType(type),
      isRequired: required === true,
      default: first === undefined || first === null ? "" : typeof first === "string" ? first : JSON.stringify(first),
    };
  });
}

function toType(type: unknown): JobField["type"] {
  const known = ["number", "boolean", "date", "json"] as const;
  // A range of dates is an object, which has no field of its own.
  return type === "daterange" ? "json" : (known.find((each) => each === type) ?? "string");
}

/** The payload of the form; empty fields are left out. @throws SyntaxError for invalid JSON */
export function toPayload(
  fields: readonly JobField[],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const entries = fields.flatMap(({ key, type }): [string, unknown][] => {
    const text = texts[key] ?? "";
    if (type === "boolean") return [[key, text === "true"]];
    if (text === "") return [];
    return [[key, type === "number" ? Number(text) : type === "json" ? (JSON.parse(text) as unknown) : text]];
  });
  return Object.fromEntries(entries);
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
