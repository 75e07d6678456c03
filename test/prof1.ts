import { createHoglet } from "../lib/index.ts";
import { createIds } from "../lib/ids.ts";
import { rmSync } from "node:fs";
const ids = createIds();
for (const s of ["", "-wal", "-shm"]) rmSync("/tmp/prof.db" + s, { force: true });
const h = await createHoglet({ projectToken: "phc_bench", file: "/tmp/prof.db" });
const PADDING = "x".repeat(200);
const mk = (n: number) => Array.from({ length: n }, (_, i) => Buffer.from(JSON.stringify({ api_key: "phc_bench", event: `event ${i % 30}`, distinct_id: `person-${i % 5000}`, uuid: ids.uuid(Date.now()), timestamp: new Date().toISOString(), properties: { plan: "pro", price: 12.5, position: i, active: true, note: PADDING, path: "/products/shoes" } })));
const run = async (bodies: Buffer[]) => { for (const b of bodies) await h.handle({ method: "POST", url: "/capture/", headers: { "content-type": "application/json" }, body: b, ip: "127.0.0.1" }); };
await run(mk(6000));
for (let k = 0; k < 3; k++) { const bs = mk(12000); const c0 = process.cpuUsage(); const t0 = performance.now(); await run(bs); const c = process.cpuUsage(c0); console.log(Math.round(12000 / ((performance.now() - t0) / 1000)), "req/s; cpu us/req", ((c.user + c.system) / 12000).toFixed(1)); }
await h.close();
