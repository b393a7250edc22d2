-- Requests of a tenant by South African day, as grow-only counters: each process of the gateway writes
-- rows of its own, so that none waits for another, and a repeated write changes nothing. Half of a
-- page stays free, because counters of today are updated each second.
create table request_count (
  tenant_id text not null,
  day date not null,
  counter_id text not null,
  requests bigint not null,
  rate_limited bigint not null,
  primary key (tenant_id, day, counter_id)
) with (fillfactor = 50);
create index request_count_day on request_count (day);
