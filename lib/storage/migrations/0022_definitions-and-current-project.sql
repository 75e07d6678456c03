ALTER TABLE `definition_notes` ADD `created_at` integer;--> statement-breakpoint
ALTER TABLE `definition_notes` ADD `deleted_count` integer;--> statement-breakpoint
ALTER TABLE `personal_api_keys` ADD `current_project` integer;