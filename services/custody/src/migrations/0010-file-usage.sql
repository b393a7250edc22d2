-- Files of a tenant and their size, counted as rows come and go: a sum over a million rows takes
-- longer than a page may. A trigger, so that code that runs beside this one counts as well.
create table file_usage (
  tenant_id text primary key,
  files bigint not null,
  bytes bigint not null
);

create function custody.count_proof_files() returns trigger
language plpgsql set search_path = custody, pg_temp as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into custody.file_usage as kept (tenant_id, files, bytes)
  select tenant_id, sign * count(*), sign * sum(size) from changed
   group by tenant_id order by tenant_id
  on conflict (tenant_id) do update
     set files = kept.files + excluded.files, bytes = kept.bytes + excluded.bytes;
  if tg_op = 'DELETE' then
    delete from custody.file_usage
     where files = 0 and tenant_id in (select tenant_id from changed);
  end if;
  return null;
end $$;

-- Each takes a lock that lets read and not write until the files of before are counted.
create trigger files_added after insert on proof_file referencing new table as changed
  for each statement execute function custody.count_proof_files();
create trigger files_removed after delete on proof_file referencing old table as changed
  for each statement execute function custody.count_proof_files();

insert into file_usage select tenant_id, count(*), sum(size) from proof_file group by tenant_id;
