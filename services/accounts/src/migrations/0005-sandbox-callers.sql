-- The tenant that a caller's requests are about: drawn when the caller is first seen, and again
-- after it was idle. Until now callers were their own tenants.
alter table rate_window
  add tenant_id text not null default 'ten_sbx_' || replace(gen_random_uuid()::text, '-', ''),
  -- The caller's previous tenant, told once with the request that drew the new one.
  add left_tenant_id text;
update rate_window set tenant_id = caller;

-- For finding idle callers. Changes at most once an hour for a caller, so that nearly every
-- request still updates its row within the page.
alter table rate_window add seen_hour timestamp not null
  generated always as (date_trunc('hour', seen_at at time zone 'UTC')) stored;
create index rate_window_seen_hour on rate_window (seen_hour);
