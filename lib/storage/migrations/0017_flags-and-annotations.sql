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
	PRIMARY KEY(`project_id`, `kind`, `name`)
) STRICT;
--> statement-breakpoint
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
