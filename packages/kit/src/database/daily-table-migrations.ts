/**
 * Migrations that divide a table in use by day (`daily-table.ts`): the rows that are there become one
 * partition, without a copy and without a lock that lasts.
 */
import type { Migration } from './migration.ts';

/**
 * A partition `_before` takes the rows of the first 30 days after the division as well. Until they
 * end, the version before may run beside: it purges by the place of a row (ctid), and rows of two
 * partitions can have the same.
 */
const functions = `
  create table daily_table (
    name text primary key,
    -- What rows are divided by: the time within an id (ULID), or a time of UTC. An expression, never a
    -- column that statements compare: pruning partitions while a statement runs is no gain here, and
    -- made Postgres 18 crash where the statement also waited for a row.
    key text not null,
    by_id boolean not null,
    -- Condition of rows that keep a day which is over; $1 is the time up to which rows are purged.
    kept text not null,
    -- The first day with a partition of its own.
    begins date not null
  );
  revoke insert, update, delete on daily_table from :runtime_role;

  -- The lowest key of a day: its midnight, or that of a ULID, whose time is 48 bits in base32.
  create function day_bound(entry daily_table, day date) returns text language sql immutable as $$
    select case when not entry.by_id then day::text else (
      select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (ms >> 5 * n & 31)::int + 1, 1),
                        '' order by n desc)
        from generate_series(0, 9) n, lateral (
          select (day - date '1970-01-01')::bigint * 86400000 as ms) m) end
  $$;

  -- A table with the columns, indexes and storage parameters of another one.
  create function create_like(part text, model text) returns void language plpgsql as $$
  declare
    options text[] := (select reloptions from pg_class where oid = model::regclass);
  begin
    execute format('create table %I (like %I including all)', part, model)
         || coalesce(' with (' || array_to_string(options, ', ') || ')', '');
  end $$;

  -- First of three migrations: a bound for the rows that are there, not checked yet.
  create function bound_rows(target text, key text, by_id boolean, kept text) returns void
    language plpgsql as $$
  declare
    entry daily_table := (target, key, by_id, kept, '-infinity');
    is_used boolean;
  begin
    execute format('select exists (select from %I)', target) into is_used;
    if is_used then
      entry.begins := (now() at time zone 'UTC')::date + 30;
      execute format('alter table %I add constraint before_days check (%s < %L) not valid',
                     target, key, day_bound(entry, entry.begins));
    end if;
    insert into daily_table select entry.*;
  end $$;

  -- Second: all rows are read, while others write.
  create function check_bound(target text) returns void language plpgsql as $$
  begin
    if (select begins from daily_table where name = target) > '-infinity' then
      execute format('alter table %I validate constraint before_days', target);
    end if;
  end $$;

  -- Third: the table becomes a partition of a new one that has its name.
  create function divide_by_day(target text) returns void language plpgsql as $$
  declare
    entry daily_table := (select d from daily_table d where name = target);
    rest text := target || '_other';
    old text := case when entry.begins > '-infinity' then target || '_before' else rest end;
    owned record;
  begin
    execute format('alter table %I rename to %I', target, old);
    execute format('create table %I (like %I including defaults) partition by range ((%s))',
                   target, old, entry.key);
    for owned in
      select d.objid::regclass as name, attname as for_column
        from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
       where d.refobjid = old::regclass and d.deptype = 'a'
    loop
      execute format('alter sequence %s owned by %I.%I', owned.name, target, owned.for_column);
    end loop;
    if old <> rest then
      perform create_like(rest, old);
      execute format('alter table %I drop constraint before_days', rest);
      execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
                     target, old, day_bound(entry, entry.begins));
    end if;
    execute format('alter table %I attach partition %I default', target, rest);
  end $$;

  -- Gives days their partitions. Attaches under an exclusive lock: a session that opens the table at
  -- that moment may keep a list of partitions without the new one. Where others hold the table for
  -- too long, or rows of the day are in _other already, the day has none yet.
  create function open_days(target text, first date, last date) returns void
    language plpgsql security definer as $$
  declare
    entry daily_table := (select d from daily_table d where name = target);
    part text;
    day date;
  begin
    for day in select first + n from generate_series(0, last - first) n loop
      part := target || to_char(day, '_YYYYMMDD');
      continue when day < entry.begins or to_regclass(part) is not null;
      begin
        execute format('lock table %I in access exclusive mode', target);
        perform create_like(part, target || '_other');
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                       target, part, day_bound(entry, day), day_bound(entry, day + 1));
      exception when lock_not_available or check_violation or duplicate_table then
        return;
      end;
      perform expect_few_tenants();
    end loop;
  end $$;

  -- Drops the oldest day that was over at this time, unless one of its rows is kept; true if it did.
  -- Rows are looked at before the lock, so that nobody waits in vain, and again under it.
  create function drop_day(target text, before timestamptz) returns boolean
    language plpgsql security definer as $$
  declare
    entry daily_table := (select d from daily_table d where name = target);
    part text;
    is_kept boolean;
  begin
    for part in
      select relname from pg_inherits join pg_class on oid = inhrelid
       where inhparent = target::regclass and relname <> target || '_other'
         and case relname when target || '_before' then entry.begins
                          else to_date(right(relname, 8), 'YYYYMMDD') + 1 end
             <= (before at time zone 'UTC')::date
       order by relname = target || '_before' desc, relname
    loop
      begin
        for look in 1..2 loop
          if look = 2 then execute format('lock table %I in access exclusive mode', target); end if;
          execute format('select exists (select from %I where %s)', part, entry.kept)
             into is_kept using before;
          exit when is_kept;
        end loop;
        continue when is_kept;
        execute format('drop table %I', part);
        return true;
      exception when lock_not_available then
        return false;
      end;
    end loop;
    return false;
  end $$;

  create function fix_search_path(of_function text) returns void language plpgsql as $$
  begin
    execute format('alter function %s set search_path = %I, pg_temp', of_function, current_schema());
  end $$;
  select fix_search_path('open_days(text, date, date)');
  select fix_search_path('drop_day(text, timestamptz)');`;

/** A reply is stored once although midnight lies between two attempts: a trigger sees all days. */
const receiptTwin = `
  -- Waits as a unique index would, until the other one has committed or not.
  create function refuse_receipt_twin() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended(new.request, 1));
    if exists (select from receipt where tenant_id = new.tenant_id and request = new.request
                                     and tableoid <> tg_relid) then
      raise unique_violation using message = 'receipt of another day', constraint = 'receipt_pkey';
    end if;
    return new;
  end $$;
  select fix_search_path('refuse_receipt_twin()');
  create trigger receipt_twin before insert on receipt
    for each row execute function refuse_receipt_twin();`;

const steps = (name: string, entry: string, end = ''): Migration[] => [
  { name: `0000-kit-${name}-bound`, sql: `select bound_rows('${name}', ${entry});` },
  { name: `0000-kit-${name}-bound-checked`, sql: `select check_bound('${name}');` },
  { name: `0000-kit-${name}-by-day`, sql: `select divide_by_day('${name}');${end}` },
];

const byId = `'substr(event_id, 5, 10)', true`;

export const dailyTableMigrations: readonly Migration[] = [
  { name: '0000-kit-daily-tables', sql: functions },
  ...steps('outbox', `${byId}, 'published_at is null or published_at >= $1'`),
  ...steps('inbox', `${byId}, 'received_at >= $1'`),
  ...steps('receipt', `$$(created_at at time zone 'UTC')$$, false, 'false'`, receiptTwin),
];
