-- Personal texts of a job, each encrypted. Apart from job, so that no copy or event of a job has them.
create table job_instructions (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  note text,
  pickup_contact text,
  dropoff_contact text,
  primary key (tenant_id, job_id),
  foreign key (tenant_id, job_id) references job on delete cascade
);
