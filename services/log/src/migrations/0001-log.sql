-- In order of submission. An entry is given its place once; its bytes are never changed.
create table entry (
  id bigint generated always as identity primary key,
  leaf_hash bytea not null,
  -- The canonical JSON that is hashed.
  body text not null,
  submitted_at timestamptz not null,
  -- Null while it waits.
  leaf_index bigint,
  constraint entry_leaf_hash_unique unique (leaf_hash),
  constraint entry_leaf_index_unique unique (leaf_index)
);
create index entry_waiting on entry (id) where leaf_index is null;
revoke update, delete on entry from :runtime_role;
grant update (leaf_index) on entry to :runtime_role;

-- Up to 256 hashes of 32 bytes; a partial tile is the beginning of the later, wider one.
create table tile (
  level smallint not null,
  tile_index bigint not null,
  hashes bytea not null,
  primary key (level, tile_index)
);

-- One row, whose lock makes one sequencer at a time of any number of replicas.
create table tree (
  is_only boolean primary key default true check (is_only),
  origin text not null,
  vkey text not null,
  encrypted_secret text not null,
  size bigint not null,
  -- Of the database cluster: changes when it is restored or a standby takes over.
  cluster_history text not null,
  -- Why nothing more is signed; null while all is well.
  halted text
);
revoke delete on tree from :runtime_role;

create table checkpoint (
  size bigint primary key,
  note text not null,
  signed_at timestamptz not null,
  -- Null until the witnesses were asked.
  published_at timestamptz
);
create index checkpoint_published on checkpoint (size) where published_at is not null;

create table cosignature (
  size bigint not null references checkpoint (size) on delete cascade,
  witness text not null,
  line text not null,
  primary key (size, witness)
);

create table witness (
  name text primary key,
  -- Of the last checkpoint that it cosigned.
  size bigint,
  away_since timestamptz,
  fault text
);
