CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`host` text NOT NULL,
	`pid` integer NOT NULL,
	`renewed_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `deletions` ADD `reach` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `deletions` ADD `progress` text DEFAULT '{}' NOT NULL;