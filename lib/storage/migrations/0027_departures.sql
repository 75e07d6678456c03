CREATE TABLE `departures` (
	`first_seq` integer PRIMARY KEY NOT NULL,
	`last_seq` integer NOT NULL,
	`events` integer NOT NULL,
	`proof` text NOT NULL,
	`left_at` integer NOT NULL
) STRICT;
