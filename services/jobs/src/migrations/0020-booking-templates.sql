-- Names for jobs that are booked again. They hold no entry of a booking: that stays with its job.
create table booking_template (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  job_id text collate "C" not null,
  name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, job_id) references job on delete cascade
);
create unique index booking_template_name on booking_template (tenant_id, lower(name));
create index booking_template_job on booking_template (tenant_id, job_id);
