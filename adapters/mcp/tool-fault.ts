/** A sentence for the caller: the fault, and the way out. */
export class ToolFault extends Error {
  /** The API's status; 400 = the tool's own check. */
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.name = "ToolFault";
    this.status = status;
  }
}
