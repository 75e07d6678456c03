CREATE TABLE `actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`steps` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `actions_by_project` ON `actions` (`project_id`);--> statement-breakpoint
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
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `cohorts_by_project` ON `cohorts` (`project_id`);--> statement-breakpoint
CREATE TABLE `distinct_ids` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`distinct_id` text NOT NULL,
	`person_id` integer,
	`is_personless` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `persons`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `distinct_ids_by_text` ON `distinct_ids` (`project_id`,`distinct_id`);--> statement-breakpoint
CREATE INDEX `distinct_ids_by_person` ON `distinct_ids` (`person_id`);--> statement-breakpoint
CREATE TABLE `event_names` (
	`id` integer PRIMARY KEY NOT NULL,
	`project_id` integer NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `event_names_by_name` ON `event_names` (`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`uuid` blob NOT NULL,
	`event_name_id` integer NOT NULL,
	`distinct_id_id` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`received_at` integer NOT NULL,
	`properties` text NOT NULL,
	`elements` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_uuid` ON `events` (`project_id`,`uuid`);--> statement-breakpoint
CREATE INDEX `events_by_timestamp` ON `events` (`project_id`,`timestamp`);--> statement-breakpoint
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
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `groups_by_key` ON `groups` (`project_id`,`group_type_index`,`group_key`);--> statement-breakpoint
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
CREATE TABLE `personal_api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`value_hash` text NOT NULL,
	`mask_value` text NOT NULL,
	`scopes` text NOT NULL,
	`scoped_projects` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`last_rolled_at` integer
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
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_by_uuid` ON `persons` (`project_id`,`uuid`);--> statement-breakpoint
CREATE INDEX `persons_by_created_at` ON `persons` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `persons_by_email` ON `persons` (`project_id`,(properties ->> '$.email'));--> statement-breakpoint
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
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `projects_api_token_unique` ON `projects` (`api_token`);