CREATE TABLE `deleted_projects` (
	`id` integer PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `schedules` (
	`name` text PRIMARY KEY NOT NULL,
	`last_run_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `cohorts` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `cohorts` ADD `deleted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `cohorts` ADD `is_calculating` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `cohorts` ADD `last_calculation` integer;--> statement-breakpoint
ALTER TABLE `cohorts` ADD `count` integer;--> statement-breakpoint
ALTER TABLE `cohorts` ADD `errors_calculating` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `deleted_at` integer;