-- A reason is in a person's words and may name somebody. The log stays append-only for the service:
-- of a job that was erased the owner's function takes the reasons, and nothing else, from every log
-- that shows them.
create function accounts.erase_reasons(tenant text, job text) returns void
language sql security definer set search_path = accounts, pg_temp as $$
  update accounts.change_log set reason = null
   where data_tenant_id = tenant and coalesce(after ->> 'job_id', object_id) = job
     and reason is not null
$$;
