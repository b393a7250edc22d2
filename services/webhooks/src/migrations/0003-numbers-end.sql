-- When the last event of a job came that had ended by then.
alter table job_number add column ended_at timestamptz;
create index job_number_ended on job_number (ended_at) where ended_at is not null;
update job_number n set ended_at = e.at
  from (select tenant_id, job_id, max(created_at) as at from event
         where type in ('delivery.completed', 'return.completed', 'job.cancelled')
         group by tenant_id, job_id) e
 where (n.tenant_id, n.job_id) = (e.tenant_id, e.job_id);

-- Ids of jobs sort by time. Up to here a job without a counter is one whose counter was purged.
create table job_number_purged (
  tenant_id text collate "C" primary key,
  up_to text collate "C" not null
);
