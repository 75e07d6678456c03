import { Link } from "wouter-preact";

/** The way to the import of files. */
export function ImportData() {
  return (
    <section class="panel stack" aria-labelledby="settings-import">
      <h2 id="settings-import">Import</h2>
      <p>
        Events from another product, from any table, or from another hoglet: <Link href="/import">import files</Link>.
        The same file twice changes nothing.
      </p>
    </section>
  );
}
