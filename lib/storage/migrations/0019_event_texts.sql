CREATE TABLE `event_texts` (
	`first_seq` integer PRIMARY KEY NOT NULL,
	`last_seq` integer NOT NULL,
	`data` blob NOT NULL
) STRICT;
