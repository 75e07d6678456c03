import { isOfProject, openRequests } from "../explain/index.ts";
import type { OpenedRequest } from "../explain/index.ts";
import { expectMayRead } from "./log.ts";
import type { Call } from "./tool.ts";

/** The project's last capture requests, newest first. @throws ToolFault when the key may not read events */
export async function readProjectRequests(call: Call): Promise<OpenedRequest[]> {
  return (await readAllRequests(call)).filter((one) => isOfProject(one, call.project.api_token, call.seesAll));
}

/** The last capture requests of all projects, newest first. @throws ToolFault when the key may not read events */
export async function readAllRequests(call: Call): Promise<OpenedRequest[]> {
  await expectMayRead(call);
  const { requests } = call.instance;
  requests.watch();
  return openRequests(await requests.lookUp());
}
