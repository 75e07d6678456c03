import { unreadable } from "../errors.ts";
import { SNIFFED_BYTES } from "./base64.ts";
import { toText } from "./utf8.ts";

/** The two fields of a form body that matter; null = not sent. */
export interface FormFields {
  data: string | null;
  compression: string | null;
}

const FORM_START = /(?:^|&)(?:data|_|ip|compression)=/;

/** Is this content type the one of HTML forms? Parameters after `;` and letter case do not matter. */
export function isFormType(contentType: string | null): boolean {
  if (contentType === null) return false;
  const end = contentType.indexOf(";");
  const mediaType = end === -1 ? contentType : contentType.slice(0, end);
  return mediaType.trim().toLowerCase() === "application/x-www-form-urlencoded";
}

/** Do the first 128 bytes hold one of the fields that SDKs send in forms (reference/capture.md 2.2)? */
export function looksLikeForm(bytes: Buffer): boolean {
  return FORM_START.test(bytes.toString("latin1", 0, SNIFFED_BYTES));
}

/** Reads a form body. @throws HogletError 400 when it does not look like one of an SDK's */
export function parseForm(bytes: Buffer): FormFields {
  if (!looksLikeForm(bytes)) {
    throw unreadable("failed to decode request: expected form data in POST request payload");
  }
  const fields = new URLSearchParams(toText(bytes));
  return { data: fields.get("data"), compression: fields.get("compression") };
}
