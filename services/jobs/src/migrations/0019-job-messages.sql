-- Messages between desk and courier. Erasure and retention delete them; only read_at changes.
create table job_message (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  id text collate "C" not null,
  sender text not null,
  text text not null,
  written_by text not null,
  written_at timestamptz not null,
  created_at timestamptz not null,
  read_at timestamptz,
  device_jti text,
  primary key (tenant_id, job_id, id),
  foreign key (tenant_id, job_id) references job on delete cascade
);
create unique index job_message_device on job_message (tenant_id, job_id, device_jti)
  where device_jti is not null;
revoke update on job_message from :runtime_role;
grant update (read_at) on job_message to :runtime_role;
