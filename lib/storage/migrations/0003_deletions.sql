CREATE TABLE `deletions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`distinct_id_ids` text NOT NULL,
	`until_seq` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`delete_verified_at` integer,
	`receipt` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `deletions_by_key` ON `deletions` (`project_id`,`kind`,`key`);--> statement-breakpoint
CREATE INDEX `deletions_by_status` ON `deletions` (`status`,`id`);--> statement-breakpoint
DROP INDEX `persons_by_email`;--> statement-breakpoint
CREATE INDEX `persons_by_email` ON `persons` (`project_id`,(properties ->> '$.email'),`created_at`);