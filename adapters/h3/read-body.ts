import type { Readable } from "node:stream";
import type { H3Event } from "h3";
import type { Held } from "./held-bytes.ts";

/** What a body may weigh on the wire: the library's largest limit, that of recordings; most of its routes allow less. */
export const WIRE_LIMIT_BYTES = 25 * 1024 * 1024;

/** The bytes; or they were more than the limit, or more than there is room for now; or the client went away before their end. */
export type Body = Uint8Array | "too-large" | "busy" | "gone";

const EMPTY = new Uint8Array(0);

/**
 * Reads the body of a request, holding no more than `WIRE_LIMIT_BYTES`. Never rejects.
 * @param held counts the bytes; the caller releases them when it has done with the body
 */
export async function readBody({ req, runtime }: H3Event, held: Held): Promise<Body> {
  // From Node's stream itself: as a web stream (`req.arrayBuffer()`) the same body costs five times the whole request.
  if (runtime?.node) return readStream(runtime.node.req, held);
  return readWebStream(req, held);
}

interface NodeRequest extends Readable {
  headers: Record<string, string | string[] | undefined>;
  httpVersionMajor: number;
  /** What a body parser of the parent app (Express) made of a body that it has read. */
  body?: unknown;
}

function readStream(req: NodeRequest, held: Held): Promise<Body> | Body {
  const { headers } = req;
  const length = headers["content-length"];
  const isFramed = length !== undefined || headers["transfer-encoding"] !== undefined;
  if (!isFramed && req.httpVersionMajor === 1) return EMPTY;
  if (req.readableEnded) return toBytes(req.body, String(headers["content-type"]));
  if (Number(length) > WIRE_LIMIT_BYTES) return skip(req, "too-large");

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (body: Body) => {
      req.off("data", take).off("end", finish).off("close", leave);
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > WIRE_LIMIT_BYTES) settle(skip(req, "too-large"));
      else if (!held.grow(size)) settle(skip(req, "busy"));
    };
    const finish = () => settle(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    const leave = () => settle("gone");
    // The error of a torn connection is followed by "close"; it must be heard all the same, or it ends the process.
    req.on("data", take).once("end", finish).once("close", leave).once("error", leave);
    if (req.destroyed) leave();
  });
}

/** The bytes of a body that was parsed already: a form or JSON again where it became fields. */
function toBytes(parsed: unknown, contentType: string): Uint8Array {
  if (parsed instanceof Uint8Array) return parsed;
  if (typeof parsed === "string") return Buffer.from(parsed);
  if (parsed === null || typeof parsed !== "object") return EMPTY;
  const isForm = contentType.startsWith("application/x-www-form-urlencoded");
  return Buffer.from(isForm ? String(new URLSearchParams(parsed as Record<string, string>)) : JSON.stringify(parsed));
}

/** Lets the rest go by unread: most clients look at the answer only after they have sent everything. */
function skip(req: Readable, why: Body): Body {
  req.resume();
  return why;
}

async function readWebStream(req: Request, held: Held): Promise<Body> {
  if (Number(req.headers.get("content-length")) > WIRE_LIMIT_BYTES) return "too-large";
  if (req.body === null) return EMPTY;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = req.body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      size += piece.value.length;
      if (size > WIRE_LIMIT_BYTES || !held.grow(size)) {
        await reader.cancel();
        return size > WIRE_LIMIT_BYTES ? "too-large" : "busy";
      }
      chunks.push(piece.value);
    }
  } catch {
    return "gone";
  }
  return concat(chunks, size);
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
