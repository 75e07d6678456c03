import { invalid, tooLarge, unreadable, unsupportedMedia } from "../errors.ts";
import type { HttpRequest } from "./http.ts";
import type { Method } from "./route.ts";

/** A file of a multipart body. */
export interface UploadedFile {
  /** As the client names it. */
  name: string;
  /** Content type; empty when the client gave none. */
  type: string;
  bytes: Uint8Array;
}

/** Is this field of a body a file? */
export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === "object" && value !== null && "bytes" in value && value.bytes instanceof Uint8Array;
}

const READS_BODY = new Set<string>(["POST", "PUT", "PATCH", "DELETE"] satisfies Method[]);

/** As in the real service (reference/rest.md 1.4). */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

/**
 * The fields of a body: of a JSON object, or of a form, where they are texts and files; {} when there is no body. Of fields
 * of one name the last counts.
 * @param files is multipart/form-data taken too?
 * @throws tooLarge; unreadable; unsupportedMedia; invalid when the JSON is no object
 */
export async function readFields(
  { method, headers, body }: HttpRequest,
  { files }: { files: boolean },
): Promise<Record<string, unknown>> {
  if (body.length === 0 || !READS_BODY.has(method)) return {};
  if (body.length > MAX_BODY_BYTES) throw tooLarge(`The body is larger than ${MAX_BODY_BYTES} bytes.`);
  const contentType = headers["content-type"] ?? "application/json";
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (files && mediaType === "multipart/form-data") return readForm(contentType, body);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  if (mediaType === "application/x-www-form-urlencoded") return Object.fromEntries(new URLSearchParams(text));
  if (mediaType !== "application/json") throw unsupportedMedia(mediaType);
  return toObject(text);
}

async function readForm(contentType: string, body: Uint8Array): Promise<Record<string, unknown>> {
  let form: FormData;
  try {
    // Node's own reader of multipart bodies.
    form = await new Response(Buffer.from(body), { headers: { "content-type": contentType } }).formData();
  } catch (error) {
    throw unreadable("Multipart form parse error - the body is not as its content type says.", error);
  }
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) fields[name] = typeof value === "string" ? value : await readFile(value);
  return fields;
}

async function readFile(file: File): Promise<UploadedFile> {
  return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
}

function toObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable(`JSON parse error - ${error instanceof Error ? error.message : "unreadable"}`, error);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid(null, "Invalid data. Expected a dictionary.");
}
