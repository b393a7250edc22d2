alter table certificate add column cold_chain json;

-- Tracking's final findings; the certificate waits here until the hand-over is in the chain.
create table cold_chain_seal (
  tenant_id text not null,
  job_id text not null,
  ref text not null,
  cold_chain json not null,
  primary key (tenant_id, job_id)
);

-- Excursions that were decided after the hand-over was certified; they enter the chain together
-- with the certificate that covers them.
create table held_excursion (
  tenant_id text not null,
  job_id text not null,
  seq bigint generated always as identity,
  fact json not null,
  primary key (tenant_id, job_id, seq)
);

revoke update, delete on cold_chain_seal from :runtime_role;

create or replace function purge_job(tenant text, job text) returns integer
language plpgsql security definer set search_path from current as $$
declare
  purged integer;
begin
  perform set_config('custody.purged_job', tenant || '/' || job, true);
  delete from custody_event where tenant_id = tenant and job_id = job;
  get diagnostics purged = row_count;
  delete from certificate where tenant_id = tenant and job_id = job;
  delete from proof where tenant_id = tenant and job_id = job;
  delete from proof_file where tenant_id = tenant and job_id = job;
  delete from cold_chain_seal where tenant_id = tenant and job_id = job;
  delete from held_excursion where tenant_id = tenant and job_id = job;
  perform set_config('custody.purged_job', '', true);
  return purged;
end $$;
