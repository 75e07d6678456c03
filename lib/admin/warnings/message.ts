// One sentence for each type from capture and persons (test/admin/warnings/message.test.ts compares): the result for
// the event, and the advice.
const MESSAGES: Record<string, string> = {
  not_kept:
    "Requests were answered, so that the SDK continues, and not stored, because hoglet has no place for this part of PostHog; switch the " +
    "part off in the SDK, or send it to another host.",
  invalid_ai_token_property:
    "The event was stored without a count of tokens that is no number, so its cost may be missing; send counts as numbers.",
  ai_property_cut:
    "The event was stored with the beginning of a property that has more than 250000 characters, such as a prompt with a picture in it; " +
    "leave such content out.",
  skipping_event_invalid_distinct_id:
    "The event was dropped because its distinct_id is longer than 400 characters; send a shorter id.",
  invalid_event_when_process_person_profile_is_false:
    "The event was dropped because it would merge persons ($identify, alias) and says $process_person_profile: false, which " +
    "leaves persons alone; send one or the other.",
  group_key_too_long: "The $groupidentify event was dropped because its $group_key is longer than 400 characters.",
  invalid_process_person_profile:
    "The event was stored with its person, because its $process_person_profile is neither true nor false; send a boolean.",
  invalid_anon_distinct_id:
    "The $identify event was dropped because its $anon_distinct_id is not a text; send the anonymous distinct id as a string.",
  invalid_alias: "The alias event was dropped because its alias is not a text; send the other distinct id as a string.",
  ignored_invalid_timestamp:
    "The event was stored, but its timestamp cannot be read, so it counts as not sent; send ISO 8601 text such as " +
    "2024-03-01T08:15:30Z.",
  clamped_event_timestamp:
    "The event was stored under another time, because its own is more than 23 hours ahead of the server's clock (it became " +
    "the time of arrival) or out of the years 0 to 9999 (it became 1970); check the sending device's clock.",
  person_properties_size_violation:
    "The event was stored, but the person was not updated, because its properties would take more than 640 KiB; set fewer " +
    "or smaller person properties.",
  cannot_merge_with_illegal_distinct_id:
    "The event was stored, but no persons were merged, because one of the two distinct ids is a placeholder such as " +
    '"null", "0" or "guest", which many users would share; identify users by an id of their own.',
  cannot_merge_already_identified:
    "The event was stored, but the persons were not merged, because the other one is identified already: two users stay " +
    "two users. Call reset() on logout, or send $merge_dangerously if they are really one.",
};

/**
 * The meaning of an ingestion warning's type for the developer of the sending app, in one sentence; null = unknown
 * type.
 */
export function toMessage(type: string): string | null {
  return Object.hasOwn(MESSAGES, type) ? (MESSAGES[type] ?? null) : null;
}
