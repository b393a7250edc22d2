-- A job has a `POC-` for each length at which its chain was certified, and one `PCC-`.
alter table certificate drop constraint certificate_pkey;
alter table certificate add primary key (tenant_id, job_id, type, events);
create unique index certificate_cold_chain_once on certificate (tenant_id, job_id)
  where type = 'proof_of_cold_chain';

-- Receptions that were heard of before the hand-over of their job.
create table held_reception (
  tenant_id text not null,
  job_id text not null,
  seq bigint generated always as identity,
  fact json not null,
  primary key (tenant_id, job_id, seq)
);
revoke update on held_reception from :runtime_role;

create or replace function custody.purge_job(tenant text, job text) returns integer
language plpgsql security definer set search_path = custody, pg_temp as $$
declare
  purged integer;
begin
  perform set_config('custody.purged_job', tenant || '/' || job, true);
  delete from custody.custody_event where tenant_id = tenant and job_id = job;
  get diagnostics purged = row_count;
  delete from custody.certificate where tenant_id = tenant and job_id = job;
  delete from custody.proof where tenant_id = tenant and job_id = job;
  delete from custody.proof_file where tenant_id = tenant and job_id = job;
  delete from custody.cold_chain_seal where tenant_id = tenant and job_id = job;
  delete from custody.held_excursion where tenant_id = tenant and job_id = job;
  delete from custody.held_reception where tenant_id = tenant and job_id = job;
  perform set_config('custody.purged_job', '', true);
  return purged;
end $$;

create or replace function custody.purge_sandbox_jobs(tenants text[], jobs_max integer)
returns integer
language plpgsql security definer set search_path = custody, pg_temp as $$
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
      select e.job_id from custody.custody_event e where e.tenant_id = tenant
      union select s.job_id from custody.cold_chain_seal s where s.tenant_id = tenant
      union select h.job_id from custody.held_excursion h where h.tenant_id = tenant
      union select r.job_id from custody.held_reception r where r.tenant_id = tenant
      limit jobs_max - purged
    loop
      perform custody.purge_job(tenant, job);
      purged := purged + 1;
    end loop;
  end loop;
  return purged;
end $$;
