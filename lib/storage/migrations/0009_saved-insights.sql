CREATE TABLE `dashboard_tiles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`dashboard_id` integer NOT NULL,
	`insight_id` integer NOT NULL,
	`place` integer NOT NULL,
	`width` integer NOT NULL
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
	`last_modified_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `dashboards_by_project` ON `dashboards` (`project_id`);--> statement-breakpoint
CREATE TABLE `saved_insights` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`short_id` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`filters` text NOT NULL,
	`favorited` integer DEFAULT 0 NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`deleted` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`last_modified_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_insights_by_short_id` ON `saved_insights` (`project_id`,`short_id`);