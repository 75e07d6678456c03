CREATE TABLE `actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`steps` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`post_to_slack` integer DEFAULT 0 NOT NULL,
	`slack_message_format` text DEFAULT '' NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `actions_by_project` ON `actions` (`project_id`);--> statement-breakpoint
CREATE TABLE `activity_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer,
	`key_id` text,
	`key_label` text,
	`scope` text NOT NULL,
	`item_id` text NOT NULL,
	`activity` text NOT NULL,
	`detail` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `activity_log_by_item` ON `activity_log` (`project_id`,`scope`,`item_id`);--> statement-breakpoint
CREATE TABLE `actor_tables` (
	`id` integer PRIMARY KEY NOT NULL,
	`mark` integer NOT NULL,
	`last_id` integer NOT NULL,
	`person_limit` integer NOT NULL,
	`personless` integer NOT NULL,
	`data` blob NOT NULL,
	`checksum` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `annotations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`content` text,
	`date_marker` integer,
	`creation_type` text DEFAULT 'USR' NOT NULL,
	`scope` text DEFAULT 'dashboard_item' NOT NULL,
	`insight_id` integer,
	`dashboard_id` integer,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`deleted` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `annotations_by_project` ON `annotations` (`project_id`);--> statement-breakpoint
CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`project` integer NOT NULL,
	`id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`event_seq` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `changes_by_key` ON `changes` (`kind`,`id`,`other_id`);--> statement-breakpoint
CREATE TABLE `cohort_members` (
	`cohort_id` integer NOT NULL,
	`person_id` integer NOT NULL,
	PRIMARY KEY(`cohort_id`, `person_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `cohort_members_by_person` ON `cohort_members` (`person_id`);--> statement-breakpoint
CREATE TABLE `cohorts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`groups` text DEFAULT '[]' NOT NULL,
	`is_static` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`deleted` integer DEFAULT 0 NOT NULL,
	`is_calculating` integer DEFAULT 0 NOT NULL,
	`last_calculation` integer,
	`count` integer,
	`errors_calculating` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `cohorts_by_project` ON `cohorts` (`project_id`);--> statement-breakpoint
CREATE TABLE `dashboard_tiles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`dashboard_id` integer NOT NULL,
	`insight_id` integer NOT NULL,
	`place` integer NOT NULL,
	`width` integer NOT NULL,
	`filters_overrides` text DEFAULT '{}' NOT NULL,
	`layouts` text DEFAULT '{}' NOT NULL,
	`body` text,
	`body_by` text,
	`body_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `dashboard_tiles_by_dashboard` ON `dashboard_tiles` (`project_id`,`dashboard_id`,`place`);--> statement-breakpoint
CREATE INDEX `dashboard_tiles_by_insight` ON `dashboard_tiles` (`project_id`,`insight_id`);--> statement-breakpoint
CREATE TABLE `dashboards` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`pinned` integer DEFAULT 0 NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`filters` text DEFAULT '{}' NOT NULL,
	`deleted` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`last_modified_at` integer NOT NULL,
	`share_hash` text,
	`shared_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `dashboards_by_project` ON `dashboards` (`project_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `dashboards_by_share` ON `dashboards` (`share_hash`);--> statement-breakpoint
CREATE TABLE `definition_notes` (
	`project_id` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`verified_at` integer,
	`verified_by` text,
	`hidden` integer DEFAULT 0 NOT NULL,
	`property_type` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`created_at` integer,
	`deleted_count` integer,
	PRIMARY KEY(`project_id`, `kind`, `name`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `deleted_projects` (
	`id` integer PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `deletions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`distinct_id_ids` text NOT NULL,
	`until_seq` integer NOT NULL,
	`reach` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`delete_verified_at` integer,
	`progress` text DEFAULT '{}' NOT NULL,
	`receipt` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `deletions_by_key` ON `deletions` (`project_id`,`kind`,`key`);--> statement-breakpoint
CREATE INDEX `deletions_by_status` ON `deletions` (`status`,`id`);--> statement-breakpoint
CREATE TABLE `distinct_ids` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`distinct_id` text NOT NULL,
	`person_id` integer,
	`is_personless` integer DEFAULT 0 NOT NULL,
	`text_sum` integer,
	`head_sum` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `distinct_ids_by_text` ON `distinct_ids` (`project_id`,`distinct_id`);--> statement-breakpoint
CREATE INDEX `distinct_ids_by_person` ON `distinct_ids` (`person_id`);--> statement-breakpoint
CREATE TABLE `event_hours` (
	`project` integer NOT NULL,
	`hour` integer NOT NULL,
	`first_seq` integer NOT NULL,
	`events` integer NOT NULL,
	PRIMARY KEY(`project`, `hour`, `first_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_index` (
	`seq` integer PRIMARY KEY NOT NULL,
	`distinct_id_id` integer NOT NULL,
	`event_name_id` integer NOT NULL,
	`timestamp` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `event_index_by_distinct_id` ON `event_index` (`distinct_id_id`,`timestamp`);--> statement-breakpoint
CREATE INDEX `event_index_by_name` ON `event_index` (`event_name_id`,`timestamp`);--> statement-breakpoint
CREATE TABLE `event_names` (
	`id` integer PRIMARY KEY NOT NULL,
	`project_id` integer NOT NULL,
	`name` text NOT NULL,
	`text_sum` integer,
	`head_sum` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `event_names_by_name` ON `event_names` (`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `event_texts` (
	`first_seq` integer PRIMARY KEY NOT NULL,
	`last_seq` integer NOT NULL,
	`data` blob NOT NULL,
	`events` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`uuid` blob NOT NULL,
	`event_name_id` integer NOT NULL,
	`distinct_id_id` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`received_at` integer NOT NULL,
	`properties` text NOT NULL,
	`elements` text,
	`head_sum` integer NOT NULL,
	`text_sum` integer NOT NULL,
	`origin_sum` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_uuid` ON `events` (`project_id`,`uuid`);--> statement-breakpoint
CREATE INDEX `events_by_timestamp` ON `events` (`project_id`,`timestamp`);--> statement-breakpoint
CREATE TABLE `feature_flags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`key` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`filters` text NOT NULL,
	`active` integer DEFAULT 1 NOT NULL,
	`deleted` integer DEFAULT 0 NOT NULL,
	`archived` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`ensure_experience_continuity` integer DEFAULT 0 NOT NULL,
	`evaluation_runtime` text DEFAULT 'all' NOT NULL,
	`bucketing_identifier` text DEFAULT 'distinct_id' NOT NULL,
	`is_remote_configuration` integer DEFAULT 0 NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`evaluation_tags` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`last_modified_by` text,
	`last_called_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `feature_flags_by_key` ON `feature_flags` (`project_id`,`key`);--> statement-breakpoint
CREATE TABLE `flag_ids` (
	`project_id` integer NOT NULL,
	`person_id` integer NOT NULL,
	`flag_key` text NOT NULL,
	`kept_id` text NOT NULL,
	PRIMARY KEY(`person_id`, `flag_key`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `followers` (
	`name` text PRIMARY KEY NOT NULL,
	`mark` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `group_types` (
	`project_id` integer NOT NULL,
	`group_type_index` integer NOT NULL,
	`group_type` text NOT NULL,
	PRIMARY KEY(`project_id`, `group_type_index`)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `group_types_by_name` ON `group_types` (`project_id`,`group_type`);--> statement-breakpoint
CREATE TABLE `groups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`group_type_index` integer NOT NULL,
	`group_key` text NOT NULL,
	`properties` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`text_sum` integer,
	`head_sum` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `groups_by_key` ON `groups` (`project_id`,`group_type_index`,`group_key`);--> statement-breakpoint
CREATE TABLE `identity_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`distinct_id_id` integer,
	`person_id` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `ingestion_warnings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`type` text NOT NULL,
	`distinct_id` text,
	`event_uuid` text,
	`details` text DEFAULT '{}' NOT NULL,
	`timestamp` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `ingestion_warnings_by_project` ON `ingestion_warnings` (`project_id`,`id`);--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`host` text NOT NULL,
	`pid` integer NOT NULL,
	`renewed_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `log_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`deletions` integer NOT NULL,
	`is_moving` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `notes` (
	`project_id` integer NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`project_id`, `name`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `personal_api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`value_hash` text NOT NULL,
	`mask_value` text NOT NULL,
	`scopes` text NOT NULL,
	`scoped_projects` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`last_rolled_at` integer,
	`current_project` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `personal_api_keys_value_hash_unique` ON `personal_api_keys` (`value_hash`);--> statement-breakpoint
CREATE TABLE `persons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`uuid` text NOT NULL,
	`properties` text DEFAULT '{}' NOT NULL,
	`is_identified` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`text_sum` integer,
	`head_sum` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_by_uuid` ON `persons` (`project_id`,`uuid`);--> statement-breakpoint
CREATE INDEX `persons_by_created_at` ON `persons` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `persons_by_email` ON `persons` (`project_id`,(properties ->> '$.email'),`created_at`);--> statement-breakpoint
CREATE TABLE `plugin_attachments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`config_id` integer NOT NULL,
	`key` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`contents` blob NOT NULL,
	`is_secret` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`config_id`) REFERENCES `plugin_configs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `plugin_attachments_by_key` ON `plugin_attachments` (`config_id`,`key`);--> statement-breakpoint
CREATE TABLE `plugin_cache` (
	`plugin_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`is_list` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	`config_id` integer NOT NULL,
	PRIMARY KEY(`plugin_id`, `project_id`, `key`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugin_cache_items` (
	`plugin_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`key` text NOT NULL,
	`position` integer NOT NULL,
	`value` text NOT NULL,
	`config_id` integer NOT NULL,
	PRIMARY KEY(`plugin_id`, `project_id`, `key`, `position`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugin_configs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`plugin_id` integer NOT NULL,
	`source_id` integer NOT NULL,
	`enabled` integer DEFAULT 0 NOT NULL,
	`order` integer NOT NULL,
	`name` text,
	`description` text,
	`deleted` integer DEFAULT 0 NOT NULL,
	`config` text DEFAULT '{}' NOT NULL,
	`secrets` blob,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plugin_id`) REFERENCES `plugins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`source_id`) REFERENCES `plugin_sources`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `plugin_configs_by_order` ON `plugin_configs` (`project_id`,`order`,`plugin_id`);--> statement-breakpoint
CREATE TABLE `plugin_exports` (
	`project_id` integer NOT NULL,
	`config_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`config_id`, `seq`),
	FOREIGN KEY (`config_id`) REFERENCES `plugin_configs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugin_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`config_id` integer NOT NULL,
	`name` text NOT NULL,
	`payload` text NOT NULL,
	`run_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`config_id`) REFERENCES `plugin_configs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `plugin_jobs_by_time` ON `plugin_jobs` (`run_at`,`id`);--> statement-breakpoint
CREATE INDEX `plugin_jobs_by_config` ON `plugin_jobs` (`config_id`,`run_at`,`id`);--> statement-breakpoint
CREATE TABLE `plugin_logs` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`project_id` integer NOT NULL,
	`plugin_id` integer NOT NULL,
	`config_id` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`message` text NOT NULL,
	`instance_id` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `plugin_logs_by_config` ON `plugin_logs` (`project_id`,`config_id`,`timestamp`,`seq`);--> statement-breakpoint
CREATE TABLE `plugin_metrics` (
	`project_id` integer NOT NULL,
	`config_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`category` text NOT NULL,
	`successes` integer DEFAULT 0 NOT NULL,
	`successes_on_retry` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`config_id`, `hour`, `category`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugin_sources` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`plugin_id` integer NOT NULL,
	`files` text NOT NULL,
	`code` text,
	`frontend_code` text,
	`error` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`plugin_id`) REFERENCES `plugins`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugin_storage` (
	`config_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`config_id`, `key`),
	FOREIGN KEY (`config_id`) REFERENCES `plugin_configs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugin_usage` (
	`config_id` integer PRIMARY KEY NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`log_bytes` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`plugin_type` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`url` text,
	`icon` text,
	`config_schema` text DEFAULT '[]' NOT NULL,
	`tag` text,
	`is_global` integer DEFAULT 0 NOT NULL,
	`capabilities` text DEFAULT '{}' NOT NULL,
	`metrics` text DEFAULT '{}' NOT NULL,
	`public_jobs` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `projects` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`name` text NOT NULL,
	`api_token` text NOT NULL,
	`timezone` text DEFAULT 'UTC' NOT NULL,
	`week_start_day` integer DEFAULT 0 NOT NULL,
	`person_display_name_properties` text DEFAULT '[]' NOT NULL,
	`test_account_filters` text DEFAULT '[]' NOT NULL,
	`path_cleaning_filters` text DEFAULT '[]' NOT NULL,
	`anonymize_ips` integer DEFAULT 0 NOT NULL,
	`person_processing_opt_out` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `projects_api_token_unique` ON `projects` (`api_token`);--> statement-breakpoint
CREATE TABLE `saved_insights` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`short_id` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`filters` text NOT NULL,
	`query` text,
	`favorited` integer DEFAULT 0 NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`deleted` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`last_modified_at` integer NOT NULL,
	`derived_name` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_insights_by_short_id` ON `saved_insights` (`project_id`,`short_id`);--> statement-breakpoint
CREATE TABLE `schedules` (
	`name` text PRIMARY KEY NOT NULL,
	`last_run_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `segment_columns` (
	`segment_id` integer NOT NULL,
	`name` text NOT NULL,
	`data` blob NOT NULL,
	`dictionary` text,
	PRIMARY KEY(`segment_id`, `name`),
	FOREIGN KEY (`segment_id`) REFERENCES `segments`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `segments` (
	`id` integer PRIMARY KEY NOT NULL,
	`project_id` integer NOT NULL,
	`block` integer NOT NULL,
	`rows` integer NOT NULL,
	`min_ms` integer NOT NULL,
	`max_ms` integer NOT NULL,
	`directory` text NOT NULL,
	`wide_keys` text NOT NULL,
	`columns` text NOT NULL,
	`left_out` text DEFAULT '[]' NOT NULL,
	`checksum` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `segments_by_block` ON `segments` (`project_id`,`block`);--> statement-breakpoint
CREATE TABLE `uuid_blocks` (
	`block` integer PRIMARY KEY NOT NULL,
	`last_seq` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `uuid_pages` (
	`place` integer PRIMARY KEY NOT NULL,
	`data` blob NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `log_changes` (`id`, `deletions`) VALUES (1, 0);
--> statement-breakpoint
-- Events that move into a chunk lose their rows too, and are not deleted.
CREATE TRIGGER `events_deleted` AFTER DELETE ON `events` WHEN (SELECT `is_moving` FROM `log_changes` WHERE `id` = 1) = 0 BEGIN
	DELETE FROM `segments` WHERE `project_id` = OLD.`project_id` AND `block` = OLD.`seq` >> 16;
	UPDATE `log_changes` SET `deletions` = `deletions` + 1 WHERE `id` = 1;
END;
--> statement-breakpoint
CREATE TRIGGER `segments_deleted` AFTER DELETE ON `segments` BEGIN
	UPDATE `log_changes` SET `deletions` = `deletions` + 1 WHERE `id` = 1;
END;
--> statement-breakpoint
CREATE TRIGGER `distinct_ids_changed` AFTER UPDATE OF `person_id`, `is_personless` ON `distinct_ids` BEGIN
	INSERT INTO `identity_changes` (`distinct_id_id`) VALUES (NEW.`id`);
	DELETE FROM `identity_changes` WHERE `seq` <= (SELECT max(`seq`) FROM `identity_changes`) - 100000;
END;
--> statement-breakpoint
CREATE TRIGGER `distinct_ids_deleted` AFTER DELETE ON `distinct_ids` BEGIN
	INSERT INTO `identity_changes` (`distinct_id_id`) VALUES (OLD.`id`);
	DELETE FROM `identity_changes` WHERE `seq` <= (SELECT max(`seq`) FROM `identity_changes`) - 100000;
END;
--> statement-breakpoint
CREATE TRIGGER `persons_created_at_changed` AFTER UPDATE OF `created_at` ON `persons`
WHEN NEW.`created_at` IS NOT OLD.`created_at` BEGIN
	INSERT INTO `identity_changes` (`person_id`) VALUES (NEW.`id`);
	DELETE FROM `identity_changes` WHERE `seq` <= (SELECT max(`seq`) FROM `identity_changes`) - 100000;
END;
--> statement-breakpoint
CREATE TRIGGER `cohort_members_added` AFTER INSERT ON `cohort_members` BEGIN
	UPDATE `cohorts` SET `version` = `version` + 1 WHERE `id` = NEW.`cohort_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `cohort_members_changed` AFTER UPDATE ON `cohort_members` BEGIN
	UPDATE `cohorts` SET `version` = `version` + 1 WHERE `id` = NEW.`cohort_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `cohort_members_removed` AFTER DELETE ON `cohort_members` BEGIN
	UPDATE `cohorts` SET `version` = `version` + 1 WHERE `id` = OLD.`cohort_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `distinct_ids_summed` AFTER INSERT ON `distinct_ids` BEGIN
	UPDATE `distinct_ids` SET `head_sum` = ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + coalesce(NEW.`person_id` + 1, 0) * 60013 + NEW.`is_personless` * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `distinct_ids_summed_again` AFTER UPDATE OF `id`, `project_id`, `person_id`, `is_personless` ON `distinct_ids`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`project_id` IS NOT OLD.`project_id` OR NEW.`person_id` IS NOT OLD.`person_id` OR NEW.`is_personless` IS NOT OLD.`is_personless` BEGIN
	UPDATE `distinct_ids` SET `head_sum` = `head_sum`
		+ ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + coalesce(NEW.`person_id` + 1, 0) * 60013 + NEW.`is_personless` * 70001) % 2147483647)
		- ((OLD.`id` * 40503 + OLD.`project_id` * 50021 + coalesce(OLD.`person_id` + 1, 0) * 60013 + OLD.`is_personless` * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `distinct_ids_unsummed` AFTER UPDATE OF `distinct_id` ON `distinct_ids`
WHEN NEW.`text_sum` IS OLD.`text_sum` AND (NEW.`distinct_id` IS NOT OLD.`distinct_id`) BEGIN
	UPDATE `distinct_ids` SET `text_sum` = NULL WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `event_names_summed` AFTER INSERT ON `event_names` BEGIN
	UPDATE `event_names` SET `head_sum` = ((NEW.`id` * 40503 + NEW.`project_id` * 50021) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `event_names_summed_again` AFTER UPDATE OF `id`, `project_id` ON `event_names`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`project_id` IS NOT OLD.`project_id` BEGIN
	UPDATE `event_names` SET `head_sum` = `head_sum`
		+ ((NEW.`id` * 40503 + NEW.`project_id` * 50021) % 2147483647)
		- ((OLD.`id` * 40503 + OLD.`project_id` * 50021) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `event_names_unsummed` AFTER UPDATE OF `name` ON `event_names`
WHEN NEW.`text_sum` IS OLD.`text_sum` AND (NEW.`name` IS NOT OLD.`name`) BEGIN
	UPDATE `event_names` SET `text_sum` = NULL WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_summed` AFTER INSERT ON `groups` BEGIN
	UPDATE `groups` SET `head_sum` = ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + NEW.`group_type_index` * 60013 + (NEW.`created_at` % 2147483647) * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_summed_again` AFTER UPDATE OF `id`, `project_id`, `group_type_index`, `created_at` ON `groups`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`project_id` IS NOT OLD.`project_id` OR NEW.`group_type_index` IS NOT OLD.`group_type_index` OR NEW.`created_at` IS NOT OLD.`created_at` BEGIN
	UPDATE `groups` SET `head_sum` = `head_sum`
		+ ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + NEW.`group_type_index` * 60013 + (NEW.`created_at` % 2147483647) * 70001) % 2147483647)
		- ((OLD.`id` * 40503 + OLD.`project_id` * 50021 + OLD.`group_type_index` * 60013 + (OLD.`created_at` % 2147483647) * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_unsummed` AFTER UPDATE OF `group_key`, `properties` ON `groups`
WHEN NEW.`text_sum` IS OLD.`text_sum` AND (NEW.`group_key` IS NOT OLD.`group_key` OR NEW.`properties` IS NOT OLD.`properties`) BEGIN
	UPDATE `groups` SET `text_sum` = NULL WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `persons_summed` AFTER INSERT ON `persons` BEGIN
	UPDATE `persons` SET `head_sum` = ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + NEW.`is_identified` * 60013 + (NEW.`created_at` % 2147483647) * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `persons_summed_again` AFTER UPDATE OF `id`, `project_id`, `is_identified`, `created_at` ON `persons`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`project_id` IS NOT OLD.`project_id` OR NEW.`is_identified` IS NOT OLD.`is_identified` OR NEW.`created_at` IS NOT OLD.`created_at` BEGIN
	UPDATE `persons` SET `head_sum` = `head_sum`
		+ ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + NEW.`is_identified` * 60013 + (NEW.`created_at` % 2147483647) * 70001) % 2147483647)
		- ((OLD.`id` * 40503 + OLD.`project_id` * 50021 + OLD.`is_identified` * 60013 + (OLD.`created_at` % 2147483647) * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `persons_unsummed` AFTER UPDATE OF `uuid`, `properties` ON `persons`
WHEN NEW.`text_sum` IS OLD.`text_sum` AND (NEW.`uuid` IS NOT OLD.`uuid` OR NEW.`properties` IS NOT OLD.`properties`) BEGIN
	UPDATE `persons` SET `text_sum` = NULL WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_added` AFTER INSERT ON `plugin_cache` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_changed` AFTER UPDATE OF `key`, `value`, `config_id` ON `plugin_cache` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_deleted` AFTER DELETE ON `plugin_cache` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_items_added` AFTER INSERT ON `plugin_cache_items` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_items_changed` AFTER UPDATE OF `key`, `value`, `config_id` ON `plugin_cache_items` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_items_deleted` AFTER DELETE ON `plugin_cache_items` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_configs_added` AFTER INSERT ON `plugin_configs` BEGIN
	INSERT INTO `plugin_usage` (`config_id`) VALUES (NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_configs_deleted` AFTER DELETE ON `plugin_configs` BEGIN
	DELETE FROM `plugin_usage` WHERE `config_id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_jobs_added` AFTER INSERT ON `plugin_jobs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`name`) + octet_length(NEW.`payload`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_jobs_changed` AFTER UPDATE OF `name`, `payload`, `config_id` ON `plugin_jobs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`name`) + octet_length(OLD.`payload`) + 128) WHERE `config_id` = OLD.`config_id`;
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`name`) + octet_length(NEW.`payload`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_jobs_deleted` AFTER DELETE ON `plugin_jobs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`name`) + octet_length(OLD.`payload`) + 128) WHERE `config_id` = OLD.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_logs_added` AFTER INSERT ON `plugin_logs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`message`) + 128), `log_bytes` = `log_bytes` + (octet_length(NEW.`message`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_logs_changed` AFTER UPDATE OF `message`, `config_id` ON `plugin_logs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`message`) + 128), `log_bytes` = `log_bytes` - (octet_length(OLD.`message`) + 128) WHERE `config_id` = OLD.`config_id`;
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`message`) + 128), `log_bytes` = `log_bytes` + (octet_length(NEW.`message`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_logs_deleted` AFTER DELETE ON `plugin_logs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`message`) + 128), `log_bytes` = `log_bytes` - (octet_length(OLD.`message`) + 128) WHERE `config_id` = OLD.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_storage_added` AFTER INSERT ON `plugin_storage` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_storage_changed` AFTER UPDATE OF `key`, `value`, `config_id` ON `plugin_storage` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_storage_deleted` AFTER DELETE ON `plugin_storage` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
END;
