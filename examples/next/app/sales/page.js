import { opened } from "../../hoglet.js";

// Asked for each visitor, not once when the app is built.
export const dynamic = "force-dynamic";

export default async function Sales() {
  const hoglet = await opened;
  const { results } = await hoglet.ask({ kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "bought" }] });
  return <p>Sold in the last seven days: {results[0]?.count ?? 0}</p>;
}
