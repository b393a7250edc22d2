-- Free text of events, to which the chain has committed. Can be erased; goes with its event, so
-- that whatever purges a chain purges its texts.
create table custody_text (
  tenant_id text not null,
  job_id text not null,
  seq integer not null,
  member text not null,
  text text not null,
  salt text not null,
  primary key (tenant_id, job_id, seq, member)
);
revoke update on custody_text from :runtime_role;

-- No foreign key: it would take the place of the guard against emptying the chains.
create function custody.erase_texts_of_event() returns trigger
language plpgsql set search_path = custody, pg_temp as $$
begin
  delete from custody.custody_text t
   where t.tenant_id = old.tenant_id and t.job_id = old.job_id and t.seq = old.seq;
  return null;
end $$;
create trigger texts_go_with_event after delete on custody_event
  for each row execute function custody.erase_texts_of_event();

-- Null where it was signed before certificates said so.
alter table certificate add column cold_chain_expected boolean;
