-- Consumables that were handed out at sites.
create table hand_out (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  count integer not null check (count <> 0),
  site_id text collate "C" not null,
  job_id text collate "C",
  by text not null,
  at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index hand_out_site on hand_out (tenant_id, site_id, at);
