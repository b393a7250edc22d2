-- Only the carrier's clients hold ops: scopes. Before, whoever had such a client was the carrier.
alter table tenant add column carrier boolean not null default false;
update tenant t set carrier = true where exists (
  select from client c where c.tenant_id = t.tenant_id and c.revoked_at is null
     and c.scopes && array['ops:dispatch', 'ops:courier']);
