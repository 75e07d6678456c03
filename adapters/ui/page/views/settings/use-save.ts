import type { Project } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import type { Action } from "../../use-action.ts";

/** Changes settings of the project shown; what is not named stays. The page knows of it when it is done. */
export function useSave(): Action<Partial<Project>> {
  const { P, reload } = useProject();
  return useAction(async (settings: Partial<Project>) => {
    await call(`${P}/`, { method: "PATCH", body: settings });
    reload();
  });
}
