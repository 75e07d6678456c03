CREATE TABLE `uuid_blocks` (
	`block` integer PRIMARY KEY NOT NULL,
	`last_seq` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `uuid_pages` (
	`place` integer PRIMARY KEY NOT NULL,
	`data` blob NOT NULL
) STRICT;
