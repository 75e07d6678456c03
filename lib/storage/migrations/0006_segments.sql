CREATE TABLE `identity_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`distinct_id_id` integer,
	`person_id` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `log_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`deletions` integer NOT NULL
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
	`wide_keys` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `segments_by_block` ON `segments` (`project_id`,`block`);--> statement-breakpoint
INSERT INTO `log_changes` (`id`, `deletions`) VALUES (1, 0);
--> statement-breakpoint
CREATE TRIGGER `events_deleted` AFTER DELETE ON `events` BEGIN
	DELETE FROM `segments` WHERE `project_id` = OLD.`project_id` AND `block` = OLD.`seq` >> 16;
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
CREATE TRIGGER `segments_deleted` AFTER DELETE ON `segments` BEGIN
	UPDATE `log_changes` SET `deletions` = `deletions` + 1 WHERE `id` = 1;
END;
