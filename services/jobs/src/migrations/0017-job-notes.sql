-- Notes of the control desk about a job. Append-only: erasure deletes them, nothing changes them.
create table job_note (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  id text collate "C" not null,
  text text not null,
  written_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, job_id, id),
  foreign key (tenant_id, job_id) references job on delete cascade
);
revoke update on job_note from :runtime_role;
