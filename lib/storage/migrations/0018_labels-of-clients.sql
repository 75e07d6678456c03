ALTER TABLE `actions` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `actions` ADD `post_to_slack` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `actions` ADD `slack_message_format` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `saved_insights` ADD `derived_name` text;