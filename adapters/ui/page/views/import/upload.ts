import { ApiError, toUrl } from "../../api.ts";
import type { ShownUpload } from "../../../../../lib/index.ts";

/** Receives the bytes that were sent. */
export type OnSent = (sentBytes: number) => void;

/**
 * Sends a file as it lies on disk; the browser reads it piece by piece. XMLHttpRequest, because fetch does not tell how far an upload is.
 * @throws ApiError; the signal's reason
 */
export function upload(
  path: string,
  file: File,
  { onSent, signal }: { onSent: OnSent; signal: AbortSignal },
): Promise<ShownUpload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", toUrl(path, { name: file.name }));
    request.setRequestHeader("x-hoglet-page", "1");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
    request.addEventListener("load", () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as ShownUpload);
      else reject(toError(request));
    });
    request.addEventListener("error", () => reject(new ApiError(0, BROKEN, null)));
    request.addEventListener("abort", () => reject(signal.reason as Error));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

const BROKEN = "The upload broke off. Is hoglet still running, and was the file changed meanwhile?";

function toError({ status, responseText }: XMLHttpRequest): ApiError {
  try {
    const { detail, attr } = JSON.parse(responseText) as { detail: string; attr: string | null };
    return new ApiError(status, detail, attr);
  } catch {
    return new ApiError(status, responseText || `The server answered ${status}.`, null);
  }
}
