-- Batches as they were taken, until their readings are put away. 45 bytes a reading, see
-- domain/telemetry/packed.ts; compressing what is gone in a second would cost more than it saves.
create table waiting_batch (
  no bigint generated always as identity primary key,
  provider_id text collate "C" not null,
  -- The first reading that did not come late: from here on nothing can be decided yet.
  undecided_from timestamptz,
  feed_nos integer[] not null,
  readings bytea not null
);
alter table waiting_batch alter column readings set storage external;

-- The one process whose memory of a provider's feeds is right.
create table feed_keeper (
  provider_id text collate "C" primary key,
  token text
) with (fillfactor = 40);

-- For whoever has the token of the provider's feeds; null for others. Many may append at the same
-- time. Two statements: the second has to see what was committed while the first one waited.
create function append_batch(provider text, given text, undecided_from timestamptz,
                             feed_nos integer[], readings bytea) returns bigint
  language plpgsql as $$
declare
  appended bigint;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(provider, 0));
  insert into waiting_batch (provider_id, undecided_from, feed_nos, readings)
  select provider_id, append_batch.undecided_from, append_batch.feed_nos,
         append_batch.readings
    from feed_keeper where provider_id = provider and token = given
  returning no into appended;
  return appended;
end $$;

-- Readings of one feed in the order of time, all of one hour and one hundred of numbers. A
-- partition by day of "from_at", UTC.
create table reading_run (
  feed_no integer not null,
  vehicle_no integer not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  from_seq bigint not null,
  readings bytea not null
) partition by range (from_at);

-- Up to where the runs of hours that are over were joined; one row.
create table joining (
  hour timestamptz not null,
  vehicle_no integer not null
);
insert into joining values (date_trunc('hour', now(), 'UTC'), 0);

create or replace function keep_reading_day(day date) returns boolean
  language plpgsql security definer set search_path = tracking, pg_temp as $$
declare
  part text := 'reading_run_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(part) is not null then return true; end if;
  perform pg_advisory_xact_lock(hashtext('keep_reading_day'));
  -- Looked up by a query: the name may be remembered as unknown from before the lock.
  if exists (select from pg_class where oid = any (
       select inhrelid from pg_inherits where inhparent = 'reading_run'::regclass)
         and relname = part) then return true; end if;
  execute format('create table %I (like reading_run)', part);
  execute format('create index on %I (feed_no, from_seq)', part);
  execute format('create index on %I (vehicle_no, from_at, to_at)', part);
  execute format('alter table reading_run attach partition %I for values from (%L) to (%L)',
                 part, day::timestamp at time zone 'UTC',
                 (day + 1)::timestamp at time zone 'UTC');
  return false;
end $$;
create or replace function drop_reading_day(before date) returns boolean
  language plpgsql security definer set search_path = tracking, pg_temp as $$
declare
  part text;
begin
  select c.relname into part
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = 'reading_run'::regclass
     and c.relname < 'reading_run_' || to_char(before, 'YYYYMMDD')
   order by c.relname limit 1;
  if part is null then return false; end if;
  execute format('drop table %I', part);
  return true;
end $$;

-- Backfill: rows of single readings are packed. Code before this migration stores no readings from
-- here on.
do $$
declare
  day date;
begin
  for day in select right(relname, 8)::date from pg_inherits i join pg_class c on c.oid = i.inhrelid
              where inhparent = 'reading'::regclass loop
    perform keep_reading_day(day);
  end loop;
end $$;
insert into reading_run
select feed_no, vehicle_no, min(at), max(at), min(seq),
       string_agg(int4send(feed_no) || int4send(vehicle_no)
         || int8send(floor(extract(epoch from at) * 1000)::bigint) || int8send(seq)
         || int4send(coalesce(temperature_mc, -2147483648))
         || int4send(coalesce(lat_e6, -2147483648)) || int4send(coalesce(lng_e6, -2147483648))
         || int4send(coalesce(round(speed_kmh * 1000)::integer, -2147483648))
         || int4send(coalesce(calibrated_until - '1970-01-01'::date, -2147483648))
         || case when late then '\x01'::bytea else '\x00' end, '' order by at, seq)
  from reading
 group by feed_no, vehicle_no, date_trunc('hour', at, 'UTC'), seq / 100;
drop table reading;
alter table feed drop column max_seq_before;

-- For whoever looks with SQL: the service unpacks by itself.
create function unpacked(readings bytea) returns table (
  feed_no integer, vehicle_no integer, at timestamptz, seq bigint, temperature_mc integer,
  lat_e6 integer, lng_e6 integer, speed_kmh double precision, calibrated_until date, late boolean)
  language sql immutable as $$
  select substring(readings from o for 4)::integer, substring(readings from o + 4 for 4)::integer,
         to_timestamp(substring(readings from o + 8 for 8)::bigint / 1000.0),
         substring(readings from o + 16 for 8)::bigint,
         nullif(substring(readings from o + 24 for 4)::integer, -2147483648),
         nullif(substring(readings from o + 28 for 4)::integer, -2147483648),
         nullif(substring(readings from o + 32 for 4)::integer, -2147483648),
         nullif(substring(readings from o + 36 for 4)::integer, -2147483648) / 1000.0::float8,
         '1970-01-01'::date + nullif(substring(readings from o + 40 for 4)::integer, -2147483648),
         get_byte(readings, o + 43) = 1
    from generate_series(1, length(readings), 45) o
$$;
-- Not under the old name: the code before would go through all of them for each trace.
create view single_reading as
  select u.* from reading_run r, unpacked(r.readings) u
  union all
  select u.* from waiting_batch b, unpacked(b.readings) u;
