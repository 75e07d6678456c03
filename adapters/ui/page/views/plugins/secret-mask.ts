/** What the API shows in place of a secret (`lib/plugins/configs/values.ts`; held equal to it by a test). */
export const SECRET_MASK = "**************** POSTHOG SECRET FIELD ****************";
