import { addRoute, createRouter, findRoute } from "rou3";
import { toTarget } from "./http.ts";
import type { HttpRequest } from "./http.ts";
import { routes } from "./routes/index.ts";

let router: ReturnType<typeof createRouter<true>> | undefined;

/** Is it a request whose body the library reads while it arrives? Adapters pass it as `stream`, and hold nothing of it. */
export function isUpload(request: Pick<HttpRequest, "method" | "url" | "headers">): boolean {
  if (request.method !== "POST") return false;
  router ??= createUploadRouter();
  return findRoute(router, "", toTarget(request).path) !== undefined;
}

function createUploadRouter() {
  const made = createRouter<true>();
  for (const route of routes)
    if (route.access === "key" && route.streams === true) addRoute(made, "", route.path, true);
  return made;
}
