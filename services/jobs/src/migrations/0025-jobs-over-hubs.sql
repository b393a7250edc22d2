-- no transaction
-- Open jobs by their hubs, and by the drivers of their legs.
create index concurrently if not exists job_legs on job using gin (legs jsonb_path_ops)
 where legs is not null and status not in ('delivered', 'cancelled');
