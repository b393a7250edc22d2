-- no transaction
-- Jobs that were in further vehicles, for the loads of those.
create index concurrently if not exists tracked_job_moved on tracked_job (collected_at)
  where earlier_holds is not null;
