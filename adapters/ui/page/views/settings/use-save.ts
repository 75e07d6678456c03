import type { Project } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import type { Action } from "../../use-action.ts";

/** Changes settings of the project; settings that are not named stay. The page then updates. */
export function useSave(): Action<Partial<Project>> {
  const { P, reload } = useProject();
  return useAction(async (settings: Partial<Project>) => {
    await call(`${P}/`, { method: "PATCH", body: settings });
    reload();
  });
}
