CREATE TABLE `event_hours` (
	`project` integer NOT NULL,
	`hour` integer NOT NULL,
	`first_seq` integer NOT NULL,
	`events` integer NOT NULL,
	PRIMARY KEY(`project`, `hour`, `first_seq`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- Derived: the next reader fills it again. Its rows outlive those of `events`.
DROP TABLE `event_index`;
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
ALTER TABLE `event_texts` ADD `events` integer;--> statement-breakpoint
ALTER TABLE `log_changes` ADD `is_moving` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER `events_deleted`;--> statement-breakpoint
-- Events that move into a chunk lose their rows too, and are not deleted.
CREATE TRIGGER `events_deleted` AFTER DELETE ON `events` WHEN (SELECT `is_moving` FROM `log_changes` WHERE `id` = 1) = 0 BEGIN
	DELETE FROM `segments` WHERE `project_id` = OLD.`project_id` AND `block` = OLD.`seq` >> 16;
	UPDATE `log_changes` SET `deletions` = `deletions` + 1 WHERE `id` = 1;
END;
