import type { SeenRequest } from "../../../../explain/show-request.ts";
import { toCounted } from "../../parts/counted.ts";
import { Time } from "../../parts/time.tsx";

/** A capture request on one line: status, time, path, events, and the reason of a refusal. */
export function RequestLine({ request }: { request: SeenRequest }) {
  const { status, refusal, events } = request;
  const isRefused = status >= 400;
  const names = events?.map(({ event }) => String(event)).join(", ");
  return (
    <>
      <span class={`live-status ${isRefused ? "refused" : ""}`}>
        {status} {isRefused ? "refused" : "taken"}
      </span>{" "}
      <Time at={request.received_at} isExact />{" "}
      <code>
        {request.method} {request.path}
      </code>{" "}
      {toSize(request.size_bytes)}: {names === undefined ? <em>cannot be read</em> : names || <em>no events</em>}
      {refusal !== null && <span class="live-refusal">{refusal}</span>}
    </>
  );
}

/** E.g. "1.4 kB". */
function toSize(bytes: number): string {
  return bytes < 1000 ? toCounted(bytes, "byte") : `${(bytes / 1000).toFixed(1)} kB`;
}
