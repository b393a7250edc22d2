-- Due deliveries of the endpoint wait for a slot: the next result makes its queue due.
alter table endpoint_queue add column is_full boolean not null default false;
