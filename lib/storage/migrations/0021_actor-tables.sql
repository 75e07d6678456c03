CREATE TABLE `actor_tables` (
	`id` integer PRIMARY KEY NOT NULL,
	`mark` integer NOT NULL,
	`last_id` integer NOT NULL,
	`person_limit` integer NOT NULL,
	`personless` integer NOT NULL,
	`data` blob NOT NULL,
	`checksum` integer NOT NULL
) STRICT;
