import { webClasses } from "../base/platform.ts";
import { invalid, tooLarge, unreadable, unsupportedMedia } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import { faultOf, refuseTooMuch } from "../base/json-text.ts";
import { requestLimits } from "../base/request-limits.ts";
import type { HttpRequest } from "./http.ts";
import type { Method } from "./route.ts";
import type { UploadedFile } from "../base/uploaded-file.ts";
import { toFields } from "./text-fields.ts";

const READS_BODY = new Set<string>(["POST", "PUT", "PATCH", "DELETE"] satisfies Method[]);

/** The needs of a route, and the caller's status. */
interface BodyRules {
  /** Does it accept multipart/form-data? */
  files: boolean;
  /** Must the caller's key be found in the body? Then the body may be a stranger's. */
  isStranger: boolean;
}

/**
 * Parses the fields of a body: of a JSON object, or of a form, where they are texts and files (see `toFields`); {} without a body.
 * Bodies that hold too much are refused unread (`request-limits.ts`).
 * @throws tooLarge; unreadable; unsupportedMedia; invalid when the JSON is not an object, or a field of it is nested
 * deeper than 100 levels or holds half a surrogate pair
 */
export async function readFields(
  { method, headers, body }: HttpRequest,
  { files, isStranger }: BodyRules,
): Promise<Record<string, unknown>> {
  if (body.length === 0 || !READS_BODY.has(method)) return {};
  const { wireBytes, strangerBytes, wrappedBytes, jsonBytes } = requestLimits;
  if (body.length > wireBytes) throw tooLarge(`The body is larger than ${wireBytes} bytes.`);
  if (isStranger && body.length > strangerBytes) {
    throw tooLarge(`A body larger than ${strangerBytes} bytes needs its key in the header Authorization.`);
  }
  const contentType = headers["content-type"] ?? "application/json";
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (files && mediaType === "multipart/form-data") return readForm(contentType, body);
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (mediaType === "application/x-www-form-urlencoded") {
    if (body.length > wrappedBytes) throw tooLarge(`The form is larger than ${wrappedBytes} bytes.`);
    if (hasMoreThan(bytes, "&", requestLimits.fields)) throw tooManyFields();
    return toFields(new URLSearchParams(bytes.toString("utf8")));
  }
  if (mediaType !== "application/json") throw unsupportedMedia(mediaType);
  if (body.length > jsonBytes) throw tooLarge(`The body is larger than ${jsonBytes} bytes of JSON.`);
  return toObject(bytes.toString("utf8"));
}

/** Does `mark` occur more than `most` times? */
function hasMoreThan(bytes: Buffer, mark: string, most: number): boolean {
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    if (++count > most) return true;
  }
  return false;
}

function tooManyFields(): HogletError {
  return unreadable(`The form has more than ${requestLimits.fields} fields.`);
}

async function readForm(contentType: string, body: Uint8Array): Promise<Record<string, unknown>> {
  // Every part has this header. A part without it is an error. The text may also occur in a part's content, which
  // counts too.
  const bytes = Buffer.from(body);
  if (hasMoreThan(bytes, "\r\n\r\n", requestLimits.fields)) throw tooManyFields();
  const { Response } = webClasses();
  let form: FormData;
  try {
    // Node's own parser of multipart bodies.
    form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
  } catch (error) {
    throw unreadable("Multipart form parse error - the body is not as its content type says.", error);
  }
  const fields = Array.from(form, async ([name, value]): Promise<[string, unknown]> => {
    return [name, typeof value === "string" ? value : await readFile(value)];
  });
  return toFields(await Promise.all(fields));
}

async function readFile(file: File): Promise<UploadedFile> {
  return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
}

function toObject(text: string): Record<string, unknown> {
  const value = readJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(null, "Invalid data. Expected a dictionary.");
  }
  for (const [name, field] of Object.entries(value)) {
    const fault = faultOf(name) ?? faultOf(field);
    if (fault !== null) throw invalid(name.toWellFormed(), fault);
  }
  return value as Record<string, unknown>;
}

function readJson(text: string): unknown {
  try {
    refuseTooMuch(text);
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(`JSON parse error - ${error instanceof Error ? error.message : "unreadable"}`, error);
  }
}
