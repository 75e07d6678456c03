/** The API's mask for a secret (`lib/plugins/configs/values.ts`; a test compares them). */
export const SECRET_MASK = "**************** POSTHOG SECRET FIELD ****************";
