CREATE TABLE `plugin_exports` (
	`project_id` integer NOT NULL,
	`config_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`config_id`, `seq`),
	FOREIGN KEY (`config_id`) REFERENCES `plugin_configs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
