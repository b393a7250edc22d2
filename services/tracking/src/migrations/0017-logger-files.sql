-- Files of loggers without a network: readings of the time in which the logger was in the asset.
create table logger_file (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  asset_id text collate "C" not null,
  device_id text collate "C" not null,
  sha256 text not null,
  content text not null,
  uploaded_by text not null,
  created_at timestamptz not null,
  readings json not null,
  ignored integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, id)
);
create index logger_file_device on logger_file (tenant_id, device_id, last_at);

-- A sealed trace with what a person added later: custody certifies it again.
create table trace_amendment (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  file_id text collate "C" not null,
  created_at timestamptz not null,
  cold_chain json not null,
  -- All readings of the amended trace, in its order.
  readings json not null,
  primary key (tenant_id, job_id, file_id)
);
