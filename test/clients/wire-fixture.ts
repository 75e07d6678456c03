import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Exchange } from "./tap.ts";

const FOLDER = "fixtures/wire";

/** The token and the key that the recorded requests carry. */
export const WIRE_TOKEN = "phc_wire";
export const WIRE_KEY = "phx_wire_fixture";

/** A request as a client sent it; see fixtures/wire/README.md. */
export interface WireFixture {
  /** Name and version. */
  client: string;
  /** The program's call of the client. */
  call: string;
  method: string;
  /** The path with its query. */
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** A body of text; absent = no body, or `body_base64`. */
  body?: string;
  /** When it is not text. */
  body_base64?: string;
}

/** All fixtures by their names, which are those of their files. */
export function readWireFixtures(): Map<string, WireFixture> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return new Map(
    files.map((file) => [
      file.slice(0, -".json".length),
      JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as WireFixture,
    ]),
  );
}

/** Writes recorded requests as a fixture. */
export function writeWireFixture(name: string, about: Pick<WireFixture, "client" | "call">, seen: Exchange): void {
  const { method, target, headers, body } = seen;
  const bytes = Buffer.from(body);
  const isText = bytes.equals(Buffer.from(bytes.toString("utf8")));
  const fixture: WireFixture = {
    ...about,
    method,
    path: target,
    headers: Object.fromEntries(Object.entries(headers).filter((entry) => entry[1] !== undefined)) as Record<
      string,
      string
    >,
    ...(bytes.length > 0 && (isText ? { body: bytes.toString("utf8") } : { body_base64: bytes.toString("base64") })),
  };
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(fixture, null, 2)}\n`);
}

/** The request of a fixture, as `fetch` takes it. */
export function toRequest({ method, headers, body, body_base64 }: WireFixture): RequestInit {
  const bytes = body_base64 === undefined ? body : new Uint8Array(Buffer.from(body_base64, "base64"));
  return { method, headers, ...(bytes !== undefined && { body: bytes }) };
}
