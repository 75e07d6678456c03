import { unreadable } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";

/** A part of a multipart body. */
export interface Part {
  name: string;
  type: string | null;
  encoding: string | null;
  bytes: Buffer;
}

// Node's parser (`Response.formData`) forgets the media type of a part without a file name, which the answer names.

/** Splits a body of multipart/form-data (RFC 7578). @throws HogletError 400 when the body has no parts */
export function splitParts(bytes: Buffer, contentType: string): Part[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw unreadable("Invalid boundary in Content-Type: there is none");
  // The first line has no line break before it.
  const mark = Buffer.from(`\r\n--${boundary}`);
  const first = bytes.indexOf(mark.subarray(2));
  if (first < 0) throw broken();
  const parts: Part[] = [];
  let at = first + mark.length - 2;
  while (!bytes.subarray(at, at + 2).equals(END)) {
    if (parts.length >= requestLimits.fields) throw unreadable(`The form has more than ${requestLimits.fields} parts.`);
    const until = bytes.indexOf(mark, at);
    const content = bytes.indexOf("\r\n\r\n", at);
    if (until < 0 || content < 0 || content > until) throw broken();
    parts.push({ ...readHeaders(bytes.toString("utf8", at, content)), bytes: bytes.subarray(content + 4, until) });
    at = until + mark.length;
  }
  return parts;
}

/** Behind the last boundary. */
const END = Buffer.from("--");

function readHeaders(text: string): Omit<Part, "bytes"> {
  const headers = new Map<string, string>();
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const [, name = "unknown"] = /;\s*name="([^"]*)"/i.exec(headers.get("content-disposition") ?? "") ?? [];
  return { name, type: headers.get("content-type") ?? null, encoding: headers.get("content-encoding") ?? null };
}

function broken(): Error {
  return unreadable("Multipart parsing failed: the body does not have the parts that its boundary promises");
}
