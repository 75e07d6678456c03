CREATE TABLE `plugin_cache_items` (
	`plugin_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`key` text NOT NULL,
	`position` integer NOT NULL,
	`value` text NOT NULL,
	`config_id` integer NOT NULL,
	PRIMARY KEY(`plugin_id`, `project_id`, `key`, `position`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `plugin_usage` (
	`config_id` integer PRIMARY KEY NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`log_bytes` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `plugin_cache` ADD `config_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `plugin_jobs_by_config` ON `plugin_jobs` (`config_id`,`run_at`,`id`);
--> statement-breakpoint
UPDATE `plugin_cache` SET `config_id` = coalesce((SELECT min(`id`) FROM `plugin_configs` WHERE `plugin_id` = `plugin_cache`.`plugin_id` AND `project_id` = `plugin_cache`.`project_id`), 0);
--> statement-breakpoint
INSERT INTO `plugin_cache_items` (`plugin_id`, `project_id`, `key`, `position`, `value`, `config_id`)
SELECT `c`.`plugin_id`, `c`.`project_id`, `c`.`key`, `item`.`key`, `item`.`value`, `c`.`config_id`
FROM `plugin_cache` `c`, json_each(`c`.`value`) `item` WHERE `c`.`is_list` = 1;
--> statement-breakpoint
UPDATE `plugin_cache` SET `value` = '' WHERE `is_list` = 1;
--> statement-breakpoint
INSERT INTO `plugin_usage` (`config_id`, `bytes`, `log_bytes`)
SELECT `id`, coalesce(sum(`kept`.`bytes`), 0), coalesce(sum(`kept`.`log_bytes`), 0) FROM `plugin_configs` LEFT JOIN (
	SELECT `config_id`, octet_length(`key`) + octet_length(`value`) + 128 AS `bytes`, 0 AS `log_bytes` FROM `plugin_storage` UNION ALL
	SELECT `config_id`, octet_length(`key`) + octet_length(`value`) + 128 AS `bytes`, 0 AS `log_bytes` FROM `plugin_cache` UNION ALL
	SELECT `config_id`, octet_length(`key`) + octet_length(`value`) + 128 AS `bytes`, 0 AS `log_bytes` FROM `plugin_cache_items` UNION ALL
	SELECT `config_id`, octet_length(`name`) + octet_length(`payload`) + 128 AS `bytes`, 0 AS `log_bytes` FROM `plugin_jobs` UNION ALL
	SELECT `config_id`, octet_length(`message`) + 128 AS `bytes`, octet_length(`message`) + 128 AS `log_bytes` FROM `plugin_logs`
) `kept` ON `kept`.`config_id` = `plugin_configs`.`id` GROUP BY `plugin_configs`.`id`;
--> statement-breakpoint
CREATE TRIGGER `plugin_configs_added` AFTER INSERT ON `plugin_configs` BEGIN
	INSERT INTO `plugin_usage` (`config_id`) VALUES (NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_configs_deleted` AFTER DELETE ON `plugin_configs` BEGIN
	DELETE FROM `plugin_usage` WHERE `config_id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_storage_added` AFTER INSERT ON `plugin_storage` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_storage_deleted` AFTER DELETE ON `plugin_storage` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_storage_changed` AFTER UPDATE OF `key`, `value`, `config_id` ON `plugin_storage` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_added` AFTER INSERT ON `plugin_cache` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_deleted` AFTER DELETE ON `plugin_cache` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_changed` AFTER UPDATE OF `key`, `value`, `config_id` ON `plugin_cache` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_items_added` AFTER INSERT ON `plugin_cache_items` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_items_deleted` AFTER DELETE ON `plugin_cache_items` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_cache_items_changed` AFTER UPDATE OF `key`, `value`, `config_id` ON `plugin_cache_items` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`key`) + octet_length(OLD.`value`) + 128) WHERE `config_id` = OLD.`config_id`;
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`key`) + octet_length(NEW.`value`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_jobs_added` AFTER INSERT ON `plugin_jobs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`name`) + octet_length(NEW.`payload`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_jobs_deleted` AFTER DELETE ON `plugin_jobs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`name`) + octet_length(OLD.`payload`) + 128) WHERE `config_id` = OLD.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_jobs_changed` AFTER UPDATE OF `name`, `payload`, `config_id` ON `plugin_jobs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`name`) + octet_length(OLD.`payload`) + 128) WHERE `config_id` = OLD.`config_id`;
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`name`) + octet_length(NEW.`payload`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_logs_added` AFTER INSERT ON `plugin_logs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`message`) + 128), `log_bytes` = `log_bytes` + (octet_length(NEW.`message`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_logs_deleted` AFTER DELETE ON `plugin_logs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`message`) + 128), `log_bytes` = `log_bytes` - (octet_length(OLD.`message`) + 128) WHERE `config_id` = OLD.`config_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `plugin_logs_changed` AFTER UPDATE OF `message`, `config_id` ON `plugin_logs` BEGIN
	UPDATE `plugin_usage` SET `bytes` = `bytes` - (octet_length(OLD.`message`) + 128), `log_bytes` = `log_bytes` - (octet_length(OLD.`message`) + 128) WHERE `config_id` = OLD.`config_id`;
	UPDATE `plugin_usage` SET `bytes` = `bytes` + (octet_length(NEW.`message`) + 128), `log_bytes` = `log_bytes` + (octet_length(NEW.`message`) + 128) WHERE `config_id` = NEW.`config_id`;
END;
