import { opened } from "../../../hoglet.js";

/** Hands the requests of posthog-js to hoglet, without the `/ingest` before them. */
async function handle(request) {
  const hoglet = await opened;
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/^\/ingest/, "");
  return hoglet.fetch(new Request(url, request));
}

export { handle as GET, handle as POST };
