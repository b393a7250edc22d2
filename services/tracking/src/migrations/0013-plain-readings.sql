-- Readings as rows. Processes of the version before run beside: they see rows as chunks of one
-- reading, and what they write as chunks becomes rows. The next release drops what serves them: the
-- view reading_chunk, insert_chunk, encode_reading, pending_batch, append_batch, provider_lease,
-- is_leased, end_lease and compaction. Days from before stay as chunks until they are dropped; then
-- earlier_chunk and decode_readings go, and vehicle_readings and numbered_readings read rows alone.
drop view single_reading;
drop function decode_readings(bytea);
alter table reading_chunk rename to earlier_chunk;
-- The version before merges no chunks any more.
update compaction set hour = '9999-12-31T00:00Z';

-- A partition by day of "at", UTC; each has a unique index over (feed_no, seq) of its own.
create table reading (
  at timestamptz not null,
  seq bigint not null,
  feed_no integer not null,
  vehicle_no integer not null,
  -- Thousandths of a degree Celsius.
  temperature_mc integer,
  -- Millionths of a degree.
  lat_e6 integer,
  lng_e6 integer,
  -- Metres an hour.
  speed_mh integer,
  calibrated_until date,
  -- Older than the watermark when it came.
  late boolean not null,
  -- Its position is not plausible: it moves nothing.
  bad_fix boolean not null
) partition by range (at);

-- True if it was missing. Attaches under an exclusive lock, see 0006.
create or replace function create_reading_partition(day date) returns boolean
  language plpgsql security definer set search_path = tracking, pg_temp as $$
declare
  part text := 'reading_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(part) is not null then return false; end if;
  lock table reading in access exclusive mode;
  -- Looked up by a query: the name may be remembered as unknown from before the lock.
  if exists (select from pg_class where oid = any (
       select inhrelid from pg_inherits where inhparent = 'reading'::regclass)
         and relname = part) then return false; end if;
  execute format('create table %I (like reading)', part);
  execute format('create unique index on %I (feed_no, seq)', part);
  execute format('create index on %I (vehicle_no, at)', part);
  execute format('alter table reading attach partition %I for values from (%L) to (%L)',
                 part, day::timestamp at time zone 'UTC',
                 (day + 1)::timestamp at time zone 'UTC');
  return true;
end $$;
-- Drops the oldest day before this one, in either form; one at a time, for it keeps writers waiting.
create or replace function drop_reading_partition(before date) returns boolean
  language plpgsql security definer set search_path = tracking, pg_temp as $$
declare
  part text;
begin
  select c.relname into part
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent in ('reading'::regclass, 'earlier_chunk'::regclass)
     and right(c.relname, 8) < to_char(before, 'YYYYMMDD')
   order by right(c.relname, 8) limit 1;
  if part is null then return false; end if;
  execute format('drop table %I', part);
  return true;
end $$;

do $$
begin
  for days in 0..3 loop
    perform create_reading_partition((now() at time zone 'UTC')::date + days);
  end loop;
end $$;

-- 45 bytes a reading, big-endian; flags: 1 late, 2 bad fix.
create function decode_readings(readings bytea) returns setof reading language sql immutable
begin atomic
  select to_timestamp(substring(readings from o + 8 for 8)::bigint / 1000.0),
         substring(readings from o + 16 for 8)::bigint,
         substring(readings from o for 4)::integer, substring(readings from o + 4 for 4)::integer,
         nullif(substring(readings from o + 24 for 4)::integer, -2147483648),
         nullif(substring(readings from o + 28 for 4)::integer, -2147483648),
         nullif(substring(readings from o + 32 for 4)::integer, -2147483648),
         nullif(substring(readings from o + 36 for 4)::integer, -2147483648),
         '1970-01-01'::date + nullif(substring(readings from o + 40 for 4)::integer, -2147483648),
         get_byte(readings, o + 43) & 1 = 1, get_byte(readings, o + 43) & 2 = 2
    from generate_series(1, length(readings), 45) o;
end;
create function encode_reading(r reading) returns bytea language sql immutable
begin atomic
  select int4send((r).feed_no) || int4send((r).vehicle_no)
      || int8send(floor(extract(epoch from (r).at) * 1000)::bigint) || int8send((r).seq)
      || int4send(coalesce((r).temperature_mc, -2147483648))
      || int4send(coalesce((r).lat_e6, -2147483648))
      || int4send(coalesce((r).lng_e6, -2147483648))
      || int4send(coalesce((r).speed_mh, -2147483648))
      || int4send(coalesce((r).calibrated_until - '1970-01-01'::date, -2147483648))
      || set_byte('\x00', 0, (r).late::integer + 2 * (r).bad_fix::integer);
end;

create view reading_chunk as
  select * from earlier_chunk
  union all
  select feed_no, vehicle_no, at, at, seq, encode_reading(reading) from reading;
create function insert_chunk() returns trigger
  language plpgsql set search_path = tracking, pg_temp as $$
begin
  insert into reading select * from decode_readings(new.readings);
  return new;
end $$;
create trigger insert_chunk instead of insert on reading_chunk
  for each row execute function insert_chunk();

-- Readings of a vehicle, in either form.
create function vehicle_readings(vehicle integer, since timestamptz, until timestamptz)
  returns setof reading language sql stable
begin atomic
  select * from reading where vehicle_no = vehicle and at >= since and at <= until
  union all
  select r.* from earlier_chunk c, decode_readings(c.readings) r
   where c.vehicle_no = vehicle and c.from_at >= date_trunc('hour', since, 'UTC')
     and c.from_at <= until and c.to_at >= since and r.at >= since and r.at <= until;
end;
-- Readings with these numbers within a span, in either form.
create function numbered_readings(feeds integer[], seqs bigint[], since timestamptz,
                                  until timestamptz)
  returns setof reading language sql stable
begin atomic
  select r.* from unnest(feeds, seqs) w (no, seq)
    join reading r on r.feed_no = w.no and r.seq = w.seq and r.at >= since and r.at <= until
  union all
  select r.*
    from (select distinct w.no, w.seq - w.seq % 100 as seq from unnest(feeds, seqs) w (no, seq)) w
    join earlier_chunk c on c.feed_no = w.no and c.from_seq >= w.seq and c.from_seq < w.seq + 100
     and c.from_at >= date_trunc('hour', since, 'UTC') and c.from_at <= until
   cross join decode_readings(c.readings) r
   where (r.feed_no, r.seq) in (select * from unnest(feeds, seqs));
end;

create function is_leased(provider text) returns boolean language sql volatile
begin atomic
  select exists (select from provider_lease where provider_id = provider and token is not null)
      or exists (select from pending_batch where provider_id = provider);
end;
-- Ends the lease of a process of the version before, which reloads its sequence cache then. While
-- there is one, or a batch of it is pending, the batches of the provider are stored one at a time;
-- otherwise beside each other. True if batches are pending.
create function end_lease(provider text) returns boolean language plpgsql as $$
declare
  lock constant bigint := hashtextextended(provider, 0);
begin
  if not is_leased(provider) then perform pg_advisory_xact_lock_shared(lock); end if;
  if is_leased(provider) then
    perform pg_advisory_xact_lock(lock);
    update provider_lease set token = null where provider_id = provider and token is not null;
  end if;
  return exists (select from pending_batch where provider_id = provider);
end $$;
