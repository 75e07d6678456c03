CREATE TABLE `notes` (
	`project_id` integer NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`project_id`, `name`)
) STRICT;
