import * as v from "valibot";

/** The body of every error of the API (reference/rest.md 2.1). */
export const ErrorBody = v.pipe(
  v.object({
    type: v.picklist([
      "validation_error",
      "invalid_request",
      "authentication_error",
      "throttled_error",
      "server_error",
    ]),
    code: v.pipe(v.string(), v.description("For machines.")),
    detail: v.pipe(v.string(), v.description("The expected value, and the received value.")),
    attr: v.pipe(
      v.nullable(v.string()),
      v.description("The field to blame, nested names joined with __; null when it is not about one."),
    ),
  }),
  v.examples([
    { type: "validation_error", code: "required", detail: "This field is required.", attr: "key" },
    { type: "invalid_request", code: "not_found", detail: "Not found.", attr: null },
  ]),
);
