import type { Readable } from "node:stream";
import type { H3Event } from "h3";
import { gatherBody } from "./body-parts.ts";
import type { Held } from "./held-bytes.ts";

/** Largest body on the wire: the library's largest limit, that of recordings; most of its routes allow less. */
export const WIRE_LIMIT_BYTES = 25 * 1024 * 1024;

/** The bytes; or they exceed the limit, or the memory that is left now; or the client went away before their end. */
export type Body = Uint8Array | "too-large" | "busy" | "gone";

const EMPTY = new Uint8Array(0);

/**
 * Reads the body of a request, holding no more than `WIRE_LIMIT_BYTES`. Never rejects.
 * @param held counts the bytes; the caller releases them when it no longer needs the body
 */
export async function readBody({ req, runtime }: H3Event, held: Held): Promise<Body> {
  // From Node's stream itself: as a web stream (`req.arrayBuffer()`) the same body costs five times the whole request.
  if (runtime?.node) return readStream(runtime.node.req, held);
  return readWebStream(req, held);
}

interface NodeRequest extends Readable {
  headers: Record<string, string | string[] | undefined>;
  httpVersionMajor: number;
  /** The result of a body parser in the parent app (Express) that has read the body. */
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
    const parts = gatherBody(Number(length));
    const stay = held.arrive(() => settle(skip(req, "busy")));
    const settle = (body: Body) => {
      stay();
      req.off("data", take).off("end", finish).off("close", leave);
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      const sizeBytes = parts.sizeBytes + chunk.length;
      if (sizeBytes > WIRE_LIMIT_BYTES) settle(skip(req, "too-large"));
      else if (!held.grow(sizeBytes)) settle(skip(req, "busy"));
      else parts.add(chunk);
    };
    const finish = () => settle(parts.bytes());
    const leave = () => settle("gone");
    // The error of a broken connection is followed by "close"; without a listener it would end the process.
    req.on("data", take).once("end", finish).once("close", leave).once("error", leave);
    if (req.destroyed) leave();
  });
}

/** Restores the bytes of a parsed body: a form or JSON again if it became fields. */
function toBytes(parsed: unknown, contentType: string): Uint8Array {
  if (parsed instanceof Uint8Array) return parsed;
  if (typeof parsed === "string") return Buffer.from(parsed);
  if (parsed === null || typeof parsed !== "object") return EMPTY;
  const isForm = contentType.startsWith("application/x-www-form-urlencoded");
  return Buffer.from(isForm ? toForm(parsed) : JSON.stringify(parsed));
}

/** Parsers of forms give a repeated name as a list. */
function toForm(fields: object): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return String(new URLSearchParams(pairs));
}

/** Discards the rest unread: most clients read the answer only after they have sent everything. */
function skip(req: Readable, why: Body): Body {
  req.resume();
  return why;
}

async function readWebStream(req: Request, held: Held): Promise<Body> {
  const length = Number(req.headers.get("content-length") ?? Number.NaN);
  if (length > WIRE_LIMIT_BYTES) return "too-large";
  if (req.body === null) return EMPTY;
  const parts = gatherBody(length);
  const reader = req.body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const sizeBytes = parts.sizeBytes + piece.value.length;
      if (sizeBytes > WIRE_LIMIT_BYTES || !held.grow(sizeBytes)) {
        await reader.cancel();
        return sizeBytes > WIRE_LIMIT_BYTES ? "too-large" : "busy";
      }
      parts.add(piece.value);
    }
  } catch {
    return "gone";
  }
  return parts.bytes();
}
