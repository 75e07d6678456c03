ALTER TABLE `distinct_ids` ADD `text_sum` integer;--> statement-breakpoint
ALTER TABLE `distinct_ids` ADD `head_sum` integer;--> statement-breakpoint
ALTER TABLE `event_names` ADD `text_sum` integer;--> statement-breakpoint
ALTER TABLE `event_names` ADD `head_sum` integer;--> statement-breakpoint
ALTER TABLE `groups` ADD `text_sum` integer;--> statement-breakpoint
ALTER TABLE `groups` ADD `head_sum` integer;--> statement-breakpoint
ALTER TABLE `persons` ADD `text_sum` integer;--> statement-breakpoint
ALTER TABLE `persons` ADD `head_sum` integer;--> statement-breakpoint
UPDATE `event_names` SET
	`text_sum` = hoglet_text_sum(`name`),
	`head_sum` = ((`id` * 40503 + `project_id` * 50021) % 2147483647);
--> statement-breakpoint
CREATE TRIGGER `event_names_summed` AFTER INSERT ON `event_names` BEGIN
	UPDATE `event_names` SET `head_sum` = ((NEW.`id` * 40503 + NEW.`project_id` * 50021) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `event_names_summed_again` AFTER UPDATE OF `id`, `project_id` ON `event_names`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`project_id` IS NOT OLD.`project_id` BEGIN
	UPDATE `event_names` SET `head_sum` = `head_sum`
		+ ((NEW.`id` * 40503 + NEW.`project_id` * 50021) % 2147483647)
		- ((OLD.`id` * 40503 + OLD.`project_id` * 50021) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `event_names_unsummed` AFTER UPDATE OF `name` ON `event_names`
WHEN NEW.`text_sum` IS OLD.`text_sum` AND (NEW.`name` IS NOT OLD.`name`) BEGIN
	UPDATE `event_names` SET `text_sum` = NULL WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
UPDATE `distinct_ids` SET
	`text_sum` = hoglet_text_sum(`distinct_id`),
	`head_sum` = ((`id` * 40503 + `project_id` * 50021 + coalesce(`person_id` + 1, 0) * 60013 + `is_personless` * 70001) % 2147483647);
--> statement-breakpoint
CREATE TRIGGER `distinct_ids_summed` AFTER INSERT ON `distinct_ids` BEGIN
	UPDATE `distinct_ids` SET `head_sum` = ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + coalesce(NEW.`person_id` + 1, 0) * 60013 + NEW.`is_personless` * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `distinct_ids_summed_again` AFTER UPDATE OF `id`, `project_id`, `person_id`, `is_personless` ON `distinct_ids`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`project_id` IS NOT OLD.`project_id` OR NEW.`person_id` IS NOT OLD.`person_id` OR NEW.`is_personless` IS NOT OLD.`is_personless` BEGIN
	UPDATE `distinct_ids` SET `head_sum` = `head_sum`
		+ ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + coalesce(NEW.`person_id` + 1, 0) * 60013 + NEW.`is_personless` * 70001) % 2147483647)
		- ((OLD.`id` * 40503 + OLD.`project_id` * 50021 + coalesce(OLD.`person_id` + 1, 0) * 60013 + OLD.`is_personless` * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `distinct_ids_unsummed` AFTER UPDATE OF `distinct_id` ON `distinct_ids`
WHEN NEW.`text_sum` IS OLD.`text_sum` AND (NEW.`distinct_id` IS NOT OLD.`distinct_id`) BEGIN
	UPDATE `distinct_ids` SET `text_sum` = NULL WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
UPDATE `persons` SET
	`text_sum` = hoglet_text_sum(`uuid`, `properties`),
	`head_sum` = ((`id` * 40503 + `project_id` * 50021 + `is_identified` * 60013 + (`created_at` % 2147483647) * 70001) % 2147483647);
--> statement-breakpoint
CREATE TRIGGER `persons_summed` AFTER INSERT ON `persons` BEGIN
	UPDATE `persons` SET `head_sum` = ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + NEW.`is_identified` * 60013 + (NEW.`created_at` % 2147483647) * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `persons_summed_again` AFTER UPDATE OF `id`, `project_id`, `is_identified`, `created_at` ON `persons`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`project_id` IS NOT OLD.`project_id` OR NEW.`is_identified` IS NOT OLD.`is_identified` OR NEW.`created_at` IS NOT OLD.`created_at` BEGIN
	UPDATE `persons` SET `head_sum` = `head_sum`
		+ ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + NEW.`is_identified` * 60013 + (NEW.`created_at` % 2147483647) * 70001) % 2147483647)
		- ((OLD.`id` * 40503 + OLD.`project_id` * 50021 + OLD.`is_identified` * 60013 + (OLD.`created_at` % 2147483647) * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `persons_unsummed` AFTER UPDATE OF `uuid`, `properties` ON `persons`
WHEN NEW.`text_sum` IS OLD.`text_sum` AND (NEW.`uuid` IS NOT OLD.`uuid` OR NEW.`properties` IS NOT OLD.`properties`) BEGIN
	UPDATE `persons` SET `text_sum` = NULL WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
UPDATE `groups` SET
	`text_sum` = hoglet_text_sum(`group_key`, `properties`),
	`head_sum` = ((`id` * 40503 + `project_id` * 50021 + `group_type_index` * 60013 + (`created_at` % 2147483647) * 70001) % 2147483647);
--> statement-breakpoint
CREATE TRIGGER `groups_summed` AFTER INSERT ON `groups` BEGIN
	UPDATE `groups` SET `head_sum` = ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + NEW.`group_type_index` * 60013 + (NEW.`created_at` % 2147483647) * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_summed_again` AFTER UPDATE OF `id`, `project_id`, `group_type_index`, `created_at` ON `groups`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`project_id` IS NOT OLD.`project_id` OR NEW.`group_type_index` IS NOT OLD.`group_type_index` OR NEW.`created_at` IS NOT OLD.`created_at` BEGIN
	UPDATE `groups` SET `head_sum` = `head_sum`
		+ ((NEW.`id` * 40503 + NEW.`project_id` * 50021 + NEW.`group_type_index` * 60013 + (NEW.`created_at` % 2147483647) * 70001) % 2147483647)
		- ((OLD.`id` * 40503 + OLD.`project_id` * 50021 + OLD.`group_type_index` * 60013 + (OLD.`created_at` % 2147483647) * 70001) % 2147483647)
	WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_unsummed` AFTER UPDATE OF `group_key`, `properties` ON `groups`
WHEN NEW.`text_sum` IS OLD.`text_sum` AND (NEW.`group_key` IS NOT OLD.`group_key` OR NEW.`properties` IS NOT OLD.`properties`) BEGIN
	UPDATE `groups` SET `text_sum` = NULL WHERE `id` = NEW.`id`;
END;
