create table price_book (
  version text primary key,
  digest text not null unique,
  content json not null,
  imported_at timestamptz not null,
  current boolean not null
);
create unique index price_book_current on price_book (current) where current;

create table quote (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  sku text not null,
  total_cents integer not null,
  expires_at timestamptz not null,
  priced json not null,
  primary key (tenant_id, id)
);
create index quote_unexpired on quote (tenant_id, expires_at desc, id desc)
  include (sku, total_cents);
create index quote_purge on quote (expires_at);
