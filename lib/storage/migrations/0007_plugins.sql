CREATE TABLE `plugin_attachments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`config_id` integer NOT NULL,
	`key` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`contents` blob NOT NULL,
	`is_secret` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`config_id`) REFERENCES `plugin_configs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `plugin_attachments_by_key` ON `plugin_attachments` (`config_id`,`key`);--> statement-breakpoint
CREATE TABLE `plugin_cache` (
	`plugin_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`is_list` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	PRIMARY KEY(`plugin_id`, `project_id`, `key`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugin_configs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`plugin_id` integer NOT NULL,
	`source_id` integer NOT NULL,
	`enabled` integer DEFAULT 0 NOT NULL,
	`order` integer NOT NULL,
	`name` text,
	`description` text,
	`deleted` integer DEFAULT 0 NOT NULL,
	`config` text DEFAULT '{}' NOT NULL,
	`secrets` blob,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plugin_id`) REFERENCES `plugins`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`source_id`) REFERENCES `plugin_sources`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `plugin_configs_by_order` ON `plugin_configs` (`project_id`,`order`,`plugin_id`);--> statement-breakpoint
CREATE TABLE `plugin_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`config_id` integer NOT NULL,
	`name` text NOT NULL,
	`payload` text NOT NULL,
	`run_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`config_id`) REFERENCES `plugin_configs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `plugin_jobs_by_time` ON `plugin_jobs` (`run_at`,`id`);--> statement-breakpoint
CREATE TABLE `plugin_logs` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`project_id` integer NOT NULL,
	`plugin_id` integer NOT NULL,
	`config_id` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`message` text NOT NULL,
	`instance_id` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `plugin_logs_by_config` ON `plugin_logs` (`project_id`,`config_id`,`timestamp`,`seq`);--> statement-breakpoint
CREATE TABLE `plugin_metrics` (
	`project_id` integer NOT NULL,
	`config_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`category` text NOT NULL,
	`successes` integer DEFAULT 0 NOT NULL,
	`successes_on_retry` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`config_id`, `hour`, `category`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugin_sources` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`plugin_id` integer NOT NULL,
	`files` text NOT NULL,
	`code` text,
	`frontend_code` text,
	`error` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`plugin_id`) REFERENCES `plugins`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugin_storage` (
	`config_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`config_id`, `key`),
	FOREIGN KEY (`config_id`) REFERENCES `plugin_configs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`plugin_type` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`url` text,
	`icon` text,
	`config_schema` text DEFAULT '[]' NOT NULL,
	`tag` text,
	`is_global` integer DEFAULT 0 NOT NULL,
	`capabilities` text DEFAULT '{}' NOT NULL,
	`metrics` text DEFAULT '{}' NOT NULL,
	`public_jobs` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
