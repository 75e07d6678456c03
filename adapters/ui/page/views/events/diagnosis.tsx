import type { RequestFinding } from "../../../../explain/diagnose-requests.ts";
import { CopyButton } from "../../parts/code.tsx";
import { useProject } from "../../project.ts";

/** The reasons why events are missing, with what to do about a wrong token. */
export function Diagnosis({ findings }: { findings: readonly RequestFinding[] }) {
  const { project, choose, reload } = useProject();
  const show = (id: number) => {
    // A project that the token has just made is not in the list yet.
    reload();
    choose(id);
  };
  return (
    <ul class="live-findings" aria-label="Diagnosis">
      {findings.map((finding) => (
        <li key={finding.text} class={finding.kind === "warning" ? "" : "grave"}>
          <p>{finding.text}</p>
          {finding.kind === "token" && (
            <div class="actions">
              {finding.project !== null && (
                <button type="button" class="small" onClick={() => show(finding.project?.id ?? project.id)}>
                  Show that project
                </button>
              )}
              <CopyButton text={project.api_token}>Copy the right token</CopyButton>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
