import { toUuidText } from "../../base/ids.ts";

/** A uuid as receipts hash it (`Found.uuidsSha256`). @param uuid 16 bytes; anything else = lost by damage */
export function toHashedLine(uuid: Buffer | null | undefined): string {
  return `${Buffer.isBuffer(uuid) && uuid.length === 16 ? toUuidText(uuid) : ""}\n`;
}
