alter table client add column driver_id text;
