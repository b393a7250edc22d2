-- no transaction
-- By its predicate no look-up by job may use it: on a new table it seemed as good as `manifest_job`.
create index concurrently if not exists manifest_open_run on manifest (tenant_id, route_id, run_on)
  where status = 'open' and route_id is not null;
