-- Deliveries claimed for each target host in its current window, over all tenants.
create table host_window (
  host text collate "C" primary key,
  window_start timestamptz not null,
  deliveries integer not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
