-- no transaction
-- For accounts.erase_reasons: changes of a job for which somebody gave a reason.
create index concurrently if not exists change_log_reason on change_log (
  data_tenant_id, (coalesce(after ->> 'job_id', object_id))
) where reason is not null;
