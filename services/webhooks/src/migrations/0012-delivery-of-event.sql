-- no transaction
create index concurrently if not exists delivery_of_event on delivery (event_id collate "C");
