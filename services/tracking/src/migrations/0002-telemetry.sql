create table telemetry_provider (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  client_id text not null constraint telemetry_provider_client unique,
  secret text not null,
  old_secret text,
  old_secret_expires_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);

create table device (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  device_id text collate "C" not null,
  vehicle_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint device_known unique (tenant_id, device_id)
);

-- Readings name vehicles and feeds by number: there are many of them.
alter table vehicle add column no integer generated always as identity
  constraint vehicle_no unique;

-- Series of one device at one provider, with the vehicle that the device is in.
create table feed (
  no integer generated always as identity primary key,
  tenant_id text collate "C" not null,
  provider_id text collate "C" not null,
  device_id text collate "C" not null,
  vehicle_id text collate "C" not null,
  vehicle_no integer not null,
  registration text not null,
  -- No reading of the feed has a higher number.
  max_seq bigint not null default -1,
  -- The same before the last batch.
  max_seq_before bigint not null default -1,
  -- The newest position, and when that was.
  seen_at timestamptz,
  lat_e6 integer,
  lng_e6 integer,
  constraint feed_known unique (provider_id, device_id)
) with (fillfactor = 40);
create index feed_vehicle on feed (vehicle_id);
create index feed_device on feed (tenant_id, device_id);

-- A partition by day of "at", UTC. Each has a unique index over (feed_no, seq) of its own.
create table reading (
  at timestamptz not null,
  seq bigint not null,
  feed_no integer not null,
  vehicle_no integer not null,
  temperature_mc integer,
  lat_e6 integer,
  lng_e6 integer,
  speed_kmh real,
  calibrated_until date,
  -- Older than the watermark when it came.
  late boolean not null
) partition by range (at);

-- Runs as the owner: the service itself may not change its schema. Attaching, unlike creating a
-- partition in place, lets others go on reading and writing.
create function keep_reading_day(day date) returns boolean
  language plpgsql security definer set search_path = tracking, pg_temp as $$
declare
  part text := 'reading_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(part) is not null then return true; end if;
  perform pg_advisory_xact_lock(hashtext('keep_reading_day'));
  -- Looked up by a query: the name may be remembered as unknown from before the lock.
  if exists (select from pg_class where oid = any (
       select inhrelid from pg_inherits where inhparent = 'reading'::regclass)
         and relname = part) then return true; end if;
  execute format('create table %I (like reading)', part);
  execute format('create unique index on %I (feed_no, seq)', part);
  execute format('create index on %I (vehicle_no, at)', part);
  execute format('alter table reading attach partition %I for values from (%L) to (%L)',
                 part, day::timestamp at time zone 'UTC',
                 (day + 1)::timestamp at time zone 'UTC');
  return false;
end $$;

-- Drops the oldest day before this one; one at a time, for it keeps writers waiting.
create function drop_reading_day(before date) returns boolean
  language plpgsql security definer set search_path = tracking, pg_temp as $$
declare
  part text;
begin
  select c.relname into part
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = 'reading'::regclass
     and c.relname < 'reading_' || to_char(before, 'YYYYMMDD')
   order by c.relname limit 1;
  if part is null then return false; end if;
  execute format('drop table %I', part);
  return true;
end $$;
revoke all on function keep_reading_day(date), drop_reading_day(date) from public;
grant execute on function keep_reading_day(date), drop_reading_day(date) to :runtime_role;

alter table followed_job
  add column temperature_class text,
  add column stage text,
  add column stage_since timestamptz,
  add column entered_pickup_at timestamptz,
  add column entered_dropoff_at timestamptz,
  add column decided_until timestamptz,
  add column trace_ended_at timestamptz,
  add column sealed_at timestamptz,
  add column pace_kmh double precision,
  add column pace_at timestamptz,
  add column told_arrival timestamptz,
  add column probes json not null default '{}';
create index followed_job_stage on followed_job (vehicle_id) where stage is not null;
create index followed_job_undecided on followed_job (decided_until)
  where decided_until is not null;
