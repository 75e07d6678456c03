/**
 * Uploads: files that come by HTTP, and their imports, which run beside the requests.
 *
 * `receiveUpload` writes a body to a folder of its own in the system's temporary folder while it arrives. `lookAtUpload` reads the
 * files (`lib/sources`) and stops before the first event is stored; `startUpload` lets it go on; `showUpload` tells the state, the progress and the
 * result. `dropUpload` cancels.
 *
 * Invariants: bytes are never held beyond the piece that arrives; an upload belongs to one project, and is found in no other; one that breaks off,
 * is dropped or forgotten leaves no file. Uploads are the state of a handle, not of the database: they end with it, and the events that are stored by
 * then stay, known by their uuids when the file comes again.
 */
export { captureProcessed } from "./capture-processed.ts";
export { lookAtUpload, LookInput, startUpload } from "./look.ts";
export { receiveUpload, UploadQuery } from "./receive.ts";
export { listUploads, ShownUpload, showUpload } from "./show.ts";
export { closeUploads, createUploads, dropUpload, forgetIdleUploads } from "./uploads.ts";
export type { Uploads, UploadState } from "./uploads.ts";
