CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`project` integer NOT NULL,
	`id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`event_seq` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `changes_by_key` ON `changes` (`kind`,`id`,`other_id`);--> statement-breakpoint
CREATE TABLE `followers` (
	`name` text PRIMARY KEY NOT NULL,
	`mark` text NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `cohorts` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `cohort_members_added` AFTER INSERT ON `cohort_members` BEGIN
	UPDATE `cohorts` SET `version` = `version` + 1 WHERE `id` = NEW.`cohort_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `cohort_members_removed` AFTER DELETE ON `cohort_members` BEGIN
	UPDATE `cohorts` SET `version` = `version` + 1 WHERE `id` = OLD.`cohort_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `cohort_members_changed` AFTER UPDATE ON `cohort_members` BEGIN
	UPDATE `cohorts` SET `version` = `version` + 1 WHERE `id` = NEW.`cohort_id`;
END;
