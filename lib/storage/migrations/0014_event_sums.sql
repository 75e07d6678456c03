ALTER TABLE `events` ADD `head_sum` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `text_sum` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `origin_sum` integer;--> statement-breakpoint
-- The checksum of a segment covered the column that goes: it counts as one of a version without checksums.
UPDATE `segments` SET `columns` = NULL, `checksum` = NULL;--> statement-breakpoint
ALTER TABLE `segments` DROP COLUMN `log_checksums`;