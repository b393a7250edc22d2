-- Attaches under an exclusive lock. Postgres allows reads meanwhile, but a session that opens the
-- table for the first time at that moment may keep a list of partitions without the new one (seen
-- with 18.4), and would find no readings in it.
create or replace function keep_reading_day(day date) returns boolean
  language plpgsql security definer set search_path = tracking, pg_temp as $$
declare
  part text := 'reading_run_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(part) is not null then return true; end if;
  lock table reading_run in access exclusive mode;
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
