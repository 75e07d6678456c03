/**
 * A file that lacks one is refused: without a trigger columns would keep deleted events, without an index two events
 * could share a uuid. `test/storage/tables.test.ts` compares this list with the migrations.
 */
export const SCHEMA_NAMES: readonly string[] = `
  actions activity_log actor_tables annotations changes cohort_members cohorts dashboard_tiles dashboards definition_notes deleted_projects deletions
  distinct_ids event_hours event_index event_names event_texts events feature_flags flag_ids followers group_types groups identity_changes ingestion_warnings
  leases log_changes notes personal_api_keys persons plugin_attachments plugin_cache plugin_cache_items
  plugin_configs plugin_exports plugin_jobs plugin_logs plugin_metrics plugin_sources plugin_storage
  plugin_usage plugins projects saved_insights schedules segment_columns segments uuid_blocks uuid_pages

  actions_by_project activity_log_by_item annotations_by_project changes_by_key cohort_members_by_person cohorts_by_project
  dashboard_tiles_by_dashboard dashboard_tiles_by_insight dashboards_by_project dashboards_by_share deletions_by_key
  deletions_by_status distinct_ids_by_person distinct_ids_by_text event_index_by_distinct_id
  event_index_by_name event_names_by_name events_by_timestamp events_by_uuid feature_flags_by_key group_types_by_name groups_by_key
  ingestion_warnings_by_project personal_api_keys_value_hash_unique persons_by_created_at persons_by_email
  persons_by_uuid plugin_attachments_by_key plugin_configs_by_order plugin_jobs_by_config plugin_jobs_by_time
  plugin_logs_by_config projects_api_token_unique saved_insights_by_short_id segments_by_block

  cohort_members_added cohort_members_changed cohort_members_removed distinct_ids_changed distinct_ids_deleted
  distinct_ids_summed distinct_ids_summed_again distinct_ids_unsummed event_names_summed event_names_summed_again
  event_names_unsummed events_deleted groups_summed groups_summed_again groups_unsummed persons_created_at_changed
  persons_summed persons_summed_again persons_unsummed plugin_cache_added plugin_cache_changed plugin_cache_deleted
  plugin_cache_items_added plugin_cache_items_changed plugin_cache_items_deleted plugin_configs_added
  plugin_configs_deleted plugin_jobs_added plugin_jobs_changed plugin_jobs_deleted plugin_logs_added
  plugin_logs_changed plugin_logs_deleted plugin_storage_added plugin_storage_changed plugin_storage_deleted
  segments_deleted
`
  .trim()
  .split(/\s+/);
