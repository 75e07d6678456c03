import type { SeenRequest, SeenRequestDetail } from "../../../../explain/show-request.ts";
import { call } from "../../api.ts";
import { Code } from "../../parts/code.tsx";
import { Answered } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";

/** A capture request as it arrived, and its decoded content. */
export function RequestDetail({ request }: { request: SeenRequest }) {
  const { project } = useProject();
  const answer = useLoaded(["request", project.id, request.id], (signal) =>
    call<SeenRequestDetail>(`ui/requests/${request.id}`, { query: { project: project.id }, signal }),
  );
  return (
    <div class="stack">
      <Answered answer={answer} what="the request">
        {(detail) => (
          <>
            <h4>Decoded</h4>
            {detail.decoded === null ? (
              <p class="hint">There is no JSON in it.</p>
            ) : (
              <Code name="Decoded body" text={JSON.stringify(detail.decoded, null, 2)} />
            )}
            <h4>Raw</h4>
            <Code name="Raw request" text={toRaw(detail)} />
          </>
        )}
      </Answered>
    </div>
  );
}

function toRaw({ method, url, headers, raw, raw_form: form }: SeenRequestDetail): string {
  const head = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\n");
  if (raw === null)
    return `${head}\n\n(the body is not kept: it is larger than 64 KiB, or there is a personal key in it)`;
  return `${head}\n\n${form === "base64" ? "(binary, as base64)\n" : ""}${raw}`;
}
