/** Why a statement does not run, in a sentence for its author. */
export class Refusal extends Error {
  /**
   * The error in snake case, by ClickHouse's name; `invalid_input` for an error of the text (reference/query.md 2.5).
   */
  readonly code: string;

  constructor(message: string, code = "invalid_input") {
    super(message);
    this.code = code;
  }
}
