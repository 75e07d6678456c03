ALTER TABLE `segments` ADD `columns` text;--> statement-breakpoint
ALTER TABLE `segments` ADD `log_checksums` text;--> statement-breakpoint
ALTER TABLE `segments` ADD `left_out` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `segments` ADD `checksum` integer;