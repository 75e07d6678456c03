import { addRoute, createRouter, findRoute } from "rou3";
import { withCors } from "./cors.ts";
import { toTarget } from "./http.ts";
import type { HttpReply, HttpRequest } from "./http.ts";
import { routes } from "./routes/index.ts";

let router: ReturnType<typeof createRouter<true>> | undefined;

/** Adds the headers of CORS to a reply that an adapter made itself, if SDKs in browsers call the path. */
export function withCorsByPath(request: Pick<HttpRequest, "url" | "headers">, reply: HttpReply): HttpReply {
  router ??= createOpenRouter();
  return findRoute(router, "", toTarget(request).path) === undefined ? reply : withCors(request, reply);
}

function createOpenRouter() {
  const made = createRouter<true>();
  for (const route of routes) if (route.access === "public" && route.browsers) addRoute(made, "", route.path, true);
  return made;
}
