import { createServer } from "node:http";

/** The app under test: a page with posthog-js and a button. Gives its address, and how to stop it. */
export async function serveShop({ posthogHost, token }) {
  const options = { api_host: posthogHost, persistence: "memory", opt_out_useragent_filter: true };
  const html = `<!doctype html><title>Shop</title>
    <script>window.posthog = Object.assign([], { _i: [${JSON.stringify([token, options, "posthog"])}], __SV: 1 });</script>
    <script src="${posthogHost}/static/array.js"></script>
    <button onclick="posthog.capture('bought', { plan: 'pro' })">Buy</button>`;
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(html));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
