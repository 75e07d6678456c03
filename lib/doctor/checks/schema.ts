import { schemaOf, UNRELEASED } from "../../storage/index.ts";
import type { Checkup } from "../report.ts";
import type { Found } from "./found.ts";

/** Is it a database of this version? Null = no, and no other check can read it. */
export function checkSchema({ db, find }: Found): Checkup["schema"] {
  const { isOurs, isUnreleased, version, newest } = schemaOf(db.sqlite);
  if (!isOurs) {
    const isEmpty = db.sql("SELECT count(*) FROM sqlite_schema").pluck().get() === 0;
    const message = isEmpty ? "The file is an empty database." : "This SQLite database is not hoglet's.";
    if (isUnreleased) find({ check: "schema", message: UNRELEASED.reason, advice: UNRELEASED.advice });
    else find({ check: "schema", message, advice: "Name the right file, or restore a backup." });
    return null;
  }
  if (version > newest) {
    const message = `The file was written by a newer hoglet (format ${version}; this one knows ${newest}).`;
    find({ check: "schema", message, advice: "Upgrade hoglet." });
    return null;
  }
  if (version < newest) {
    const message = `The file is of an older hoglet (format ${version} of ${newest}).`;
    find({ check: "schema", message, advice: "Open it once with this hoglet, and check it again." });
    return null;
  }
  return { version, newest };
}
