import type { DamagedPlace } from "../../log/index.ts";
import { RESTORE } from "./found.ts";
import type { Found } from "./found.ts";

/** The finding of an event that cannot be read. */
export function sayDamaged(find: Found["find"], { uuid, seq, reason }: DamagedPlace): void {
  const advice =
    uuid === null
      ? RESTORE
      : `Delete it (\`hoglet deletions request event ${uuid}\`, then \`hoglet deletions run\`), or restore a backup.`;
  find({ check: "log", message: `Event ${uuid ?? "?"} (seq ${seq}): ${reason}`, advice });
}
