import * as v from "valibot";
import {
  dropUpload,
  listUploads,
  lookAtUpload,
  LookInput,
  receiveUpload,
  showUpload,
  startUpload,
  UploadQuery,
} from "../../uploads/index.ts";
import { Import, ImportList } from "../responses/import.ts";
import type { Call } from "../route.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const IMPORTS = "/api/projects/:project_id/imports";

const also = { 409: "Its files still arrive, or it has begun to store events.", 413: "Larger than an upload may be." };

/** Imports by HTTP: files are uploaded, looked at, and imported beside the requests. */
export const importRoutes: readonly Route[] = [
  defineRoute({
    methods: ["POST"],
    path: IMPORTS,
    summary: "Uploads a file for an import, of up to 4 GiB: the body is its bytes. Nothing is imported yet.",
    scopes: ["event:write", "person:write"],
    streams: true,
    input: UploadQuery,
    status: 201,
    response: Import,
    also,
    run: (ctx, call) => receiveUpload(ctx, call.project, { id: null, ...toReceived(call) }),
  }),
  defineRoute({
    methods: ["GET"],
    path: IMPORTS,
    summary: "Uploads of the last hour, newest first.",
    scopes: ["event:write", "person:write"],
    input: null,
    status: 200,
    response: ImportList,
    run: (ctx, { project }) => ({ results: listUploads(ctx, project) }),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${IMPORTS}/:id/files`,
    summary: "Adds a file to an upload that has several.",
    scopes: ["event:write", "person:write"],
    streams: true,
    input: UploadQuery,
    status: 201,
    response: Import,
    also,
    find: (ctx, { project, params }) => void showUpload(ctx, project, params["id"] ?? ""),
    run: (ctx, call) => receiveUpload(ctx, call.project, { id: call.params["id"] ?? "", ...toReceived(call) }),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${IMPORTS}/:id/look`,
    summary:
      "Reads an upload: its source, counts, and the first ten events as they would be. Poll the import until it is ready or failed.",
    scopes: ["event:write", "person:write"],
    input: LookInput,
    example: { from: "auto", timezone: "Europe/Berlin" },
    status: 202,
    response: Import,
    also: { 409: also[409] },
    find: (ctx, { project, params }) => void showUpload(ctx, project, params["id"] ?? ""),
    run: (ctx, { project, params, input }) => lookAtUpload(ctx, project, params["id"] ?? "", input),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${IMPORTS}/:id/start`,
    summary:
      "Stores the events of an import that is ready, or is being read. Poll the import until it is done or failed.",
    scopes: ["event:write", "person:write"],
    input: null,
    status: 202,
    response: Import,
    also: { 409: "It was not looked at, or has begun to store events." },
    run: (ctx, { project, params }) => startUpload(ctx, project, params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${IMPORTS}/:id`,
    summary: "The state, progress and result of an import.",
    scopes: ["event:write", "person:write"],
    input: null,
    status: 200,
    response: Import,
    run: (ctx, { project, params }) => showUpload(ctx, project, params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["DELETE"],
    path: `${IMPORTS}/:id`,
    summary: "Cancels an import and removes its files; events that are stored by then stay.",
    scopes: ["event:write", "person:write"],
    input: null,
    status: 204,
    run: (ctx, { project, params }) => dropUpload(ctx, project, params["id"] ?? ""),
  }),
];

function toReceived({
  input,
  headers,
  bytes,
}: Pick<Call<v.InferOutput<typeof UploadQuery>>, "input" | "headers" | "bytes">) {
  const length = headers["content-length"];
  return { name: input.name, bytes, announcedBytes: length === undefined ? null : Number(length) };
}
