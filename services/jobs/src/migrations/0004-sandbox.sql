-- Ids and references are unique in an environment; on the sandbox copies of samples share theirs.
-- The tenant that copied the job from the samples; empty for every other job.
alter table job add copied_by text collate "C" not null default '';
alter table job drop constraint job_ref_unique;
create unique index job_ref_unique on job (ref, copied_by);
drop index job_id;
create index job_id on job (id);

-- The newest is shown; the one before still answers by id and reference.
create table sample_set (
  tenant_id text collate "C" primary key,
  made_at timestamptz not null,
  -- Prices and sites, as pricing and accounts told them.
  facts json not null
);

-- Pending scenario steps of test jobs, due by the clock of their booking.
create table scenario_step (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  seq integer not null,
  due_at timestamptz not null,
  stop text not null,
  primary key (tenant_id, job_id, seq),
  foreign key (tenant_id, job_id) references job on delete cascade
);
create index scenario_step_due_at on scenario_step (due_at, seq);
