CREATE TABLE `event_index` (
	`seq` integer PRIMARY KEY NOT NULL,
	`distinct_id_id` integer NOT NULL,
	`event_name_id` integer NOT NULL,
	`timestamp` integer NOT NULL,
	FOREIGN KEY (`seq`) REFERENCES `events`(`seq`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `event_index_by_distinct_id` ON `event_index` (`distinct_id_id`,`timestamp`);--> statement-breakpoint
CREATE INDEX `event_index_by_name` ON `event_index` (`event_name_id`,`timestamp`);