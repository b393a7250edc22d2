alter table paper rename to compliance_document;
alter table compliance_document rename told_days to notified_days;

alter table followed_job rename to tracked_job;
alter table tracked_job rename said_at to courier_eta_at;
alter table tracked_job rename said_arrival to courier_eta;
alter table tracked_job rename told_arrival to announced_arrival;
alter table tracked_job rename heard_at to received_at;
alter table tracked_job rename heard_late to is_late;
alter table tracked_job rename pace_kmh to average_speed_kmh;
alter table tracked_job rename pace_at to average_speed_at;
alter table tracked_job rename decided_until to evaluated_until;
alter table tracked_job rename sealed_at to trace_snapshot_at;

alter table sealed_trace rename to trace_snapshot;
alter table sealed_readings rename to trace_snapshot_part;

alter table waiting_batch rename to pending_batch;
alter table pending_batch rename undecided_from to unevaluated_from;
alter table feed_keeper rename to provider_lease;
alter table joining rename to compaction;
alter table reading_run rename to reading_chunk;
alter function unpacked(bytea) rename to decode_readings;

-- Bodies in plpgsql name tables as text.
drop function append_batch(text, text, timestamptz, integer[], bytea);
create function append_batch(provider text, given text, unevaluated_from timestamptz,
                             feed_nos integer[], readings bytea) returns bigint
  language plpgsql as $$
declare
  appended bigint;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(provider, 0));
  insert into pending_batch (provider_id, unevaluated_from, feed_nos, readings)
  select provider_id, append_batch.unevaluated_from, append_batch.feed_nos,
         append_batch.readings
    from provider_lease where provider_id = provider and token = given
  returning no into appended;
  return appended;
end $$;

do $$
declare
  part text;
begin
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
               where i.inhparent = 'reading_chunk'::regclass loop
    execute format('alter table %I rename to %I', part, replace(part, '_run_', '_chunk_'));
  end loop;
end $$;

drop function keep_reading_day(date);
drop function drop_reading_day(date);
-- True if it was missing. Attaches under an exclusive lock, see 0006.
create function create_reading_partition(day date) returns boolean
  language plpgsql security definer set search_path = tracking, pg_temp as $$
declare
  part text := 'reading_chunk_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(part) is not null then return false; end if;
  lock table reading_chunk in access exclusive mode;
  -- Looked up by a query: the name may be remembered as unknown from before the lock.
  if exists (select from pg_class where oid = any (
       select inhrelid from pg_inherits where inhparent = 'reading_chunk'::regclass)
         and relname = part) then return false; end if;
  execute format('create table %I (like reading_chunk)', part);
  execute format('create index on %I (feed_no, from_seq)', part);
  execute format('create index on %I (vehicle_no, from_at, to_at)', part);
  execute format('alter table reading_chunk attach partition %I for values from (%L) to (%L)',
                 part, day::timestamp at time zone 'UTC',
                 (day + 1)::timestamp at time zone 'UTC');
  return true;
end $$;
-- Drops the oldest day before this one; one at a time, for it keeps writers waiting.
create function drop_reading_partition(before date) returns boolean
  language plpgsql security definer set search_path = tracking, pg_temp as $$
declare
  part text;
begin
  select c.relname into part
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = 'reading_chunk'::regclass
     and c.relname < 'reading_chunk_' || to_char(before, 'YYYYMMDD')
   order by c.relname limit 1;
  if part is null then return false; end if;
  execute format('drop table %I', part);
  return true;
end $$;
revoke all on function create_reading_partition(date), drop_reading_partition(date) from public;
grant execute on function create_reading_partition(date), drop_reading_partition(date)
  to :runtime_role;
