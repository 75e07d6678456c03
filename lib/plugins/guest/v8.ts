import { Buffer } from "buffer";

/** Features of V8 and Node that plugins rely on. */
export function installV8(): void {
  // Called by custom errors; QuickJS creates the stack with the error.
  Object.defineProperty(Error, "captureStackTrace", { value() {}, writable: true, configurable: true });
  addBase64Url();
}

/** The package's Buffer does not know `base64url`. */
function addBase64Url(): void {
  const { from, byteLength, isEncoding } = Buffer;
  const { toString } = Buffer.prototype;
  define(Buffer, "from", (value: never, encoding: never, length: never) =>
    typeof value === "string" && isUrl(encoding) ? from(value, "base64") : from(value, encoding, length),
  );
  define(Buffer, "byteLength", (value: string, encoding?: BufferEncoding) =>
    byteLength(value, isUrl(encoding) ? "base64" : encoding),
  );
  define(Buffer, "isEncoding", (encoding: string) => isUrl(encoding) || isEncoding(encoding));
  define(Buffer.prototype, "toString", function (this: Buffer, encoding?: BufferEncoding, ...range: number[]) {
    if (!isUrl(encoding)) return toString.call(this, encoding, ...range);
    const text = toString.call(this, "base64", ...range);
    return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  });
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

function isUrl(encoding: unknown): boolean {
  return typeof encoding === "string" && encoding.toLowerCase() === "base64url";
}
