-- Tenant purge: the one deletion that the service may run, of jobs whose sandbox tenant is over.
-- Answers how many jobs there were, at most `jobs_max`.
create function purge_sandbox_jobs(tenants text[], jobs_max integer) returns integer
language plpgsql security definer set search_path from current as $$
declare
  tenant text;
  job text;
  purged integer := 0;
begin
  if :environment <> 'sandbox' then
    raise exception 'there is no sandbox here' using errcode = 'insufficient_privilege';
  end if;
  foreach tenant in array tenants loop
    if not starts_with(tenant, 'ten_sbx_') and not starts_with(tenant, 'ten_samples_') then
      raise exception 'only tenants of the sandbox' using errcode = 'insufficient_privilege';
    end if;
    for job in
      select e.job_id from custody_event e where e.tenant_id = tenant
      -- Cold-chain rows of a job whose chain is gone, or never began.
      union select s.job_id from cold_chain_seal s where s.tenant_id = tenant
      union select h.job_id from held_excursion h where h.tenant_id = tenant
      limit jobs_max - purged
    loop
      perform purge_job(tenant, job);
      purged := purged + 1;
    end loop;
  end loop;
  return purged;
end $$;
revoke execute on function purge_sandbox_jobs(text[], integer) from public;
grant execute on function purge_sandbox_jobs(text[], integer) to :runtime_role;

-- Readers wait for these cursors, so those of jobs that are over get their tenant, too.
update job_cursor c set tenant_id = e.tenant_id
  from (select distinct tenant_id, job_id from custody_event) e
 where c.tenant_id = '' and c.job_id = e.job_id;
