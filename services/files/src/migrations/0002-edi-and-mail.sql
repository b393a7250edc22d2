-- Sender and recipient of an interchange, for the answers; null for other files.
alter table file add column edi json;

-- Addresses that may send manifests by e-mail, and the centre each is for.
create table mail_sender (
  tenant_id text collate "C" not null,
  address text collate "C" not null,
  dc text not null,
  primary key (tenant_id, address),
  constraint mail_sender_address_unique unique (address)
);

-- Deduplication of e-mail: a message by its id, an attachment by its place and bytes.
create table mailed_file (
  tenant_id text collate "C" not null,
  message_id text collate "C" not null,
  content text not null,
  file_id text not null,
  sender text not null,
  primary key (tenant_id, message_id, content)
);
create unique index mailed_file_file on mailed_file (tenant_id, file_id);

-- When the mailbox is looked into next; also the claim of whoever does.
create table mailbox (
  name text primary key,
  due_at timestamptz not null,
  swept_at timestamptz not null default '-infinity'
);
insert into mailbox values ('inbox', '-infinity');
