-- Alarms of the control desk. `change` is drawn anew by each change: the cursor of the stream.
create table ops_event (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  type text not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  job_id text collate "C" not null,
  data json not null,
  created_at timestamptz not null,
  status text not null check (status in ('open', 'acknowledged', 'closed')),
  acknowledged_by text,
  acknowledged_at timestamptz,
  note text,
  escalated_at timestamptz,
  change bigint generated always as identity (sequence name ops_event_change),
  primary key (tenant_id, id)
);
grant select on sequence ops_event_change to :runtime_role;
-- The desk reads all tenants, newest first.
create unique index ops_event_id on ops_event (id);
create index ops_event_open on ops_event (id) where status = 'open';
create index ops_event_job on ops_event (job_id, id) where job_id <> '';
create index ops_event_changed on ops_event (change);
create index ops_event_escalation on ops_event (created_at)
  where status = 'open' and escalated_at is null and severity <> 'info';
create index ops_event_purge on ops_event (created_at);

-- Jobs without a driver, and when that becomes an alarm.
create table unassigned_job (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  severity text not null,
  data json not null,
  due_at timestamptz not null,
  primary key (tenant_id, job_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index unassigned_job_due on unassigned_job (due_at);
