-- API requests of a tenant's credentials; ids are those of requests and sort by time.
create table request_log (
  tenant_id text not null,
  id text not null,
  created_at timestamptz not null,
  client_id text not null,
  method text not null,
  path text not null,
  status int not null,
  code text,
  duration_ms double precision not null,
  primary key (tenant_id, id)
);
create index request_log_client on request_log (tenant_id, client_id, id);
create index request_log_failed on request_log (tenant_id, id) where status >= 400;
-- For the purge. Rows come in about this order.
create index request_log_created on request_log using brin (created_at) with (pages_per_range = 8);
