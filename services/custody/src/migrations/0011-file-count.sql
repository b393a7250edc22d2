-- One row of each tenant made its uploads wait for each other until they committed. Now a transaction
-- takes the rows that no other holds (SKIP LOCKED), and leaves one instead; the sum is what counts.
-- Uploads wait here, before their triggers fire: these are of the new kind once the lock is gone.
lock table proof_file in share row exclusive mode;

create table file_count (tenant_id text not null, files bigint not null, bytes bigint not null);
create index file_count_tenant on file_count (tenant_id);
insert into file_count select * from file_usage;

-- Under the same name, because code that runs beside this one reads it.
drop table file_usage;
create view file_usage as
  select tenant_id, sum(files)::bigint as files, sum(bytes)::bigint as bytes
    from file_count group by tenant_id;

create or replace function custody.count_proof_files() returns trigger
language plpgsql set search_path = custody, pg_temp as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  with free as (
    delete from custody.file_count where ctid = any (array(
      select ctid from custody.file_count where tenant_id in (select tenant_id from changed)
         for update skip locked))
    returning tenant_id, files, bytes
  )
  insert into custody.file_count
  select tenant_id, sum(files), sum(bytes) from (
    select tenant_id, files, bytes from free
     union all
    select tenant_id, sign, sign * size from changed) counted
   group by tenant_id having sum(files) <> 0 or sum(bytes) <> 0;
  return null;
end $$;
