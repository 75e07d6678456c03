ALTER TABLE `dashboard_tiles` ADD `layouts` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `dashboard_tiles` ADD `body` text;--> statement-breakpoint
ALTER TABLE `dashboard_tiles` ADD `body_by` text;--> statement-breakpoint
ALTER TABLE `dashboard_tiles` ADD `body_at` integer;--> statement-breakpoint
ALTER TABLE `dashboards` ADD `share_hash` text;--> statement-breakpoint
ALTER TABLE `dashboards` ADD `shared_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `dashboards_by_share` ON `dashboards` (`share_hash`);