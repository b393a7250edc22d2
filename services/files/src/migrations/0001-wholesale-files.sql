create table wholesaler (
  tenant_id text collate "C" primary key,
  username text not null,
  -- When its folders are looked at next; also the claim of whoever does.
  due_at timestamptz not null,
  swept_at timestamptz,
  constraint wholesaler_username_unique unique (username)
);
create index wholesaler_due on wholesaler (due_at);

create table centre (
  tenant_id text collate "C" not null,
  dc text collate "C" not null,
  site_id text not null,
  time_zone text not null,
  cut_off text not null,
  primary key (tenant_id, dc)
);

-- Files that lie in an inbound folder, and since when they look the same.
create table sighting (
  tenant_id text collate "C" not null,
  dc text collate "C" not null,
  name text collate "C" not null,
  look text not null,
  since timestamptz not null,
  primary key (tenant_id, dc, name)
);

create table file (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  dc text not null,
  name text not null,
  step text not null
    check (step in ('taking', 'reading', 'parsing', 'booking', 'answering', 'answered')),
  source text not null check (source in ('sftp', 'mail')),
  -- Size and time of change of what was read, to notice when more comes.
  look text,
  size integer,
  sha256 text,
  received_at timestamptz not null,
  answered_at timestamptz,
  faults json not null,
  attempts integer not null,
  -- When its step is tried next; also the claim of whoever does. Null once answered.
  due_at timestamptz,
  primary key (tenant_id, id)
);
create unique index file_id on file (id);
create index file_due on file (due_at) where due_at is not null;
-- One intent to take a file, however often it is seen.
create unique index file_taking on file (tenant_id, dc, name) where step = 'taking';
create index file_received on file (tenant_id, received_at);

-- The first file with these bytes.
create table content (
  tenant_id text collate "C" not null,
  dc text collate "C" not null,
  sha256 text not null,
  file_id text not null,
  primary key (tenant_id, dc, sha256)
);

create table file_row (
  tenant_id text collate "C" not null,
  file_id text collate "C" not null,
  row integer not null,
  order_id text not null,
  status text not null check (status in ('waiting', 'booked', 'already_booked', 'refused')),
  -- Booking request of the row; null for a row that cannot be booked.
  booking json,
  faults json not null,
  job_id text,
  ref text,
  primary key (tenant_id, file_id, row)
);
create index file_row_waiting on file_row (tenant_id, file_id, row) where status = 'waiting';

-- The row that a job came from: kept for ever, as jobs keeps its identity.
create table booked_order (
  tenant_id text collate "C" not null,
  dc text collate "C" not null,
  order_id text collate "C" not null,
  file_id text not null,
  job_id text not null,
  ref text not null,
  primary key (tenant_id, dc, order_id)
);

-- Proof-of-delivery files to write, and those that were written.
create table pod_file (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  dc text not null,
  order_id text not null,
  name text,
  attempts integer not null,
  due_at timestamptz,
  primary key (tenant_id, job_id)
);
create index pod_file_due on pod_file (due_at) where due_at is not null;
create index pod_file_order on pod_file (tenant_id, dc, order_id);
