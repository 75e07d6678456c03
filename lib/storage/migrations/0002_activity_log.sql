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
CREATE INDEX `activity_log_by_item` ON `activity_log` (`project_id`,`scope`,`item_id`);