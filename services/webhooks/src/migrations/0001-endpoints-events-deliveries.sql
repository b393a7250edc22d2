create table endpoint (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  url text not null,
  events text[] not null,
  status text not null check (status in ('active', 'disabled')),
  disabled_at timestamptz,
  secret text not null,
  secret_version integer not null,
  old_secret text,
  old_secret_expires_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);

-- One row per endpoint, in the order in which deliverers serve them. Apart from endpoint because
-- it changes with every delivery.
create table lane (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  due_at timestamptz,
  width integer not null,
  failures integer not null,
  openings integer not null,
  open_until timestamptz,
  failing_since timestamptz,
  accepted_version integer not null,
  primary key (tenant_id, endpoint_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index lane_due on lane (due_at) where due_at is not null;

-- The last public number given in a job.
create table job_number (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  last integer not null,
  primary key (tenant_id, job_id)
);

create table event (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  type text not null,
  job_id text not null,
  sequence integer not null,
  created_at timestamptz not null,
  endpoint_id text,
  body text not null,
  seq bigint generated always as identity (sequence name event_seq),
  primary key (tenant_id, id)
);
create index event_feed on event (tenant_id, seq);
grant select on sequence event_seq to :runtime_role;
create index event_replay on event (tenant_id, created_at, seq);
create index event_purge on event (created_at);

-- The log: one row per delivery, as its latest attempt left it.
create table delivery (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  id text collate "C" not null,
  event_id text not null,
  type text not null,
  attempt integer not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  response_code integer,
  failure text,
  duration_ms integer,
  response_excerpt text,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, endpoint_id, id)
);
create index delivery_unsuccessful on delivery (tenant_id, endpoint_id, status, id)
  where status <> 'succeeded';
create index delivery_purge on delivery (created_at);

-- Deliveries that are not finished, and nothing else: what a deliverer reads stays small however
-- long the log is. A claimed row is due again when its lease ends.
create table due (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  delivery_id text collate "C" not null,
  event_id text not null,
  attempt integer not null,
  due_at timestamptz not null,
  claim text,
  in_order boolean not null,
  queued_at timestamptz not null,
  primary key (tenant_id, endpoint_id, delivery_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index due_next on due (tenant_id, endpoint_id, in_order, due_at, delivery_id);
create index due_claimed on due (tenant_id, endpoint_id) where claim is not null;
create index due_queued on due (queued_at);

-- "These endpoints have something new": written with it, so that no lane misses it and no writer
-- waits for another one's lane.
create table nudge (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  endpoint_ids text[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Rest of a long replay: events after a place in the log, up to a moment.
create table replay (
  id bigint generated always as identity primary key,
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  after_created_at timestamptz not null,
  after_seq bigint not null,
  until timestamptz not null
);
