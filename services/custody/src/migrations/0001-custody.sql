create table custody_event (
  tenant_id text not null,
  job_id text not null,
  seq integer not null check (seq >= 1),
  -- The canonical JSON that was hashed, without the hash; text, so that not a byte of it moves.
  bytes text not null,
  prev_hash text not null,
  hash text not null,
  primary key (tenant_id, job_id, seq)
);

create table certificate (
  tenant_id text not null,
  id text not null,
  job_id text not null,
  ref text not null,
  type text not null,
  issued_at timestamptz not null,
  events integer not null,
  seal text,
  chain_hash text not null,
  verify_url text not null,
  kid text not null,
  jws text not null,
  primary key (tenant_id, job_id, type),
  constraint certificate_id_unique unique (id)
);
create index certificate_ref on certificate (tenant_id, ref);

-- Personal data of a proof of delivery: beside the chain, so that an erasure can remove it.
create table proof (
  tenant_id text not null,
  job_id text not null,
  ref text not null,
  recipient text not null,
  salt text not null,
  otp_verified boolean not null,
  id_check text not null,
  signature_file_id text,
  photo_file_id text,
  delivered_at timestamptz not null,
  primary key (tenant_id, job_id)
);
create index proof_ref on proof (tenant_id, ref);

create table proof_file (
  tenant_id text not null,
  job_id text not null,
  id text not null,
  kind text not null,
  media_type text not null,
  storage_key text not null,
  sha256 text not null,
  size integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, job_id, id),
  constraint proof_file_id_unique unique (id)
);
create index proof_file_job on proof_file (job_id);

create table certificate_key (
  kid text primary key,
  public_jwk json not null,
  -- Null once the key signs no more: what it signed can be checked for ever, nothing added.
  sealed_private_jwk text,
  created_at timestamptz not null
);

revoke update, delete on custody_event, certificate from :runtime_role;
revoke delete on certificate_key from :runtime_role;

-- Also for the owner: nothing is changed by mistake or in passing.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if current_setting('custody.purged_job', true) = old.tenant_id || '/' || old.job_id then
      return old;
    end if;
  end if;
  raise exception '% is only ever added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger only_added_to before update or delete on custody_event
  for each row execute function refuse_change();
create trigger never_emptied before truncate on custody_event
  for each statement execute function refuse_change();
create trigger only_added_to before update or delete on certificate
  for each row execute function refuse_change();
create trigger never_emptied before truncate on certificate
  for each statement execute function refuse_change();

-- The one way out, for whoever owns the schema: everything about one job. Answers how many
-- events there were. The bytes of its files are the caller's to remove.
create function purge_job(tenant text, job text) returns integer
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
  perform set_config('custody.purged_job', '', true);
  return purged;
end $$;
revoke execute on function purge_job(text, text) from public;
