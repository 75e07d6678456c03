import * as v from "valibot";
import {
  dropUpload,
  listUploads,
  lookAtUpload,
  LookInput,
  receiveUpload,
  ShownUpload,
  showUpload,
  startUpload,
  UploadQuery,
} from "../uploads/index.ts";
import { operation } from "./operation.ts";
import type { Call } from "./operation.ts";

const IMPORTS = "/api/projects/:project_id/imports";

const begun = { conflict: { id: "Its files still arrive, or it has begun to store events." } };
const large = { request_too_large: { "": "Larger than an upload may be." } };

/** Imports by HTTP: files are uploaded, looked at, and imported beside the requests. */
export const importRequests = {
  upload: operation({
    summary: "Uploads a file for an import, of up to 4 GiB: the body is its bytes. Nothing is imported yet.",
    http: ["POST", IMPORTS],
    scopes: ["event:write", "person:write"],
    streams: true,
    input: UploadQuery,
    status: 201,
    response: ShownUpload,
    errors: {
      ...large,
      throttled: { "": "The project, or all projects together, have as many open imports as they may." },
      temporary_folder: { "": "The temporary folder is missing or cannot be written." },
    },
    run: (ctx, call) => receiveUpload(ctx, call.project, { id: null, ...toReceived(call) }),
  }),
  list: operation({
    summary: "Uploads of the last hour, newest first.",
    http: ["GET", IMPORTS],
    scopes: ["event:write", "person:write"],
    response: v.object({ results: v.array(ShownUpload) }),
    run: (ctx, { project }) => ({ results: listUploads(ctx, project) }),
  }),
  addFile: operation({
    summary: "Adds a file to an upload that has several.",
    http: ["POST", `${IMPORTS}/:id/files`],
    scopes: ["event:write", "person:write"],
    streams: true,
    input: UploadQuery,
    status: 201,
    response: ShownUpload,
    errors: { ...begun, ...large },
    find: (ctx, { project, id }) => void showUpload(ctx, project, String(id)),
    run: (ctx, call) => receiveUpload(ctx, call.project, { id: String(call.id), ...toReceived(call) }),
  }),
  look: operation({
    summary:
      "Reads an upload: its source, counts, and the first ten events as they would be. Poll the import until it is ready or failed.",
    http: ["POST", `${IMPORTS}/:id/look`],
    scopes: ["event:write", "person:write"],
    input: LookInput,
    example: { from: "auto", timezone: "Europe/Berlin" },
    status: 202,
    response: ShownUpload,
    errors: begun,
    find: (ctx, { project, id }) => void showUpload(ctx, project, String(id)),
    run: (ctx, { project, id, input }) => lookAtUpload(ctx, project, String(id), input),
  }),
  start: operation({
    summary:
      "Stores the events of an import that is ready, or is being read. Poll the import until it is done or failed.",
    http: ["POST", `${IMPORTS}/:id/start`],
    scopes: ["event:write", "person:write"],
    status: 202,
    response: ShownUpload,
    errors: { conflict: { id: "It was not looked at, or has begun to store events." } },
    run: (ctx, { project, id }) => startUpload(ctx, project, String(id)),
  }),
  get: operation({
    summary: "The state, progress and result of an import.",
    http: ["GET", `${IMPORTS}/:id`],
    scopes: ["event:write", "person:write"],
    response: ShownUpload,
    run: (ctx, { project, id }) => showUpload(ctx, project, String(id)),
  }),
  drop: operation({
    summary: "Cancels an import and removes its files; events that are stored by then stay.",
    http: ["DELETE", `${IMPORTS}/:id`],
    scopes: ["event:write", "person:write"],
    status: 204,
    run: (ctx, { project, id }) => dropUpload(ctx, project, String(id)),
  }),
};

function toReceived({ input, headers, bytes }: Call<v.InferOutput<typeof UploadQuery>>) {
  const length = headers["content-length"];
  return { name: input.name, bytes, announcedBytes: length === undefined ? null : Number(length) };
}
